"""Rendered games with mishaps, followed from the first frame to the last: how much of them was understood.

    python -m lab.simulator.many_clips [--games 20] [--first-seed 9000] [--plies 14] [--size 640x360]
                                         [--keep FOLDER] [--glass-dice] [--tone]

Every second game is played to its end and set up again; with --plies 999 all of it is shown. Between plies the camera
is knocked, a lamp switched, exposure drifts, a page falls over the board, the book is closed and opened again.
Rendering takes far longer than following: minutes a game.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.position import Side
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from arbiter.xgid import parse_xgid
from bookgammon.table.table import FrameTime, Table, opening
from calibration.corners import parse_corners
from lab.simulator.clips import write_game
from lab.simulator.mishaps import MISHAPS
from vision.known_position.learn_board import learn_board
from vision.sources.pictures import read_picture
from vision.sources.sources import open_source
from vision.watcher import Watcher

PATIENCE = 2.0
"""Seconds after a turn within which what happened in it must have been told."""


@dataclass
class Tally:
    """What came of the games so far."""

    games: int = 0
    plies: int = 0
    rolls: int = 0
    plays: int = 0
    illegal: int = 0
    caught: int = 0
    ended: int = 0
    ends_right: int = 0
    false_alarms: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)

    def count(self, truth: dict[str, Any], events: Sequence[dict[str, Any]]) -> None:
        """Hold one game's events against its truth."""
        self.games += 1
        seats = Seats(Side(truth["near"]), truth["home"])
        owed: set[int] = set()
        plies = truth["plies"]
        for ply, following in zip(plies, [*plies[1:], None], strict=True):
            end = following["lifted_frame"] if following else truth["frames"]
            during = [event for event in events if ply["from_frame"] <= event["frame"] <= end]
            owed |= self._count_ply(truth, seats, ply, [e for e in during if e.get("player") == ply["player"]])
        alarms = [e for e in events if e["event"] in ("illegal", "bad_roll") and id(e) not in owed]
        self.false_alarms += [f"frame {event['frame']}: {event['message']}" for event in alarms]
        if over := truth.get("game_over"):
            told = [event for event in events if event["event"] == "game_over"]
            self.ended += 1
            self.ends_right += len(told) == 1 and all(told[0][k] == over[k] for k in ("winner", "kind", "points"))

    def _count_ply(
        self, truth: dict[str, Any], seats: Seats, ply: dict[str, Any], events: Sequence[dict[str, Any]]
    ) -> set[int]:
        after = ply["position_after"]
        wanted = seats.light_points(after["top"], after["bottom"])
        self.plies += 1
        self.rolls += any(e["event"] == "roll" and sorted(e["dice"]) == sorted(ply["dice"]) for e in events)
        settled = [e for e in events if e["event"] in ("play", "corrected", "stood")]
        self.plays += any(e["position"]["points"] == list(wanted) for e in settled)
        if ply["legal"]:
            return set()
        half = ply["why"].startswith("one_die")
        since = ply["lifted_frame" if half else "played_frame"]
        warnings = [e for e in events if e["event"] == "illegal" and e["frame"] >= since]
        if half and ply["corrected_frame"]:
            return {id(event) for event in warnings}
        self.illegal += 1
        self.caught += bool(warnings)
        self.delays += [(warnings[0]["frame"] - since) / truth["fps"]] if warnings else []
        return {id(event) for event in warnings}

    def __str__(self) -> str:
        slowest = f"{max(self.delays):.2f} s" if self.delays else "-"
        return (
            f"{self.games} games, {self.plies} plies: rolls right {self.rolls}, plays right {self.plays},"
            f" illegal plays caught {self.caught} of {self.illegal} (slowest {slowest}),"
            f" ends right {self.ends_right} of {self.ended}, false alarms {len(self.false_alarms)}"
        )


def followed(folder: Path, truth: dict[str, Any]) -> list[dict[str, Any]]:
    """Calibrate from a clip's pictures, follow it to its end; all events as `watch --json` prints them."""
    start, empty = (read_picture(folder / truth[name]) for name in ("start", "empty"))
    seats = Seats(Side(truth["near"]), truth["home"])
    board = learn_board(start, parse_corners(truth["corners"]), seats, empty)
    begun = parse_xgid(truth["xgid"]) if "xgid" in truth else None
    events: list[Event] = []
    table = Table((), events.extend)
    table.commit(opening(Rules(length=5), (0, 0), begun, FrameTime()))
    referee = Referee(table.state, seats)
    source = open_source(str(folder / truth["clip"]))
    try:
        table.follow(source.items(), Watcher(board), referee)
    finally:
        source.close()
    table.settle(referee)
    return [event_to_json(event) for event in events]


def mishaps_of(seed: int, plies: int) -> dict[int, Any]:
    """A mishap before every third ply or so, of all kinds in turn."""
    rng = np.random.default_rng((seed, 61))
    order = rng.permutation(len(MISHAPS))
    places = range(2, max(3, plies), 3)
    return {n: MISHAPS[int(order[i % len(MISHAPS)])] for i, n in enumerate(places)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=9_000)
    parser.add_argument("--plies", type=int, default=14)
    parser.add_argument("--size", default="640x360", help="of the pictures, in pixels")
    parser.add_argument("--glass-dice", action="store_true", help="small dice of coloured glass")
    parser.add_argument("--tone", action="store_true", help="checkers hardly differ from what they lie on; much grain")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the recordings there")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    width, height = (int(side) for side in args.size.split("x"))
    tally = Tally()
    for seed in range(args.first_seed, args.first_seed + args.games):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(args.keep or scratch) / str(seed)
            truth = write_game(
                folder,
                seed,
                plies=args.plies,
                illegal=1 + seed % 3,
                mishaps=mishaps_of(seed, args.plies),
                ending=seed % 2 == 1,
                samples=1.0,
                size=(width, height),
                glass_dice=args.glass_dice,
                tone=args.tone,
            )
            seen_alarms = len(tally.false_alarms)
            events = followed(folder, truth)
            tally.count(truth, events)
        for event in events:
            if event["event"] == "note":
                print(f"  seed {seed}, frame {event['frame']}: {event['message']}")
        for alarm in tally.false_alarms[seen_alarms:]:
            print(f"  seed {seed}, false alarm at {alarm}")
        print(f"after seed {seed}: {tally}", flush=True)


if __name__ == "__main__":
    main()

"""What the eyes make of recorded games, kept once, so that the referee alone is tried on it again and again.

    python -m lab.benchmarks.evidence record OUT FOLDER... [--find-corners]
    python -m lab.benchmarks.evidence replay KEPT... [--events]

FOLDER holds a game as `lab.simulator.many_clips --keep` leaves it: pictures, clip and truth.json. `record` sets the
board up as `bookgammon calibrate` does, follows the clip and writes OUT/NAME.pickle.gz. `replay` has a new referee
follow what was kept: the figures are those of `many_clips`. The eyes learned from the plays of the referee that
followed them first, so a replay gives nearly what a whole run does, not just that. Kept files are pickles: open your
own alone.
"""

from __future__ import annotations

import argparse
import gzip
import json
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from arbiter.xgid import parse_xgid
from bookgammon.setup.reading_back import learned
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.table import FrameTime, Table, opening
from calibration.board import Board
from calibration.corners import parse_corners
from calibration.finding import FoundLeaves, find_leaves
from lab.simulator.many_clips import Tally
from vision.sources.frames import News
from vision.sources.pictures import Image, read_picture
from vision.sources.sources import open_source


@dataclass(frozen=True)
class Kept:
    """truth: of the game; looks: of every frame."""

    truth: dict[str, Any]
    seats: Seats
    looks: tuple[Evidence, ...]


class Eyes:
    """The table's own, whose looks are kept."""

    def __init__(self, eyes: SeatAwareWatcher) -> None:
        self._eyes = eyes
        self.looks: list[Evidence] = []

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        self.looks.append(self._eyes.read_frame(image, frame, time))
        return self.looks[-1]

    def news(self) -> Sequence[News]:
        return self._eyes.news()


def set_up(folder: Path, truth: dict[str, Any], *, find_corners: bool) -> Board:
    start, empty = (read_picture(folder / truth[name]) for name in ("start", "empty"))

    def find(image: Image) -> FoundLeaves:
        return find_leaves(image, (empty,))

    if find_corners:
        found = find(start)
        return learned(start, found.corners, empty, find, origin="found").board
    corners, near = parse_corners(truth["corners"]), Side(truth["near"])
    return learned(start, corners, empty, find, origin="file", near=near, home=truth["home"]).board


def started(truth: dict[str, Any], keep: Any, observers: Sequence[Any] = ()) -> Table:
    begun = parse_xgid(truth["xgid"]) if truth.get("xgid") else None
    table = Table((), keep, tuple(observers))
    table.commit(opening(Rules(length=5), (0, 0), begun, FrameTime()))
    return table


def record(folder: Path, *, find_corners: bool) -> tuple[Kept, list[Event]]:
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    board = set_up(folder, truth, find_corners=find_corners)
    watcher, events = SeatAwareWatcher(board), list[Event]()
    eyes, table = Eyes(watcher), started(truth, events.extend, (watcher.on_update,))
    referee, source = Referee(table.state, board.seats), open_source(str(folder / truth["clip"]))
    try:
        table.follow(source.items(), eyes, referee)
    finally:
        source.close()
    table.commit(referee.finish(table.moment.frame, table.moment.time))
    return Kept(truth, board.seats, tuple(eyes.looks)), events


def replayed(kept: Kept) -> list[Event]:
    events: list[Event] = []
    table = started(kept.truth, events.extend)
    referee = Referee(table.state, kept.seats)
    for look in kept.looks:
        table.moment = FrameTime(look.frame, look.time)
        table.commit(referee.observe(look))
    table.commit(referee.finish(kept.looks[-1].frame, kept.looks[-1].time))
    return events


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("record", "replay"))
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--find-corners", action="store_true")
    parser.add_argument("--events", action="store_true", help="print what is told")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    tally = Tally()
    out, *folders = asked.paths
    for path in folders if asked.what == "record" else asked.paths:
        if asked.what == "record":
            kept, events = record(path, find_corners=asked.find_corners)
            out.mkdir(parents=True, exist_ok=True)
            name = f"{path.name}{'-found' if asked.find_corners else ''}.pickle.gz"
            (out / name).write_bytes(gzip.compress(pickle.dumps(kept), 3))
        else:
            kept = pickle.loads(gzip.decompress(path.read_bytes()))  # noqa: S301 - written by `record`
            events = replayed(kept)
        alarms = len(tally.false_alarms)
        as_json = [event_to_json(event) for event in events]
        tally.count(kept.truth, as_json)
        for event in as_json if asked.events else ():
            print(event["frame"], {key: event[key] for key in event if key not in ("frame", "time", "position")})
        for alarm in tally.false_alarms[alarms:]:
            print(f"  {path.name}, false alarm at {alarm}")
        print(f"after {path.name}: {tally}", flush=True)


if __name__ == "__main__":
    main()

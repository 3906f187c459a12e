"""A table that lights its board and sees it in that light: a closed loop, picture by picture.

    python -m lab.benchmarks.lights_loop [FOLDER] [--strength 3] [--frames 0] [--seed 1] [--live]

A recorded game is followed twice, without lamps and with them. With them each picture is lit by what the table's own
lights show at that moment (`bookgammon.lights`), because of what the pictures before it were read as. Time is the
recording's, so nothing depends on the machine; with --live pictures come when they were taken, those for which it is
too late are dropped, and what is told counts from when it is told by the clock. FOLDER holds a clip with its
truth.json, as `lab.simulator.clips` writes it; without one it is the demo's first clip, and only what the two runs tell
is held against each other.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.lights.lights import TableLights
from bookgammon.table.demo_recording import load_recording
from bookgammon.table.table import FrameTime, Table, opening
from calibration.board import Board
from calibration.corners import parse_corners
from firmware_bridge.colours import dimmed
from firmware_bridge.settings import LightSettings
from lab.simulator.lamplight import LampLight, random_strip
from lab.simulator.many_clips import Tally
from vision.known_position.learn_board import learn_board
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture
from vision.sources.sources import Item, open_source
from vision.watcher import Watcher

Told = dict[str, Any]
MATTERS = ("roll", "play", "illegal", "corrected", "withdrawn", "stood", "double", "take", "drop", "game_over")


@dataclass(frozen=True, eq=False)
class Recorded:
    """A clip and the board that it was recorded over; truth: what happens in it, where that is known."""

    board: Board
    clip: Path
    fps: float
    truth: Told | None = None


def recorded(folder: Path | None) -> Recorded:
    """The clip of a folder, or the demo's first one."""
    if folder is None:
        recording = load_recording()
        clip = recording.clips[0]
        return Recorded(recording.board(), clip.path, clip.fps)
    truth = json.loads((folder / "truth.json").read_text())
    start, empty = (read_picture(folder / truth[name]) for name in ("start", "empty"))
    seats = Seats(Side(truth["near"]), truth["home"])
    board = learn_board(start, parse_corners(truth["corners"]), seats, empty)
    return Recorded(board, folder / truth["clip"], truth["fps"], truth)


@dataclass
class Pace:
    """When pictures come. live: as they were taken, by the clock; else one behind the other.

    drawing_s: seconds that went into drawing the lamps' light, which a camera does not take from the table's machine.
    """

    live: bool = False
    began: float = 0.0
    dropped: int = 0
    drawing_s: float = 0.0

    def waits_for(self, taken: float, fps: float) -> bool:
        """Whether a picture taken at that time of the recording still counts; waits until it is due."""
        if not self.live:
            return True
        self.began = self.began or time.monotonic() - taken
        late = self._gone_by() - taken
        if late > 1 / fps:
            self.dropped += 1
            return False
        time.sleep(max(0.0, -late))
        return True

    def told_at(self, event: Told) -> float:
        """Seconds of the recording that have gone by when an event is told."""
        return self._gone_by() if self.live else float(event["time"])

    def _gone_by(self) -> float:
        return time.monotonic() - self.began - self.drawing_s


def followed(found: Recorded, light: LampLight | None, frames: int = 0, *, live: bool = False) -> list[Told]:
    """What the table tells, as JSON objects, each with when it was told. light: how its lamps light the board; frames:
    so many alone, 0 for all."""
    told: list[Told] = []
    pace, now = Pace(live), [0.0]

    def tell(events: Sequence[Event]) -> None:
        for event in map(event_to_json, events):
            told.append({**event, "told_at": pace.told_at(event)})

    lights = TableLights(LightSettings(port="simulated"), found.board.seats, MatchState(), clock=lambda: now[0])
    table = Table((), tell, (lights.show,))
    table.commit(opening(Rules(length=5), (0, 0), None, FrameTime()))
    referee = Referee(table.state, found.board.seats)
    source = open_source(str(found.clip))
    try:
        lit = _lit(source.items(), lights, light, now, frames, pace, found.fps)
        table.follow(lit, Watcher(found.board), referee)
    finally:
        source.close()
    table.settle(referee)
    if light is not None:
        print(f"the lamps shine at {lights.board.share:.0%} in the end")
    if live:
        print(f"{pace.dropped} pictures dropped")
    return told


def _lit(
    items: Iterator[Item],
    lights: TableLights,
    light: LampLight | None,
    now: list[float],
    frames: int,
    pace: Pace,
    fps: float,
) -> Iterator[Item]:
    """The same pictures as the lamps of that moment show them."""
    for item in items:
        if not isinstance(item, Frame):
            yield item
            continue
        if frames and item.index >= frames:
            return
        if not pace.waits_for(item.time, fps):
            continue
        now[0] = item.time
        if light is None:
            yield item
            continue
        lamps = {spot: dimmed(colour, lights.board.share) for spot, colour in lights.look(item.time).items()}
        began = time.monotonic()
        image = light.lit(item.image, lamps)
        pace.drawing_s += time.monotonic() - began
        yield replace(item, image=image)


def lamps_of(found: Recorded, strength: float, seed: int = 1) -> LampLight:
    return LampLight(found.board.corners, found.board.size, random_strip(strength, np.random.default_rng(seed)))


def plain(event: Told) -> Told:
    """What happened, whenever it was told; of a roll not in which order its dice were read."""
    found = {key: value for key, value in event.items() if key in ("event", "player", "dice", "play", "rules")}
    return {**found, "dice": sorted(found["dice"])} if found.get("dice") else found


def delays(dark: list[Told], lit: list[Told]) -> list[float]:
    """Seconds by which each event was told later in the lamps' light. Raises ValueError where others were told."""
    stories = [[event for event in told if event["event"] in MATTERS] for told in (dark, lit)]
    if list(map(plain, stories[0])) != list(map(plain, stories[1])):
        raise ValueError("other things were told in the lamps' light")
    return [there["told_at"] - here["told_at"] for here, there in zip(*stories, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--strength", type=float, default=3.0)
    parser.add_argument("--frames", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--live", action="store_true")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    found = recorded(given.folder)
    lamps = lamps_of(found, given.strength, given.seed)
    runs = [followed(found, light, given.frames, live=given.live) for light in (None, lamps)]
    for name, told in zip(("without lamps", "with lamps"), runs, strict=True):
        if found.truth is not None:
            tally = Tally()
            tally.count(found.truth, told)
            print(f"{name}: {tally}")
        else:
            print(f"{name}: {sum(event['event'] in MATTERS for event in told)} events")
    try:
        later = sorted(delays(*runs))
    except ValueError as error:
        print(error)
        for name, told in zip(("-", "+"), runs, strict=True):
            for event in told:
                if event["event"] in MATTERS:
                    print(name, event["frame"], plain(event))
        raise SystemExit(1) from error
    print(
        f"the same events, later by {np.median(later):.3f} s (median), {np.mean(later):.3f} s on average, "
        f"{later[-1]:.3f} s at most"
    )


if __name__ == "__main__":
    main()

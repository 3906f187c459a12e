"""The longest pause of the table's thread between two frames, with everything of a match beside it.

Frames of a board that lies still come as fast as from a telephone's camera, and a turn is contested every few seconds;
reading and referee cost nothing here, so what is measured is what observers, journal and log take of the table's
thread: by the clock on the wall, which counts what else the machine does, and in processor time of its own. Every write
of a file beside the journal (pictures, films, log, clock) fails for a full disk, or takes a quarter of a second on a
slow one; the journal is written as this machine's disk writes it.

    python -m lab.benchmarks.table_pauses [--frames 400]
"""

from __future__ import annotations

import argparse
import errno
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import BinaryIO
from unittest.mock import patch

from arbiter.match.commands import Command, ProgramWord
from arbiter.match.events import Event, GameStarted, IllegalPlay, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.position import START, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.rules import Rules
from bookgammon.access.addresses import HERE
from bookgammon.commands.composition import followed_match
from bookgammon.files import atomic_files
from bookgammon.files.settings import now
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.setup.serving import Place
from bookgammon.table.demo_recording import FOLDER, load_recording
from bookgammon.table.table import FrameTime, opening
from bookgammon.workers.worker import Workers
from vision.sources.frames import Frame, News
from vision.sources.pictures import Image
from web.pairing import Pairing

APART_S = 0.1
CONTESTED_EVERY = 40
SLOW_S = 0.25
WANTED_MS = 50
RULES = Rules(length=7, clock="delay")
SURE = 6.0
"""Nats by which a checker more or less is the less likely."""


def _place(light: int, dark: int) -> PlaceEvidence:
    """A place that looks like what is on it, with as many other counts as a look's evidence holds."""
    counts = [(one, other) for one in range(7) for other in range(7) if one + other < 8]
    return PlaceEvidence(
        tuple((one, other, -SURE * (abs(one - light) + abs(other - dark))) for one, other in counts)
    )


PLACES = (*(_place(max(0, count), max(0, -count)) for count in START.points), _place(0, 0))
Pause = tuple[float, float]
"""Seconds by the clock, and of a processor."""


class Reader:
    """Every frame was read already."""

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        del image
        return Evidence(frame, time, still=True, hand=False, places=PLACES)

    def news(self) -> Sequence[News]:
        return ()


class Contesting:
    """A referee for which a turn is contested every so many frames."""

    def __init__(self, state: MatchState) -> None:
        self.state = state

    def go_on_from(self, state: MatchState) -> None:
        self.state = state

    def observe(self, evidence: Evidence) -> tuple[Event, ...]:
        if evidence.frame % CONTESTED_EVERY:
            return ()
        wrong = IllegalPlay(
            evidence.frame, evidence.time, Side.LIGHT, (3, 1), ("R12",), "8/3 needs a 5.", START, provisional=False
        )
        self.state = fold((wrong,), self.state)
        return (wrong,)

    def handle(self, command: Command | ProgramWord, frame: int, time: float) -> tuple[Event, ...]:
        del command, frame, time
        return ()

    def finish(self, frame: int, time: float) -> tuple[Event, ...]:
        del frame, time
        return ()


@contextmanager
def full(path: Path, **_: object) -> Iterator[BinaryIO]:
    """Instead of `atomic_file`: there is no room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    yield  # pragma: no cover - what makes it a context manager


def slow(path: Path, *, mode: int = atomic_files.OWNER_ONLY, on_disk: bool = True) -> Iterator[BinaryIO]:
    """Instead of `atomic_file`: a disk that takes its time."""
    time.sleep(SLOW_S)
    with WRITES(path, mode=mode, on_disk=on_disk) as file:
        yield file


WRITES = atomic_files.atomic_file
DISKS: dict[str, AbstractContextManager[object]] = {
    "a disk as it is": nullcontext(),
    "a full disk": patch.object(atomic_files, "atomic_file", full),
    "a slow disk": patch.object(atomic_files, "atomic_file", contextmanager(slow)),
}


def pauses(frames: int) -> tuple[list[Pause], tuple[str, ...]]:
    """What each frame took of the table's thread, and what the workers had to say at the end."""
    board, took = load_recording(FOLDER).board(), list[Pause]()

    def items() -> Iterator[Frame]:
        for number in range(1, frames + 1):
            began, worked = time.perf_counter(), time.thread_time()
            yield Frame(board.start, number, number * APART_S)
            took.append((time.perf_counter() - began, time.thread_time() - worked))
            time.sleep(max(0.0, APART_S - took[-1][0]))

    with TemporaryDirectory() as name, Workers() as workers, Journal(Path(name) / FILE) as journal:
        session = MatchSession(journal, journal.begin(now(), "benchmark"), now, lambda _: None)
        place = Place(HERE, 0, Pairing(), workers=workers)
        with followed_match(
            Path(name), journal, session, board, place, argparse.Namespace(analyse="always")
        ) as match:
            begun = opening(RULES, (0, 0), None, FrameTime())
            match.table.commit((*begun, GameStarted(0, 0.0, START), RollSeen(0, 0.0, Side.LIGHT, (3, 1))))
            match.table.follow(match.with_news(items()), Reader(), Contesting(match.table.state))
            return took, tuple(state.sentence for state in workers.not_working())


def told(seconds: Sequence[float]) -> str:
    """Median, and the longest."""
    return f"{1000 * median(seconds):.1f} ms (median), {1000 * max(seconds):.1f} ms at most"


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=400)
    frames = parser.parse_args(argv).frames
    for disk, broken in DISKS.items():
        with broken:
            took, said = pauses(frames)
        print(
            f"{disk}: {frames} frames; {told([wall for wall, _ in took])} by the clock, "
            f"{told([own for _, own in took])} of a processor (wanted: {WANTED_MS} ms); "
            f"load {os.getloadavg()[0]:.1f}; {' '.join(said) or 'all work'}",
            flush=True,
        )


if __name__ == "__main__":
    main()

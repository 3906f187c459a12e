"""The real `bookgammon play` over a simulated table: only the camera and the eyes are not real.

A camera that waits while nobody looks: whenever the program is started again, the players go on from the frame
after the journal's last event. `gate` is called before the first picture, so that somebody outside can look at
the page before anything happens.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partialmethod
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from arbiter.match.events import Event
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.command_line import main
from bookgammon.errors import JournalError
from bookgammon.history.journal import Journal
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.table import Table as PlayedTable
from vision.sources.live import LiveSource
from vision.watcher import Watcher

MANNERS = Manners(die_errors=0.0, die_misses=0.0, unseen_rolls=0.0, late_rolls=0.0, doubles=0.15)
"""Good eyes, so that only what is done to the program can make a difference."""
SIZE = (960, 540)
"""Of the recording's board, in pixels."""
PLIES = 40
STOPPED = "stopped.txt"
"""In the data folder: how many seconds the program took to put everything away, where it came to that."""


def looks_of(seed: int, plies: int = PLIES) -> list[Evidence]:
    """The same evening for the same seed; frames count from 0."""
    played = PlayedTable(seed, MANNERS, Seats(Side.LIGHT)).game(plies)
    return [replace(look, frame=frame) for frame, look in enumerate(played)]


def events_in(data: Path) -> tuple[Event, ...]:
    """What the journal of `play` holds; nothing where it is not made yet."""
    try:
        with Journal(data / "journal.sqlite", read_only=True) as journal:
            matches = journal.matches()
            return journal.events(matches[-1]) if matches else ()
    except JournalError:
        return ()


class PatientCamera:
    """Has the shape of cv2.VideoCapture. Gives the next picture once the last one was looked at."""

    def __init__(self, pictures: int, gate: Callable[[], object]) -> None:
        self._left, self._gate = pictures, gate
        self._picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
        self.looked_at = threading.Semaphore(1)
        self.ended = 0.0

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        return True

    def read(self) -> tuple[bool, Any]:
        self.looked_at.acquire()
        self._gate()
        self._gate = _open
        if not self._left:
            self.ended = time.monotonic()
            os.kill(os.getpid(), signal.SIGTERM)  # the players go home
            threading.Event().wait()
        self._left -= 1
        self._picture[0, 0, 0] = self._left % 251  # a camera that hangs would show the same picture for ever
        return True, self._picture

    def get(self, prop: int, /) -> float:
        return 0.0

    def set(self, prop: int, value: float, /) -> bool:
        return True

    def release(self) -> None:
        """Nothing is held open."""


def _open() -> None:
    """The gate once it has been passed."""


@contextmanager
def seeing(look: Callable[[Watcher, object, int, float], Evidence]) -> Iterator[None]:
    """Eyes that see what `look` says. The networks, which take their time to load, are not needed."""

    def no_reader(*_: object, small: bool) -> None:
        """Nothing is loaded."""

    with (
        patch.object(Watcher, "__init__", no_reader),
        patch.object(Watcher, "read_frame", look),
        patch.object(Watcher, "news", lambda _: ()),
        patch.object(Watcher, "take_shown", lambda _: None),
    ):
        yield


def play(looks: Sequence[Evidence], data: Path, words: Sequence[str], gate: Callable[[], object] = _open) -> int:
    """Run `bookgammon play` in this process to the end of the looks; gives its exit code. Never call it twice."""
    first = max((event.frame for event in events_in(data)), default=-1) + 1
    camera = PatientCamera(len(looks) - first, gate)

    def look(_: Watcher, image: object, frame: int, time: float) -> Evidence:
        del image, time
        camera.looked_at.release()
        return looks[frame]

    return _run(camera, look, data, words)


@dataclass(frozen=True, slots=True)
class World:
    """Players who think on while nobody runs the program. file: how many looks the program had of them, by all runs.

    Their time is that of the looks; it stands while the program does not run, as the match's clock does.
    """

    looks: Sequence[Evidence]
    file: Path

    @property
    def seen(self) -> int:
        return int.from_bytes(self.file.read_bytes(), "little") if self.file.exists() else 0

    def time(self) -> float:
        return self.looks[min(self.seen, len(self.looks) - 1)].time

    def see(self) -> Evidence:
        number = self.seen
        handle = os.open(self.file, os.O_RDWR | os.O_CREAT)
        os.pwrite(handle, (number + 1).to_bytes(8, "little"), 0)
        os.close(handle)
        return self.looks[number]


def play_on(world: World, data: Path, words: Sequence[str]) -> int:
    """The same, but what was seen once is not seen again: after a kill the players are found further on."""
    camera = PatientCamera(len(world.looks) - world.seen, _open)

    def look(_: Watcher, image: object, frame: int, time: float) -> Evidence:
        del image
        seen = replace(world.see(), frame=frame, time=time)
        camera.looked_at.release()
        return seen

    return _run(camera, look, data, words, world.time)


def _run(
    camera: PatientCamera,
    look: Callable[[Watcher, object, int, float], Evidence],
    data: Path,
    words: Sequence[str],
    clock: Callable[[], float] = time.monotonic,
) -> int:
    # a camera that waits for a busy machine would be told of as silent, which is part of the record
    unhurried = partialmethod(LiveSource.__init__, silent=math.inf, clock=clock)
    where = ["--data", str(data), "--board", str(data / "board.toml"), "--host", "127.0.0.1"]
    with (
        seeing(look),
        patch.object(cv2, "VideoCapture", lambda *_: camera),
        patch.object(LiveSource, "__init__", unhurried),
        patch.object(sys, "argv", ["bookgammon", "play", "0", "--no-light", *where, *words]),
    ):
        code = main()
    (data / STOPPED).write_text(str(time.monotonic() - camera.ended))
    return code

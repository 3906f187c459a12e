"""What a whole reading of a board takes alone and beside other work, the two by turns: other load falls on both.

`ReadingsBeside` reads without a pause, harder than any match; `MatchBeside` when and as often as a match at the demo's
board is read, whose camera gives fifteen pictures a second.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from time import perf_counter, sleep

import cv2
import numpy as np

from arbiter.referee.evidence import Evidence
from bookgammon.table.demo_recording import load_recording
from calibration.board import Board
from vision.reader import Reader
from vision.rereading import Rereader
from vision.score_maps import Spot
from vision.sources.pictures import Image
from vision.watcher import Watcher

ROUNDS = 4
EVERY = 15
"""Frames between two pictures that are read."""


class ReadingsBeside:
    """The demo's board, read picture after picture. readings: how many alone, and as many beside the other work."""

    def __init__(self, readings: int) -> None:
        recording = load_recording()
        self.board: Board = recording.board()
        self.images = _pictures(recording.clips[0].path, readings // ROUNDS)
        self._reader = Reader(self.board)
        self.read()  # the first one of all makes what the others find

    def compare(self, working: Callable[[], AbstractContextManager[object]]) -> str:
        """Milliseconds alone and beside, and how many times as long. working: the other work goes on in its block."""
        alone, beside = list[float](), list[float]()
        for _ in range(ROUNDS):
            alone += self.read()
            with working():
                beside += self.read()
        late, usual = (at_share(share, beside) / at_share(share, alone) for share in (0.95, 0.5))
        return (
            f"p95 alone {at_share(0.95, alone):.0f} ms, beside {at_share(0.95, beside):.0f} ms, {late:.2f} times; "
            f"at the median {usual:.2f} times; load {os.getloadavg()[0]:.1f}"
        )

    def read(self) -> list[float]:
        """Milliseconds of each picture."""
        took = []
        for image in self.images:
            began = perf_counter()
            self._reader.read(image)
            took.append(1000 * (perf_counter() - began))
        return took


class MatchBeside:
    """The beginning of the demo's match, at the camera's pace. seconds: how much of it is one round."""

    def __init__(self, seconds: float) -> None:
        self._recording, self._seconds = load_recording(), seconds
        self._board = self._recording.board()
        self._path = self._recording.clips[0].path

    def read(self) -> list[float]:
        """Milliseconds of each reading of a round. Pictures that come while one is read are missed, as live."""
        looker = _Timed(Reader(self._board))
        watcher = Watcher(self._board, looker)
        capture = cv2.VideoCapture(str(self._path))
        fps = capture.get(cv2.CAP_PROP_FPS)
        frame, began = 0, perf_counter()
        while frame < self._seconds * fps:
            sleep(max(0.0, began + frame / fps - perf_counter()))
            watcher.read_frame(np.asarray(capture.read()[1], np.uint8), frame, frame / fps)
            due = int((perf_counter() - began) * fps)
            for _ in range(due - frame - 1):
                capture.grab()
            frame = max(frame + 1, due)
        return looker.took


class _Timed(Rereader):
    """Notes how many milliseconds each reading takes."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.took = list[float]()

    def read(
        self, image: Image, frame: int, time: float, dice_before: Sequence[Spot], *, hurried: bool = False
    ) -> Evidence:
        began = perf_counter()
        evidence = super().read(image, frame, time, dice_before, hurried=hurried)
        self.took.append(1000 * (perf_counter() - began))
        return evidence


def _pictures(path: Path, most: int) -> list[Image]:
    capture, found = cv2.VideoCapture(str(path)), list[Image]()
    number = 0
    while len(found) < most and (read := capture.read())[0]:
        if number % EVERY == 0:
            found.append(np.asarray(read[1], np.uint8))
        number += 1
    return found


def at_share(share: float, values: list[float]) -> float:
    return sorted(values)[int(share * len(values))]

"""What a whole reading of a board takes alone and beside other work, the two by turns: other load falls on both."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import cv2
import numpy as np

from bookgammon.table.demo_recording import load_recording
from calibration.board import Board
from vision.reader import Reader
from vision.sources.pictures import Image

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
            began = time.perf_counter()
            self._reader.read(image)
            took.append(1000 * (time.perf_counter() - began))
        return took


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

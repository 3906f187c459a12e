"""A simulated camera: the shape of cv2.VideoCapture with what happens in it written down beforehand."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np


def grey(level: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A picture that can be told from others by its level."""
    return np.full((48, 64, 3), level, np.uint8)


class FakeCapture:
    """One opening of the camera: gives its levels as pictures, then fails, or waits where `then_waits`."""

    def __init__(self, levels: Sequence[int], *, opens: bool = True, then_waits: bool = False) -> None:
        self.opens, self.then_waits = opens, then_waits
        self.levels = list(levels)
        self.sets: list[tuple[int, float]] = []
        self.released = False
        self.drained = threading.Event()
        self.end_of_test = threading.Event()

    def isOpened(self) -> bool:
        return self.opens

    def grab(self) -> bool:
        return bool(self.levels)

    def read(self) -> tuple[bool, Any]:
        if self.levels:
            return True, grey(self.levels.pop(0))
        self.drained.set()
        if self.then_waits:
            self.end_of_test.wait(180)
        return False, None

    def get(self, prop: int, /) -> float:
        return 0.0

    def set(self, prop: int, value: float, /) -> bool:
        self.sets.append((prop, value))
        return True

    def release(self) -> None:
        self.released = True


class FakeCamera:
    """Hands out its captures one after the other, whatever the address."""

    def __init__(self, *captures: FakeCapture) -> None:
        self.captures = list(captures)
        self.opened: list[FakeCapture] = []

    def __call__(self, address: int | str) -> FakeCapture:
        capture = self.captures.pop(0) if self.captures else FakeCapture([], opens=False)
        self.opened.append(capture)
        return capture


def settings(capture: FakeCapture) -> list[int]:
    """The properties that were set, in order."""
    return [prop for prop, _ in capture.sets]


FOURCC, WIDTH, BUFFER = cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_BUFFERSIZE

"""Films as clips are, made in this process: the demo's board with something that moves over it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from bookgammon.history.clip_encoding import film_here
from bookgammon.history.contested import PER_SECOND, WIDTH
from bookgammon.table.snapshots import cut, window
from tests.setup.stage import START, board_of
from vision.sources.pictures import Image


def moving(number: int, grain: float = 0.0) -> Image:
    """The board with a hand that goes on from picture to picture."""
    shown = START.copy()
    cv2.circle(shown, (200 + 20 * number, 300), 60, (80, 110, 160), -1)
    if grain:
        noise = np.random.default_rng(number).normal(0, grain, shown.shape).astype(np.int16)
        shown = np.clip(shown.astype(np.int16) + noise, 0, 255).astype(np.uint8)
    return shown


def small(number: int, grain: float = 0.0) -> bytes:
    return cut(moving(number, grain), window(board_of()), WIDTH)


def film_of(pictures: list[bytes]) -> bytes:
    """As the confined process makes it, without the process."""
    with TemporaryDirectory() as folder:
        return film_here(pictures, PER_SECOND, Path(folder))


@cache
def film() -> bytes:
    """Six seconds."""
    return film_of([small(number) for number in range(6 * PER_SECOND)])


def frames_of(path: Path) -> int:
    """How many pictures of a film can be read; 0 for a torn one."""
    capture = cv2.VideoCapture(str(path))
    count = 0
    while capture.read()[0]:
        count += 1
    capture.release()
    return count

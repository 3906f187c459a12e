"""Looking over time: which frames are worth reading, and what a still table keeps saying.

A frame in which something moves over the book is not read. Once the table lies still it is read a few times,
for the noise of one frame is not that of the next; after that the last evidence is repeated until something
changes, so that a still frame costs less than decoding it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.evidence import Evidence
from calibration.board import Board
from vision.reader import Image, Reader

Thumb = npt.NDArray[np.int16]

THUMB_WIDTH = 160
MOVED = 14
"""Grey levels by which a pixel of the thumbnail differs if something moved there."""
MOVING_SHARE = 0.0025
"""Part of the book's thumbnail pixels that must differ: about a quarter of a checker."""
LOOKS = 3
"""Fresh readings after each movement."""
REFRESH = 2.0
"""Seconds after which even a still table is read again: light changes slowly."""
AROUND = 1.5
"""Point widths around the leaves that belong to the scene: hands come from there."""


class Looker(Protocol):
    """What the watcher needs of `vision.reader.Reader`."""

    def fitting(self, image: Image) -> Image: ...
    def read(self, image: Image, frame: int, time: float, dice_before: Sequence[tuple[float, float]]) -> Evidence: ...


class Watcher:
    """Follows one board through the frames of one source, given in order."""

    def __init__(self, board: Board, reader: Looker | None = None) -> None:
        self._reader: Looker = reader or Reader(board)
        self._step = max(1, board.size[0] // THUMB_WIDTH)
        self._mask = _scene_mask(board, self._step)
        self._before: Thumb | None = None
        self._at_reading: Thumb | None = None
        self._evidence: Evidence | None = None
        self._looks = 0
        self._read_at = 0.0

    def look(self, image: Image, frame: int, time: float) -> Evidence:
        """Evidence of this frame (BGR uint8): fresh, repeated, or only that something moves."""
        image = self._reader.fitting(image)
        thumb = self._thumb(image)
        before, self._before = self._before, thumb
        if before is None or self._differs(thumb, before):
            self._looks = 0
            return Evidence(frame, time, still=False, hand=False)
        if self._at_reading is not None and self._differs(thumb, self._at_reading):
            self._looks = min(self._looks, LOOKS - 1)
        last = self._evidence
        if last is not None and self._looks >= LOOKS and 0 <= time - self._read_at < REFRESH:
            return replace(last, frame=frame, time=time)
        dice_before = [die.center for die in last.dice] if last else []
        self._evidence = self._reader.read(image, frame, time, dice_before)
        self._at_reading, self._read_at = thumb, time
        self._looks += 1
        return self._evidence

    def _thumb(self, image: Image) -> Thumb:
        """Every n-th pixel's brightness, less the picture's own mean: a lamp dimmed is no movement."""
        sparse = image[self._step // 2 :: self._step, self._step // 2 :: self._step]
        grey = sparse.astype(np.int16).sum(axis=2) // 3
        return np.asarray(grey, dtype=np.int16)

    def _differs(self, one: Thumb, other: Thumb) -> bool:
        difference = (one - other)[self._mask]
        drift = int(np.median(difference))
        moved = np.count_nonzero(np.abs(difference - drift) > MOVED)
        return bool(moved > MOVING_SHARE * difference.size)


def _scene_mask(board: Board, step: int) -> npt.NDArray[np.bool_]:
    """Pixels of the thumbnail that show the book and what is next to it."""
    left, right = board.leaves
    a, b = AROUND, left.length + AROUND
    outline = [*left.project([[-a, -a, 0], [6, -a, 0]]), *right.project([[0, -a, 0], [6 + a, -a, 0]])]
    outline += [*right.project([[6 + a, b, 0], [0, b, 0]]), *left.project([[6, b, 0], [-a, b, 0]])]
    width, height = board.size
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(outline)).astype(np.int32)], 1)
    return np.asarray(mask[step // 2 :: step, step // 2 :: step] > 0)

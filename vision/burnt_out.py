"""What of a picture is burnt out: a pixel that says only that it is at least so bright.

Lamps along the board, or a window's mirror image, do that. The network reads around it; where much of the leaves is, it
cannot.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.colours import brightest
from calibration.sheet import Image

Mask = npt.NDArray[np.bool_]
BURNT_OUT = 246
"""Grey level from which on a pixel is."""
DAZZLES = 0.2
"""Share of the leaves that is burnt out, and was neither on the bare board nor at the start, from which on lamps are
too bright to play by: of 36 own pictures each (seeds 66100 to 66105, `lab.benchmarks.lit_places`) 7 at three times the
room's light, 12 at six times and 24 at twelve, none at once or without lamps."""
SPARSE = 8
"""Every so many rows, and columns, are looked at for that."""


def burnt_out(picture: Image, bare: Image) -> Mask:
    """(h, w) bool: what is burnt out in a picture and not in that of the bare board, both (h, w, 3) BGR uint8."""
    return np.asarray((brightest(picture) >= BURNT_OUT) & (brightest(bare) < BURNT_OUT), np.bool_)


class Dazzle:
    """Whether lamps are too bright to read one board by. bare: (h, w, 3) BGR uint8 of the board's size."""

    def __init__(self, board: Board, bare: Image) -> None:
        leaves = np.zeros(bare.shape[:2], np.uint8)
        for quad in (board.corners.left, board.corners.right):
            cv2.fillConvexPoly(leaves, np.round(quad).astype(np.int32), 1)
        self._leaves = leaves[::SPARSE, ::SPARSE] > 0
        self._bare = bare[::SPARSE, ::SPARSE]
        self._at_start = 0.0
        self._at_start = self.more_than_usual(board.start)  # pale checkers may be burnt out in the room's own light

    def more_than_usual(self, picture: Image) -> float:
        """By what share of the leaves more is burnt out than at the start. picture: as the camera gave it, of the same
        shape."""
        burnt = burnt_out(picture[::SPARSE, ::SPARSE], self._bare)
        return float(burnt[self._leaves].mean()) - self._at_start

    def dazzles(self, picture: Image) -> bool:
        """Whether much of the leaves is burnt out. picture: as for `more_than_usual`."""
        return self.more_than_usual(picture) > DAZZLES

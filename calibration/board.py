"""What is known about one board and one camera: where the leaves lie and what everything looks like."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from arbiter.position import START, Position
from arbiter.seats import Seats
from calibration.corners import LeafCorners
from calibration.leaf import Leaf

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class CheckerSize:
    """In point widths: radius and height of a checker, and how far the centre of a point's first one
    stands from the leaf's edge."""

    radius: float
    height: float
    first: float

    @property
    def pitch(self) -> float:
        """From centre to centre of touching checkers."""
        return 2 * self.radius


@dataclass(frozen=True, eq=False)
class Board:
    """A calibrated board.

    start: the picture (BGR uint8) that shows `position`; empty: the same view without checkers, or None.
    leaves: left and right; ridge: the strip between them, seen as a leaf of its own of width `ridge_width`.
    """

    corners: LeafCorners
    seats: Seats
    start: Image
    empty: Image | None
    checker: CheckerSize
    leaves: tuple[Leaf, Leaf]
    ridge: Leaf
    ridge_width: float
    position: Position = START
    name: str = field(default="board")

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the pictures in pixels."""
        height, width = self.start.shape[:2]
        return width, height

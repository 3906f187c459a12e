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


@dataclass(frozen=True, slots=True)
class Visibility:
    """How well each place can be determined: `calibration.visibility` measures it.

    odds: for light's points 1 to 24 and the bar, natural log-odds of what lies there in the start picture against the
    likeliest other count, the place looked at by itself; negative where it reads as something else.
    contrast: for light's points 1 to 24, CIE Lab distance of light's and of dark's checkers from what they stand on.
    """

    odds: tuple[float, ...]
    contrast: tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class Board:
    """A calibrated board.

    start: the picture (BGR uint8) that shows `position`; empty: the same view without checkers, or None.
    leaves: left and right; ridge: the strip between them, seen as a leaf of its own of width `ridge_width`.
    visibility: None where nobody measured it.
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
    visibility: Visibility | None = None

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the pictures in pixels."""
        height, width = self.start.shape[:2]
        return width, height

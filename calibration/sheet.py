"""Rectified pictures: a leaf (or the ridge) seen straight from above, at a chosen height over the tray's floor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.seats import Seats
from calibration.corners import LeafCorners
from calibration.leaf import POINTS_PER_ROW, Leaf, leaves_from_corners

Image = npt.NDArray[np.uint8]
Maps = npt.NDArray[np.float32]

SCALE = 32
"""Pixels of a sheet per point width, unless it says otherwise."""
MARGIN = 0.75
"""Point widths of surroundings on a sheet: walls, and checkers that lean over the edge."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A view straight down on a leaf's plane at `height` (point widths).

    width: of the part shown, in point widths, without margins; scale: pixels per point width.
    """

    leaf: Leaf
    width: float
    height: float
    scale: int = SCALE

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        return (
            round((self.width + 2 * MARGIN) * self.scale),
            round((self.leaf.length + 2 * MARGIN) * self.scale),
        )

    @cached_property
    def from_sheet(self) -> npt.NDArray[np.float64]:
        """(3, 3) homography from sheet pixels to pixels of the picture."""
        step = 1 / self.scale
        to_leaf = np.array([[step, 0, step / 2 - MARGIN], [0, step, step / 2 - MARGIN], [0, 0, 1]])
        return np.asarray(self.leaf.plane(self.height) @ to_leaf, dtype=np.float64)

    def warp(self, image: Image) -> Image:
        """The sheet (BGR uint8) cut from a picture (BGR uint8)."""
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped = cv2.warpPerspective(image, self.from_sheet, self.size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(warped, dtype=np.uint8)

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Leaf coordinates to sheet pixels."""
        return (x + MARGIN) * self.scale - 0.5, (y + MARGIN) * self.scale - 0.5


OUTLINE, INK, PAPER = (60, 220, 60), (255, 255, 255), (30, 30, 30)
ALONG = 0.8
"""Point widths from the leaf's edge to a number's middle."""


def draw_found(picture: Image, corners: LeafCorners, seats: Seats, caption: str) -> Image:
    """A copy of the picture (BGR uint8) with both leaves outlined, light's point numbers, and a caption (ASCII)."""
    drawn = picture.copy()
    height, width = picture.shape[:2]
    thick = max(1, round(width / 500))
    leaves = leaves_from_corners(corners, (width, height))
    for quad in (corners.left, corners.right):
        cv2.polylines(drawn, [np.round(quad).astype(np.int32)], True, OUTLINE, thick, cv2.LINE_AA)
    for point, (row, column) in enumerate(seats.track(), 1):
        leaf = leaves[column // POINTS_PER_ROW]
        along = ALONG if row == "top" else leaf.length - ALONG
        x, y = leaf.project([[column % POINTS_PER_ROW + 0.5, along, 0.0]])[0]
        _write(drawn, str(point), (float(x), float(y)), width / 1600, middle=True)
    _write(drawn, caption, (10.0, height - 14.0 * max(1.0, width / 960)), width / 1300, middle=False)
    return drawn


def _write(image: Image, text: str, at: tuple[float, float], scale: float, middle: bool) -> None:
    thick = max(1, round(2 * scale))
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    place = (round(at[0] - w / 2), round(at[1] + h / 2)) if middle else (round(at[0]), round(at[1]))
    for colour, width in ((PAPER, 3 * thick), (INK, thick)):
        cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, width, cv2.LINE_AA)

"""Rectified pictures: a leaf (or the ridge) seen straight from above, at a chosen height over the tray's floor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from calibration.leaf import Leaf

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

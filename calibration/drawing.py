"""A picture of what was found: the leaves' outlines and the points' numbers, drawn over the photograph."""

from __future__ import annotations

import cv2
import numpy as np

from arbiter.seats import Seats
from calibration.corners import LeafCorners
from calibration.leaf import POINTS_PER_ROW, leaves_from_corners
from calibration.sheet import Image

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

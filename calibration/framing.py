"""How well a picture frames the book: what whoever holds the camera can do about it, while they hold it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from calibration.corners import LeafCorners
from calibration.leaf import POINTS_PER_ROW
from calibration.quality import LIMITS, QualityLimits

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class FramingLimits:
    """How the book should lie in the picture. First guesses, not measured; what reading needs of a picture is in
    `QualityLimits`. tests/calibration/test_framing.py holds what is said."""

    edge: float = 0.015
    """Part of the picture's width that has to stay free around the points: the rim and the ridge lie beyond them."""
    slant: float = 0.62
    """The far edge's length over the near one's, below which far checkers hide each other."""
    sparse: int = 8
    """Every how many pixels of a row and of a column the light is looked at."""


FRAMING = FramingLimits()

HIGHER = Message("Hold it higher: the book does not fit into the picture.")
CLOSER = Message("Closer: the points are small in the picture.")
TILT = Message("Look down more steeply: the far side is much smaller than the near one.")
DARK = Message("It is too dark: give the table more light.")
BRIGHT = Message("The picture is too bright: less light, or turn the lamp away.")


def framing_hints(image: Image, corners: LeafCorners | None, limits: QualityLimits = LIMITS) -> tuple[str, ...]:
    """The gravest first; nothing where all is well.

    image: (height, width, 3) uint8 BGR; corners: of the leaves in it, None where no book is found.
    """
    height, width = image.shape[:2]
    advice = []
    if corners is not None:
        leaves = np.array([corners.left, corners.right], np.float64)
        free = FRAMING.edge * width
        least, most = leaves.reshape(-1, 2).min(axis=0), leaves.reshape(-1, 2).max(axis=0)
        if (least < free).any() or (most > np.array([width, height]) - free).any():
            advice.append(HIGHER)
        rows = np.linalg.norm(leaves[:, [1, 2]] - leaves[:, [0, 3]], axis=2)  # (leaf, far and near)
        if rows.min() / POINTS_PER_ROW < limits.point_pixels:
            advice.append(CLOSER)
        far, near = rows.mean(axis=0)
        if min(far, near) < FRAMING.slant * max(far, near):
            advice.append(TILT)
    return (*advice, *_light(_leaves_of(image, corners), limits))


def _leaves_of(image: Image, corners: LeafCorners | None) -> Image:
    """Grey levels of the part of the picture where the book lies, thinned out."""
    part = image
    if corners is not None:
        x, y, width, height = cv2.boundingRect(np.array([*corners.left, *corners.right], np.float32))
        part = image[max(0, y) : max(1, y + height), max(0, x) : max(1, x + width)]
    thin = np.ascontiguousarray(part[:: FRAMING.sparse, :: FRAMING.sparse])
    if not thin.size:
        thin = np.ascontiguousarray(image[:: FRAMING.sparse, :: FRAMING.sparse])
    return np.asarray(cv2.cvtColor(thin, cv2.COLOR_BGR2GRAY), np.uint8)


def _light(grey: Image, limits: QualityLimits) -> tuple[str, ...]:
    if float(np.median(grey)) < limits.darkest:
        return (DARK,)
    return (BRIGHT,) if float(np.median(grey)) >= limits.burnt_out else ()

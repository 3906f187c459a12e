"""Whether a point looks as it did before: the sign that nothing was put on a pile or taken off it.

How many checkers a tall pile holds can hardly be seen, that it was not touched can: a checker more or less shifts
and shades its top by far more than a camera's noise. Each way a point has looked lately gets a number.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.colours import brightest
from calibration.sheet import Image
from vision.strips import STRIPS, strip_box


@dataclass(frozen=True)
class StripLimits:
    """When a point looks as it did. Measured on rendered games (`python -m lab.simulator.many_clips`)."""

    smooth: tuple[int, int] = (7, 7)
    """Pixels over which a picture is smoothed before it is compared."""
    different: int = 8
    """Grey levels by which a smoothed pixel of any channel must differ; so in `vision.changes`."""
    same_pixels: int = 27
    """More of them within a point's row make it look different."""
    remembered: int = 4
    """Ways a point has looked that are remembered: a die that lay there, and how it was before, among them."""
    inset: int = 1
    """Pixels of the sheet on either side of a point that are left out: there the neighbours' checkers begin."""


LIMITS = StripLimits()


class StripNumbers:
    """Numbers the ways that each of the 24 points has looked."""

    def __init__(self) -> None:
        self._known: list[list[tuple[int, Image]]] = []
        self._given = 0

    def number(self, sheet: Image) -> tuple[int, ...]:
        """A number for each strip, left leaf's first: the same as before where it looks as it did then.

        sheet: (HEIGHT, WIDTH, 3) uint8 BGR, always in one light.
        """
        rows = rows_of(sheet)
        self._known = self._known or [[] for _ in rows]
        return tuple(self._number_of(known, row) for known, row in zip(self._known, rows, strict=True))

    def _number_of(self, known: list[tuple[int, Image]], row: Image) -> int:
        for n, (number, looked) in enumerate(known):
            if alike(row, looked):
                known.insert(0, known.pop(n))
                return number
        self._given += 1
        known.insert(0, (self._given, row))
        del known[LIMITS.remembered :]
        return self._given


def rows_of(sheet: Image) -> list[Image]:
    """What is compared of each of the 24 strips, left leaf's first: its row, smoothed."""
    smooth = np.asarray(cv2.blur(sheet, LIMITS.smooth), np.uint8)
    return [smooth[strip_box(strip, -LIMITS.inset)].copy() for strip in range(STRIPS)]


def alike(one: Image, other: Image) -> bool:
    """Whether two rows of one strip look the same, but for a camera's noise."""
    differs = brightest(np.asarray(cv2.absdiff(one, other), np.uint8)) > LIMITS.different
    return int(np.count_nonzero(differs)) <= LIMITS.same_pixels

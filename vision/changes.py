"""What of a sheet looks otherwise than it did."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import brightest
from calibration.sheet import Image
from vision.unchanged_strips import LIMITS

Mask = npt.NDArray[np.bool_]
NEIGHBOURS = np.ones((3, 3), np.uint8)
"""A cell and those that touch it, as a kernel."""


@dataclass(frozen=True)
class ChangeLimits:
    """What counts as changed. Measured by `python -m lab.benchmarks.vision --cost-only`."""

    pixels: int = 14
    """As many pixels that differ by `LIMITS.different` make a cell of the sheet another."""
    cell: int = 24
    """Pixels of the sheet, a point's width, that are compared together."""
    smooth: int = 5
    """Pixels over which sheets are averaged before they are compared."""
    spread: int = 13
    """Pixels across of the square round a changed one that is compared with how it looks now from then on."""


CHANGES = ChangeLimits()


@dataclass(frozen=True, eq=False)
class Changed:
    """cells: (rows, columns), each of CHANGES.cell pixels of the sheet: in these things are looked for again."""

    cells: Mask

    def holds(self, place: tuple[float, float]) -> bool:
        """Whether a pixel of the sheet, (x, y), lies in them or next to one."""
        column, row = (int(at // CHANGES.cell) for at in place)
        return bool(self.cells[max(0, row - 1) : max(0, row + 2), max(0, column - 1) : max(0, column + 2)].any())


def differing(now: Image, before: Image) -> Mask:
    """(h, w): pixels that differ between two sheets, (h, w, 3) uint8 BGR in one light."""
    over = (CHANGES.smooth, CHANGES.smooth)
    difference = cv2.absdiff(cv2.blur(now, over), cv2.blur(before, over))
    return np.asarray(brightest(np.asarray(difference, np.uint8)) > LIMITS.different, np.bool_)


def changed_cells(pixels: Mask) -> Mask:
    """(rows, columns): the cells of the sheet that show something else."""
    steps = (np.arange(0, side, CHANGES.cell) for side in pixels.shape)
    rows = np.add.reduceat(pixels.astype(np.int64), next(steps), axis=0)
    return np.asarray(np.add.reduceat(rows, next(steps), axis=1) >= CHANGES.pixels, np.bool_)


def renewed(before: Image, now: Image, pixels: Mask) -> Image:
    """The sheet as it looked before, as it looks now where pixels differ."""
    spread = cv2.dilate(pixels.astype(np.uint8), np.ones((CHANGES.spread, CHANGES.spread), np.uint8))
    return np.asarray(cv2.copyTo(now, spread, before.copy()), np.uint8)

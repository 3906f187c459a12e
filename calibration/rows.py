"""The checkers of one point lie in a row that starts at the leaf's edge: how a row is scored and found.

A row is searched along its point on score maps, one a colour, that show how well a checker's top face
centred there explains the picture. Positions are sheet pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import CheckerSize
from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import MARGIN, Sheet

Floats = npt.NDArray[np.float32]
Row = Literal["top", "bottom"]

FULL_ROW = 5
"""Checkers of a point beyond these lie on top of the row."""
NEVER = -1e6
"""The price, as a natural logarithm, of what cannot be."""


@dataclass(frozen=True)
class RowShape:
    """How the checkers of a row lie, in point widths unless it says otherwise; prices are natural logarithms.

    Chosen on boards of the first own renderer; tests/calibration/test_measure.py holds what comes of them.
    """

    sideways: float = 0.22
    """That a sloppy checker lies beside its point's middle."""
    aside_price: float = 0.3
    """For one that lies so far aside; with the square of the distance."""
    from_edge: float = 0.1
    """From the leaf's edge to the first place that a checker's middle may have."""
    reach: float = 0.56
    """Share of the leaf's length that a row may reach."""
    first_slack: float = 0.13
    """Standard deviation of the first checker's distance from its usual place."""
    slack: float = 0.08
    """Standard deviation of the gap between two checkers."""
    touching: float = 1.01
    nearest: float = 0.88
    farthest: float = 1.25
    """Pitches from a checker to the next: usual, and at the least (perspective blurs) and at the most."""


ROW = RowShape()


@dataclass(frozen=True, slots=True)
class Strip:
    """Where one point's checkers may have their centres on a sheet.

    ys: sheet rows from the leaf's edge inwards; x0, x1: sheet columns; scale: pixels per point width.
    """

    row: Row
    column: int
    ys: npt.NDArray[np.int64]
    x0: int
    x1: int
    scale: int

    def profile(self, score: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
        """The best score over the strip's width for each of its rows, and the sheet column where it is."""
        window = score[self.ys, self.x0 : self.x1]
        middle = (self.x1 - self.x0 - 1) / 2
        offsets = (np.arange(self.x1 - self.x0) - middle) / (ROW.sideways * self.scale)
        window = window - ROW.aside_price * offsets.astype(np.float32) ** 2
        return window.max(axis=1), self.x0 + window.argmax(axis=1)


def strips(sheet: Sheet) -> Iterator[Strip]:
    """The twelve strips of a leaf's sheet: far row then near row, each from left to right."""
    length, scale = sheet.leaf.length, sheet.scale
    far = np.arange(round((MARGIN + ROW.from_edge) * scale), round((MARGIN + ROW.reach * length) * scale))
    last = round((MARGIN + (1 - ROW.reach) * length) * scale)
    near = np.arange(round((MARGIN + length - ROW.from_edge) * scale), last, -1)
    rows: tuple[tuple[Row, npt.NDArray[np.int64]], ...] = (("top", far), ("bottom", near))
    for row, ys in rows:
        for column in range(POINTS_PER_ROW):
            middle, half = (column + 0.5 + MARGIN) * scale, ROW.sideways * scale
            yield Strip(row, column, ys, round(middle - half), round(middle + half), scale)


def disc(radius: float) -> Floats:
    """A filled circle of `radius` pixels as a filter kernel that sums to one."""
    reach = int(radius) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def disc_means(values: Floats, radius: float) -> Floats:
    """The mean of `values` under a disc of `radius` pixels centred at each pixel."""
    return np.asarray(cv2.filter2D(values, -1, disc(radius), borderType=cv2.BORDER_REPLICATE), dtype=np.float32)


def first_checker(profile: Floats, checker: CheckerSize, scale: int) -> Floats:
    """The profiles (..., rows), with the price of a first checker that does not stand at the leaf's edge."""
    along = (np.arange(profile.shape[-1], dtype=np.float32) / scale) + ROW.from_edge - checker.first
    price = 0.5 * (along / ROW.first_slack) ** 2
    return np.asarray(profile - price, dtype=np.float32)


def next_checker(
    before: Floats, profile: Floats, checker: CheckerSize, scale: int
) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Best totals (..., rows) with one more checker whose centre is at each row, and the step from the one before.

    Touching is usual; overlap is impossible beyond what perspective blurs, and gaps cost.
    """
    rows = profile.shape[-1]
    best, steps = np.full(profile.shape, NEVER, np.float32), np.zeros(profile.shape, np.int64)
    for step, price in _steps(checker, scale):
        reached = before[..., : rows - step] - price
        better = reached > best[..., step:]
        best[..., step:] = np.where(better, reached, best[..., step:])
        steps[..., step:] = np.where(better, step, steps[..., step:])
    return best + profile, steps


def _steps(checker: CheckerSize, scale: int) -> Iterator[tuple[int, np.float32]]:
    """How far the next checker of a row may be, in pixels, and what that costs."""
    pitch = checker.pitch * scale
    for step in range(int(ROW.nearest * pitch), int(ROW.farthest * pitch) + 1):
        yield step, np.float32(0.5 * ((step - ROW.touching * pitch) / (ROW.slack * scale)) ** 2)


def place_row(profile: Floats, checker: CheckerSize, count: int, scale: int) -> list[int]:
    """Indices into the profile of the best row of exactly `count` checkers (at most as many as fit)."""
    totals, walked = first_checker(profile, checker, scale), []
    for _ in range(count - 1):
        totals, steps = next_checker(totals, profile, checker, scale)
        walked.append(steps)
    found = [int(totals.argmax())]
    for steps in reversed(walked):
        found.append(found[-1] - int(steps[found[-1]]))
    return found[::-1]

"""The checkers of one point lie in a row that starts at the leaf's edge: how a row is scored and found.

A row is searched along its point on score maps, one a colour, that tell how well a checker's top face
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
from calibration.sheet import MARGIN, SCALE, Sheet

Floats = npt.NDArray[np.float32]
Row = Literal["top", "bottom"]

SIDEWAYS = 0.22
"""Point widths that a sloppy checker lies beside its point's middle."""
NEVER = -1e6


@dataclass(frozen=True, slots=True)
class Strip:
    """Where one point's checkers may have their centres on a sheet.

    ys: sheet rows from the leaf's edge inwards; x0, x1: sheet columns.
    """

    row: Row
    column: int
    ys: npt.NDArray[np.int64]
    x0: int
    x1: int

    def profile(self, score: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
        """The best score over the strip's width for each of its rows, and the sheet column where it is."""
        window = score[self.ys, self.x0 : self.x1]
        middle = (self.x1 - self.x0 - 1) / 2
        aside = (np.arange(self.x1 - self.x0) - middle) / (SIDEWAYS * SCALE)
        window = window - 0.3 * aside.astype(np.float32) ** 2
        return window.max(axis=1), self.x0 + window.argmax(axis=1)


def strips(sheet: Sheet) -> Iterator[Strip]:
    """The twelve strips of a leaf's sheet: far row then near row, each from left to right."""
    length = sheet.leaf.length
    far = np.arange(round((MARGIN + 0.1) * SCALE), round((MARGIN + 0.56 * length) * SCALE))
    near = np.arange(round((MARGIN + length - 0.1) * SCALE), round((MARGIN + 0.44 * length) * SCALE), -1)
    rows: tuple[tuple[Row, npt.NDArray[np.int64]], ...] = (("top", far), ("bottom", near))
    for row, ys in rows:
        for column in range(POINTS_PER_ROW):
            middle = (column + 0.5 + MARGIN) * SCALE
            yield Strip(row, column, ys, round(middle - SIDEWAYS * SCALE), round(middle + SIDEWAYS * SCALE))


def disc(radius: float) -> Floats:
    """A filled circle of `radius` point widths as a filter kernel that sums to one."""
    reach = int(radius * SCALE) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius * SCALE + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def disc_means(values: Floats, radius: float, visible: Floats | None = None) -> Floats:
    """The mean of `values` under a disc centred at each pixel; hidden pixels (visible 0) do not count."""
    kernel = disc(radius)
    if visible is None:
        return np.asarray(cv2.filter2D(values, -1, kernel, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)
    total = cv2.filter2D(values * visible, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    share = cv2.filter2D(visible, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(total / np.maximum(share, 0.35), dtype=np.float32)


def first_checker(profile: Floats, checker: CheckerSize, slack: float = 0.13) -> Floats:
    """The profiles (..., rows), with the price of a first checker that does not stand at the leaf's edge."""
    along = (np.arange(profile.shape[-1], dtype=np.float32) / SCALE) + 0.1 - checker.first
    price = np.where(along > 0.5, -NEVER, 0.5 * (along / slack) ** 2)
    return np.asarray(profile - price, dtype=np.float32)


def next_checker(
    before: Floats, profile: Floats, checker: CheckerSize, slack: float = 0.08
) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Best totals (..., rows) with one more checker whose centre is at each row, and the step from the one before.

    Touching is usual; overlap is impossible beyond what perspective blurs, and gaps cost.
    """
    rows = profile.shape[-1]
    best, steps = np.full(profile.shape, NEVER, np.float32), np.zeros(profile.shape, np.int64)
    pitch = checker.pitch * SCALE
    for step in range(int(0.88 * pitch), int(1.25 * pitch) + 1):
        price = 0.5 * ((step - 1.01 * pitch) / (slack * SCALE)) ** 2
        reached = before[..., : rows - step] - np.float32(price)
        better = reached > best[..., step:]
        best[..., step:] = np.where(better, reached, best[..., step:])
        steps[..., step:] = np.where(better, step, steps[..., step:])
    return best + profile, steps


def place_row(profile: Floats, checker: CheckerSize, count: int) -> list[int]:
    """Indices into the profile of the best row of exactly `count` checkers (at most as many as fit)."""
    totals, walked = first_checker(profile, checker), []
    for _ in range(count - 1):
        totals, steps = next_checker(totals, profile, checker, slack=0.05)
        walked.append(steps)
    found = [int(totals.argmax())]
    for steps in reversed(walked):
        found.append(found[-1] - int(steps[found[-1]]))
    return found[::-1]

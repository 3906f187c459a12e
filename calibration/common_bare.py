"""The bare board under the checkers where nobody ever saw it empty: what points of one colour have in common.

Points alternate in two colours all around a board, so a point's art is seen again on eleven others. Each place of a
point's half leaf becomes the median of that place on the others of its colour where no checker lies; never its own
picture, so that a checker nobody knows of does not become part of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import MARGIN, SCALE, Image, Sheet

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class CommonLimits:
    """What of a point its checkers may cover, in point widths unless it says otherwise, and from how many others what
    lies under them is known. What comes of them: tests/calibration/test_bare.py, tests/vision/test_uncalibrated.py.
    """

    outside: float = 0.4
    """Beyond the leaf's edge, where checkers lean over."""
    pitch: float = 0.95
    beyond: float = 0.45
    """That a row grows by with each checker, and to which its side and shadow reach beyond it."""
    row: int = 6
    """Checkers of a row at the most; further ones lie on top."""
    fewest: int = 2
    """Other points at least; with fewer, those of the other colour help."""


COMMON = CommonLimits()


def common_bare(
    picture: Image, leaves: tuple[Leaf, Leaf], ridge: tuple[Leaf, float] | None, counts: Mapping[str, tuple[int, ...]]
) -> Image:
    """The picture (BGR uint8) with both leaves and the ridge as they would look without checkers and dice.

    counts: 'top' and 'bottom' rows of 12, as far as they are known; ridge: None where no checker lies on the bar, so
    that it is seen bare with its hinges.
    """
    sheets = [Sheet(leaf, POINTS_PER_ROW, 0.0) for leaf in leaves]
    flats = [sheet.warp(picture) for sheet in sheets]
    half = int(min(leaf.length for leaf in leaves) / 2 * SCALE)
    start, width = round((MARGIN - COMMON.outside) * SCALE), round(SCALE)
    deep = half + round(COMMON.outside * SCALE)
    cells, covered = [], []
    for index, flat in enumerate(flats):
        for row, view in (("top", flat), ("bottom", flat[::-1, ::-1])):
            for column in range(POINTS_PER_ROW):
                seen = column if row == "top" else POINTS_PER_ROW - 1 - column
                x = round((MARGIN + seen) * SCALE)
                cells.append(view[start : start + deep, x : x + width])
                count = abs(counts[row][POINTS_PER_ROW * index + column])
                reach = COMMON.outside + COMMON.pitch * min(count, COMMON.row) + COMMON.beyond if count else 0.0
                covered.append(np.arange(deep) < reach * SCALE)
    bare = _commons(np.stack(cells), np.stack(covered), _colours())
    painted = _put_back(flats, bare, start, width, deep)
    found = picture.copy()
    for sheet, flat in zip(sheets, painted, strict=True):
        found = _over(found, sheet, flat, MARGIN - COMMON.outside)
    return found if ridge is None else _without_bar(found, ridge)


def _colours() -> npt.NDArray[np.int64]:
    """0 or 1 for each cell, in their order: they alternate along a row, and near and far are opposite."""
    return np.array([(column + row) % 2 for _ in range(2) for row in range(2) for column in range(POINTS_PER_ROW)])


def _commons(cells: Bytes, covered: npt.NDArray[np.bool_], colours: npt.NDArray[np.int64]) -> Bytes:
    """(24, deep, width, 3): for each cell the median of the others like it, row by row."""
    found = cells.copy()
    rows = np.tile(np.repeat([0, 1], POINTS_PER_ROW), 2)
    edge = round(COMMON.outside * SCALE)
    for k in range(len(cells)):
        others = np.arange(len(cells)) != k
        like = others & (colours == colours[k])
        for start, stop, fit in ((0, edge, others & (rows == rows[k])), (edge, cells.shape[1], like)):
            free = ~covered[:, start:stop]
            edges = np.flatnonzero(np.any(np.diff(free.astype(np.int8), axis=1), axis=0)) + 1
            for a, b in zip([0, *edges], [*edges, stop - start], strict=True):
                here = fit & free[:, a]
                if here.sum() < COMMON.fewest:
                    here = others & free[:, a]
                if here.any():
                    found[k, start + a : start + b] = np.median(cells[here, start + a : start + b], axis=0)
    return found


def _put_back(flats: list[Image], bare: Bytes, start: int, width: int, deep: int) -> list[Image]:
    painted = []
    for index, flat in enumerate(flats):
        copy = flat.copy()
        for row, view in enumerate((copy, copy[::-1, ::-1])):
            for column in range(POINTS_PER_ROW):
                seen = column if row == 0 else POINTS_PER_ROW - 1 - column
                x = round((MARGIN + seen) * SCALE)
                view[start : start + deep, x : x + width] = bare[
                    2 * POINTS_PER_ROW * index + POINTS_PER_ROW * row + column
                ]
        painted.append(copy)
    return painted


def _over(picture: Image, sheet: Sheet, flat: Image, border: float) -> Image:
    """The picture with the sheet put back, without `border` point widths around it (only at the far and near edge)."""
    height, width = flat.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    out, side = round(border * SCALE), round(MARGIN * SCALE)
    mask[out : height - out, side : width - side] = 255
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(flat, sheet.from_sheet, size)
    inside = cv2.warpPerspective(mask, sheet.from_sheet, size)
    return np.asarray(np.where(inside[..., None] > 127, np.asarray(laid, np.uint8), picture), np.uint8)


def _without_bar(picture: Image, ridge: tuple[Leaf, float]) -> Image:
    """With every place of the ridge as the median along it: checkers on the bar are few."""
    leaf, width = ridge
    sheet = Sheet(leaf, width, 0.0)
    flat = sheet.warp(picture)
    out = round(MARGIN * SCALE)
    flat[out:-out, out:-out] = np.median(flat[out:-out, out:-out], axis=0, keepdims=True)
    return _over(picture, sheet, flat, MARGIN)

"""The bare board under the checkers: from a picture of it, or guessed from what points of one colour have in common.

Points alternate in two colours all around a board, so a point's art is seen again on eleven others. Each place of a
point's half leaf becomes the median of that place on the others of its colour where no checker lies; never its own
picture, so that a checker nobody knows of does not become part of the board. In a picture of the starting position free
points show the bare board themselves; in one of another position dice may lie on them and checkers on the ridge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import START, Position
from calibration.colours import match_light
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import MARGIN, SCALE, Image, Sheet

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class BareLimits:
    """What of a point its checkers may cover, in point widths unless it says otherwise, and from how many others what
    lies under them is known. What comes of them: tests/calibration/test_bare.py.
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


BARE = BareLimits()


def bare_under(
    start: Image,
    empty: Image | None,
    leaves: tuple[Leaf, Leaf],
    ridge: tuple[Leaf, float],
    position: Position,
    counts: Mapping[str, tuple[int, ...]],
) -> Image:
    """The bare board in the light of `start` (BGR uint8), a picture of a position, whose counts these are."""
    if empty is not None:
        return match_light(empty, start)
    return guess_bare(start, leaves, ridge if any(position.bar) else None, counts, strewn=position != START)


def guess_bare(
    picture: Image,
    leaves: tuple[Leaf, Leaf],
    ridge: tuple[Leaf, float] | None,
    counts: Mapping[str, tuple[int, ...]],
    *,
    strewn: bool,
) -> Image:
    """The picture (BGR uint8) with both leaves and the ridge as they would look without checkers and dice.

    counts: 'top' and 'bottom' rows of 12, as far as they are known; ridge: None where no checker lies on the bar, so
    that it is seen bare with its hinges; strewn: whether dice may lie on free points.
    """
    sheets = [Sheet(leaf, POINTS_PER_ROW, 0.0) for leaf in leaves]
    flats = [sheet.warp(picture) for sheet in sheets]
    deep = int(min(leaf.length for leaf in leaves) / 2 * SCALE) + round(BARE.outside * SCALE)
    along = np.array([np.split(np.array(counts[row]), 2) for row in ("top", "bottom")]).swapaxes(0, 1).ravel()
    reach = BARE.outside + BARE.pitch * np.minimum(np.abs(along), BARE.row) + BARE.beyond
    covered = np.arange(deep) < np.where(along != 0, reach, 0)[:, None] * SCALE
    cells = np.stack([cell for flat in flats for cell in _cells(flat, deep)])
    which = np.flatnonzero((along != 0) | strewn)
    for k, common in zip(which, _commons(cells, covered, which), strict=True):
        cells[k] = common
    found = picture.copy()
    for leaf, (sheet, flat) in enumerate(zip(sheets, flats, strict=True)):
        mask = np.zeros(flat.shape[:2], np.uint8)
        places = zip(_cells(flat, deep), _cells(mask, deep), strict=True)
        for cell, (laid, shown) in enumerate(places, 2 * POINTS_PER_ROW * leaf):
            if cell in which:
                laid[:], shown[:] = cells[cell], 255
        found = _over(found, sheet, flat, mask)
    return found if ridge is None else _without_bar(found, ridge)


def _cells(flat: Image, deep: int) -> list[Image]:
    """Views of a leaf's twelve points, far row then near, each from BARE.outside beyond the edge on, in the order in
    which somebody sits before them."""
    start, width = round((MARGIN - BARE.outside) * SCALE), round(SCALE)
    lefts = [round((MARGIN + column) * SCALE) for column in range(POINTS_PER_ROW)]
    far = [flat[start : start + deep, x : x + width] for x in lefts]
    turned = flat[::-1, ::-1]
    return far + [turned[start : start + deep, x : x + width] for x in reversed(lefts)]


def _commons(cells: Image, covered: Mask, which: npt.NDArray[np.intp]) -> list[Image]:
    """For some of the cells, (24, deep, width, 3), the median of the others like them, row by row.

    covered: (24, deep), where checkers may hide a cell. Colours alternate along a row, and near and far are opposite.
    """
    number = np.arange(len(cells))
    rows = number // POINTS_PER_ROW % 2
    colours, found, edge = (number + rows) % 2, [], round(BARE.outside * SCALE)
    for k in which:
        common, others = cells[k].copy(), number != k
        for start, stop, fit in (
            (0, edge, others & (rows == rows[k])),
            (edge, cells.shape[1], others & (colours == colours[k])),
        ):
            free = ~covered[:, start:stop]
            changes = np.flatnonzero(np.any(free[:, 1:] != free[:, :-1], axis=0)) + 1
            for a, b in zip([0, *changes], [*changes, stop - start], strict=True):
                here = fit & free[:, a]
                if here.sum() < BARE.fewest:
                    here = others & free[:, a]
                if here.any():
                    common[start + a : start + b] = np.median(cells[here, start + a : start + b], axis=0)
        found.append(common)
    return found


def _over(picture: Image, sheet: Sheet, flat: Image, mask: Image) -> Image:
    """The picture with what a leaf's sheet shows put back where the mask holds."""
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
    inside, mask = np.s_[out:-out, out:-out], np.zeros(flat.shape[:2], np.uint8)
    flat[inside], mask[inside] = np.median(flat[inside], axis=0, keepdims=True), 255
    return _over(picture, sheet, flat, mask)

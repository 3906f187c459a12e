"""The bare board under the checkers: from a picture of it, or guessed from the points that are free.

In a picture of the starting position free points show the bare board itself. In one of another position dice may lie on
them and checkers on the ridge: there a point is what others of its colour have in common (`calibration.common_bare`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from arbiter.position import START, Position
from calibration.colours import match_light
from calibration.common_bare import common_bare
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import MARGIN, SCALE, Image, Sheet

ROWS = ("top", "bottom")


@dataclass(frozen=True)
class BareLimits:
    """How points that nobody saw free are painted over. What comes of them: tests/calibration/test_bare.py."""

    beside: float = 0.1
    """Point widths on either side of a point that are painted over with it."""
    middle: float = 0.4
    """Point widths on either side of a leaf's middle where no checkers lie."""
    most_gain: float = 1.5
    """How many times as bright as the other one leaf may be where a point of one stands in for one of the other."""


BARE = BareLimits()


@dataclass(frozen=True, slots=True)
class Point:
    """A point as the picture shows it: far ('top') or near ('bottom') row, column 0 to 11 from the left."""

    row: str
    column: int

    def unlike(self, other: Point) -> tuple[bool, bool, bool, int]:
        """Sorts other points by how little they look like this one: colour, then leaf, then row, then how far off."""
        crossed = self.row != other.row
        same_colour = (other.column - self.column + crossed) % 2 == 0
        other_leaf = other.column // POINTS_PER_ROW != self.column // POINTS_PER_ROW
        return not same_colour, other_leaf, crossed, abs(other.column - self.column)


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
    if position == START:
        return guess_bare(start, leaves, counts)
    return common_bare(start, leaves, ridge if any(position.bar) else None, counts)


def guess_bare(start: Image, leaves: tuple[Leaf, Leaf], counts: Mapping[str, tuple[int, ...]]) -> Image:
    """The start picture (BGR) with every occupied point painted over by a free one that looks like it.

    Points alternate in colour along a row and across the board, which settles which ones look alike.
    """
    sheets = [Sheet(leaf, POINTS_PER_ROW, 0.0) for leaf in leaves]
    flat = [sheet.warp(start) for sheet in sheets]
    free = [Point(row, column) for row in ROWS for column in range(len(counts[row])) if not counts[row][column]]
    bare, size = start.copy(), (start.shape[1], start.shape[0])
    for leaf, sheet in enumerate(sheets):
        painted, mask = flat[leaf].copy(), np.zeros(flat[leaf].shape[:2], np.uint8)
        for column in range(POINTS_PER_ROW * leaf, POINTS_PER_ROW * (leaf + 1)):
            for row in ROWS:
                point = Point(row, column)
                if point in free or not free:
                    continue
                rows, columns = _half(flat[leaf], point)
                painted[rows, columns] = _turned(flat, min(free, key=point.unlike), point, painted[rows, columns].shape)
                mask[rows, columns] = 255
        over = cv2.warpPerspective(painted, sheet.from_sheet, size)
        covered = cv2.warpPerspective(mask, sheet.from_sheet, size)
        bare = np.where(covered[..., None] > 127, np.asarray(over, np.uint8), bare)
    return np.asarray(bare, dtype=np.uint8)


def _half(sheet: Image, point: Point) -> tuple[slice, slice]:
    """Rows and columns of a leaf's sheet that show a point, from its edge to the leaf's middle."""
    middle = sheet.shape[0] // 2
    left = round((point.column % POINTS_PER_ROW + MARGIN - BARE.beside) * SCALE)
    rows = slice(0, middle) if point.row == "top" else slice(middle, sheet.shape[0])
    return rows, slice(left, left + round((1 + 2 * BARE.beside) * SCALE))


def _turned(flat: list[Image], donor: Point, point: Point, shape: tuple[int, ...]) -> Image:
    """What the donor shows, turned to have the point's edge where it has its own, in the light of the point's leaf."""
    there, here = (flat[place.column // POINTS_PER_ROW] for place in (donor, point))
    shown = there[_half(there, donor)]
    if donor.row != point.row:
        shown = shown[::-1]
    if shown.shape != shape:
        shown = np.asarray(cv2.resize(shown, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), np.uint8)
    return shown if there is here else _lit_as(shown, there, here)


def _lit_as(shown: Image, there: Image, here: Image) -> Image:
    """In the light of another leaf, as far as the middles of both show, where no checkers lie."""
    one, other = (np.median(sheet[_middle(sheet)].reshape(-1, 3), axis=0) + 1 for sheet in (there, here))
    gain = np.clip(other / one, 1 / BARE.most_gain, BARE.most_gain)
    return np.asarray(cv2.transform(shown, np.diag(gain)), np.uint8)


def _middle(sheet: Image) -> slice:
    middle, half = sheet.shape[0] // 2, round(BARE.middle * SCALE)
    return slice(middle - half, middle + half)

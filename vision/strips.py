"""Where the 24 points' strips lie on the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from calibration.leaf import POINTS_PER_ROW
from vision.sheet.geometry import HEIGHT, MARGIN, strip_columns

STRIPS_PER_LEAF = 12
STRIPS = 2 * STRIPS_PER_LEAF
OUTSIDE, LENGTH, ASIDE = 12, 132, 7
"""Pixels of a strip outside the leaf's edge, along the leaf from there on, and on either side of its point."""
Box = tuple[slice, slice]
"""Rows and columns."""


def by_strip(counts: Mapping[str, Sequence[int]]) -> list[int]:
    """The counts of the 24 strips. counts: the picture's far ('top') and near ('bottom') rows of 12."""
    found = [0] * STRIPS
    for row, along in counts.items():
        for column, count in enumerate(along):
            found[strip_at(row, column)] = count
    return found


def strip_at(row: str, column: int) -> int:
    """Index of a point among the 24 strips: left leaf's far and near rows, then the right leaf's."""
    leaf, inner = divmod(column, POINTS_PER_ROW)
    return STRIPS_PER_LEAF * leaf + (0 if row == "top" else POINTS_PER_ROW) + inner


def strip_box(strip: int, aside: int = ASIDE) -> Box:
    """Of the sheet, where a point's row lies. aside: pixels on either side of the point."""
    first, last = strip_columns(strip)
    start = MARGIN - OUTSIDE
    top = start if strip % STRIPS_PER_LEAF < POINTS_PER_ROW else HEIGHT - start - LENGTH
    return slice(top, top + LENGTH), slice(first - aside, last + aside)

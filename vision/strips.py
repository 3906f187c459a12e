"""Where the 24 points' strips lie on the leaves' sheets, and the boxes that are cut out of sheets."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import MARGIN

NET_SCALE = 16
CLOSE_SCALE = 32
"""Of the network that looks once more where the first one doubts."""
STRIP_WIDTH, STRIP_LENGTH = 26, 88
"""Pixels at NET_SCALE: 1.6 point widths across, from 0.5 outside the leaf's edge to 5 inside."""
STRIPS_PER_LEAF = 12
STRIPS = 2 * STRIPS_PER_LEAF
SURROUNDINGS = 6
"""Pixels around a cut-out of a sheet that its maps depend on."""
Box = tuple[slice, slice]
"""Rows and columns."""
WHOLE: Box = (slice(None), slice(None))
ALL: tuple[Box, ...] = (WHOLE,)


def strip_boxes(shape: tuple[int, ...], scale: int = NET_SCALE, farther: float = 1.0) -> list[Box]:
    """Where a leaf's twelve strips are on its sheet: far row then near row, left to right.

    farther: how many times as much as usual a strip shows.
    """
    width, length = (round(farther * scale * side / NET_SCALE) for side in (STRIP_WIDTH, STRIP_LENGTH))
    start = round((MARGIN - 0.5 * farther) * scale)
    left = [round((MARGIN + column + 0.5) * scale - width / 2) for column in range(POINTS_PER_ROW)]
    return [(slice(y, y + length), slice(x, x + width)) for y in (start, shape[0] - start - length) for x in left]


def strip_at(row: str, column: int) -> int:
    """Index of a point among the 24 strips: left leaf's far and near rows, then the right leaf's."""
    return 12 * (column // 6) + (0 if row == "top" else 6) + column % 6


def in_rows(places: Sequence[int]) -> list[list[int]]:
    """A leaf's strips by the row that they are in, each row's from left to right."""
    rows = (range(POINTS_PER_ROW), range(POINTS_PER_ROW, 2 * POINTS_PER_ROW))
    found = [sorted(place for place in places if place in row) for row in rows]
    return [row for row in found if row]


def with_surroundings(first: Box, last: Box) -> Box:
    """What holds both boxes, `last` right of `first`, and what their maps depend on."""
    (rows, left), (_, right) = first, last
    edges = ((rows.start, rows.stop), (left.start, right.stop))
    top, side = (slice(max(0, low - SURROUNDINGS), high + SURROUNDINGS) for low, high in edges)
    return top, side


def within(box: Box, around: Box) -> Box:
    """A box as seen from the corner of another one."""
    rows, columns = (slice(a.start - b.start, a.stop - b.start) for a, b in zip(box, around, strict=True))
    return rows, columns

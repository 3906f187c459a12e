"""Where the 24 points' strips lie on the leaves' sheets."""

from __future__ import annotations

from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import MARGIN

NET_SCALE = 16
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


def strip_boxes(shape: tuple[int, ...]) -> list[Box]:
    """Where a leaf's twelve strips are on its sheet: far row then near row, left to right."""
    start = round((MARGIN - 0.5) * NET_SCALE)
    left = [round((MARGIN + column + 0.5) * NET_SCALE - STRIP_WIDTH / 2) for column in range(POINTS_PER_ROW)]
    rows = (start, shape[0] - start - STRIP_LENGTH)
    return [(slice(y, y + STRIP_LENGTH), slice(x, x + STRIP_WIDTH)) for y in rows for x in left]


def strip_at(row: str, column: int) -> int:
    """Index of a point among the 24 strips: left leaf's far and near rows, then the right leaf's."""
    return 12 * (column // 6) + (0 if row == "top" else 6) + column % 6

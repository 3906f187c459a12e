"""Which cells of the sheet's maps show what of the board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration.leaf import POINTS_PER_ROW
from vision.sheet.geometry import (
    BESIDE,
    HEIGHT,
    LEAF_LENGTH,
    LEAF_WIDTH,
    MARGIN,
    POINT,
    RIDGE,
    STEP,
    WIDTH,
    strip_columns,
)
from vision.strips import STRIPS, STRIPS_PER_LEAF

Cells = npt.NDArray[np.bool_]
FRAME = 0.75
"""Point widths of walls and frame round the leaves: a checker beside them has its middle farther out."""


def cells_of(columns: tuple[int, int], rows: tuple[int, int]) -> Cells:
    """(HEIGHT / STEP, WIDTH / STEP): those whose middles lie between these pixels of the sheet, from and to."""
    x, y = ((np.arange(side // STEP) + 0.5) * STEP for side in (WIDTH, HEIGHT))
    return np.logical_and.outer((rows[0] <= y) & (y < rows[1]), (columns[0] <= x) & (x < columns[1]))


def _strip(strip: int) -> Cells:
    far = strip % STRIPS_PER_LEAF < POINTS_PER_ROW
    first = MARGIN if far else MARGIN + LEAF_LENGTH // 2
    return cells_of(strip_columns(strip), (first, first + LEAF_LENGTH // 2))


_FRAME = round(FRAME * POINT)
BOARD = cells_of((BESIDE, WIDTH - BESIDE), (MARGIN, HEIGHT - MARGIN))
"""What shows the leaves or the ridge."""
ROUND_BOARD = cells_of((BESIDE - _FRAME, WIDTH - BESIDE + _FRAME), (MARGIN - _FRAME, HEIGHT - MARGIN + _FRAME))
"""That and its frame."""
POINTS = tuple(_strip(strip) for strip in range(STRIPS))
"""By strip, as far as checkers reach in a row."""
BAR = cells_of((BESIDE + LEAF_WIDTH, BESIDE + LEAF_WIDTH + RIDGE), (MARGIN, HEIGHT - MARGIN))

"""How large checkers are said to be by the marks of their tops."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import LeafCorners
from vision.marked_tops import FEWEST, measured
from vision.score_maps import ScoreMaps
from vision.sheet.geometry import HEIGHT, LEFT, RIGHT, STEP, WIDTH, Numbers, SheetView

LONG = LeafCorners(
    ((100.0, 60.0), (400.0, 60.0), (400.0, 660.0), (100.0, 660.0)),
    ((450.0, 60.0), (750.0, 60.0), (750.0, 660.0), (450.0, 660.0)),
)
"""Leaves of twice as long as they are wide, seen from above."""


def marked(radius: float, first: float, rows: list[tuple[int, int, bool, int]]) -> ScoreMaps:
    """Maps with a mark at every checker's middle. rows: part, column, whether in the far row, how many."""
    view = SheetView(Numbers(LONG, (850, 720)))
    length = view.leaf_of(LEFT).length
    checkers = np.zeros((2, HEIGHT // STEP, WIDTH // STEP), np.float32)
    down, across = np.mgrid[: HEIGHT // STEP, : WIDTH // STEP]
    for part, column, far, count in rows:
        for n in range(count):
            along = first + 2 * radius * n
            x, y = view.place(part, column + 0.5, along if far else length - along)
            at = ((x + 0.5) / STEP - 0.5, (y + 0.5) / STEP - 0.5)
            mark = np.exp(-((across - at[0]) ** 2 + (down - at[1]) ** 2) / (2 * 1.4**2))
            checkers[n % 2] = np.maximum(checkers[n % 2], mark)
    nothing = np.zeros_like(checkers[0])
    return ScoreMaps(nothing, nothing, nothing, checkers, view)


@pytest.mark.parametrize(("radius", "first"), [(0.4, 0.38), (0.46, 0.5), (0.52, 0.45)])
def test_rows_tell_the_size_of_checkers(radius: float, first: float) -> None:
    maps = marked(radius, first, [(LEFT, 0, True, 5), (LEFT, 3, False, 3), (RIGHT, 5, False, 4), (RIGHT, 2, True, 1)])
    assert measured(maps) == pytest.approx((radius, first), abs=0.02)


def test_single_checkers_tell_no_size() -> None:
    alone = [(LEFT, column, True, 1) for column in range(6)]
    assert measured(marked(0.45, 0.45, alone)) is None
    assert measured(marked(0.45, 0.45, [*alone, (RIGHT, 0, False, FEWEST)])) is None
    assert measured(marked(0.45, 0.45, [*alone, (RIGHT, 0, False, FEWEST + 1)])) is not None


def test_a_checker_that_is_not_marked_makes_none_larger() -> None:
    maps = marked(0.45, 0.45, [(LEFT, 0, True, 5), (LEFT, 3, False, 3), (RIGHT, 5, False, 4)])
    view = maps.view
    x, y = view.place(LEFT, 0.5, 0.45 + 2 * 0.9)
    column, row = round((x + 0.5) / STEP - 0.5), round((y + 0.5) / STEP - 0.5)
    maps.checkers[:, row - 2 : row + 3, column - 3 : column + 4] = 0
    found = measured(maps)
    assert found is not None
    assert found[0] == pytest.approx(0.45, abs=0.02)

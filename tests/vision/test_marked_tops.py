"""Where the book lies and how large its checkers are, by the marks of their tops."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import LeafCorners, parse_corners
from vision.marked_tops import fitted_to_tops
from vision.score_maps import Doubles, ScoreMaps
from vision.sheet.geometry import HEIGHT, LEFT, RIGHT, STEP, WIDTH, Numbers, SheetView
from vision.strips import STRIPS, strip_at

TRUE = LeafCorners(
    ((100.0, 60.0), (400.0, 60.0), (400.0, 660.0), (100.0, 660.0)),
    ((450.0, 60.0), (750.0, 60.0), (750.0, 660.0), (450.0, 660.0)),
)
"""Leaves of twice as long as they are wide, seen from above."""


Row = tuple[int, int, bool, int]
"""Part, column, whether it is a far one, and how many checkers lie in it."""
ROWS = [
    (part, column, far, count)
    for part in (LEFT, RIGHT)
    for column, far, count in ((0, True, 5), (3, False, 3), (4, True, 2), (5, False, 5), (2, False, 1))
]


def remarked(view: SheetView, pixels: list[Doubles]) -> ScoreMaps:
    """Maps of another view with a mark at each of these pixels of the picture."""
    checkers = np.zeros((2, HEIGHT // STEP, WIDTH // STEP), np.float32)
    down, across = np.mgrid[: HEIGHT // STEP, : WIDTH // STEP]
    for x, y in np.concatenate([np.zeros((0, 2)), *(view.to_sheet(one) for one in pixels if len(one))]):
        at = ((x + 0.5) / STEP - 0.5, (y + 0.5) / STEP - 0.5)
        mark = np.exp(-((across - at[0]) ** 2 + (down - at[1]) ** 2) / (2 * 1.4**2))
        checkers[0] = np.maximum(checkers[0], mark)
    nothing = np.zeros_like(checkers[0])
    return ScoreMaps(nothing, nothing, nothing, checkers, view)


def marked(radius: float, first: float, rows: list[Row]) -> ScoreMaps:
    """Maps with a mark at the middle of every checker of these rows."""
    view = SheetView(Numbers(TRUE, (850, 720)))
    length, places = view.leaf_of(LEFT).length, []
    for part, column, far, count in rows:
        for n in range(count):
            along = first + 2 * radius * n
            # a mark between two cells would be the highest in both
            places.append(view.place(part, column + 0.53, along if far else length - along))
    return remarked(view, [view.to_pixels(places)])


def counts_of(rows: list[Row]) -> list[int]:
    found = [0] * STRIPS
    for part, column, far, count in rows:
        found[strip_at("top" if far else "bottom", column + (0 if part == LEFT else 6))] = count
    return found


@pytest.mark.parametrize(("radius", "first"), [(0.4, 0.38), (0.46, 0.5), (0.48, 0.45)])
def test_rows_tell_the_size_of_checkers(radius: float, first: float) -> None:
    found = fitted_to_tops(marked(radius, first, ROWS), counts_of(ROWS), 0.02).checker
    assert (found.radius, found.first) == pytest.approx((radius, first), abs=0.02)


def test_corners_set_beside_the_leaves_are_drawn_to_where_the_checkers_have_them() -> None:
    maps = marked(0.45, 0.45, ROWS)
    aside = np.random.default_rng(3).normal(0, 6, (8, 2))
    places = np.array(TRUE.left + TRUE.right)
    off = parse_corners({"left": (places + aside)[:4].tolist(), "right": (places + aside)[4:].tolist()})
    view = SheetView(Numbers(off, (850, 720)))
    pixels = [maps.view.to_pixels(tops) for tops in maps.tops]
    seen = remarked(view, pixels)
    found = fitted_to_tops(seen, counts_of(ROWS), 0.12).corners
    before, after = (np.hypot(*(np.array(one.left + one.right) - places).T).mean() for one in (off, found))
    assert after < 0.6 * before


def test_a_row_that_shows_other_than_it_should_says_nothing() -> None:
    rows = [*ROWS, (LEFT, 1, True, 4)]
    wanted = counts_of(rows)
    wanted[strip_at("top", 1)] = 2
    found = fitted_to_tops(marked(0.45, 0.45, rows), wanted, 0.12)
    without = fitted_to_tops(marked(0.45, 0.45, ROWS), counts_of(ROWS), 0.12)
    assert found.checker == without.checker


def test_corners_stay_where_nothing_is_marked() -> None:
    found = fitted_to_tops(marked(0.45, 0.45, []), counts_of(ROWS), 0.12)
    assert np.abs(np.array(found.corners.left) - np.array(TRUE.left)).max() < 0.1 * 50
    assert found.checker.radius == pytest.approx(0.44, abs=0.01)

"""What the sheet's marks are counted as: each thing on the table is one thing."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import LeafCorners
from vision.cells import ROUND_BOARD
from vision.score_maps import BesideBoard, ScoreMaps
from vision.sheet.geometry import HEIGHT, STEP, WIDTH, Numbers, SheetView

SIZE = (1300, 700)
LEFT = ((350.0, 100.0), (620.0, 100.0), (620.0, 540.0), (350.0, 540.0))
RIGHT = ((680.0, 100.0), (950.0, 100.0), (950.0, 540.0), (680.0, 540.0))
VIEW = SheetView(Numbers(LeafCorners(LEFT, RIGHT), SIZE))
ON_BOARD, BESIDE_IT, AT_EDGE = (40, 30), (124, 20), (134, 40)
"""Columns and rows of the maps: on a leaf, beside the board, and where the sheet ends."""


def score_maps(view: SheetView = VIEW, **marks: dict[tuple[int, int], float]) -> ScoreMaps:
    """Maps with marks at (column, row)."""
    shape = (HEIGHT // STEP, WIDTH // STEP)
    maps = {name: np.zeros(shape, np.float32) for name in ("die", "cube", "foreign", "light", "dark")}
    for name, spots in marks.items():
        for (x, y), score in spots.items():
            maps[name][y, x] = score
    checkers = np.stack([maps["light"], maps["dark"]])
    return ScoreMaps(maps["die"], maps["cube"], maps["foreign"], checkers, view)


def test_a_mark_lies_where_the_picture_shows_it() -> None:
    """And what is asked of that pixel is what was marked there."""
    for at in (ON_BOARD, BESIDE_IT, (68, 30), (80, 60)):
        maps = score_maps(die={at: 0.8})
        ((spot, score),) = maps.spots(maps.die, 5, apart=1)
        x, y = VIEW.to_sheet([spot])[0]
        assert (x, y) == pytest.approx([(v + 0.5) * STEP - 0.5 for v in at], abs=1e-6)
        assert score == maps.at(maps.die, spot) == pytest.approx(0.8)
    assert maps.at(maps.die, (-400.0, -300.0)) == 0.0


def test_nothing_is_marked_beyond_the_picture() -> None:
    """There the sheet shows the picture's edge drawn out."""
    narrow = SheetView(Numbers(LeafCorners(LEFT, RIGHT), (1040, 700)))
    maps = score_maps(narrow, die={BESIDE_IT: 0.9, ON_BOARD: 0.4})
    ((spot, score),) = maps.spots(maps.die, 1, apart=1)
    assert score == pytest.approx(0.4)
    assert spot[0] < 620


def test_borne_off_checkers_are_those_beside_the_board() -> None:
    assert not ROUND_BOARD[BESIDE_IT[::-1]]
    seen = score_maps(light={ON_BOARD: 0.9, BESIDE_IT: 0.8}, dark={(4, 40): 0.7, (4, 50): 0.2})
    assert seen.beside_board(cube=None) == BesideBoard((1, 1), (False, False))


def test_the_cube_beside_the_board_is_no_checker() -> None:
    seen = score_maps(light={BESIDE_IT: 0.5}, cube={BESIDE_IT: 0.46})
    ((spot, _),) = seen.cube_spots()
    assert seen.beside_board(cube=None).counts == (0, 0)
    assert seen.beside_board(cube=spot).counts == (0, 0)
    assert seen.beside_board(cube=(300.0, 300.0)).counts == (1, 0)


def test_a_checker_that_an_edge_cuts_off_is_said() -> None:
    """More of its heap may lie beyond the sheet, or beyond the picture."""
    seen = score_maps(light={AT_EDGE: 0.8}, dark={BESIDE_IT: 0.7, (3, 40): 0.8})
    assert seen.beside_board(cube=None) == BesideBoard((1, 2), (True, False))
    narrow = SheetView(Numbers(LeafCorners(LEFT, RIGHT), (1066, 700)))
    assert score_maps(narrow, dark={BESIDE_IT: 0.7}).beside_board(cube=None) == BesideBoard((0, 1), (False, True))


def test_a_thing_is_plainly_foreign_as_a_whole_where_some_of_it_is() -> None:
    """A hand's outline is doubtful, and so is all of a patch in another lamp's light."""
    hand = {(n % 10, n // 10): 0.95 if n < 40 else 0.75 for n in range(80)}
    lamp = {(30 + n % 10, n // 10): 0.92 if n < 5 else 0.75 for n in range(80)}
    seen = score_maps(foreign=hand | lamp)
    foreign = seen.foreign_in(np.ones((HEIGHT // STEP, WIDTH // STEP), np.bool_))
    assert np.count_nonzero(foreign) == 160
    assert np.argwhere(seen.plain_things(foreign)).max(axis=0).tolist() == [7, 9]
    assert np.count_nonzero(seen.plain_things(foreign)) == 80

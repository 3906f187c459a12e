"""What the scene network's marks are counted as: each thing on the table is one thing."""

from __future__ import annotations

import numpy as np
import pytest

from vision.score_maps import BesideBoard, CheckerMark, ScoreMaps

RIDGE = np.zeros((40, 60), np.bool_)
RIDGE[:, 25:35] = True


def score_maps(**marks: dict[tuple[int, int], float]) -> ScoreMaps:
    """Maps of 40 by 60 cells with marks (column, row); two pixels of the picture a cell."""
    maps = {name: np.zeros((40, 60), np.float32) for name in ("die", "cube", "foreign", "light", "dark")}
    for name, spots in marks.items():
        for (x, y), score in spots.items():
            maps[name][y, x] = score
    checkers = np.stack([maps["light"], maps["dark"]])
    return ScoreMaps(maps["die"], maps["cube"], maps["foreign"], checkers, scale=1.0)


def test_a_checker_as_warm_as_a_cube_is_a_checker_where_the_cube_lies_elsewhere() -> None:
    scene = score_maps(light={(30, 20): 0.5}, cube={(30, 20): 0.46, (5, 10): 0.5})
    assert scene.on_ridge(RIDGE, cube=(10.5, 20.5)) == [CheckerMark((60.5, 40.5), 0.5, 0.0)]
    assert scene.on_ridge(RIDGE, cube=(60.5, 40.5)) == []
    assert scene.on_ridge(RIDGE, cube=None) == []


def test_faint_marks_on_the_ridge_are_kept_the_plainest_first() -> None:
    scene = score_maps(light={(30, 10): 0.1}, dark={(30, 30): 0.25, (30, 10): 0.05})
    assert [(mark.light, mark.dark) for mark in scene.on_ridge(RIDGE, cube=None)] == [
        (0.0, 0.25),
        (pytest.approx(0.1), pytest.approx(0.05)),
    ]


def test_borne_off_checkers_are_those_beside_the_board() -> None:
    scene = score_maps(light={(30, 20): 0.9, (50, 8): 0.8}, dark={(52, 30): 0.7, (50, 30): 0.4})
    assert scene.beside_board(RIDGE, cube=None) == BesideBoard((1, 1), (False, False))


def test_a_checker_that_the_edge_of_the_picture_cuts_off_is_said() -> None:
    """More of its heap may lie beyond."""
    scene = score_maps(light={(30, 20): 0.9, (50, 36): 0.8}, dark={(52, 30): 0.7, (20, 35): 0.8})
    assert scene.beside_board(RIDGE, cube=None) == BesideBoard((1, 2), (True, False))


def test_a_thing_is_plainly_foreign_as_a_whole_where_some_of_it_is() -> None:
    """A hand's outline is doubtful, and so is all of a patch in another lamp's light."""
    hand = {(n % 10, n // 10): 0.95 if n < 40 else 0.75 for n in range(80)}
    lamp = {(30 + n % 10, n // 10): 0.92 if n < 5 else 0.75 for n in range(80)}
    seen = score_maps(foreign=hand | lamp)
    foreign = seen.foreign_in(np.ones((40, 60), np.bool_))
    assert np.count_nonzero(foreign) == 160
    assert np.argwhere(seen.plain_things(foreign)).max(axis=0).tolist() == [7, 9]
    assert np.count_nonzero(seen.plain_things(foreign)) == 80

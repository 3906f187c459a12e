"""The second look at points of a board whose empty picture nobody took."""

from __future__ import annotations

import numpy as np

from lab.simulator.looks import random_board
from tests.vision.boards import calibrated, shots
from vision.plain_surface import PLAIN, plain_surface
from vision.points import MIXED, MOST
from vision.strips import strip_at

SEEDS = (52_001, 52_003)


def test_a_board_whose_empty_picture_was_taken_needs_no_second_look() -> None:
    scene = random_board(SEEDS[0], "ordinary")
    assert plain_surface(calibrated(scene)) is None
    assert plain_surface(calibrated(scene, with_empty=False)) is not None


def test_short_rows_that_a_first_look_thinks_bare_are_put_right() -> None:
    """A first look that says of every point, though not surely, that it is bare. Tall rows stay as they were said."""
    doubtful = np.full((24, MIXED + 1), -5.0, np.float32)
    doubtful[:, MOST] = -0.1
    right = []
    for seed in SEEDS:
        scene = random_board(seed, "ordinary")
        look = plain_surface(calibrated(scene, with_empty=False))
        assert look is not None
        shot = next(shots(scene, 1))
        weighed = look.weighed(shot.image, range(24), doubtful)
        for row in ("top", "bottom"):
            for column, count in enumerate(shot.label[row]):
                said = int(weighed[strip_at(row, column)].argmax()) - MOST
                if abs(count) > PLAIN.most + 1:
                    assert said == 0
                elif abs(count) <= PLAIN.most:
                    right.append(said == count)
    assert np.mean(right) >= 0.95


def test_any_of_the_points_can_be_looked_at() -> None:
    scene = random_board(SEEDS[0], "ordinary")
    look = plain_surface(calibrated(scene, with_empty=False))
    assert look is not None
    shot = next(shots(scene, 1))
    logs = np.full((24, MIXED + 1), -3.0, np.float32)
    logs[:, MOST] = -0.2
    every = look.weighed(shot.image, range(24), logs)
    some = [3, 11, 12, 20]
    assert np.allclose(look.weighed(shot.image, some, logs[some]), every[some], atol=1e-4)
    assert np.allclose(look.weighed(shot.image, [17], logs[[17]]), every[[17]], atol=1e-4)

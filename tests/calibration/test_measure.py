"""What calibration learns from the starting position, held against what was drawn."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.board import Board
from calibration.corners import parse_corners
from calibration.errors import BadCorners, WrongStart
from calibration.learn import counts_in_picture, learn_board
from calibration.looks import recall_looks
from simulator.looks import random_board
from simulator.scene import Scene, render
from simulator.stills import empty_layout, start_layout


@pytest.mark.parametrize(("seed", "with_empty"), [(3, True), (4, True), (5, False), (6, True), (7, False)])
def test_the_checkers_size_is_measured(seed: int, with_empty: bool) -> None:
    scene = random_board(seed, "ordinary")
    start, label = render(scene, start_layout(scene, np.random.default_rng(seed)), shot=0, samples=1.5)
    empty = render(scene, empty_layout(), shot=1, samples=1.5)[0] if with_empty else None
    found = learn_board(start, parse_corners(label["corners"]), scene.seats, empty).checker
    true = scene.book
    assert found.radius == pytest.approx(true.checker_radius / true.pitch, abs=0.035)
    assert found.height == pytest.approx(true.checker_height / true.pitch, abs=0.12)


def test_every_checker_of_the_start_is_found_where_it_lies(board: Board) -> None:
    placed = recall_looks(board).placed
    assert len(placed) == 30
    counts = counts_in_picture(board.position, board.seats)
    for checker in placed:
        column = 6 * checker.leaf + checker.strip.column
        assert abs(counts[checker.strip.row][column]) > checker.index
        assert abs(checker.x - checker.strip.column - 0.5) < 0.3


def test_corners_outside_the_picture_are_refused(board: Board, scene: Scene) -> None:
    outside = parse_corners(
        {"left": [[-90, 10], [100, 12], [98, 200], [8, 205]], "right": [[120, 12], [210, 10], [212, 205], [118, 200]]}
    )
    with pytest.raises(BadCorners, match="outside the picture"):
        learn_board(board.start, outside, scene.seats)


def test_pictures_of_two_sizes_are_refused(board: Board) -> None:
    with pytest.raises(WrongStart, match="another size"):
        learn_board(board.start, board.corners, board.seats, board.start[::2, ::2])

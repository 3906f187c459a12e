"""What is learned from the starting position, held against what was drawn."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter.position import START
from calibration.board import Board
from calibration.corners import parse_corners
from calibration.errors import BadCorners, WrongStart
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, start_layout
from tests.vision.boards import calibrated
from vision.known_position.learn_board import learn_board
from vision.reader import Reader
from vision.reading import reading_of


@pytest.fixture(scope="module")
def scene() -> Scene:
    return random_board(3, "ordinary")


@pytest.fixture(scope="module")
def board(scene: Scene) -> Board:
    return calibrated(scene)


@pytest.mark.parametrize(("seed", "with_empty"), [(3, True), (4, True), (5, False), (6, True), (7, False)])
def test_the_checkers_size_is_measured(seed: int, with_empty: bool) -> None:
    scene = random_board(seed, "ordinary")
    start, label = render(scene, start_layout(scene, np.random.default_rng(seed)), shot=0, samples=1.5)
    empty = render(scene, empty_layout(), shot=1, samples=1.5)[0] if with_empty else None
    found = learn_board(start, parse_corners(label["corners"]), scene.seats, empty).checker
    true = scene.book
    assert found.radius == pytest.approx(true.checker_radius / true.pitch, abs=0.025)
    assert found.height == pytest.approx(true.checker_height / true.pitch, abs=0.1)


def test_a_board_whose_edge_the_picture_cuts_off_is_learned_and_read(board: Board, scene: Scene) -> None:
    assert board.empty is not None
    quads = (board.corners.left, board.corners.right)
    point = (quads[0][1][0] - quads[0][0][0]) / 6
    width, xs = board.size[0], [x for quad in quads for x, _ in quad]
    cut = round(min(*xs, *(width - 1 - x for x in xs)) + 0.3 * point)  # on both sides: the lens looks at the middle
    left, right = ([(x - cut, y) for x, y in quad] for quad in quads)
    start, empty = (np.ascontiguousarray(picture[:, cut : width - cut]) for picture in (board.start, board.empty))
    learned = learn_board(start, parse_corners({"left": left, "right": right}), scene.seats, empty)
    assert learned.corners.cut_off(learned.size) > 0.2
    assert reading_of(Reader(learned).read(start)).position == START


def test_corners_outside_the_picture_are_refused(board: Board, scene: Scene) -> None:
    outside = parse_corners(
        {"left": [[-90, 10], [100, 12], [98, 200], [8, 205]], "right": [[120, 12], [210, 10], [212, 205], [118, 200]]}
    )
    with pytest.raises(BadCorners, match="outside the picture"):
        learn_board(board.start, outside, scene.seats)


def test_pictures_of_two_sizes_are_refused(board: Board) -> None:
    with pytest.raises(WrongStart, match="another size"):
        learn_board(board.start, board.corners, board.seats, board.start[::2, ::2])

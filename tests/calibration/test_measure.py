"""What calibration learns from the starting position, held against what was drawn."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from arbiter.position import START, Side
from calibration.board import Board
from calibration.colours import to_lab
from calibration.corners import parse_corners
from calibration.errors import BadCorners, WrongStart
from calibration.learn import counts_in_picture, learn_board, recall_appearance
from calibration.measure import recall_checkers
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, start_layout
from vision.reader import Reader
from vision.reading import reading_of


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
    placed = recall_appearance(board).placed
    assert len(placed) == 30
    counts = counts_in_picture(board.position, board.seats)
    for checker in placed:
        column = 6 * checker.leaf + checker.strip.column
        assert abs(counts[checker.strip.row][column]) > checker.index
        assert abs(checker.x - checker.strip.column - 0.5) < 0.3


def test_checkers_thought_too_small_leave_some_of_them_over(board: Board) -> None:
    looks, counts = recall_appearance(board), counts_in_picture(board.position, board.seats)
    small = replace(board.checker, radius=0.75 * board.checker.radius, first=0.75 * board.checker.first)
    right, wrong = (
        recall_checkers(board.start, looks.bare, board.leaves, counts, size) for size in (board.checker, small)
    )
    assert right.left_over < 0.1
    assert wrong.left_over > right.left_over + 0.2


def test_the_networks_are_shown_the_colours_of_a_checkers_rim_too(board: Board) -> None:
    """They learned so: without it the rims of inlaid checkers are no part of any checker."""
    start, green = board.start.copy(), (40, 200, 40)
    for checker in recall_appearance(board).placed:
        leaf, high = board.leaves[checker.leaf], 2 * board.checker.height
        x, y = checker.x, checker.y
        middle, beside = leaf.project(np.array([[x, y, high], [x + 0.75 * board.checker.radius, y, high]]))
        if checker.side is Side.DARK:
            centre = (round(float(middle[0])), round(float(middle[1])))
            cv2.circle(start, centre, round(float(np.hypot(*(beside - middle)))), green, 2)
    painted = replace(board, start=start)
    lab = to_lab(np.full((1, 1, 3), green, np.uint8))
    dark, light = (recall_appearance(painted).colours[side].log_density(lab)[0, 0] for side in (Side.DARK, Side.LIGHT))
    assert dark > light + 2
    counts = counts_in_picture(board.position, board.seats)
    bare = recall_appearance(board).bare
    inner = recall_checkers(start, bare, board.leaves, counts, board.checker).colours[Side.DARK]
    assert dark > inner.log_density(lab)[0, 0] + 2


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

"""Where the checkers of a known position lie, and what their colours are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from arbiter.position import Side
from calibration.board import Board
from calibration.colours import to_lab
from calibration.known_checkers import SURELY, colours_of_sides, known_checkers
from calibration.learn import counts_in_picture, recall_appearance


def test_the_start_has_thirty_checkers_where_the_counts_say(board: Board) -> None:
    counts = counts_in_picture(board.position, board.seats)
    placed = known_checkers(board.leaves, counts, board.checker)
    assert len(placed) == 30
    for row, far in (("top", True), ("bottom", False)):
        for column, count in enumerate(counts[row]):
            leaf, inner = divmod(column, 6)
            length = board.leaves[leaf].length
            side = Side.LIGHT if count > 0 else Side.DARK
            there = [
                one
                for one in placed
                if one.leaf == leaf and one.x == inner + 0.5 and (one.y < length / 2) is far and one.side is side
            ]
            assert len(there) == abs(count)


def test_the_networks_are_shown_the_colours_of_a_checkers_rim_too(board: Board) -> None:
    """They learned so: without it the rims of inlaid checkers are no part of any checker."""
    start, green = board.start.copy(), (40, 200, 40)
    for checker in recall_appearance(board).placed:
        leaf, high = board.leaves[checker.leaf], board.checker.height
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
    inner = colours_of_sides(start, board.leaves, counts, board.checker, SURELY)[Side.DARK]
    assert dark > inner.log_density(lab)[0, 0] + 2

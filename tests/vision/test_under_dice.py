"""A flat die beside a row of its own colour lies on the board; one that stands on a checker is said to."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from arbiter.position import START
from arbiter.referee.evidence import DieSeen
from calibration.leaf import Leaf
from lab.benchmarks.close_throws import Called, throws
from lab.simulator.close_throws import BESIDE
from lab.simulator.looks import random_board
from tests.vision.boards import calibrated
from vision.crops import DIE_MIDDLE
from vision.reader import Reader
from vision.strips import STRIPS, strip_at
from vision.under_dice import checker_under

BOARD = 890_009
"""Dice in their checkers' colour, of which the network counts two as checkers of a row."""


@pytest.fixture(scope="module")
def called() -> list[Called]:
    cv2.setNumThreads(1)
    return list(throws(BOARD))


def test_flat_dice_next_to_rows_walls_and_each_other_lie_on_no_checker(called: list[Called]) -> None:
    flat = [one for one in called if one.beside in BESIDE]
    assert len(flat) >= 6
    assert sum(one.seen for one in flat) >= len(flat)
    assert not any(one.on_checker or one.cocked for one in flat)


def test_a_die_that_stands_on_a_checker_does(called: list[Called]) -> None:
    standing = [one for one in called if one.beside == "on_checker" and one.seen == one.dice]
    assert standing
    assert all(one.on_checker == 1 for one in standing)


def test_it_stands_on_a_checker_only_over_a_row_that_reaches_so_far() -> None:
    board = calibrated(random_board(7, "ordinary"))
    view, checker = Reader(board)._view, board.checker
    counts = [(0, 0)] * STRIPS
    for place, (row, column) in zip(START.places, board.seats.track(), strict=False):
        counts[strip_at(row, column)] = place
    five = next(strip for strip in range(6) if sum(counts[strip]) == 5)

    def under(along: float) -> int | None:
        """The place of the row of five on which a die so far from the edge stands."""
        pixel = _seen(board.leaves[0], five + 0.5, along, checker.height + DIE_MIDDLE)
        die = DieSeen(1, (1.0,) + (0.0,) * 5, pixel, None, "left")
        found = checker_under(view, die, tuple(counts))
        return found.place if found else None

    places = [checker.first + n * checker.pitch for n in (0, 1, 4)]
    assert [under(along) for along in places] == [0, 1, 4]
    assert under(checker.first + 5 * checker.pitch) is None
    counts[five] = (0, 0)
    assert under(places[0]) is None


def _seen(leaf: Leaf, x: float, y: float, z: float) -> tuple[float, float]:
    at = np.asarray(leaf.project([(x, y, z)])[0])
    return float(at[0]), float(at[1])

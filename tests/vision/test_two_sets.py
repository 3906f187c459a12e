"""Whose checkers lie on a board that nobody calibrated: points that are parted by their colours."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from arbiter.position import START
from calibration.corners import parse_corners
from calibration.sheet import Image
from lab.simulator.looks import random_board
from vision.sheet.geometry import HEIGHT, POINT, WIDTH, Numbers, SheetView, known_places
from vision.strips import strip_at
from vision.uncalibrated.board import SEATS, UNCALIBRATED
from vision.uncalibrated.two_sets import parted

IVORY, TAN, BROWN, FELT = (205, 225, 235), (110, 150, 185), (45, 60, 95), (70, 110, 60)


def view() -> SheetView:
    scene = random_board(3_899_510, "ordinary", (480, 270))
    corners = parse_corners(scene.book.seen_corners(scene.camera))
    numbers = Numbers(corners, (480, 270))
    return SheetView(replace(numbers, radius=UNCALIBRATED.radius, first=UNCALIBRATED.radius))


def start_counts() -> list[int]:
    counts = [0] * 24
    for (row, column), count in zip(SEATS.track(), START.points, strict=True):
        counts[strip_at(row, column)] = count
    return counts


def painted(counts: list[int], light: tuple[int, int, int], dark: tuple[int, int, int], board: SheetView) -> Image:
    """The sheet of a position, in two flat colours with a little grain, the left leaf in shade."""
    sheet = np.full((HEIGHT, WIDTH, 3), FELT, np.float64)
    for part, x, y, sign in known_places(counts, board.numbers, board.leaves[0].length):
        column, row = board.place(part, x, y)
        colour = light if sign > 0 else dark
        cv2.circle(sheet, (round(column), round(row)), round(0.44 * POINT), [float(each) for each in colour], -1)
    sheet[:, : WIDTH // 2] *= 0.85
    return np.clip(sheet + np.random.default_rng(3).normal(0, 4, sheet.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("dark", [BROWN, TAN])
@pytest.mark.parametrize("mistaken", [(), (0,), (5, 11), (12, 18, 23)])
def test_points_taken_for_the_other_colour_are_put_right(
    dark: tuple[int, int, int], mistaken: tuple[int, ...]
) -> None:
    board, counts = view(), start_counts()
    seen = [-count if strip in mistaken else count for strip, count in enumerate(counts)]
    assert parted(painted(counts, IVORY, dark, board), seen, board) == counts


def test_the_lighter_set_is_light_whatever_was_said() -> None:
    board, counts = view(), start_counts()
    swapped = painted([-count for count in counts], BROWN, IVORY, board)
    assert parted(swapped, counts, board) == counts


def test_where_nothing_lies_there_are_no_two_sets() -> None:
    board = view()
    assert parted(painted([0] * 24, IVORY, BROWN, board), [0] * 24, board) is None

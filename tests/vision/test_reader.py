"""Reading rendered boards by the hundred: what was drawn is what is read."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from arbiter.position import Position, Side
from arbiter.referee.evidence import RIDGE
from lab.simulator.looks import Difficulty, random_board
from lab.simulator.scene import render
from lab.simulator.stills import random_layout
from tests.vision.boards import calibrated, scenes, shots
from vision.errors import PictureError
from vision.reader import Reader
from vision.reading import reading_of

ORDINARY, HARD = range(40_000, 40_014), range(41_000, 41_008)
PER_BOARD = 9
"""With the arm over one more, 200 ordinary and hard boards are read in all: 14 and 8 sets of nine, less two."""


@cache
def tally(difficulty: Difficulty) -> Counter[str]:
    """How many boards, points, dice and hands were read right."""
    cv2.setNumThreads(1)
    n: Counter[str] = Counter()
    for scene in scenes(ORDINARY if difficulty == "ordinary" else HARD, difficulty):
        reader = Reader(calibrated(scene))
        for shot in shots(scene, PER_BOARD, covered=1):
            evidence = reader.read(shot.image)
            if shot.covered:
                n["hands"] += 1
                n["hands said"] += evidence.hand
                continue
            seen = reading_of(evidence).position
            wrong = sum(a != b for a, b in zip(seen.points, shot.position.points, strict=True))
            n["boards"] += 1
            n["boards right"] += not wrong and seen.bar == shot.position.bar
            n["points"] += 24
            n["points right"] += 24 - wrong
            n["hands imagined"] += evidence.hand
            thrown = sorted(die["value"] for die in shot.label["dice"])
            n["dice right"] += sorted(die.value for die in evidence.dice if not die.outside) == thrown
            n["cubes right"] += evidence.cube is not None and evidence.cube.value == shot.label["cube"]["value"]
    return n


def share(n: Counter[str], part: str, whole: str) -> float:
    return n[part] / n[whole]


@pytest.mark.parametrize(("difficulty", "points", "boards"), [("ordinary", 0.985, 0.85), ("hard", 0.97, 0.7)])
def test_positions_are_read(difficulty: Difficulty, points: float, boards: float) -> None:
    n = tally(difficulty)
    assert share(n, "points right", "points") >= points, n
    assert share(n, "boards right", "boards") >= boards, n


@pytest.mark.parametrize(("difficulty", "dice"), [("ordinary", 0.85), ("hard", 0.7)])
def test_dice_are_read(difficulty: Difficulty, dice: float) -> None:
    n = tally(difficulty)
    assert share(n, "dice right", "boards") >= dice, n


def test_a_hand_over_the_board_is_said_and_none_is_imagined() -> None:
    n = tally("ordinary") + tally("hard")
    assert share(n, "hands said", "hands") >= 0.9, n
    assert share(n, "hands imagined", "boards") <= 0.03, n


def test_without_a_picture_of_the_empty_board() -> None:
    scene = random_board(40_020, "ordinary")
    reader = Reader(calibrated(scene, with_empty=False))
    right = 0
    for shot in shots(scene, 4):
        seen = reading_of(reader.read(shot.image)).position.points
        right += sum(a == b for a, b in zip(seen, shot.position.points, strict=True))
    assert right >= 0.93 * 4 * 24


def test_a_picture_of_another_shape_is_refused() -> None:
    scene = random_board(40_020, "ordinary", (640, 360))
    board = calibrated(scene)
    with pytest.raises(PictureError, match="640 by 360"):
        Reader(board).read(board.start[:, :500])


def test_a_larger_picture_of_the_same_shape_is_read() -> None:
    scene = random_board(40_021, "ordinary")
    board = calibrated(scene)
    twice = cv2.resize(board.start, None, fx=2, fy=2)
    evidence = Reader(board).read(twice)  # type: ignore[arg-type]  # a wrong type, that is the test
    wrong = sum(a != b for a, b in zip(reading_of(evidence).position.points, board.position.points, strict=True))
    assert wrong <= 1


def test_checkers_smaller_than_usual_are_read() -> None:
    scene = random_board(74_100, "ordinary")
    book = replace(scene.look.book, checker_radius=0.39 * scene.look.book.pitch)
    scene = replace(scene, look=replace(scene.look, book=book))
    reader = Reader(calibrated(scene))
    right = 0
    for shot in shots(scene, 4):
        seen = reading_of(reader.read(shot.image)).position
        right += sum(a == b for a, b in zip(seen.points, shot.position.points, strict=True))
    assert right >= 95  # of 96


def test_checkers_that_lie_on_each_other_on_the_bar_are_not_ruled_out() -> None:
    """Five of dark's: the fifth lies on another one. The rest of the board says how many there are, but a sixth checker
    on a row of five is hardly seen either."""
    points = [1, 1, 0, 0, 0, 2, 0, 4, 0, 0, 0, -5, 4, 0, 0, 0, 1, 0, -5, 1, 0, 1, 0, 0]
    position = Position.from_points(points, (0, 5))
    for seed in (71002, 71003):
        scene = random_board(seed, "ordinary")
        layout = random_layout(scene, position, Side.DARK, np.random.default_rng(seed))
        image, _ = render(scene, layout, shot=2, samples=1.5)
        evidence = Reader(calibrated(scene)).read(image)
        assert evidence.places[RIDGE].log_likelihood(0, 5) > evidence.places[RIDGE].log_likelihood(0, 4) - 3
        assert evidence.fit(position) > evidence.fit(reading_of(evidence).position) - 1
        assert reading_of(evidence).position == position

"""How easily checkers are overlooked: on boards whose colours are known because they are drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter.position import SIDES, Side
from calibration.appearance import recall_appearance
from calibration.board import Board
from lab.simulator.looks import apart, random_board
from lab.simulator.scene import Scene
from tests.vision.boards import calibrated
from vision.certainty import Fitted, overlooked, overlooked_on, visibility, weights_of
from vision.strips import strip_at

BLACK, CREAM, RED, GREY = (30.0, 28.0, 30.0), (236.0, 226.0, 200.0), (150.0, 40.0, 40.0), (150.0, 150.0, 150.0)


@pytest.fixture(scope="module")
def scene() -> Scene:
    """Black checkers and black points, cream checkers, on grey."""
    drawn = random_board(71_003, "ordinary")
    look = drawn.look
    prints = replace(
        look.prints, ground=("plain", (GREY,) * 4), points=(("plain", (BLACK,) * 4), ("plain", (RED,) * 4))
    )
    light, dark = replace(look.light, checker=CREAM, style="plain"), replace(look.dark, checker=BLACK, style="plain")
    return replace(drawn, look=replace(look, prints=prints, light=light, dark=dark))


@pytest.fixture(scope="module")
def board(scene: Scene) -> Board:
    return calibrated(scene)


def test_contrast_is_what_the_colours_differ_by(scene: Scene, board: Board) -> None:
    """Points take turns in colour: every other one is black, and black checkers hardly show there."""
    seen = visibility(board, recall_appearance(board)).contrast
    row = [strip_at("top", column) for column in range(6)]
    dark = seen[row, SIDES.index(Side.DARK)]
    faint, plain = sorted((dark[::2], dark[1::2]), key=np.median)
    assert np.median(faint) < 12
    assert np.median(plain) > 0.4 * apart(BLACK, RED)


def test_a_black_checker_is_overlooked_on_black_points_rather_than_a_cream_one(board: Board) -> None:
    chances = np.array(overlooked_on(board, recall_appearance(board)))
    faint = chances[:, 1].argsort()[-6:]
    assert (chances[faint, 1] > 2 * chances[faint, 0]).all()
    assert chances[faint, 1].min() > 0.1


def test_what_differs_less_is_overlooked_more_easily() -> None:
    shipped = Fitted(always=-4.0, hard=5.0, murky=0.0)
    chances = overlooked(np.array([0.0, 6.0, 12.0, 40.0, np.inf]), np.zeros(5), shipped)
    assert (np.diff(chances) < 0).all()
    assert chances[-1] == pytest.approx(1 / (1 + np.exp(4.0)))
    assert weights_of(shipped) == '{"always": -4.0, "hard": 5.0, "murky": 0.0}\n'

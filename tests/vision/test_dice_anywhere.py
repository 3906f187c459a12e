"""Dice in pictures of dice: drawn here flat and plain, by another hand than the training's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from lab.simulator.art import Bytes
from lab.simulator.dice import PIPS
from vision.uncalibrated.dice_anywhere import find_dice

BODY, INK = (225, 235, 240), (25, 25, 30)


def ground(height: int, width: int) -> Bytes:
    """A brown table with a little grain."""
    grain = np.random.default_rng(4).normal(0, 6, (height, width, 1))
    return np.clip(np.array([60, 95, 140]) + grain, 0, 255).astype(np.uint8)


def put_die(picture: Bytes, at: tuple[float, float], side: float, value: int, turn: float) -> None:
    """A die's top face with a shadow beside it, straight from above."""
    c, s = np.cos(turn), np.sin(turn)
    axes = np.array([[c, s], [-s, c]])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2 @ axes + at
    soft = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(soft, (square + 0.15 * side).astype(np.int32), 255, cv2.LINE_AA)
    shade = cv2.GaussianBlur(soft, (0, 0), 0.08 * side)[..., None] / 510
    picture[:] = (picture * (1 - shade)).astype(np.uint8)
    cv2.fillConvexPoly(picture, (square * 16).astype(np.int32), BODY, cv2.LINE_AA, 4)
    for a, b in PIPS[value]:
        spot = np.array([a, b]) * 0.25 * side @ axes + at
        cv2.circle(
            picture,
            (round(float(spot[0]) * 16), round(float(spot[1]) * 16)),
            round(1.44 * side),
            INK,
            -1,
            cv2.LINE_AA,
            4,
        )


@pytest.mark.parametrize("side", [30, 48, 90])
def test_every_die_is_found_with_its_value_and_none_besides(side: int) -> None:
    picture = ground(8 * side, 12 * side)
    laid = {}
    for value in PIPS:
        at = ((2 + 4 * ((value - 1) % 3)) * side, (2 + 4 * ((value - 1) // 3)) * side)
        put_die(picture, at, side, value, turn=0.4 * value)
        laid[value] = at
    found = find_dice(picture)
    assert sorted(die.value for die in found) == list(PIPS)
    for die in found:
        assert np.hypot(*np.subtract(die.center, laid[die.value])) < 0.3 * side
        assert die.side == pytest.approx(side, rel=0.35)


def test_a_table_without_dice_has_none() -> None:
    picture = ground(400, 600)
    cv2.circle(picture, (200, 200), 60, (230, 230, 230), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (350, 100), (450, 200), (230, 230, 230), -1)
    assert find_dice(picture) == []

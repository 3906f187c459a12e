"""Whether anybody could read a drawn die: only its own value stands out from the bare face."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from lab.simulator.layout import LaidDie
from lab.simulator.looks import random_board
from lab.simulator.pips import LEGIBLE_CONTRAST, legible, pip_contrast
from lab.simulator.positions import several
from lab.simulator.scene import Scene, render
from lab.simulator.stills import random_layout

SPREAD = 0.255
"""Sides from pip to pip, about as dice of the fast renderer have it."""


def _drawn(seed: int) -> tuple[Scene, tuple[LaidDie, ...], npt.NDArray[np.uint8]]:
    scene, rng = random_board(seed, "ordinary", (1280, 720)), np.random.default_rng(seed)
    position, roller = several(rng, 1)[0]
    layout = random_layout(scene, position, roller, rng)
    return scene, tuple(layout.dice), render(scene, layout, samples=1.0)[0]


def _contrast(scene: Scene, picture: npt.NDArray[np.uint8], die: LaidDie, value: int) -> float:
    frame = scene.book.frame(die.block.frame)
    return pip_contrast(picture, scene.camera, frame, die.block, value, scene.book.die_side, SPREAD)


@pytest.mark.parametrize("seed", [5, 8, 14, 16])
def test_only_the_value_that_lies_up_stands_out(seed: int) -> None:
    scene, dice, picture = _drawn(seed)
    assert len(dice) == 2
    for die in dice:
        standing_out = [v for v in range(1, 7) if _contrast(scene, picture, die, v) > LEGIBLE_CONTRAST]
        assert standing_out == [die.value]


def test_a_burnt_die_and_a_covered_one_show_nothing() -> None:
    scene, (die, _), picture = _drawn(8)
    burnt = np.full_like(picture, 255)
    assert _contrast(scene, burnt, die, die.value) <= 0
    half_hidden = picture.copy()
    x, _y = scene.camera.project(scene.book.frame(die.block.frame).world(die.block.at))
    cv2.rectangle(half_hidden, (int(x), 0), (1279, 719), (40, 60, 90), -1)
    assert _contrast(scene, half_hidden, die, die.value) < LEGIBLE_CONTRAST < _contrast(scene, picture, die, die.value)


def test_a_label_tells_whether_its_die_can_be_read() -> None:
    assert legible({"value": 3})
    assert legible({"value": 3, "side": 12.0, "pip_contrast": 40.0})
    assert not legible({"value": 3, "side": 6.0, "pip_contrast": 40.0})
    assert not legible({"value": 3, "side": 12.0, "pip_contrast": 2.0})

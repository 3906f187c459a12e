"""The dice that certainty is measured on: each of their pips is drawn, and no die's face counts for another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter.position import START, Side
from lab.benchmarks.dice_certainty import RAYS, told_apart
from lab.simulator.camera import Camera
from lab.simulator.layout import LaidDie, Layout, lay_dice
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, radiance
from tests.arbiter_referee.stage import die

PIXELS = 7.0
"""Of a die's side: as small as any of those boards."""


def _seen_from_above(seed: int, value: int) -> tuple[Scene, LaidDie]:
    """A die with white pips, its middle anywhere between the middles of pixels."""
    plain, rng = random_board(2, "ordinary"), np.random.default_rng(seed)
    laid = lay_dice(plain.book, plain.seats, (), Side.LIGHT, (value, value), rng)[0]
    x, y, _ = (float(v) for v in plain.book.frame(laid.block.frame).world(laid.block.at))
    pixel = plain.book.die_side / PIXELS
    at = (x + pixel * float(rng.random()), y + pixel * float(rng.random()), 0.0)
    wide = float(np.degrees(2 * np.arctan(40 * pixel / 60.0)))
    camera = Camera((80, 80), 0.0, 0.0, 0.0, 60.0, wide, 0.0, at)
    return replace(plain, camera=camera), laid


def _light_of_pips(seed: int, value: int, rays: float) -> float:
    """How much more light comes from the die than from the same one without pips."""
    scene, laid = _seen_from_above(seed, value)
    light = 0.0
    for sign, pips in ((1.0, (250.0, 250.0, 250.0)), (-1.0, (20.0, 40.0, 120.0))):
        look = replace(scene.look.light, die=(20.0, 40.0, 120.0), pips=pips)
        lit = replace(scene, look=replace(scene.look, light=look))
        light += sign * float(radiance(lit, Layout(START, (), (laid,)), samples=rays).sum())
    return light


@pytest.mark.parametrize("value", [1, 3])
def test_no_pip_of_a_small_die_falls_between_the_rays(value: int) -> None:
    """A sensor counts all the light that falls on a pixel: more rays show no more of a pip, and no less."""
    for seed in range(1, 5):
        assert _light_of_pips(seed, value, RAYS) == pytest.approx(_light_of_pips(seed, value, 9.0), rel=0.08)


def test_dice_that_are_seen_as_one_die_count_for_neither() -> None:
    one, four = die(1, "right"), die(4, "right", 1)
    assert told_apart([one, four]) == [one, four]
    assert told_apart([four, four]) == [None, None]
    assert told_apart([None, four]) == [None, four]

"""Boards tone on tone: what they promise to those who learn from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter.position import Side
from lab.simulator.checkers import disc_look
from lab.simulator.looks import STEEPEST, apart, from_above, random_board
from lab.simulator.tone import FAMILIES, LARGEST, SMALLEST, WITHIN, contrasts, tone_on_tone

SEEDS = range(90_000, 90_020)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_set_is_hardly_told_from_what_it_lies_on_and_well_from_the_other_set(seed: int) -> None:
    scene = tone_on_tone(random_board(seed), np.random.default_rng(seed))
    assert min(contrasts(scene)[side] for side in Side) <= WITHIN
    assert apart(scene.look.light.checker, scene.look.dark.checker) > 2 * WITHIN
    assert SMALLEST <= scene.book.checker_radius / scene.book.pitch <= LARGEST


@pytest.mark.parametrize("style", sorted({style for family in FAMILIES for style in family.styles} - {"plain"}))
def test_every_style_has_relief_or_inlay_to_be_told_by(style: str) -> None:
    look = disc_look(style, (30.0, 30.0, 30.0), (40.0, 38.0, 36.0), np.random.default_rng(1))
    assert float(look.face.std(axis=(0, 1)).max()) > 1e-3


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_a_camera_from_above_looks_down_and_has_the_whole_book_in_its_picture(seed: int) -> None:
    scene = from_above(random_board(seed, "hard"), np.random.default_rng(seed))
    across, down = scene.book.bounds
    ends = [(x, y, 0.0) for x in (-across, across) for y in (-down, down)]
    seen = replace(scene.camera, target=(0.0, 0.0, 0.0)).project(ends)
    assert scene.camera.tilt <= STEEPEST
    assert (seen > 0).all()
    assert (seen < scene.camera.size).all()

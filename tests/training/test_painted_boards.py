"""Painted boards that dice are learned and measured on: what is painted, and that labels tell what lies there."""

from __future__ import annotations

import numpy as np
import pytest

from lab.simulator.motifs import MOTIFS, Motifs, painted
from lab.training.painted_boards import cuts_on, painted_board
from lab.training.photo_dice import Sprite, library

COLOURS = ((250.0, 20.0, 20.0), (20.0, 250.0, 20.0), (20.0, 20.0, 250.0))


@pytest.fixture(scope="module")
def sprites() -> list[Sprite]:
    return [sprite for sprite in library(5, 30) if sprite.value]


@pytest.mark.parametrize("kind", MOTIFS)
def test_every_motif_is_painted_on_both_leaves_and_each_otherwise(kind: str) -> None:
    leaf = np.full((400, 240, 3), 128, np.uint8)
    left, right = (painted(leaf, n, 20, 1.7, 0.1, Motifs(3, (kind,), COLOURS)) for n in (0, 1))
    shares = [float((one != leaf).any(axis=2).mean()) for one in (left, right)]
    assert min(shares) > 0.001
    assert max(shares) < 0.8
    assert (left != right).any()


def test_dice_lie_where_the_label_says(sprites: list[Sprite]) -> None:
    empty, with_dice = (painted_board(4_100_001, False, sprites, dice) for dice in (0, 3))
    changed = np.abs(with_dice.light - empty.light).sum(axis=2) > 0.01
    assert len(with_dice.dice) == 3
    for x, y, side, value in with_dice.dice:
        half = round(side / 4)
        assert changed[round(y) - half : round(y) + half, round(x) - half : round(x) + half].mean() > 0.5
        assert 1 <= value <= 6


def test_cut_outs_tell_dice_from_paint(sprites: list[Sprite]) -> None:
    rng = np.random.default_rng(1)
    none = cuts_on(painted_board(4_100_002, False, sprites, 0), rng)
    some = cuts_on(painted_board(4_100_002, False, sprites, 4), rng)
    assert {cut.value for cut in none} == {0}
    assert len([cut for cut in some if cut.value]) >= 4

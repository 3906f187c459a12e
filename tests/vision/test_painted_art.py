"""Flowers, stars and rosettes painted on a board that nobody calibrated are no dice, and hide none."""

from __future__ import annotations

import pytest

from lab.benchmarks.painted_dice import SPRITES, SPRITES_SEED, drawn, told
from lab.training.photo_dice import Sprite, library


@pytest.fixture(scope="module")
def sprites() -> list[Sprite]:
    return [sprite for sprite in library(SPRITES_SEED, SPRITES) if sprite.value]


@pytest.mark.parametrize("seed", [3_000_014, 3_000_024, 3_000_036, 3_000_052, 3_000_078])
def test_painted_art_makes_no_dice(seed: int) -> None:
    """In each of these some were imagined while every spot was judged by itself."""
    assert told(*drawn(seed, [])) == (0, 0, 0)


@pytest.mark.parametrize("seed", [3_000_019, 3_000_049, 3_000_081, 3_000_117])
def test_dice_beside_painted_art_are_found(seed: int, sprites: list[Sprite]) -> None:
    imagined, found, _ = told(*drawn(seed, sprites))
    assert (imagined, found) == (0, 2)

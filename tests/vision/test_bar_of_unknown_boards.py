"""Checkers on the bar of a board that nobody calibrated."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.colours import Colour, learn_colour, to_lab
from calibration.sheet import MARGIN, Image
from lab.simulator.art import Bytes
from vision.strips import NET_SCALE
from vision.uncalibrated.bar import ridge_evidence

LENGTH, WIDTH = 12.0, 0.8
"""Point widths of the ridge."""
WOOD, IVORY, BLACK = (60, 90, 130), (200, 215, 225), (40, 35, 38)


GRAIN, SHADES = 6.0, 12.0
"""Standard deviations in grey levels: within one checker, and among all of a set, which lie in light and shade."""


def painted(
    shape: tuple[int, ...], colour: tuple[int, int, int], rng: np.random.Generator, spread: float = GRAIN
) -> Bytes:
    return np.asarray(np.clip(rng.normal(colour, spread, (*shape, 3)), 0, 255), np.uint8)


def set_of(colour: tuple[int, int, int], rng: np.random.Generator) -> Colour:
    return learn_colour(to_lab(painted((60, 60), colour, rng, SHADES)).reshape(-1, 3))


def ridge_with(checkers: list[tuple[float, tuple[int, int, int]]], rng: np.random.Generator) -> Image:
    """checkers: how far along the ridge, in point widths, and their colours."""
    height, width = (round((side + 2 * MARGIN) * NET_SCALE) for side in (LENGTH, WIDTH))
    sheet = painted((height, width), WOOD, rng)
    for along, colour in checkers:
        disc = np.zeros((height, width), np.uint8)
        cv2.circle(disc, (width // 2, round((MARGIN + along) * NET_SCALE)), round(0.45 * NET_SCALE), 255, -1)
        sheet[disc > 0] = painted((height, width), colour, rng)[disc > 0]
    return sheet


@pytest.mark.parametrize("count", [0, 1, 2])
def test_checkers_on_the_bar_do_not_pass_for_the_ridge_s_own_colour(count: int) -> None:
    rng = np.random.default_rng(7)
    sheet = ridge_with([(2.0 + 1.3 * n, IVORY) for n in range(count)], rng)
    light, dark, _ = ridge_evidence(sheet, (set_of(IVORY, rng), set_of(BLACK, rng)), 0.0).scores[0]
    assert (light, dark) == (count, 0)

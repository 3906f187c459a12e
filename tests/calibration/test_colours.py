"""Colour models: what a pixel may be."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import bare_log_density, bare_sheet, learn_colour, match_light, to_lab
from calibration.sheet import Image

RNG = np.random.default_rng(5)


def _patch(bgr: tuple[int, int, int], spread: float = 4.0) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    return np.clip(RNG.normal(bgr, spread, (40, 40, 3)), 0, 255).astype(np.uint8)


def test_a_learned_colour_is_likelier_on_its_own_than_on_another() -> None:
    red, green = to_lab(_patch((40, 40, 190))), to_lab(_patch((40, 160, 60)))
    model = learn_colour(red.reshape(-1, 3))
    assert np.median(model.log_density(red)) > np.median(model.log_density(green)) + 4


def test_density_is_per_volume_of_lab() -> None:
    """Summed over all of Lab it is about one, so that colours of different spread can be compared."""
    model = learn_colour(to_lab(_patch((120, 90, 60))).reshape(-1, 3))
    volume = (100 / 32) * (200 / 64) ** 2
    assert 0.9 < float(np.exp(model.table.astype(np.float64)).sum() * volume) < 1.3


def test_a_colour_at_the_end_of_lab_and_one_never_seen_have_densities_too() -> None:
    """What is spread beyond black is lost, and nothing of it comes out at white; no sample says nothing."""
    black, white = np.zeros((50, 3), np.float32), np.array([[100.0, 0, 0]], np.float32)
    model = learn_colour(black)
    assert model.log_density(black[:1])[0] > model.log_density(white)[0] + 5
    assert np.isclose(model.log_density(white)[0], model.table.min())
    assert np.ptp(learn_colour(black[:0]).table) == 0


def test_a_shadow_is_still_the_bare_board_and_a_checker_is_not() -> None:
    art = RNG.integers(60, 220, (12, 12, 3)).astype(np.uint8).repeat(5, axis=0).repeat(5, axis=1)
    shaded = np.clip(art * 0.7, 0, 255).astype(np.uint8)
    checker = art.copy()
    checker[20:45, 20:45] = (200, 60, 30)
    inside = (slice(25, 40), slice(25, 40))
    as_bare = bare_log_density(shaded, to_lab(shaded), bare_sheet(art))[inside]
    as_checker = bare_log_density(checker, to_lab(checker), bare_sheet(art))[inside]
    assert np.median(as_bare) > np.median(as_checker) + 3


def test_exposure_and_white_balance_are_matched() -> None:
    art = RNG.integers(40, 200, (60, 60, 3)).astype(np.uint8)
    seen = np.clip(art * np.array([0.8, 0.9, 1.1]), 0, 255).astype(np.uint8)
    assert np.abs(match_light(seen, art).astype(int) - art).mean() < 3


def exposed(light: npt.NDArray[np.float64], times: float, grain: float, rng: np.random.Generator) -> Image:
    """A camera's picture: its curve is steep in the middle, and bright tones burn out."""
    coded = np.clip(times * light, 0, 1) ** (1 / 2.2)
    coded = coded * coded * (3 - 2 * coded)
    return np.clip(255 * coded + rng.normal(0, grain, light.shape), 0, 255).astype(np.uint8)


def test_a_picture_exposed_longer_is_matched_along_the_cameras_curve() -> None:
    rng = np.random.default_rng(3)
    light = rng.uniform(0.02, 0.6, (400, 400, 3))
    usual, longer = exposed(light, 1.0, 0, rng), exposed(light, 1.6, 0, rng)
    off = np.abs(match_light(longer, usual).astype(int) - usual)
    assert off.mean() < 3  # 9 with one gain for dark and bright tones
    assert off[(usual < 60) | (usual > 200)].mean() < 4


def test_grain_makes_no_picture_flatter() -> None:
    """Where each level became what it mostly was in the other picture, grain would."""
    rng = np.random.default_rng(4)
    art = cv2.resize(rng.uniform(40, 180, (50, 50, 3)), (400, 400), interpolation=cv2.INTER_NEAREST)
    usual, darker = (np.clip(share * art + rng.normal(0, 12, art.shape), 0, 255).astype(np.uint8) for share in (1, 0.8))
    level, matched = art.astype(np.float64), match_light(darker, usual).astype(np.float64)
    slope = np.polyfit(level.ravel(), matched.ravel(), 1)[0]
    assert 0.97 < slope < 1.03  # 0.89

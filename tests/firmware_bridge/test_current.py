"""Brightness cap and budget hold for any picture; the eye's steps become the lamp's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.colours import CONTROLLER_MA, Colour, estimate_ma, fits, powered
from firmware_bridge.errors import BadMap
from firmware_bridge.settings import LightSettings
from firmware_bridge.spots import POINTS, Spot
from firmware_bridge.strip_map import parse_strip, usual_strip

Share = st.floats(0, 1)
Pictures = st.dictionaries(st.sampled_from(POINTS), st.tuples(Share, Share, Share))
WHITE: Colour = (1.0, 1.0, 1.0)


@given(Pictures, st.floats(0.01, 1), st.integers(300, 3000), st.integers(1, 5))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_no_picture_draws_more_than_the_budget_or_shines_above_the_cap(
    picture: dict[Spot, Colour], cap: float, budget: int, each: int
) -> None:
    strip = parse_strip(usual_strip("ring", "near-left", each))
    sent = powered(picture, strip, LightSettings(brightness=cap, budget_ma=budget))
    assert estimate_ma(sent) <= budget
    assert max(map(max, sent)) <= round(255 * cap)


def test_a_dark_strip_draws_its_chips_and_a_white_one_sixty_each() -> None:
    assert estimate_ma([(0, 0, 0)] * 60) == CONTROLLER_MA + 60
    assert estimate_ma([(255, 255, 255)] * 60) == CONTROLLER_MA + 60 * 61


def test_everything_is_dimmed_alike() -> None:
    strip = parse_strip(["near 1-12 x5"])
    full = dict.fromkeys(POINTS, (1.0, 0.5, 0.0))
    sent = set(powered(full, strip, LightSettings(brightness=1.0, budget_ma=500)))
    ((red, green, blue),) = sent
    assert 0 < red < 100
    assert green / red == pytest.approx(0.5**2.2, abs=0.02)
    assert blue == 0


def test_half_as_bright_to_the_eye_is_a_fifth_of_the_power() -> None:
    strip = parse_strip(["near 1"])
    (sent,) = powered({POINTS[0]: (0.5, 1.0, 0.0)}, strip, LightSettings(brightness=1.0))
    assert sent == (55, 255, 0)  # 255 * 0.5 ** 2.2 = 55.49


def test_a_budget_that_feeds_nothing_is_told() -> None:
    plain = LightSettings(strip=("near 1-12 x40",), budget_ma=500)
    with pytest.raises(BadMap, match="640 mA"):
        fits(plain, plain.map())
    fits(replace(plain, budget_ma=640), plain.map())

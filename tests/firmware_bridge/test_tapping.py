"""LEDs told one by one become the map that the same strip would be described by."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.spots import ALL_SPOTS, POINTS, Spot
from firmware_bridge.strip_map import CORNERS, SHAPES, Corner, Shape, parse_strip, usual_strip
from firmware_bridge.tapping import entries_of, likely_next, spot_named

TOLD = st.lists(st.one_of(st.none(), st.sampled_from(ALL_SPOTS)), max_size=40)
"""Any order at all, as a cat on the tablet would tap."""
LAID = st.builds(
    usual_strip,
    st.sampled_from(SHAPES), st.sampled_from(CORNERS), st.integers(1, 4), st.integers(0, 3), st.integers(0, 3),
)  # fmt: skip


@given(TOLD)
@settings(deadline=None, derandomize=True, max_examples=200)
def test_whatever_was_told_is_what_the_map_says(told: list[Spot | None]) -> None:
    while told and told[-1] is None:
        told.pop()
    entries = entries_of(told)
    assert tuple(told) == (parse_strip(entries).leds if entries else ())


@given(LAID)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_a_usual_strip_told_led_by_led_is_described_as_shortly(entries: tuple[str, ...]) -> None:
    strip = parse_strip(entries)
    assert entries_of(strip.leds) == entries
    assert set(POINTS) <= set(strip.leds)


def test_a_few_are_written_as_one_would_by_hand() -> None:
    told = parse_strip(["near 12-7 x2", "near 6", "gap 2", "off near", "far 1", "far 5-7", "bar far x3"]).leds
    assert entries_of(told) == (
        "near 12-7 x2", "near 6", "gap 2", "off near", "far 1", "far 5-7", "bar far x3",
    )  # fmt: skip


@pytest.mark.parametrize("shape", ["ring", "serpentine"])
@pytest.mark.parametrize("corner", CORNERS)
def test_on_a_ring_only_the_first_point_and_one_led_of_the_second_have_to_be_told(shape: Shape, corner: Corner) -> None:
    strip = parse_strip(usual_strip(shape, corner, each=2)).leds
    assert [likely_next(strip[:told]) for told in range(3, len(strip))] == list(strip[3:])
    assert likely_next(strip) is None  # all round


def test_after_a_gap_nobody_can_tell() -> None:
    assert likely_next(parse_strip(["near 1-3"]).leds) == Spot("point", "near", 4)
    assert likely_next((*parse_strip(["near 1-3"]).leds, None)) is None
    assert likely_next(()) is None
    assert likely_next(parse_strip(["near 1 x5"]).leds) is None


def test_spots_go_by_the_names_that_the_page_uses() -> None:
    assert all(spot_named(str(spot)) is spot for spot in ALL_SPOTS)
    assert spot_named("near 13") is None

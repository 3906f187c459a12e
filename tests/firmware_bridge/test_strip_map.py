"""The map from board to LEDs, as it is written and as the strip lies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.position import BAR, OFF, Side
from arbiter.seats import Seats
from arbiter.values import is_plain
from bookgammon.lights.lights import load_lights
from firmware_bridge.errors import BadMap
from firmware_bridge.settings import LightSettings, parse_settings, settings_text
from firmware_bridge.spots import ALL_SPOTS, POINTS, Spot, home_of, spot_of
from firmware_bridge.strip_map import CORNERS, SHAPES, Corner, Shape, parse_strip, usual_strip

RED = (255, 0, 0)


def words(*entries: str) -> list[str]:
    return [str(spot) if spot else "-" for spot in parse_strip(entries).leds]


def test_a_strip_is_read_from_its_first_led_on() -> None:
    assert words("far 2-1 x2", "gap 2", "off near", "bar far x2", "near 7") == [
        "far 2", "far 2", "far 1", "far 1", "-", "-", "off near", "bar far", "bar far", "near 7",
    ]  # fmt: skip


def test_a_ring_comes_back_along_the_other_edge() -> None:
    ring = words(*usual_strip("ring", "near-right", ridge=1, turn=2))
    assert ring[:8] == ["near 12", "near 11", "near 10", "near 9", "near 8", "near 7", "-", "near 6"]
    assert ring[12:18] == ["near 1", "-", "-", "far 1", "far 2", "far 3"]
    assert len(ring) == 24 + 2 + 2


def test_straight_strips_run_the_same_way() -> None:
    straight = words(*usual_strip("straight", "far-left"))
    assert (straight[0], straight[11], straight[12], straight[23]) == ("far 1", "far 12", "near 1", "near 12")


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_usual_strip_begins_at_its_corner_and_lights_every_point(shape: Shape, corner: Corner) -> None:
    strip = parse_strip(usual_strip(shape, corner, each=3, ridge=2, turn=4))
    edge, side = corner.split("-")
    assert str(strip.leds[0]) == f"{edge} {1 if side == 'left' else 12}"
    assert strip.missing == ()
    assert all(strip.leds.count(spot) == 3 for spot in POINTS)


def test_colours_go_to_the_leds_of_their_spots() -> None:
    strip = parse_strip(["near 1-2 x2", "gap 1", "near 3"])
    assert strip.spread({Spot("point", "near", 2): RED, Spot("off", "far"): RED}) == (
        (0, 0, 0), (0, 0, 0), RED, RED, (0, 0, 0), (0, 0, 0),
    )  # fmt: skip
    assert len(strip.missing) == 21


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ((), "no LEDs"),
        (("gap 5",), "no LEDs"),
        (("left 1-12",), "cannot be read"),
        (("near 1-13",), "1 to 12"),
        (("near 0",), "1 to 12"),
        (("near 1 x999", "near 2 x999"), "1000"),
        (("gap -1",), "cannot be read"),
        (("near 1", *["gap 9999 x999"] * 4000), "39956004001 LEDs"),
    ],
)
def test_a_map_that_cannot_be_is_one_sentence(entries: tuple[str, ...], told: str) -> None:
    with pytest.raises(BadMap, match=told):
        parse_strip(entries)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[lights", "not TOML"),
        ("lights = 3", "section"),
        ("[lights]\ncolour = 3", "knows no colour"),
        ("[lights]\nport = 3", "quotes"),
        ('[lights]\nport = "a\\u0007"', "name of a port"),
        (f'[lights]\nport = "{"x" * 401}"', "name of a port"),
        ("[lights]\nbrightness = 0", "brightness"),
        ("[lights]\nbrightness = true", "brightness"),
        ("[lights]\nbaud = 115200.5", "baud"),
        ("[lights]\nbudget_ma = 5", "budget_ma"),
        ("[lights]\nstrip = 'near 1-12'", "list"),
        ("[lights]\nstrip = [3]", "cannot be read"),
    ],
)
def test_a_section_that_cannot_be_is_one_sentence(text: str, told: str) -> None:
    with pytest.raises(BadMap, match=told):
        parse_settings(text)


@given(
    st.builds(
        LightSettings,
        port=st.text(max_size=30).filter(is_plain),
        baud=st.integers(9600, 2000000),
        brightness=st.sampled_from((0.01, 0.25, 0.5, 1.0)),
        budget_ma=st.integers(120, 9000),
        aids=st.booleans(),
        strip=st.sampled_from([usual_strip(shape, "far-right", 2, 1, 1) for shape in SHAPES]),
    )
)
@settings(deadline=None, derandomize=True, max_examples=100)
def test_what_is_written_is_what_is_read(lights: LightSettings) -> None:
    assert parse_settings(settings_text(lights)) == lights


def test_without_a_file_the_lights_are_a_picture_only(tmp_path: Path) -> None:
    assert load_lights(tmp_path) == LightSettings()
    (tmp_path / "lights.toml").write_text(settings_text(replace(LightSettings(), port="COM3")))
    assert load_lights(tmp_path).port == "COM3"


def test_points_lie_where_the_seats_put_them() -> None:
    seats = Seats(Side.LIGHT, "right")
    assert str(spot_of(Side.LIGHT, 1, seats)) == "near 12"
    assert str(spot_of(Side.LIGHT, 13, seats)) == "far 1"
    assert str(spot_of(Side.DARK, 1, seats)) == "far 12"
    assert str(spot_of(Side.DARK, BAR, seats)) == "bar far"
    assert str(spot_of(Side.LIGHT, OFF, Seats(Side.DARK, "left"))) == "off far"
    assert [str(spot) for spot in home_of(Side.DARK, Seats(Side.DARK, "left"))] == [f"near {n}" for n in range(1, 7)]


@pytest.mark.parametrize("seats", [Seats(near, home) for near in Side for home in ("left", "right")])
def test_both_sides_agree_where_a_point_lies(seats: Seats) -> None:
    for point in range(1, 25):
        assert spot_of(Side.LIGHT, point, seats) == spot_of(Side.DARK, 25 - point, seats)
    assert {spot_of(side, place, seats) for side in Side for place in range(26)} == set(ALL_SPOTS)

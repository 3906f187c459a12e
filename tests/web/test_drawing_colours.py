"""The board in its own colours: whatever they are, both sides, their rims and the points are told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from web.drawing_colours import APART, POINTS_APART, DrawingColours, Rgb, colours_json, contrast

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)
ROUNDING = 0.05
"""Of eight bits a channel."""


def rgb(text: str) -> Rgb:
    red, green, blue = (int(text[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue


def test_contrast_is_that_of_the_guidelines() -> None:
    assert round(contrast((255, 255, 255), (0, 0, 0)), 2) == 21
    assert round(contrast((255, 255, 255), (118, 118, 118)), 2) == 4.54  # the usual example of #767676
    assert contrast((10, 20, 30), (10, 20, 30)) == 1


@given(COLOURS, COLOURS, COLOURS, COLOURS, COLOURS)
def test_any_board_can_be_told_apart(light: Rgb, dark: Rgb, even: Rgb, odd: Rgb, floor: Rgb) -> None:
    told = colours_json(DrawingColours(light, dark, (even, odd), floor))
    assert told
    bodies = [rgb(told[side]["body"]) for side in ("light", "dark")]
    assert contrast(*bodies) >= APART - ROUNDING
    for side in ("light", "dark"):
        body = rgb(told[side]["body"])
        assert contrast(body, rgb(told[side]["rim"])) >= APART - ROUNDING
        assert contrast(body, rgb(told[side]["ink"])) >= 4.5 - ROUNDING
    for point in told["points"]:
        assert contrast(rgb(point), rgb(told["floor"])) >= POINTS_APART - ROUNDING


def test_colours_that_are_clear_stay_as_they_are() -> None:
    told = colours_json(DrawingColours((240, 230, 200), (40, 30, 30), ((100, 30, 30), (230, 210, 170)), (40, 100, 80)))
    assert told
    assert told["light"]["body"] == "#f0e6c8"
    assert told["dark"]["body"] == "#281e1e"
    assert told["points"] == ["#641e1e", "#e6d2aa"]


def test_where_nothing_is_known_the_page_keeps_its_own() -> None:
    assert colours_json(None) is None

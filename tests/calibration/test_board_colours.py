"""The colours of a board as its own pictures show them."""

from __future__ import annotations

from bookgammon.table.demo_recording import load_recording
from calibration.board_colours import Rgb, board_colours


def far(one: Rgb, other: Rgb) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def test_the_demo_board_has_ivory_and_dark_checkers_on_pale_and_red_points() -> None:
    seen = board_colours(load_recording().board())
    assert far(seen.light, (228, 214, 170)) < 20
    assert far(seen.dark, (73, 67, 69)) < 20
    assert far(seen.points[0], (234, 228, 200)) < 20
    assert far(seen.points[1], (138, 61, 62)) < 20
    assert far(seen.floor, (87, 118, 95)) < 20

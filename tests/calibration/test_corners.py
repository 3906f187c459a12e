"""Corners files: what is read comes back, and everything else is refused in one sentence."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.corners import LeafCorners, load_corners, parse_corners
from calibration.errors import BadCorners

GOOD = {
    "left": [[10.0, 10.0], [100.0, 12.0], [98.0, 200.0], [8.0, 205.0]],
    "right": [[120.0, 12.0], [210.0, 10.0], [212.0, 205.0], [118.0, 200.0]],
}
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["left", "right", "x"]), inner, max_size=3)
    ),
    max_leaves=20,
)


def test_a_good_file_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "corners.json"
    path.write_text(json.dumps(GOOD))
    corners = load_corners(path)
    assert [list(corner) for corner in corners.left] == GOOD["left"]
    assert [list(corner) for corner in corners.right] == GOOD["right"]


def _swapped() -> dict[str, Any]:
    return {"left": GOOD["right"], "right": GOOD["left"]}


def _mirrored() -> dict[str, Any]:
    return {"left": GOOD["left"][::-1], "right": GOOD["right"]}


def _short() -> dict[str, Any]:
    return {"left": GOOD["left"][:3], "right": GOOD["right"]}


def _folded() -> dict[str, Any]:
    a, b, c, d = GOOD["left"]
    return {"left": [a, c, b, d], "right": GOOD["right"]}


def _boxed(width: int, height: int) -> dict[str, Any]:
    """The left leaf as a rectangle of so many pixels."""
    return {"left": [[10, 80], [10 + width, 80], [10 + width, 80 + height], [10, 80 + height]], "right": GOOD["right"]}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (_swapped(), "swap"),
        (_mirrored(), "top left, top right, bottom right, bottom left"),
        (_short(), "exactly four"),
        (_folded(), "top left, top right, bottom right, bottom left"),
        (_boxed(250, 90), "outline no leaf"),
        (_boxed(1, 400), "outline no leaf"),
        ({"left": [[0, 0], [400, 0], [400, 500], [0, 20]], "right": GOOD["right"]}, "outline no leaf"),
        ({"left": GOOD["left"], "right": [[1e9 * x, 1e9 * y] for x, y in GOOD["right"]]}, "in no picture"),
        ({"left": GOOD["left"]}, "must look like"),
        ([1, 2], "must look like"),
    ],
)
def test_corners_that_make_no_board_are_refused(data: Any, says: str) -> None:
    with pytest.raises(BadCorners, match=says):
        parse_corners(data)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(JSON)
def test_nothing_else_than_our_own_error_comes_out(data: Any) -> None:
    with contextlib.suppress(BadCorners):
        assert isinstance(parse_corners(data), LeafCorners)


@pytest.mark.parametrize("text", ["", "{", "\x00\x01", "[]", '{"left": 1, "right": 2}'])
def test_a_torn_file_names_itself(tmp_path: Path, text: str) -> None:
    path = tmp_path / "corners.json"
    path.write_text(text)
    with pytest.raises(BadCorners, match=r"corners\.json"):
        load_corners(path)


def test_a_missing_file_names_itself(tmp_path: Path) -> None:
    with pytest.raises(BadCorners, match=r"nowhere\.json cannot be read"):
        load_corners(tmp_path / "nowhere.json")


def test_scaling_keeps_pixel_centres() -> None:
    """The outer edge of the first pixel stays the outer edge: (-0.5, -0.5) is fixed."""
    corners = parse_corners({"left": [[-0.5, -0.5], *GOOD["left"][1:]], "right": GOOD["right"]})
    assert corners.scaled(2).left[0] == (-0.5, -0.5)
    assert corners.scaled(2).left[1] == (200.5, 24.5)

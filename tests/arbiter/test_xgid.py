"""XGIDs read and written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.errors import ArbiterError, IllegalPositionError, NotationError
from arbiter.position import START, Position, Side
from arbiter.xgid import MatchPosition, format_xgid, parse_xgid
from tests.arbiter import known, strategies

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"


@pytest.mark.parametrize("case", known.cases("ids"), ids=lambda case: case["id"])
def test_reads_what_the_reference_says_and_writes_the_same_line(case: dict[str, Any]) -> None:
    xgid = parse_xgid(case["xgid"])
    assert list(xgid.position.points) == case["points"]
    assert list(xgid.position.bar) == case["bar"]
    assert list(xgid.dice or (0, 0)) == case["dice"]
    assert xgid.cube == case["cube"]
    assert xgid.owner == {"mover": Side.LIGHT, "opponent": Side.DARK, None: None}[case["owner"]]
    assert [*xgid.score, xgid.length] == [*case["score"], case["length"]]
    assert (xgid.crawford, xgid.jacoby, xgid.beavers) == (case["crawford"], case["jacoby"], case["beavers"])
    assert format_xgid(xgid) == case["xgid"]


def test_the_starting_position() -> None:
    assert format_xgid(MatchPosition(length=5)) == OPENING
    assert parse_xgid(OPENING.removeprefix("XGID=")).position == START


@settings(deadline=None, derandomize=True, max_examples=200)
@given(
    st.builds(
        MatchPosition,
        position=strategies.scattered(),
        turn=st.sampled_from(Side),
        dice=st.none() | strategies.dice,
        cube=st.integers(0, 12).map(lambda power: 2**power),
        owner=st.none() | st.sampled_from(Side),
        score=st.tuples(st.integers(0, 20), st.integers(0, 20)),
        jacoby=st.booleans(),
        beavers=st.booleans(),
    )
)
def test_writing_and_reading_gives_the_same(xgid: MatchPosition) -> None:
    assert parse_xgid(format_xgid(xgid)) == xgid


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "ten fields"),
        (OPENING.rsplit(":", 1)[0], "has 9"),
        (OPENING.replace("-b--", "-b-"), "must have 26 characters, not 25"),
        (OPENING.replace("E-C", "P-C"), "Character 7 .* not 'P'"),
        (OPENING.replace("=-b", "=Ab"), "Character 1 .* lower case"),
        (OPENING.replace("B-:", "Ba:"), "Character 26 .* upper case"),
        (OPENING.replace(":00:", ":07:"), "dice must be .* not '07'"),
        (OPENING.replace(":0:0:1:", ":x:0:1:"), "cube must be a number, not 'x'"),
        (OPENING.replace(":0:0:1:", ":0:2:1:"), "cube owner must be from -1 to 1"),
        (OPENING.replace(":0:0:1:", ":0:0:0:"), "turn must be one of 1, -1"),
        (OPENING.replace(":0:5:10", ":2:5:10"), "rule flag must be one of 0, 1"),
    ],
)
def test_torn_text_gets_one_sentence_naming_the_place(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse_xgid(text)


def test_sixteen_checkers_are_refused_by_name() -> None:
    with pytest.raises(IllegalPositionError, match="16 light checkers"):
        parse_xgid(OPENING.replace("--eE", "A-eE"))


def test_a_shared_point_cannot_be_written() -> None:
    shared = Position(START.light, (0, *(1 if point == 1 else 0 for point in range(1, 25)), 14))
    with pytest.raises(IllegalPositionError, match="24-point"):
        format_xgid(MatchPosition(position=shared))


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.text(alphabet="XGID=-bBeE:0123456789DBR x", max_size=60))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        refusal = ""
        assert isinstance(parse_xgid(text), MatchPosition)
    except ArbiterError as error:
        refusal = str(error)
    assert "\n" not in refusal

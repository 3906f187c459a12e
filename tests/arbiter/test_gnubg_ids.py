"""Position and match IDs against those that GNU Backgammon printed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.cases import answer_id
from arbiter.errors import ArbiterError, CaseError, IllegalPositionError, NotationError
from arbiter.gnubg_ids import match_id, parse_ids, parse_position_id, position_id
from arbiter.position import START, Position, Side
from arbiter.xgid import MatchPosition, parse_xgid
from tests.arbiter import known, strategies

START_ID, MATCH_ID = "4HPwATDgc/ABMA", "8AmvACAAIAAE"


@pytest.mark.parametrize("case", known.cases("ids"), ids=lambda case: case["id"])
def test_both_ways_as_gnubg_prints_them(case: dict[str, Any]) -> None:
    there = answer_id({"id": 7, "xgid": case["xgid"]})
    assert there == {"id": 7, **{key: case[key] for key in ("xgid", "position_id", "match_id")}}
    back = answer_id({"position_id": case["position_id"], "match_id": case["match_id"]})
    assert back["xgid"].split(":")[0] == case["xgid"].split(":")[0]
    assert (back["position_id"], back["match_id"]) == (case["position_id"], case["match_id"])


def test_worked_example() -> None:
    """formats.md, 4.1: 4-2 to 5 for the mover, Crawford, 63."""
    xgid = parse_ids(START_ID, MATCH_ID)
    assert xgid == parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:63:4:2:1:5:10")
    assert (position_id(START, Side.DARK), match_id(xgid)) == (START_ID, MATCH_ID)


states = st.builds(
    MatchPosition,
    position=strategies.scattered(),
    turn=st.sampled_from(Side),
    dice=st.none() | strategies.dice.map(lambda pair: (max(pair), min(pair))),
    cube=st.integers(0, 12).map(lambda power: 2**power),
    owner=st.none() | st.sampled_from(Side),
    score=st.tuples(st.integers(0, 25), st.integers(0, 25)),
    length=st.just(0) | st.integers(25, 32767),
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(states, st.booleans(), st.booleans())
def test_every_state_comes_back(state: MatchPosition, flag: bool, doubled: bool) -> None:
    kind = {"crawford": flag} if state.length else {"jacoby": flag}
    fields = {name: getattr(state, name) for name in MatchPosition.__dataclass_fields__} | kind
    if doubled:
        fields |= {"dice": None, "action": "D"}
    xgid = MatchPosition(**fields)
    assert parse_ids(position_id(xgid.position, xgid.turn), match_id(xgid)) == xgid


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        ((START_ID[:-1], MATCH_ID), "position ID has 14 characters"),
        ((START_ID, MATCH_ID + "A"), "match ID has 12 characters"),
        (("4HPw*TDgc/ABMA", MATCH_ID), "Character 5 of the position ID"),
        (("4HPwATDgc/ABMB", MATCH_ID), "ends in 'B'"),
        (("AAAAAAAAAAAA8A", MATCH_ID), "does not describe 24 points"),
        ((START_ID, "////////////"), "names dice of 7 and 7"),
    ],
)
def test_torn_ids_get_one_sentence_naming_the_place(texts: tuple[str, str], complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse_ids(*texts)


def test_impossible_positions_are_refused_by_name() -> None:
    with pytest.raises(IllegalPositionError, match="has 16 checkers instead of 15"):
        parse_position_id("//8AAAAAAAAAAA", Side.LIGHT)
    shared = Position(START.light, (0, *(1 if point == 1 else 0 for point in range(1, 25)), 14))
    with pytest.raises(IllegalPositionError, match="both colours stand on light's 24-point"):
        position_id(shared, Side.LIGHT)


def test_what_an_id_cannot_say_is_refused() -> None:
    with pytest.raises(NotationError, match="beaver"):
        match_id(MatchPosition(action="B"))
    with pytest.raises(NotationError, match="score1 of 40000"):
        match_id(MatchPosition(score=(40000, 0)))
    with pytest.raises(CaseError, match='lacks "xgid"'):
        answer_id({"position_id": START_ID})
    with pytest.raises(CaseError, match='"xgid" must be text'):
        answer_id({"xgid": 5})


@settings(deadline=None, derandomize=True, max_examples=300)
@given(
    st.text(alphabet="AB4HPwATDgc/+019", min_size=14, max_size=14),
    st.text(alphabet="ABcIkE/+019", min_size=12, max_size=12),
)
def test_any_text_is_read_or_refused_in_one_sentence(position_text: str, match_text: str) -> None:
    try:
        refusal = ""
        assert isinstance(parse_ids(position_text, match_text), MatchPosition)
    except ArbiterError as error:
        refusal = str(error)
    assert "\n" not in refusal

"""What an XGID asks, which sentence is said where it asks nothing, and which kind of decision it is."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.position import SIDES, Side
from arbiter.xgid import parse_xgid
from bookgammon.errors import StudyError
from bookgammon.plugins.study.exercise import MOST_EXERCISES, Exercise, exercise_of, exported, read_list
from tests.arbiter.drawn import draw

START = "-b----E-C---eE---c-e----B-"
FIELDS = "{place}:{cube}:{owner}:{turn}:{dice}:{own}:{other}:{flag}:{length}:10"


def xgid(place: str = START, dice: str = "31", cube: int = 0, owner: int = 0, turn: int = 1, score: str = "0:0") -> str:
    own, other = score.split(":")
    flags = {"cube": cube, "owner": owner, "turn": turn, "dice": dice, "own": own, "other": other}
    return "XGID=" + FIELDS.format(place=place, flag=0, length=5, **flags)


@pytest.mark.parametrize(
    ("text", "decision", "side"),
    [
        (xgid(), "play", Side.LIGHT),
        (xgid(turn=-1), "play", Side.DARK),
        (xgid(dice="00"), "double", Side.LIGHT),
        (xgid(dice="D"), "take", Side.DARK),
        (xgid(dice="D", turn=-1), "take", Side.LIGHT),
    ],
)
def test_what_is_to_be_decided_and_by_whom(text: str, decision: str, side: Side) -> None:
    found = exercise_of(text)
    assert (found.decision, found.side) == (decision, side)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XGID=nonsense", "An XGID has ten fields between colons, but this text has 1: 'nonsense'."),
        (xgid(score="5:0"), "At 5-0 a match to 5 is over (R56)."),
        (xgid("-" * 26), "In that position the game is over."),
        (xgid("-A----------------------a-", "62"), "Nothing is to be decided there: 6-2 leaves no choice."),
        (xgid(dice="00", owner=-1, cube=1), "Nothing is to be decided with the cube there: Only the owner of the cube"),
        (xgid(dice="B"), "That position asks about a beaver, which is not practised here."),
        (xgid(dice="77"), "The XGID's dice must be 00, two digits from 1 to 6, or D, B or R, not '77'."),
    ],
)
def test_what_asks_nothing_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(StudyError) as refused:
        exercise_of(text)
    assert str(refused.value).startswith(sentence)


POSITIONS = st.sampled_from([START, "-BBBBBBC-----------cccc---", "a-B-BBCC-A---b-b-cbbb----A"])


@given(POSITIONS, st.sampled_from(["31", "00", "D"]), st.sampled_from([1, -1]), st.sampled_from(SIDES))
def test_colours_are_exchanged_and_nothing_else(place: str, dice: str, turn: int, side: Side) -> None:
    found = Exercise(parse_xgid(xgid(place, dice, turn=turn, score="1:3")))
    turned = found.decided_by(side)
    assert turned.side is side
    assert turned.decided_by(found.side) == found
    assert turned.xgid == found.xgid
    assert turned.at.position.row(side) == found.at.position.row(found.side)
    assert turned.at.score[SIDES.index(side)] == found.at.score[SIDES.index(found.side)]


@pytest.mark.parametrize(
    ("place", "dice", "kind"),
    [
        (START, "31", "opening"),
        ("-b----D-D---eE---c-e-A--A-", "42", "opening"),
        ("a-B-BBCC-A---b-b-cbbb----A", "61", "contact"),
        ("-BBBBBBA----------ccccc---", "21", "race"),
        ("-CCCBBB-----------ccccc---", "21", "bear-off"),
        ("-CCCCaB-----------cccca---", "21", "bear-off against contact"),
        (START, "00", "double"),
        (START, "D", "take"),
    ],
)
def test_kinds_are_those_that_players_speak_of(place: str, dice: str, kind: str) -> None:
    assert Exercise(parse_xgid(xgid(place, dice))).kind == kind


def test_a_list_is_read_line_by_line_whatever_stands_around() -> None:
    text = f"1. {xgid()} X to play\n\n{xgid(turn=-1)}\nXGID=broken\n{xgid(dice='00')} {xgid(dice='D')}\n"
    found = read_list(text)
    assert [each.decision for each in found.exercises] == ["play", "double", "take"]  # the second is the first again
    assert len(found.faults) == 1
    assert found.faults[0].startswith("Line 4: An XGID has ten fields")


def test_a_position_that_a_remark_names_is_no_exercise_and_remarks_are_notes() -> None:
    texts = [f"{xgid(dice=dice)}\n{draw(parse_xgid(xgid()).position)}\n" for dice in ("31", "64")]
    text = f"{texts[0]}As in {xgid(dice='42')}, make the point.\n\n{texts[1]}"
    found = read_list(text)
    assert [each.exercise.at.dice for each in found.listed] == [(3, 1), (6, 4)]
    assert "make the point." in found.listed[0].note
    assert found.faults == ()


NOTES = ["", "Make the point.", f"As in {xgid(dice='42')}.", "two\nlines", "X: \u4f60"]


@given(st.lists(st.sampled_from(NOTES), max_size=6))
def test_what_is_taken_away_is_read_back_with_its_notes(texts: list[str]) -> None:
    asked = [exercise_of(xgid(dice=dice)) for dice in ("31", "42", "64", "00", "D", "55")][: len(texts)]
    notes = {each.xgid: text for each, text in zip(asked, texts, strict=True) if text}
    if asked:
        found = read_list(exported(asked, notes))
        assert {each.exercise.xgid: each.note for each in found.listed} == {
            each.xgid: notes.get(each.xgid, "") for each in asked
        }
        assert found.faults == ()


def test_other_identifiers_are_exercises_too() -> None:
    found = read_list("4HPwATDgc/ABMA:8AmvACAAIAAE\n")
    assert [(each.decision, each.at.dice) for each in found.exercises] == [("play", (6, 3))]


def test_many_bad_lines_are_counted() -> None:
    found = read_list("\n".join([xgid(), *["XGID=broken"] * 5]))
    assert found.faults[-1] == "2 more lines cannot be used."
    assert len(found.faults) == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no position in this text: no XGID"),
        ("good morning", "There is no position in this text: no XGID"),
        ("XGID=broken", "Line 1: An XGID has ten fields"),
    ],
)
def test_a_text_without_positions_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(StudyError) as refused:
        read_list(text)
    assert str(refused.value).startswith(sentence)


def test_a_list_has_its_most() -> None:
    scores = [(own, other) for own in range(25) for other in range(25)]
    lines = [f"XGID={START}:0:0:1:31:{own}:{other}:0:25:10" for own, other in scores]
    assert len(read_list("\n".join(lines[:MOST_EXERCISES])).exercises) == MOST_EXERCISES
    with pytest.raises(StudyError, match="A list has at most 500 positions"):
        read_list("\n".join(lines[: MOST_EXERCISES + 1]))


@given(st.text(alphabet="XGID=-abAB:0123456789DBR \n", max_size=200))
def test_whatever_is_pasted_is_read_or_refused(text: str) -> None:
    with suppress(StudyError):
        assert read_list(text).exercises

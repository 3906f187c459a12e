"""A drill step by step: what is named while a position is set up, what ends a play, and what does not."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.position import BAR, OFF, START, Position, Side
from arbiter.xgid import parse_xgid
from bookgammon.errors import StudyError
from bookgammon.plugins.study.drill import (
    PUT_RIGHT_S,
    STEADY_S,
    BoardRead,
    Drill,
    PuttingBack,
    after_frame,
    board_is_right,
    cube_answered,
    dice_entered,
    play_made,
    play_named,
)
from bookgammon.plugins.study.exercise import Exercise
from bookgammon.plugins.study.setting_up import differences, sentence_of
from tests.arbiter_referee.stage import moved

LIGHT, DARK = Side.LIGHT, Side.DARK
PLAY = Exercise(parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"))
CUBE = Exercise(parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"))
BEST = moved(START, LIGHT, (8, 5), (6, 5))
ILLEGAL = moved(START, LIGHT, (13, 8))


def after(drill: Drill, *looks: BoardRead | None, seconds: float = STEADY_S) -> Drill:
    """Each lies there for so long."""
    at = 0.0
    for look in looks:
        drill = after_frame(drill, look, at)
        drill = after_frame(drill, look, at + seconds)
        at += seconds + 1.0
    return drill


def lies(position: Position, *dice: int) -> BoardRead:
    return BoardRead(position, dice)


@st.composite
def boards(draw: st.DrawFn) -> Position:
    """Any position, tidy or not, of fifteen checkers a side."""
    rows = []
    for _ in range(2):
        places = draw(st.lists(st.integers(OFF, BAR), min_size=15, max_size=15))
        rows.append(tuple(Counter(places)[place] for place in range(BAR + 1)))
    return Position(rows[0], rows[1])


@given(boards(), boards(), st.sampled_from([LIGHT, DARK]))
def test_doing_what_is_named_sets_the_position_up(there: Position, wanted: Position, view: Side) -> None:
    rows = {side: list(there.row(side)) for side in Side}
    for each in differences(there, wanted, view):
        own = BAR if each.point is None else each.point if each.side is view else BAR - each.point
        rows[each.side][own] += each.more
        rows[each.side][OFF] -= each.more
    assert Position(tuple(rows[LIGHT]), tuple(rows[DARK])) == wanted
    assert bool(differences(there, wanted, view)) is (there != wanted)


def test_what_is_missing_or_too_many_is_named_point_by_point() -> None:
    there = moved(START, DARK, (13, 25), (6, 25))
    found = [str(sentence_of(each)) for each in differences(there, moved(START, LIGHT, (24, 22)), LIGHT)]
    assert found == [
        "Lay 1 dark checker on the 12-point.",
        "Lay 1 dark checker on the 19-point.",
        "Lay 1 light checker on the 22-point.",
        "Take 1 light checker from the 24-point.",
        "Take 2 dark checkers from the bar.",
    ]


def test_the_position_has_to_lie_still() -> None:
    drill = after_frame(Drill(PLAY), lies(START), 0.0)
    assert after_frame(drill, lies(START), STEADY_S / 2).stage == "setting up"
    assert after_frame(after_frame(drill, None, 0.1), lies(START), STEADY_S).stage == "setting up"
    assert after_frame(drill, lies(START), STEADY_S).stage == "rolling"


def test_other_dice_are_not_its_roll() -> None:
    drill = after(Drill(PLAY), lies(START), lies(START, 5, 1))
    assert drill.stage == "rolling"
    assert after(drill, lies(START, 1, 3)).stage == "deciding"


def test_lifting_the_dice_ends_the_play() -> None:
    drill = after(Drill(PLAY), lies(START, 1, 3), lies(BEST, 1, 3))
    assert (drill.stage, drill.made and drill.made.result) == ("deciding", BEST)
    ended = after(drill, lies(BEST))
    assert (ended.stage, ended.answer) == ("answered", BEST)


def test_dice_lifted_before_a_play_come_again() -> None:
    drill = after(Drill(PLAY), lies(START, 1, 3), lies(START))
    assert drill.stage == "rolling"


def test_an_illegal_play_is_named_and_put_right() -> None:
    drill = after(Drill(PLAY), lies(START, 1, 3), lies(ILLEGAL, 1, 3), lies(ILLEGAL))
    assert (drill.stage, drill.faulty) == ("deciding", True)
    assert drill.verdict is not None
    assert drill.verdict.message.startswith("13/8 takes 5 pips")
    passing = after(drill, lies(moved(START, LIGHT, (24, 20))), seconds=STEADY_S)
    assert passing.stage == "deciding"
    assert after(drill, lies(BEST), seconds=PUT_RIGHT_S).answer == BEST


def test_without_dice_somebody_says_when_it_is_made() -> None:
    drill = dice_entered(after(Drill(PLAY), lies(START)))
    with pytest.raises(StudyError, match="Nothing was played yet"):
        play_made(drill)
    with pytest.raises(StudyError, match="13/8 takes 5 pips"):
        play_made(after(drill, lies(ILLEGAL)))
    drill = after(drill, lies(BEST))
    assert drill.stage == "deciding"
    assert play_made(drill).answer == BEST


def test_a_play_may_be_named_where_the_camera_reads_another() -> None:
    drill = after(Drill(PLAY), lies(START, 1, 3), lies(BEST, 1, 3))
    number = next(n for n, play in enumerate(drill.plays) if play.result == moved(START, LIGHT, (24, 20)))
    assert play_named(drill, number).answer == moved(START, LIGHT, (24, 20))
    with pytest.raises(StudyError, match="There is no such play"):
        play_named(drill, len(drill.plays))


def test_the_position_may_be_vouched_for() -> None:
    assert board_is_right(after(Drill(PLAY), lies(ILLEGAL))).stage == "rolling"
    assert board_is_right(Drill(CUBE)).stage == "deciding"


def test_the_cube_takes_its_own_answers_alone() -> None:
    assert cube_answered(Drill(CUBE), "double").answer == "double"
    for drill, verb in (
        (Drill(CUBE), "take"),
        (Drill(PLAY), "double"),
        (cube_answered(Drill(CUBE), "double"), "double"),
    ):
        with pytest.raises(StudyError, match="not what is to be decided"):
            cube_answered(drill, verb)


def test_a_match_is_laid_out_again_as_the_camera_reads_it() -> None:
    back = PuttingBack(START, misread=ILLEGAL).after_frame(lies(BEST), 0.0)
    assert not back.after_frame(lies(BEST), 5.0).done(5.0)
    assert back.after_frame(lies(ILLEGAL), 6.0).done(7.0)
    assert back.after_frame(lies(START), 6.0).done(7.0)

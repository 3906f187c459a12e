"""What is known of the classes where only counts are seen: several while plays look alike, one when they part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.abak.belief import Belief, turned
from arbiter.abak.plays import legal_plays
from arbiter.abak.position import START
from arbiter.errors import IllegalPositionError
from arbiter.position import Side
from lab.campaigns.abak_classes import play_games

DICE = (4, 2)


def test_plays_that_look_alike_stay_several_until_they_part() -> None:
    """13 is SSGS from below: with 4-2 the soldier may go to 9 and the guard to 11, or the other way round."""
    belief = Belief()
    one, two = (
        play.result for play in legal_plays(START, Side.LIGHT, DICE)
        if play.result.points[12] == "SS" and play.result.points[8] and play.result.points[10]
    )  # fmt: skip
    after = turned(belief, Side.LIGHT, DICE, one.seen)
    assert not after.is_illegal
    assert set(after.belief.positions) == {one, two}
    assert set(after.belief.stacks(9)) == {"S", "G"}
    assert not after.belief.certain
    assert after.belief.told(9, "G").positions == tuple(each for each in (one, two) if each.points[8] == "G")


def test_after_an_illegal_play_nobody_says_which_checker_went_where() -> None:
    """The same two checkers moved by a roll that allows neither: no rule tells the soldier from the guard."""
    one, two = (
        play.result for play in legal_plays(START, Side.LIGHT, DICE)
        if play.result.points[12] == "SS" and play.result.points[8] and play.result.points[10]
    )  # fmt: skip
    after = turned(Belief(), Side.LIGHT, (6, 5), one.seen)
    assert after.is_illegal
    assert set(after.belief.positions) >= {one, two}


def test_a_play_that_only_one_of_them_allows_is_asked_about_and_accuses_nobody() -> None:
    """A single soldier on dark's way can be hit by anybody, a single guard by no soldier."""
    points = list(START.points)
    points[12], points[1] = "SS", "os"  # light's guard and a soldier have left 13; dark's soldier lies above
    belief = Belief(
        tuple(
            replace(START, points=(*points[:8], nine, *points[9:10], eleven, *points[11:]))
            for nine, eleven in (("S", "G"), ("G", "S"))
        )
    )
    assert not any(each.faults() for each in belief.positions)
    hit = next(
        play.result
        for play in legal_plays(belief.positions[0], Side.DARK, (5, 2))
        if play.result.bar[0] and "23/18/16*" in str(play)
    )
    after = turned(belief, Side.DARK, (5, 2), hit.seen)
    assert after.legal
    assert after.illegal
    assert after.verdict is not None
    assert "A10" in after.verdict.rules
    question = after.question
    assert question is not None
    assert set(question.stacks) == {"S", "G"}
    right, wrong = question.stacks
    assert not after.told(question.point, right).is_illegal
    assert after.told(question.point, wrong).is_illegal
    assert after.told(question.point, "nonsense") == after


def test_a_tap_puts_a_stack_in_its_order_and_no_other_checkers_there() -> None:
    belief = Belief().told(13, "SGSS")
    assert belief.stacks(13) == ("SGSS",)
    with pytest.raises(IllegalPositionError):
        belief.told(13, "SSSS")
    with pytest.raises(IllegalPositionError):
        belief.told(0, "S")


def test_whole_games_are_followed_by_their_counts() -> None:
    """`python -m lab.campaigns.abak_classes 200` plays more of them."""
    found = play_games(1, 7)
    assert found.turns > 20
    assert found.right == found.games
    assert found.false == 0
    assert found.caught == found.wrong_plays == 1

"""On a busy machine looks are few: one may show a play and the next roll, or a whole turn. Nobody is accused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.state import Phase
from arbiter.position import START
from arbiter.referee.evidence import MOST_LOOKS, Evidence
from tests.arbiter_referee.follow import differences
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, Stage, die, moved, two_turns_in
from tests.arbiter_referee.test_whole_games import at_table


def test_the_first_play_and_the_reply_s_roll_are_seen_in_one_look() -> None:
    """Light has played 5-1 before anybody looked again: dark's dice lie there, which were taken for the opening's."""
    stage = Stage().rest()
    played = moved(START, LIGHT, (13, 8), (24, 23))
    stage.dice = tuple(die(value, "left", n) for n, value in enumerate((5, 2)))
    stage.put(played, looks=40)
    assert stage.said == ["game", "play", "roll"]
    assert (stage.state.player, stage.state.dice, stage.state.position) == (DARK, (5, 2), played)


def test_a_whole_turn_goes_by_while_nothing_is_seen() -> None:
    """Light's 6-1 and dark's 6-4 are over when the board is seen again, four seconds after light's dice."""
    stage = two_turns_in().throw((6, 1))
    before = stage.state.position
    stage.events.clear()
    stage.dice = ()
    after = moved(moved(before, LIGHT, (24, 18), (11, 10)), DARK, (10, 4), (8, 4))
    stage.hand(60).rest(5, after)
    assert stage.said == []
    stage.rest(40)
    assert stage.said == ["play", "play"]
    assert (stage.state.player, stage.state.position) == (LIGHT, after)


def test_an_illegal_play_is_told_all_the_same() -> None:
    stage = two_turns_in().throw((6, 1))
    wrong = moved(stage.state.position, LIGHT, (13, 5))
    stage.events.clear()
    stage.dice = ()
    stage.hand(60).rest(30, wrong)
    assert stage.said == ["illegal"]


@pytest.mark.parametrize("seed", [71003])
def test_nobody_is_accused_at_a_busy_machine(seed: int) -> None:
    """A look in twelve is followed by up to one and a half seconds without any."""
    followed = at_table(seed, compares=True, stalls=0.08)
    followed.watch(followed.table.game(plies=8)).finish()
    assert followed.false_alarms() == []
    assert differences(followed)[:5] in ("", "turn ")


def test_a_game_is_followed_by_one_look_a_rest_that_stands_for_a_third_of_a_second() -> None:
    stage = two_turns_in()
    stage.rested = 0.35
    stage.events.clear()
    stage.throw((3, 1), looks=1).play("8/5 6/5", looks=1).lift(looks=1)
    stage.throw((4, 2), "left", looks=1).play("8/4 6/4", looks=1).lift(looks=1)
    assert stage.said == ["roll", "play", "roll", "play"]


def test_a_look_stands_for_those_that_there_would_have_been() -> None:
    look = Evidence(30, 2.0, still=True, hand=False, hurried=True, rested=0.35)
    assert [round(each.time, 3) for each in look.looks] == [1.7, 1.8, 1.9, 2.0]
    assert {each.frame for each in look.looks} == {30}
    assert replace(look, rested=0.05).looks == (replace(look, rested=0.05),)
    assert len(replace(look, rested=60.0).looks) == MOST_LOOKS + 1


def test_what_is_told_is_dated_when_it_is_told() -> None:
    stage = two_turns_in()
    stage.rested = 0.35
    stage.events.clear()
    stage.throw((6, 1), looks=1)
    assert [(event.frame, event.time) for event in stage.events] == [(stage.frame - 1, (stage.frame - 1) / FPS)]


def test_one_hurried_look_at_an_illegal_play_accuses_nobody() -> None:
    stage = two_turns_in().throw((6, 1))
    wrong = moved(stage.state.position, LIGHT, (13, 5))
    stage.events.clear()
    stage.rested = 0.2
    stage.put(wrong, looks=1)
    assert stage.said == []


def test_a_checker_that_moved_backwards_is_not_recorded_while_pictures_are_dropped() -> None:
    """However long the warning has stood: the same account would be recorded where all pictures are looked at."""
    stage = two_turns_in().throw((3, 1))
    wrong = moved(stage.state.position, LIGHT, (6, 9), (8, 7))
    stage.rested = 0.2
    stage.put(wrong, looks=10).lift(looks=10).rest(20)
    stage.throw((6, 4), "left", looks=40)
    assert "illegal" in stage.said
    assert "stood" not in stage.said
    assert stage.state.phase is Phase.CORRECTING

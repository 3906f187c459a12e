"""Dice on the table: which of them are a roll, whose it is, and what they show."""

from __future__ import annotations

from typing import Literal

import pytest

from arbiter.match.events import BadRoll, PlayMade, RollSeen
from arbiter.match.state import Phase, Turn
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START
from arbiter.rules import Rules
from tests.arbiter_referee.stage import BAR_CLOSED, DARK, LIGHT, RACE, Stage, die, moved, on_roll, opened, rolled


def test_a_hand_over_the_dice_does_not_lift_them() -> None:
    stage = opened((3, 1))
    shown, stage.dice = stage.dice, ()
    stage.hand(30)
    stage.dice = shown
    stage.rest()
    assert stage.said == []


def test_a_die_read_wrongly_now_and_then_is_outvoted() -> None:
    stage = Stage().rest()
    for value in (3, 3, 6, 3, 3, 3, 6, 3):
        stage.dice = (die(value, "right"), die(1, "right", 1))
        stage.rest(1)
    assert [event.dice for event in stage.events if isinstance(event, RollSeen)] == [(3, 1)]


def test_a_roll_read_wrongly_at_first_is_told_again() -> None:
    stage = opened((6, 1))
    stage.dice = (die(3, "right"), die(1, "right", 1))
    stage.rest(20)
    assert [event.dice for event in stage.events if isinstance(event, RollSeen)] == [(3, 1)]
    assert stage.state.dice == (3, 1)


def test_dice_pushed_aside_are_the_same_roll() -> None:
    stage = opened((3, 1))
    stage.dice = tuple(
        type(one)(one.value, one.probabilities, (one.center[0] + 60, 330.0), None, one.leaf)
        for one in stage.dice
    )
    stage.hand().rest().play("8/5 6/5").lift()
    assert stage.said == ["play"]


def misjudged(stage: Stage, dice: Dice = (3, 1)) -> Stage:
    """Dice of which one is taken to lean, though people see it lie flat."""
    stage.dice = (die(dice[0], "right", cocked=True), die(dice[1], "right", 1))
    stage.hand(2).rest(40)
    assert stage.said == ["bad_roll"]
    return stage


def test_people_who_play_on_with_a_doubted_die_have_rolled() -> None:
    """What was told of the die was an opinion: the roll stands as read, and its play counts."""
    stage = misjudged(on_roll())
    stage.put(find_play("8/5 6/5", START, LIGHT, (3, 1)).result, looks=15).lift()
    assert stage.said == ["bad_roll", "roll", "play"]
    (doubted,) = (event for event in stage.events if isinstance(event, BadRoll))
    assert "play on" in doubted.message
    assert stage.state.turns[-1] == Turn(LIGHT, (3, 1), "8/5 6/5")


def test_an_illegal_play_with_a_doubted_die_is_warned_of() -> None:
    stage = misjudged(on_roll())
    stage.put(moved(START, LIGHT, (8, 5), (13, 11)), looks=30)
    assert stage.said == ["bad_roll", "roll", "illegal"]


def test_a_doubted_die_is_told_of_once_and_the_next_throw_counts() -> None:
    stage = misjudged(on_roll())
    stage.rest(60).lift().throw((5, 2))
    assert stage.said == ["bad_roll", "roll"]
    assert stage.state.dice == (5, 2)


def test_a_cocked_die_voids_the_roll() -> None:
    """R58."""
    stage = on_roll()
    stage.dice = (die(3, "right", cocked=True), die(1, "right", 1))
    stage.rest(30)
    assert stage.said == ["bad_roll"]
    assert stage.state.phase is Phase.TO_ROLL
    stage.lift().throw((4, 2))
    assert stage.said == ["bad_roll", "roll"]


def test_what_hardly_looks_like_dice_voids_no_roll() -> None:
    """A page full of print covers half the board; two flowers on it pass for dice, one of them for a cocked one."""
    stage = on_roll()
    stage.dice = (die(2, "right", sure=0.46, cocked=True), die(4, "right", 1, sure=0.5))
    stage.rest(40)
    assert stage.said == []


def early(stage: Stage) -> Stage:
    """Dark throws 6-4 while light's dice still lie."""
    stage.dice = (*stage.dice, die(6, "left"), die(4, "left", 1))
    return stage.rest(20)


@pytest.mark.parametrize(("agreed", "said"), [("right", ["bad_roll"]), ("any", ["roll"])])
def test_dice_in_the_other_half_count_unless_agreed(agreed: Literal["right", "any"], said: list[str]) -> None:
    """R57: light's right hand is at the right leaf."""
    stage = on_roll(rules=Rules(dice_leaf=agreed)).throw((3, 1), "left")
    assert stage.said == said


def test_an_early_roll_waits_for_its_turn_where_that_is_allowed() -> None:
    """R61."""
    stage = early(opened((3, 1), Rules(early_roll="allowed")).play("8/5 6/5"))
    assert stage.said == []
    stage.dice = stage.dice[2:]
    stage.hand().rest()
    assert stage.said == ["play", "roll"]


@pytest.mark.parametrize("agreed", ["void", "tolerated"])
def test_an_early_roll_with_contact_is_void(agreed: Literal["void", "tolerated"]) -> None:
    stage = early(opened((3, 1), Rules(early_roll=agreed)).play("8/5 6/5"))
    assert stage.said == ["bad_roll"]
    stage.dice = stage.dice[2:]
    stage.hand().rest()
    assert stage.said == ["bad_roll", "play"]
    stage.lift().throw((5, 2), "left")
    assert (stage.said, stage.state.dice) == (["bad_roll", "play", "roll"], (5, 2))


@pytest.mark.parametrize(
    ("agreed", "said"), [("void", ["bad_roll"]), ("tolerated", []), ("allowed", [])]
)
def test_an_early_roll_without_contact(
    agreed: Literal["void", "tolerated", "allowed"], said: list[str]
) -> None:
    stage = on_roll(position=RACE, rules=Rules(early_roll=agreed)).throw((3, 1))
    stage.events.clear()
    assert early(stage.play("3/off 1/off")).said == said


def test_an_early_roll_on_a_forced_play_is_tolerated() -> None:
    """Dark is on the bar against six points: their roll cannot be played whatever light sees of the next one."""
    stage = rolled(DARK, (6, 5), BAR_CLOSED)
    stage.dice = (*stage.dice, die(6, "right"), die(4, "right", 1))
    assert stage.rest(20).said == []


def test_a_missed_roll_is_told_by_the_play_where_only_one_leads_there() -> None:
    stage = on_roll().put(moved(START, LIGHT, (24, 18), (8, 7)), looks=60)
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.dice == (6, 1)


def test_a_missed_roll_is_never_guessed() -> None:
    """24/18 13/11 may have been 6-2 or 2-2."""
    stage = on_roll().put(moved(START, LIGHT, (24, 18), (13, 11)), looks=60)
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.dice is None
    assert event.position == stage.position


def test_one_die_seen_tells_the_other_by_the_play() -> None:
    """24/18 13/11 may be 6-2 or 2-2; the 6 that was seen decides."""
    stage = on_roll()
    stage.dice = (die(6, "right"),)
    stage.rest().put(moved(START, LIGHT, (24, 18), (13, 11)), looks=30)
    assert stage.said == []
    stage.lift(40)
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.dice == (6, 2)


def test_half_a_play_with_one_die_unseen_is_waited_for() -> None:
    """24/18 alone could be 4-2 or 5-1 played out, but a die still lies there."""
    stage = on_roll()
    stage.dice = (die(6, "right"),)
    stage.rest().put(moved(START, LIGHT, (24, 18)), looks=60)
    assert stage.said == []


def test_a_die_painted_on_the_board_is_none() -> None:
    painted = die(5, "left", 5)
    stage = Stage()
    stage.dice = (painted,)
    stage.rest(70)
    stage.dice = (painted, die(3, "right"), die(1, "right", 1))
    stage.hand(2).rest(10).play("8/5 6/5")
    stage.dice = (painted,)
    stage.hand().rest(10)
    stage.dice = (painted, die(6, "left"), die(4, "left", 1))
    stage.hand(2).rest(10)
    assert [event.dice for event in stage.events if isinstance(event, RollSeen)] == [(3, 1), (6, 4)]
    assert stage.said == ["game", "roll", "play", "roll"]

"""What the referee waits for, as people are told: the hand first, then what is hard to read, then what comes next."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter.match.entered_events import Paused
from arbiter.match.events import Event, GameStarted, MatchStarted, OutOfStep
from arbiter.match.fold import fold
from arbiter.position import START, Position
from arbiter.referee.evidence import DieSeen
from arbiter.rules import Rules
from bookgammon.table.waiting import reasons_to_wait, start_doubt
from tests.web.readings import die, evidence_of
from tests.web.table_parts import game, match
from tests.web.tables import doubled, moving, to_roll
from translation.catalogue import catalogue

SIX_POINT, MIDPOINT = 5, 12


def said(events: Sequence[Event], dice: tuple[DieSeen, ...] = ()) -> tuple[str, ...]:
    state = fold(events)
    look = evidence_of(state.position, dice=dice)
    return reasons_to_wait(state, look, look, "")


def test_a_lost_camera_is_the_only_reason() -> None:
    look = evidence_of(START)
    assert reasons_to_wait(to_roll().state, look, look, "The camera is gone.") == ("The camera is gone.",)


def test_a_hand_is_said_before_anything_else() -> None:
    before, now = evidence_of(START), evidence_of(START, hand=True)
    first, second = reasons_to_wait(to_roll().state, now, before, "")
    assert first.startswith("A hand lies over the board")
    assert second == "It waits for Ben's roll."


def test_a_point_that_may_hold_four_or_five_is_named_as_its_player_counts_it() -> None:
    """Dark is on turn: light's 6-point is dark's 19-point. A row of seven is counted by all others."""
    state = moving().state
    look = evidence_of(state.position, unsure={SIX_POINT: (4, 0)})
    assert reasons_to_wait(state, look, look, "")[0] == "Ben's 19-point is not sure: 5 or 4."
    tall = evidence_of(state.position, unsure={SIX_POINT: (7, 0)})
    assert not any("not sure" in one for one in reasons_to_wait(state, tall, tall, ""))


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ((die(4, (1.0, 1.0)),), "Only one die is in sight."),
        ((die(4, (1.0, 1.0)), die(3, (9.0, 9.0), cocked=True)), "A die seems not to lie flat."),
        ((die(4, (1.0, 1.0)), die(3, (9.0, 9.0), 0.6)), "A die is not sure: 3 or 1."),
    ],
)
def test_dice_that_hold_the_roll_up_are_told(dice: tuple[DieSeen, ...], sentence: str) -> None:
    assert sentence in said([*match(), *game()], dice=dice)


def test_each_phase_says_what_comes_next() -> None:
    begun = [*match(), GameStarted(0, 0.0, START)]
    assert said(begun)[-1] == "It waits for the opening roll."
    look = evidence_of(START)
    assert reasons_to_wait(moving().state, look, look, "")[-1].startswith("It waits for the dice to be lifted")
    assert reasons_to_wait(doubled().state, look, look, "") == ("It waits for the answer to the double.",)
    assert said([*begun, Paused(0, 0.0)]) == ("The match is paused: what the camera sees does not count.",)
    (asked,) = said([*begun, OutOfStep(0, 0.0, Position((15, *[0] * 25), START.dark), "board")])
    assert asked.startswith("The board does not match the game: ")


def test_before_a_game_the_points_that_are_not_as_at_the_start_are_named() -> None:
    state = fold([MatchStarted(0, 0.0, Rules(length=3), ("Anna", "Ben"))])
    row = list(START.light)
    row[6], row[5] = 4, 1
    look = evidence_of(Position(tuple(row), START.dark))
    assert reasons_to_wait(state, look, look, "") == (
        "Anna's 5-point shows 1 light checker; a game begins with no checker.",
        "Anna's 6-point shows 4 light checkers; a game begins with 5 light checkers.",
    )


def test_a_board_that_seems_set_up_says_why_no_game_begins() -> None:
    """Three points are read too doubtfully to believe in the starting position, which the page draws all the same."""
    state = fold([MatchStarted(0, 0.0, Rules(length=3), ("Anna", "Ben"))])
    assert start_doubt(state, evidence_of(START)) == ""
    sentence = start_doubt(state, evidence_of(START, misread={MIDPOINT: (6, 0), SIX_POINT: (4, 0), 23: (0, 3)}))
    assert sentence.startswith("The camera is not sure of Anna's 6-point")
    assert catalogue("de").say(sentence).startswith("Die Kamera ist sich bei Feld 6 von Anna nicht sicher")

"""A game that ended out of the camera's sight: what is offered as its end, and what an answer brings about."""

from __future__ import annotations

import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import CommandError, EndGame, PlayOn, TakeBoard
from arbiter.match.endings import endings, likeliest_ending
from arbiter.match.entered_events import Resigned
from arbiter.match.events import (
    BackInStep,
    Doubled,
    Event,
    GameOver,
    GameStarted,
    MatchStarted,
    OutOfStep,
    PlayCorrected,
    PlayMade,
    RollSeen,
    Taken,
)
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import standing
from arbiter.position import START, Position, Side
from arbiter.rules import Rules
from tests.arbiter_referee.stage import moved

LIGHT, DARK = Side.LIGHT, Side.DARK
AFTER_31 = moved(START, LIGHT, (8, 5), (6, 5))
OPENED: list[Event] = [
    MatchStarted(0, 0.0, Rules(length=7)),
    GameStarted(1, 0.1, START),
    RollSeen(2, 0.2, LIGHT, (3, 1)),
    PlayMade(3, 0.3, LIGHT, (3, 1), "8/5 6/5", AFTER_31),
]


def after(*more: Event) -> MatchState:
    return fold([*OPENED, *more])


def test_who_leads_in_the_race_has_most_likely_won_a_single_game() -> None:
    first, *_, last = endings(after())
    assert (first.winner, first.kind, first.points) == (LIGHT, "single", 1)
    assert last.winner is None


def test_what_was_offered_at_the_table_comes_first() -> None:
    assert endings(after(Resigned(4, 0.4, LIGHT, "gammon")))[0].points == 2
    doubled = after(Doubled(4, 0.4, DARK, 2))
    assert endings(doubled)[0].winner is DARK


def test_nobody_who_has_borne_off_a_checker_loses_a_gammon() -> None:
    light = (1, 0, 14, *[0] * 23)
    state = fold([OPENED[0], GameStarted(1, 0.1, Position(light, START.dark), LIGHT)])
    assert {ending.kind for ending in endings(state) if ending.winner is DARK} == {"single"}


def test_the_cube_in_play_counts_in_what_a_game_given_up_scores() -> None:
    doubled = after(Doubled(4, 0.4, DARK, 2), Taken(5, 0.5, LIGHT, 2))
    (over,) = answer(doubled, EndGame(DARK, "gammon"), 9, 0.9)
    assert over == GameOver(9, 0.9, DARK, 4, "gammon")


def test_without_a_winner_the_next_game_begins_at_the_same_score() -> None:
    state = fold(answer(after(), EndGame(None), 9, 0.9), after())
    assert (state.score, state.game, state.turns) == ((0, 0), 2, ())


def test_the_end_of_the_last_game_is_put_right_and_the_new_game_stays() -> None:
    assumed = likeliest_ending(after(), 8, 0.8)
    new_game = [GameStarted(9, 0.9, START), RollSeen(10, 1.0, DARK, (6, 1))]
    events = [*OPENED, assumed, *new_game]
    state = fold(events)
    assert state.assumed == assumed
    events += answer(state, EndGame(DARK, "gammon", last=True), 11, 1.1)
    state = fold(events)
    assert (state.score, state.assumed) == ((0, 2), None)
    assert (state.phase, state.player, state.dice, state.game) == (Phase.MOVING, DARK, (6, 1), 2)
    record = record_of(standing(events))
    assert [game.result and game.result.winner for game in record.games] == [DARK]


def test_taking_over_the_board_ends_the_turn_of_whoever_has_played() -> None:
    odd = moved(AFTER_31, DARK, (24, 10), (13, 3))
    state = after(RollSeen(4, 0.4, DARK, (6, 2)), OutOfStep(5, 0.5, odd))
    kinds = [type(event) for event in answer(state, TakeBoard(LIGHT), 6, 0.6)]
    assert kinds == [PlayCorrected, BackInStep]  # entered by hand: nobody is accused
    went_on = fold(answer(state, TakeBoard(LIGHT), 6, 0.6), state)
    assert (went_on.position, went_on.player, went_on.out_of_step) == (odd, LIGHT, None)
    stayed = fold(answer(state, TakeBoard(), 6, 0.6), state)
    assert (stayed.position, stayed.player, stayed.dice) == (odd, DARK, (6, 2))


def test_playing_on_asks_no_longer_how_the_game_ended() -> None:
    state = after(OutOfStep(5, 0.5, START, "ending"))
    (event,) = answer(state, PlayOn(), 6, 0.6)
    assert event == OutOfStep(6, 0.6, START)


@pytest.mark.parametrize("command", [TakeBoard(), PlayOn(), EndGame(LIGHT, last=True)])
def test_there_is_nothing_to_answer_while_all_is_well(command: TakeBoard | PlayOn | EndGame) -> None:
    with pytest.raises(CommandError):
        answer(after(), command, 6, 0.6)

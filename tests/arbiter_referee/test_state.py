"""Scores, stakes and matches: the fold over events."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.match.entered_events import TurnEdited
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    IntendedCube,
    MatchOver,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
)
from arbiter.match.fold import apply, fold
from arbiter.match.state import Cube, MatchState, Phase
from arbiter.match.undo import standing
from arbiter.position import START, Position, Side
from arbiter.rules import Rules
from arbiter.scoring import finisher, game_points, is_crawford, kind_of_win, match_winner
from tests.arbiter_referee.strategies import events

LIGHT, DARK = Side.LIGHT, Side.DARK
AT = (7, 0.5)


def off(light: int, dark: int, *rest: tuple[int, int]) -> Position:
    """So many borne off; `rest` are dark's places with their counts, light's others stand on its 1-point."""
    row = [0] * 26
    row[0] = dark
    for place, count in rest:
        row[place] = count
    return Position((light, 15 - light, *[0] * 24), tuple(row))


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        (off(15, 1, (24, 14)), "single"),
        (off(15, 0, (18, 15)), "gammon"),
        (off(15, 0, (19, 1), (1, 14)), "backgammon"),
        (off(15, 0, (25, 1), (1, 14)), "backgammon"),
    ],
)
def test_kind_of_win(position: Position, kind: str) -> None:
    assert finisher(position) is LIGHT
    assert kind_of_win(position, LIGHT) == kind


@pytest.mark.parametrize(
    ("rules", "doubled", "kind", "points"),
    [
        (Rules(length=5), False, "backgammon", 12),
        (Rules(length=5, backgammon_counts=2), False, "backgammon", 8),
        (Rules(length=0), False, "single", 4),
        (Rules(length=0), True, "backgammon", 12),
        (Rules(length=0, jacoby=False), False, "backgammon", 12),
        (Rules(length=5, jacoby=True), False, "single", 4),
    ],
)
def test_points_of_a_backgammon_at_four(rules: Rules, doubled: bool, kind: str, points: int) -> None:
    assert game_points("backgammon", 4, doubled, rules) == (kind, points)


@pytest.mark.parametrize(
    ("rules", "score", "played", "crawford"),
    [
        (Rules(length=5), (4, 0), False, True),
        (Rules(length=5), (4, 0), True, False),
        (Rules(length=5), (3, 3), False, False),
        (Rules(length=5, crawford=False), (4, 0), False, False),
        (Rules(length=0), (4, 0), False, False),
        (Rules(length=1), (0, 0), False, False),
    ],
)
def test_the_crawford_game(rules: Rules, score: tuple[int, int], played: bool, crawford: bool) -> None:
    assert is_crawford(rules, score, played) is crawford


def test_who_has_won_the_match() -> None:
    assert match_winner(Rules(length=5), (4, 6)) is DARK
    assert match_winner(Rules(length=5), (4, 3)) is None
    assert match_winner(Rules(length=0), (400, 3)) is None


def test_a_whole_match() -> None:
    state = fold([MatchStarted(*AT, Rules(length=3), ("Ann", "Bo")), GameStarted(*AT, START)])
    assert (state.phase, state.player, state.game) == (Phase.TO_ROLL, None, 1)
    state = fold([RollSeen(*AT, DARK, (6, 2)), PlayMade(*AT, DARK, (6, 2), "24/18 13/11", START)], state)
    assert (state.phase, state.player, state.dice) == (Phase.TO_ROLL, LIGHT, None)
    state = apply(state, Doubled(*AT, LIGHT, 2))
    assert (state.phase, state.player, state.cube) == (Phase.DOUBLED, LIGHT, Cube())
    state = apply(state, Taken(*AT, DARK, 2))
    assert (state.phase, state.player, state.cube, state.doubled) == (
        Phase.TO_ROLL,
        LIGHT,
        Cube(2, DARK),
        True,
    )
    state = apply(state, GameOver(*AT, LIGHT, 2, "single"))
    assert (state.phase, state.score) == (Phase.GAME_OVER, (2, 0))
    state = apply(state, GameStarted(*AT, START, crawford=True))
    assert (state.cube, state.doubled, state.crawford, state.turns) == (Cube(), False, True, ())
    state = fold([GameOver(*AT, DARK, 1, "single"), GameStarted(*AT, START)], state)
    assert (state.crawford, state.crawford_played) == (False, True)
    state = fold([GameOver(*AT, LIGHT, 1, "single"), MatchOver(*AT, LIGHT, (3, 1))], state)
    assert (state.phase, state.score, state.names) == (Phase.MATCH_OVER, (3, 1), ("Ann", "Bo"))


def test_a_dropped_double_ends_the_game_for_the_doubler() -> None:
    state = fold([GameStarted(*AT, START, LIGHT), Doubled(*AT, LIGHT, 2), Dropped(*AT, DARK)])
    assert (state.phase, state.player, state.result) == (Phase.GAME_OVER, LIGHT, None)


def test_an_illegal_play_waits_stands_or_is_put_right() -> None:
    wrong = Position.from_points([1] * 15 + [0] * 8 + [-15])
    rolled = fold([GameStarted(*AT, START, LIGHT), RollSeen(*AT, LIGHT, (3, 1))])
    warned = apply(rolled, IllegalPlay(*AT, LIGHT, (3, 1), ("R17",), "no", wrong, True))
    assert (warned.phase, warned.position) == (Phase.MOVING, START)
    waiting = apply(warned, IllegalPlay(*AT, LIGHT, (3, 1), ("R17",), "no", wrong, False))
    assert (waiting.phase, waiting.position, waiting.player) == (Phase.CORRECTING, START, LIGHT)
    stood = apply(waiting, PlayStood(*AT, LIGHT, "8/6", wrong))
    assert (stood.phase, stood.position, stood.player) == (Phase.TO_ROLL, wrong, DARK)
    assert [(turn.illegal, turn.dice) for turn in stood.turns] == [(True, (3, 1))]
    right = apply(waiting, PlayCorrected(*AT, LIGHT, "8/5 6/5", wrong))
    assert (right.phase, right.warning, right.player) == (Phase.TO_ROLL, None, DARK)
    assert [turn.illegal for turn in right.turns] == [False]


def test_a_play_corrected_later_amends_the_last_turn() -> None:
    done = fold([GameStarted(*AT, START, LIGHT), PlayMade(*AT, LIGHT, (3, 1), "8/5 6/5", START)])
    amended = apply(done, PlayCorrected(*AT, LIGHT, "13/10 6/5", START))
    assert [(turn.play, turn.dice) for turn in amended.turns] == [("13/10 6/5", (3, 1))]
    assert (amended.phase, amended.player) == (Phase.TO_ROLL, DARK)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.lists(events, max_size=12))
def test_any_events_fold_without_complaint(happened: list[Event]) -> None:
    """A journal is history: whatever stands in it gives a state, the same whole or in parts."""
    state = fold(happened)
    assert state == fold(happened[5:], fold(happened[:5]))
    assert isinstance(state, MatchState)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.lists(events, max_size=12))
def test_what_stands_after_undoing_leads_to_the_same_state(happened: list[Event]) -> None:
    assert _lasting(fold(happened)) == _lasting(fold(standing(happened)))


def _lasting(state: MatchState) -> MatchState:
    """Without what an undo leaves alone, and without the rolls that it keeps for the next time."""
    kept = replace(state, notes=(), seats=None, paused=False, out_of_step=None, kept_rolls=())
    return replace(kept, cube_taken_back=None, revising=None, again=False, hint=None)


def test_an_edited_turn_of_a_journal_that_no_match_writes_is_no_error() -> None:
    """Found by hypothesis: a match begun anew, a play without a roll, and then its edit, which leaves no turn."""
    play = PlayMade(*AT, LIGHT, None, "", Position((0,) * 26, (0,) * 26))
    edit = TurnEdited(*AT, 0, 1, (1, 1), "", None, None)
    begun = MatchStarted(*AT, Rules(), ("", ""))
    assert isinstance(fold([begun, begun, IntendedCube(*AT, LIGHT, False), play, edit]), MatchState)

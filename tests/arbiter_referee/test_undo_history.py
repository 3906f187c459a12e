"""Undo over a long evening: it leads back to the first roll, and what it needs for that stays small."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.match.entered_events import Undone
from arbiter.match.events import Event, GameOver, GameStarted, MatchStarted, Note, PlayMade, RollSeen
from arbiter.match.fold import apply, fold
from arbiter.match.history import BLOCK, UNPACKED_AT_ONCE, History, PackedActions
from arbiter.match.state import MatchState
from arbiter.match.undo import last_action, standing
from arbiter.notation import format_play
from arbiter.plays import legal_plays
from arbiter.position import START, Side
from arbiter.referee.revision import revision
from arbiter.rules import Rules
from arbiter.scoring import finisher
from tests.arbiter_referee.strategies import events

PLAYED_OUT = 20
"""Turns of a game, after which somebody wins it."""


def evening(games: int, seed: int = 5) -> list[Event]:
    """A money session of so many games, with rolls read twice and notes in between."""
    return [MatchStarted(0, 0.0, Rules(length=0)), *_games(games, random.Random(seed))]


def _games(games: int, rng: random.Random) -> Iterator[Event]:
    frame = 0
    for _ in range(games):
        position, side = START, rng.choice(list(Side))
        yield GameStarted(frame, frame / 10, position)
        for _ in range(PLAYED_OUT):
            frame += 1
            dice, at = (rng.randint(1, 6), rng.randint(1, 6)), (frame, frame / 10)
            yield RollSeen(*at, side, (dice[0] % 6 + 1, dice[1]))
            yield RollSeen(*at, side, dice)
            if rng.random() < 0.1:
                yield Note(*at, f"The board moved at {frame}.")
            play = rng.choice(legal_plays(position, side, dice))
            position = play.result
            yield PlayMade(*at, side, dice, format_play(play), position)
            side = side.other
        assert finisher(position) is None
        yield GameOver(frame, frame / 10, side, 1, "single")


def lasting(state: MatchState) -> MatchState:
    """Without what an undo leaves alone, and without a revision that never came to its end."""
    return replace(state, notes=(), seats=None, paused=False, out_of_step=None, cube_taken_back=None, revising=None)


def states_before_actions(happened: list[Event]) -> list[MatchState]:
    """The state before each action, oldest first, as it was when the action happened."""
    found: list[MatchState] = []
    state = MatchState()
    for event in happened:
        after = apply(state, event)
        if after.actions > state.actions:
            found.append(state)
        state = after
    return found


def live_states() -> int:
    gc.collect()
    return sum(isinstance(one, MatchState) for one in gc.get_objects())


def packed_bytes(history: History) -> int:
    while history is not None and not isinstance(history, PackedActions):
        history = history.before.history
    total = 0
    while history:
        total += len(history.data)
        history = history.earlier
    return total


def test_undo_leads_back_over_many_games_to_the_first_roll() -> None:
    happened = evening(8)
    expected = states_before_actions(happened)
    assert len(expected) == 8 * (2 * PLAYED_OUT + 1)
    state = fold(happened)
    for before in reversed(expected):
        assert last_action(state)
        state = apply(state, Undone(9999, 999.9))
        assert lasting(state) == lasting(before)
    assert last_action(state) == ""
    assert apply(state, Undone(9999, 999.9)) == state
    assert (state.game, state.position) == (1, START)


@pytest.mark.parametrize("games", [4, 20])
def test_the_states_that_are_kept_do_not_grow_with_the_evening(games: int) -> None:
    happened = evening(games)
    others = live_states()
    state = fold(happened)
    assert state.actions == games * (2 * PLAYED_OUT + 1)
    assert live_states() - others <= 2 * BLOCK
    assert packed_bytes(state.history) < 100 * state.actions


def test_the_states_that_are_kept_stay_few_while_all_is_taken_back() -> None:
    others = live_states()
    state, most = fold(evening(12)), 0
    while state.last:
        state = apply(state, Undone(9999, 999.9))
        if state.actions % 50 == 0:
            most = max(most, live_states() - others)
    assert most <= (UNPACKED_AT_ONCE + 2) * BLOCK


def test_what_is_played_anew_after_undoing_far_can_be_taken_back_too() -> None:
    happened = evening(6)
    back = 2 * BLOCK + 7
    again = [*happened, *[Undone(9999, 999.9)] * back, *evening(3, seed=6)[1:]]
    state = fold(again)
    for before in reversed(states_before_actions(standing(again))):
        state = apply(state, Undone(9999, 999.9))
        assert lasting(state) == lasting(before)


@contextmanager
def _blocks_of(actions: int) -> Iterator[None]:
    with patch("arbiter.match.fold.BLOCK", actions), patch("arbiter.match.revising.BLOCK", actions):
        yield


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.lists(events, max_size=30))
def test_packing_changes_nothing_whatever_happened(happened: list[Event]) -> None:
    with _blocks_of(10**6):
        plain = fold(happened)
    with _blocks_of(2):
        state = fold(happened)
        while plain.last:
            assert state == plain
            assert (state.actions, last_action(state)) == (plain.actions, last_action(plain))
            plain, state = apply(plain, Undone(9, 9.9)), apply(state, Undone(9, 9.9))
        assert (state, state.last) == (plain, None)


@pytest.mark.parametrize("ahead", [1, 8, 12, 40])
def test_two_accounts_are_told_apart_where_they_differ_though_each_was_packed_by_itself(ahead: int) -> None:
    """ahead: how many events both accounts share after the state that they share, up to the play that differs."""
    happened = [event for event in evening(3) if not isinstance(event, Note)]
    place = next(n for n, event in enumerate(happened) if isinstance(event, PlayMade) and n > 1.6 * BLOCK)
    shared, same, play = happened[: place - ahead], happened[place - ahead : place], happened[place]
    assert isinstance(play, PlayMade)
    common = fold(shared)
    told = fold([*same, play], common)
    better = fold([*same, replace(play, play="another one", position=START)], common)
    assert told.actions // BLOCK == 1
    events = revision(told, better, 9999, 999.9)
    assert [event.name for event in events] == ["revise", "undo", "play"]
    assert lasting(fold(events, told)) == lasting(better)

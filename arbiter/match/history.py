"""What undo leads back through, in little memory however long a session lasts, and one action taken back.

The latest actions are kept as they are, each with the state before it. Whenever BLOCK of them have come together they
are packed, and unpacked again should anybody undo as far as that: a state reaches a few dozen others, not thousands,
and every one of them can still be had.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from arbiter.match.entered_events import Undone
from arbiter.match.events import Doubled, Event, RollSeen, Taken
from arbiter.position import Side
from arbiter.replacing import replace

if TYPE_CHECKING:  # a state holds its history, which holds states
    from arbiter.match.state import MatchState

BLOCK = 64
"""Actions that are packed together: about half a game, some 3 kB."""
UNPACKED_AT_ONCE = 8
"""Blocks that stay unpacked for whoever asks again: the accounts that a referee follows beside each other do."""


@dataclass(frozen=True, slots=True)
class Action:
    """What may be undone as one. event: how it began; before: the state that an undo leads back to.

    then: what came after it and may not be undone by itself, oldest first.
    edited: where earlier turns were changed, by people or by later looks, the state with the changed record behind it.
    """

    event: Event
    before: MatchState
    then: tuple[Event, ...] = field(default=(), compare=False)
    edited: MatchState | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class PackedActions:
    """Actions one after the other, with the states before them. earlier: what came before the first of them."""

    data: bytes
    earlier: PackedActions | None


History = Action | PackedActions | None
"""The last action, by which all others are reached."""


def latest(history: History) -> Action | None:
    """The last action; None where there is nothing to undo."""
    return _unpacked(history) if isinstance(history, PackedActions) else history


def packed(history: History) -> PackedActions | None:
    """The same history without a state in it."""
    actions = []
    while isinstance(history, Action):
        edited = history.edited and replace(history.edited, history=packed(history.edited.history))
        actions.append((history.event, replace(history.before, history=None), history.then, edited))
        history = history.before.history
    if not actions:
        return history
    return PackedActions(zlib.compress(pickle.dumps(actions[::-1]), level=1), earlier=history)


@lru_cache(maxsize=UNPACKED_AT_ONCE)
def _unpacked(block: PackedActions) -> Action | None:
    history: Action | None = None
    for event, before, *rest in pickle.loads(zlib.decompress(block.data)):  # noqa: S301  packed by this very process
        history = Action(event, replace(before, history=history or block.earlier), *rest)
    return history


def with_event(history: History, event: Event) -> History:
    """The same with an event that is no action of its own: it belongs to the last one, or to none."""
    action = latest(history)
    return replace(action, then=(*action.then, event)) if action else history


def standing_actions(history: History) -> Iterator[Action]:
    """The actions that make the record, newest first: where earlier turns were changed, as they are since."""
    noted: tuple[Event, ...] = ()
    while action := latest(history):
        noted = (*action.then, *noted)
        if action.edited:
            history = action.edited.history
            continue
        yield replace(action, then=noted)
        noted, history = (), action.before.history


def taken_back(state: MatchState, event: Undone) -> MatchState:
    """The state before the last action. What was noted since, and who sits where, is no action and stays."""
    last, kept = state.last, state.kept_rolls
    if last is None:
        return state
    if event.keeps_roll and isinstance(last.event, RollSeen) and state.player and state.dice:
        kept = ((state.player, state.dice), *kept)
    back = agreeing(last.before, state)
    back = replace(back, cube_taken_back=_cube_as_turned(last, state) or state.cube_taken_back)
    if event.again:
        back = replace(back, again=True, hint=None)
    return replace(back, kept_rolls=kept) if event.keeps_roll else back


def agreeing(other: MatchState, state: MatchState) -> MatchState:
    """Another state of the match with all of this one that is no action."""
    return replace(
        other,
        notes=state.notes,
        seats=state.seats,
        paused=state.paused,
        out_of_step=state.out_of_step,
    )


def _cube_as_turned(last: Action, state: MatchState) -> tuple[int, Side] | None:
    """How the cube would lie, value and owner, by the action that is taken back; None where it turned no cube."""
    match last.event:
        case Doubled(player=player, value=value):
            return value, player.other
        case Taken(player=player):
            return state.cube.value, player
    return None

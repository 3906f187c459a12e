"""A finished turn that was another one after all: what follows is one action, and the turn says what it was before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbiter.match.events import Event
from arbiter.match.history import BLOCK, Action, packed
from arbiter.message import Message
from arbiter.notation import format_roll
from arbiter.play_text import shown_play
from arbiter.replacing import replace

if TYPE_CHECKING:  # a state holds what is being revised
    from arbiter.match.entered_events import TurnRevised
    from arbiter.match.state import MatchState, Turn


@dataclass(frozen=True, slots=True)
class Revising:
    """Events that make one action together. event: the one they began with; left: how many are still to come.

    before: the state that an undo leads back to.
    """

    event: TurnRevised
    before: MatchState
    left: int


def begun(state: MatchState, event: TurnRevised) -> MatchState:
    """The events that follow are one action; a revision that was under way is given up for it."""
    before = replace(state, revising=None)
    return replace(before, revising=Revising(event, before, event.follows)) if event.follows > 0 else before


def one_more(after: MatchState, revising: Revising) -> MatchState:
    """The state after one more event of a revision; after the last one they are one action."""
    left = revising.left - 1
    if left > 0:
        return replace(after, revising=replace(revising, left=left))
    begun, after = revising.event, replace(after, undone=())
    after = with_line(after, begun.turn, begun.message) if after.game == begun.game else after
    return as_one_action(after, begun, revising.before)


def as_one_action(after: MatchState, event: Event, before: MatchState) -> MatchState:
    """The state `after`, from which one undo leads back to `before`, whatever lies between them."""
    kept = replace(before, history=packed(before.history)) if before.actions % BLOCK == 0 else before
    return replace(after, actions=before.actions + 1, history=Action(event, kept, edited=after))


def with_line(state: MatchState, turn: int, line: str) -> MatchState:
    """The state whose turn of that number, from 1, says what it was before it was corrected."""
    if not line or not 1 <= turn <= len(state.turns):
        return state
    corrected = replace(state.turns[turn - 1], corrected=line)
    return replace(state, turns=(*state.turns[: turn - 1], corrected, *state.turns[turn:]))


def corrected_line(number: int, was: Turn, now: Turn) -> Message | None:
    """What a turn is instead of what it was, in one line; None where it is the same."""
    new, old = shown_play(now.play), shown_play(was.play)
    if now.dice and now.dice != was.dice:
        new = Message.joined(": ", (format_roll(now.dice), new))
        old = Message.joined(": ", (format_roll(was.dice) if was.dice else "?", old))
    if new == old:
        return None
    return Message("Turn {turn} corrected: {new} instead of {old}.", turn=number, new=new, old=old)

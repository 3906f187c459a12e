"""Redo: what an undo took back happens again, as long as nothing else has happened since.

The events come again with a frame and a time of their own, so that a record needs nothing new for it. They are
remembered only while the state is the one they belong to: whatever else happens forgets them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.match.commands import CommandError
from arbiter.match.entered_events import CameraDiffers, Paused, Resumed, Seated
from arbiter.match.events import BackInStep, BadRoll, Event, IllegalPlay, Note, OutOfStep, WarningWithdrawn
from arbiter.message import Message
from arbiter.replacing import replace

if TYPE_CHECKING:  # a state holds what may be redone
    from arbiter.match.entered_events import Undone
    from arbiter.match.state import MatchState

MOST = 64
"""Undos in a row that can be redone."""
_BESIDE = (Note, BadRoll, Seated, Paused, Resumed, OutOfStep, BackInStep, CameraDiffers)
"""Happens beside the match: an undo leaves it, and it takes no redo away."""


def undone(after: MatchState, state: MatchState, event: Undone) -> MatchState:
    """The state after an undo, with what it took back of `state`.

    Nothing can be redone against an opponent whose decisions were taken back too, where a roll comes again by itself,
    or where it was a change of earlier turns.
    """
    last = state.last
    if last is None:
        return after
    if event.keeps_roll or event.again or state.opponent or last.edited:
        return replace(after, undone=())
    said_anew = (*_BESIDE, WarningWithdrawn)
    then = (each for each in last.then if not isinstance(each, said_anew) and not _provisional(each))
    return replace(after, undone=(*state.undone, (last.event, *then))[-MOST:])


def still_undone(stack: tuple[tuple[Event, ...], ...], event: Event) -> tuple[tuple[Event, ...], ...]:
    """What can be redone once `event` has happened: what it repeats is done, anything else forgets the rest."""
    if not stack or isinstance(event, _BESIDE):
        return stack
    first, *rest = stack[-1]
    if replace(first, frame=event.frame, time=event.time) != event:
        return ()
    return (*stack[:-1], tuple(rest)) if rest else stack[:-1]


def redone(state: MatchState, frame: int, time: float) -> tuple[Event, ...]:
    """The events of the last undo once more. Raises CommandError where there are none."""
    if not state.undone:
        raise CommandError(Message("There is nothing to redo: something else was done since, or nothing was undone."))
    return tuple(replace(event, frame=frame, time=time) for event in state.undone[-1])


def _provisional(event: Event) -> bool:
    return isinstance(event, IllegalPlay) and event.provisional

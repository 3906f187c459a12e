"""What an entry does to the clock that the shared log holds: the arbiter's own rules, and nobody's machine."""

from __future__ import annotations

from dataclasses import replace

from arbiter.match.clock import Clock, run_out
from arbiter.match.clock import after as clock_after
from arbiter.match.commands import CommandError
from arbiter.match.endings import NOT_PLAYED
from arbiter.match.events import Event, TimeRanOut
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import Side


def counted(clock: Clock | None, side: Side, left: int | None) -> Clock | None:
    """The clock once that player's table has said what is left, in tenths of a second. Nothing is given back."""
    if clock is None or left is None:
        return clock
    light, dark = clock.bank
    if side is Side.LIGHT:
        return replace(clock, bank=(min(light, left / 10), dark))
    return replace(clock, bank=(light, min(dark, left / 10)))


def time_over(
    clock: Clock | None, state: MatchState, side: Side, number: int, at: float
) -> tuple[Clock, Event]:
    """What it costs that the player's time has run out, and the clock then.

    number, at: of the entry. Raises CommandError where it costs nothing.
    """
    if clock is None or state.phase in NOT_PLAYED:
        raise CommandError(Message("No clock runs now."))
    light, dark = clock.bank
    bank = (min(light, -0.1), dark) if side is Side.LIGHT else (light, min(dark, -0.1))
    word = run_out(replace(clock, bank=bank, runner=side), state)
    if word is None:
        raise CommandError(Message("That costs nothing any more."))
    event = TimeRanOut(number, at, side, word.points)
    then = clock_after(replace(clock, bank=bank, runner=None, used=(), at=at), event, apply(state, event))
    return replace(then or clock, runner=None, used=(), at=0.0), event

"""A moment of each kind that the lights speak of, for `leds test`: all that they can say without a camera."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.match.events import (
    Doubled,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    PlayCorrected,
    RollSeen,
)
from arbiter.match.fold import fold
from arbiter.message import Message
from arbiter.notation import find_play
from arbiter.position import START, Position, Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from firmware_bridge.lights_state import LightsState, went_on

_DICE = (3, 1)
_RIGHT = find_play("8/5 6/5", START, Side.LIGHT, _DICE).result


def _wrong() -> Position:
    """8/5 6/4: the second checker went a point too far."""
    row = list(_RIGHT.light)
    row[5] -= 1
    row[4] += 1
    return _RIGHT.with_row(Side.LIGHT, tuple(row))


@dataclass(frozen=True, slots=True)
class Example:
    """caption: what the page says; events: from the beginning of a match to this moment."""

    caption: str
    events: tuple[Event, ...]

    def scene(self, seats: Seats, now: float) -> LightsState:
        """As if the last event had just come."""
        before = LightsState(fold(self.events[:-1]), seats, now)
        return went_on(before, fold(self.events), self.events[-1:], now)


_BEGIN = (MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, START))
_ON_TURN = (*_BEGIN, GameStarted(0, 0.0, START, Side.LIGHT))
_ROLLED = (*_ON_TURN, RollSeen(0, 0.0, Side.LIGHT, _DICE))
_MESSAGE = Message("The 1 was played as a 2.")
_QUIET = IllegalPlay(0, 0.0, Side.LIGHT, _DICE, ("R12",), _MESSAGE, _wrong(), provisional=True)
_LOUD = IllegalPlay(0, 0.0, Side.LIGHT, _DICE, ("R12",), _MESSAGE, _wrong(), provisional=False)

EXAMPLES = (
    Example(Message("Both homes glow: the game begins with one die each."), _BEGIN),
    Example(Message("The near home glows: it is that player's turn."), _ON_TURN),
    Example(Message("Two points of it stand out: the dice read 3 and 1."), _ROLLED),
    Example(
        Message("While the dice lie, softly: the blinking checker is wrong, the steady lamp is where it came from."),
        (*_ROLLED, _QUIET),
    ),
    Example(Message("The dice are lifted: the same at full strength."), (*_ROLLED, _LOUD)),
    Example(
        Message("One green breath: the play was put right."),
        (*_ROLLED, _LOUD, PlayCorrected(0, 0.0, Side.LIGHT, "8/5 6/5", _RIGHT)),
    ),
    Example(
        Message("The far home pulses: a double waits for that player's answer."),
        (*_ON_TURN, Doubled(0, 0.0, Side.LIGHT, 2)),
    ),
    Example(
        Message("A light runs round the board, then the winner's home rests in gold."),
        (*_ON_TURN, GameOver(0, 0.0, Side.LIGHT, 1, "single")),
    ),
)

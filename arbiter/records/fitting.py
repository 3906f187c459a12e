"""A roll that stands in for one that was never seen: formats for programs cannot leave it out."""

from __future__ import annotations

from arbiter.plays import Dice, accepted_plays
from arbiter.position import Position
from arbiter.records.model import Played

_PAIRS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
ROLLS: tuple[Dice, ...] = tuple(sorted(_PAIRS, key=lambda pair: pair[0] == pair[1]))
"""Doubles last: a plain roll is the likelier one."""


def fitting_roll(before: Position, action: Played) -> Dice:
    """The smallest roll with which the play is legal; the first of all where none is."""
    for roll in ROLLS:
        if any(play.result == action.after for play in accepted_plays(before, action.side, roll)):
            return roll
    return ROLLS[0]

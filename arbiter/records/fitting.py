"""A roll that stands in for one that was never seen: formats for programs cannot leave it out."""

from __future__ import annotations

from arbiter.plays import ROLLS, Dice, accepted_plays
from arbiter.position import Position
from arbiter.records.model import Played

LIKELY_FIRST = sorted(ROLLS, key=lambda dice: (dice[0] == dice[1], dice))
"""Doubles last: a plain roll is the likelier one."""


def fitting_roll(before: Position, action: Played) -> Dice:
    """The smallest roll with which the play is legal; the first of all where none is."""
    for roll in LIKELY_FIRST:
        if any(play.result == action.after for play in accepted_plays(before, action.side, roll)):
            return roll
    return LIKELY_FIRST[0]

"""What the players agreed before the match. Field names are also the command line's options and the JSON keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.message import Message
from arbiter.position import Position
from arbiter.variants import STARTS

MOST_POINTS = 99
MOST_SECONDS = 3600
"""Of a clock's delay, of its bank for each point, and of its overtime."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreed rules of one match or session; the defaults are those of docs/rules.md.

    length: points of the match, 0 for a money session (R56).
    jacoby: None means on in money play and off in matches (R54).
    automatic_doubles: how many per game (R53).
    backgammon_counts: times the cube (R44).
    early_roll: what a roll before the dice were lifted is worth (R61).
    die_on_checker: cocked, or valid (R58).
    dice_leaf: dice count anywhere on the board, or only in the leaf to the roller's right (R57).
    correction_window: until when an illegal play can be put right (R62).
    must_be_legal: an illegal play never stands (R63).
    warnings: which of them the page shows; the record keeps all.
    cube_limit: highest cube value, 0 for none (R51).
    variant: the position that games begin with (R4, arbiter/variants.py).
    clock: the tournament clock of matches, with `delay` seconds a turn (arbiter/match/clock.py).
    bank: seconds a player has beyond that for each point of the match; half of it less for each point already scored.
    time_out: what it costs to use the bank up: nothing, a point each time, the match the second time, or the match.
    overtime: seconds that a bank is set to when it was used up and the match goes on, where `time_out` costs something.
    """

    length: int = 5
    jacoby: bool | None = None
    crawford: bool = True
    beavers: bool = False
    automatic_doubles: int = 0
    backgammon_counts: Literal[2, 3] = 3
    early_roll: Literal["void", "tolerated", "allowed"] = "tolerated"
    die_on_checker: Literal["cocked", "valid"] = "cocked"
    dice_leaf: Literal["any", "right"] = "any"
    correction_window: Literal["roll", "play"] = "roll"
    must_be_legal: bool = False
    warnings: Literal["all", "final", "none"] = "all"
    cube_limit: int = 0
    variant: Literal["backgammon", "nackgammon", "longgammon", "hypergammon"] = "backgammon"
    clock: Literal["none", "delay"] = "none"
    delay: int = 12
    bank: int = 120
    time_out: Literal["shown", "point", "overtime", "match"] = "shown"
    overtime: int = 60

    def fault(self) -> Message | None:
        """Why nobody can play by these rules; None where they can."""
        if not 0 <= self.length <= MOST_POINTS:
            return Message("A match is played to a number of points from 1 to {most}.", most=MOST_POINTS)
        if any(not 0 <= seconds <= MOST_SECONDS for seconds in (self.delay, self.bank, self.overtime)):
            return Message("The clock's seconds are a number from 0 to {most}.", most=MOST_SECONDS)
        return None

    @property
    def start(self) -> Position:
        return STARTS[self.variant]

    @property
    def jacoby_applies(self) -> bool:
        return self.length == 0 if self.jacoby is None else self.jacoby

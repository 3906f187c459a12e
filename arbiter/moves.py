"""One checker moved by one die, and how such a move changes a board that is one integer.

An integer board is 26 bytes with the mover's row, and above them one bit for each own point whose blot has been hit.
A move is then an addition, and two orders of moves that lead to the same board lead to the same integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.position import BAR, OFF
from arbiter.values import Die

Dice = tuple[Die, Die]
RollSource = Literal["read", "inferred", "entered"]
"""How a roll is known: read from the dice, inferred from the play, or entered by people."""


@dataclass(frozen=True, slots=True)
class Move:
    """One checker by one die, in the mover's own numbering (25 the bar, 0 off)."""

    start: int
    end: int
    die: int
    hit: bool


ROW_BYTES = 26
ONE = tuple(1 << 8 * place for place in range(ROW_BYTES))
"""One checker on each place."""
PLACE = tuple(0xFF << 8 * place for place in range(ROW_BYTES))
"""All checkers on each place."""
HIT = tuple(1 << 8 * ROW_BYTES + place for place in range(ROW_BYTES))
"""The blot on each own point has been hit."""


class DieMove:
    """A move as the search makes it. hits: the bit of the point where it hits, or 0. change: added to a board."""

    __slots__ = ("change", "end", "hits", "move", "start")

    def __init__(self, start: int, die: int, hit: bool) -> None:
        self.start = start
        self.end = max(start - die, OFF)
        self.hits = 1 << self.end if hit else 0
        self.change = ONE[self.end] - ONE[start] + (self.hits << 8 * ROW_BYTES)
        self.move = Move(start, self.end, die, hit)


QUIET = tuple(tuple(DieMove(start, die, False) for start in range(BAR + 1)) for die in range(7))
"""By die and start: the move that hits nothing. Bearing off with a larger die than needed is one of them."""
HITTING = tuple(tuple(DieMove(start, die, True) for start in range(BAR + 1)) for die in range(7))
"""By die and start: the move that hits a blot."""

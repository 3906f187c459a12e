"""One checker moved by one die, and how such a move changes a board that is one integer.

An integer board is 26 bytes with the mover's row, and above them one bit for each own point whose blot has been hit.
A move is then an addition, and two orders of moves that lead to the same board lead to the same integer.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.position import BAR, OFF

Dice = tuple[int, int]


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

Step = tuple[int, int, int, Move]
"""Where a move starts and ends, what it adds to the board, and the move."""


def _step(start: int, die: int, hit: bool) -> Step:
    move = Move(start, max(start - die, OFF), die, hit)
    return start, move.end, ONE[move.end] - ONE[start] + (HIT[move.end] if hit else 0), move


QUIET = tuple(tuple(_step(start, die, False) for start in range(BAR + 1)) for die in range(7))
"""By die and start: the move that hits nothing. Bearing off with a larger die than needed is one of them."""
HITTING = tuple(tuple(_step(start, die, True) for start in range(BAR + 1)) for die in range(7))
"""By die and start: the move that hits a blot."""

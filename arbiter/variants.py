"""Where other forms of the game begin; in all else the rules are the same.

Sources: the glossary of Backgammon Galore (bkgm.com/variants) for each; Nack Ballard's Nackgammon takes one
checker each from the 13- and the 6-point to the 23-point.
"""

from __future__ import annotations

from arbiter.position import CHECKERS, OFF, START, Position, Row, row_of


def _both(*places: tuple[int, int]) -> Position:
    row: Row = row_of(places)
    return Position(row, row)


STARTS = {
    "backgammon": START,
    "nackgammon": _both((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)),
    "longgammon": _both((24, 15)),
    "hypergammon": _both((24, 1), (23, 1), (22, 1), (OFF, CHECKERS - 3)),
}
"""By the names in other programs' records, in lower case. Checkers a form does without count as borne off."""

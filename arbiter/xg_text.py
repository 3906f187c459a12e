"""A position as eXtreme Gammon and GNU Backgammon copy it: its XGID, the board drawn, and what is said of it.

`arbiter.position_text` reads it back, with what was said as its note.
"""

from __future__ import annotations

from arbiter.position import Position
from arbiter.xgid import MatchPosition, format_xgid

TOP = "+13-14-15-16-17-18------19-20-21-22-23-24-+"
BOTTOM = "+12-11-10--9--8--7-------6--5--4--3--2--1-+"
_BAR = "|                  |BAR|                  |"
_SHOWN = 5


def write_position(at: MatchPosition, note: str = "") -> str:
    """X is light, at the bottom. Raises IllegalPositionError as `format_xgid` does."""
    board = (f" {line}" for line in board_lines(at.position))
    return "\n".join((format_xgid(at), "", *board, "", note)).rstrip() + "\n"


def board_lines(position: Position, *, letters: bool = False) -> list[str]:
    """Thirteen lines, light's home on the right. letters: more than nine on a point as GNU Backgammon tells them."""
    upper = [_half(position, range(13, 25), row, letters=letters) for row in range(_SHOWN)]
    lower = [_half(position, range(12, 0, -1), row, letters=letters) for row in reversed(range(_SHOWN))]
    return [TOP, *upper, _BAR, *lower, BOTTOM]


def _half(position: Position, points: range, row: int, *, letters: bool) -> str:
    above = points[0] == 13
    cells = [_cell(*position.counts(point), row, letters=letters) for point in points]
    bar = position.bar[1 if above else 0]  # O's above, X's below
    middle = _cell(*((0, bar) if above else (bar, 0)), row, letters=letters)
    return f"|{''.join(cells[:6])}|{middle}|{''.join(cells[6:])}|"


def _cell(light: int, dark: int, row: int, *, letters: bool) -> str:
    count, sign = (light, "X") if light else (dark, "O")
    if row >= min(count, _SHOWN):
        return "   "
    if row == _SHOWN - 1 and count > _SHOWN:
        told = "ABCDEF"[count - 10] if letters and count > 9 else str(count)
        return f"{told:^3}"
    return f" {sign} "

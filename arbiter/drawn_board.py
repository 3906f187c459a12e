"""Boards that programs draw in text: eXtreme Gammon, GNU Backgammon and BGBlitz, in their common form.

Source: texts that the programs wrote, as they stand in forums and in other projects' tests. X sits at the bottom and
O at the top. The numbers on the edges are X's where 13 to 24 stand at the top, and O's where 12 to 1 do. Of more than
five checkers on a point the innermost mark tells the number (A is ten), or all five are drawn and nothing tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.position import BAR, CHECKERS, OFF, Row

Sign = Literal["X", "O"]

_EDGE = re.compile(r"\+-{0,2}\d{1,2}(?:-{1,9}\d{1,2}){11}-{0,2}\+")
_NUMBERS = re.compile(r"\d+")
_MARK = re.compile(r"[XO]|\d{1,2}|[A-F]")
_TOP = (tuple(range(13, 25)), tuple(range(24, 12, -1)))
_BOTTOM = (tuple(range(12, 0, -1)), tuple(range(1, 13)))
_SHOWN = 5
"""Checkers drawn in one place."""
_ROWS = 2 * _SHOWN + 1


@dataclass(frozen=True, slots=True)
class _Stack:
    """What is drawn in one place: the marks from the edge inwards. point: of X, BAR for the bar."""

    point: int
    marks: tuple[str, ...]

    def holds(self, sign: Sign, count: int) -> bool:
        """Whether these marks are what is drawn for so many checkers."""
        *rest, last = self.marks or ("",)
        written = _number_of(last)
        if written is not None:
            return written == count > _SHOWN and all(mark == sign for mark in rest)
        return len(self.marks) == min(count, _SHOWN) and all(mark == sign for mark in self.marks)

    @property
    def counted(self) -> tuple[Sign, int] | None:
        """Whose they are and how many; None for marks that no program draws."""
        if not self.marks:
            return "X", 0
        *rest, last = self.marks
        written = _number_of(last)
        sign = rest[0] if rest else last
        if sign not in ("X", "O") or any(mark != sign for mark in rest) or (written is None and last != sign):
            return None
        count = len(self.marks) if written is None else written
        return ("X" if sign == "X" else "O"), count


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """first, last: the lines of its edges. beside: what stands to the right of each of its lines, edges included."""

    first: int
    last: int
    stacks: tuple[_Stack, ...]
    bar: tuple[int, int]
    beside: tuple[str, ...]

    def shows(self, x_row: Row, o_row: Row) -> bool:
        """Whether the drawing is of these rows, each in its own numbering. An empty bar is not always drawn."""
        for stack in self.stacks:
            mine, theirs = x_row[stack.point], o_row[25 - stack.point]
            if not (stack.holds("X", mine) if mine or not theirs else stack.holds("O", theirs)):
                return False
        return self.bar in ((0, 0), (x_row[BAR], o_row[BAR]))

    def rows(self) -> tuple[Row, Row]:
        """X's and O's rows. Raises NotationError where the drawing cannot be of a board."""
        x_row, o_row = [0] * 26, [0] * 26
        x_row[BAR], o_row[BAR] = self.bar
        for stack in self.stacks:
            counted = stack.counted
            if counted is None:
                raise NotationError(
                    Message("The board drawn cannot be read on X's {point}-point.", point=stack.point)
                )
            sign, count = counted
            (x_row if sign == "X" else o_row)[stack.point if sign == "X" else 25 - stack.point] += count
        for sign, row in (("X", x_row), ("O", o_row)):
            if sum(row) > CHECKERS:
                raise NotationError(
                    Message("The board drawn has {count} checkers of {sign}.", count=sum(row), sign=sign)
                )
            row[OFF] = CHECKERS - sum(row)
        return tuple(x_row), tuple(o_row)


def drawn_boards(lines: Sequence[str]) -> Iterator[DrawnBoard]:
    """The boards of a text, from above; what is cut off or has other edges is none."""
    edges = {number: edge for number, line in enumerate(lines) if (edge := _EDGE.search(line))}
    taken = -1
    for first, edge in edges.items():
        last = first + _ROWS + 1
        if first > taken and last in edges and edges[last].span() == edge.span():
            board = _board(lines[first : last + 1], first, edge, edges[last])
            if board:
                taken = last
                yield board


def _board(lines: Sequence[str], first: int, top: re.Match[str], bottom: re.Match[str]) -> DrawnBoard | None:
    upper = tuple(int(number) for number in _NUMBERS.findall(top[0]))
    lower = tuple(int(number) for number in _NUMBERS.findall(bottom[0]))
    if not ((upper in _TOP and lower in _BOTTOM) or (upper in _BOTTOM and lower in _TOP)):
        return None
    inside = lines[1:-1]
    stacks = []
    for edge, numbers, rows in ((top, upper, inside[:_SHOWN]), (bottom, lower, inside[:_SHOWN:-1])):
        for number, found in zip(numbers, _NUMBERS.finditer(edge[0]), strict=True):
            begin, end = (edge.start() + place for place in found.span())
            marks = tuple(mark for row in rows if (mark := _mark(row, begin, end)))
            stacks.append(_Stack(number if upper in _TOP else 25 - number, marks))
    places = [found.span() for found in _NUMBERS.finditer(top[0])]
    left, right = top.start() + places[5][1], top.start() + places[6][0]
    bar = [line[left:right] for line in (*inside[:_SHOWN], *inside[_SHOWN + 1 :])]
    return DrawnBoard(
        first, first + _ROWS + 1, tuple(stacks), (_on_bar(bar, "X"), _on_bar(bar, "O")),
        tuple(line[top.end():] for line in lines),
    )  # fmt: skip


def _mark(row: str, begin: int, end: int) -> str:
    """What stands in a column that is as wide as its number."""
    return next((mark[0] for mark in _MARK.finditer(row) if mark.start() < end and begin < mark.end()), "")


def _on_bar(cells: Sequence[str], sign: Sign) -> int:
    """Checkers of one sign in the middle column: its marks above and below, or the number written with them."""
    count = 0
    for half in (cells[:_SHOWN], cells[_SHOWN:]):
        marks = [found[0] for cell in half if (found := _MARK.search(cell))]
        written = [number for mark in marks if (number := _number_of(mark)) is not None]
        if sign in marks:
            count += written[0] if written else marks.count(sign)
    return count


def _number_of(mark: str) -> int | None:
    """The number that a mark tells; None where it is a checker."""
    if mark.isdecimal():
        return int(mark)
    return ord(mark) - ord("A") + 10 if len(mark) == 1 and mark in "ABCDEF" else None

"""The text that eXtreme Gammon puts on the clipboard for a position, as people post it: an XGID, a board drawn below.

Source: texts that the program wrote, as they stand in forums and in other projects' tests; there is no description.
The drawing shows the player on roll as X, at the bottom, whichever colour that is in the XGID. What is analysed
below the board, in whatever language, is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.position import Side
from arbiter.xgid import MatchPosition, parse_xgid

LONGEST_TEXT = 100_000
"""Characters. An analysis of thirty-two plays has about five thousand."""

_XGID = re.compile(r"XGID=\S+")
_EDGE = re.compile(r"\s*\+(?:13(?:-+\d\d){11}|12(?:-+\d\d?){11})-+\+")
_MARK = re.compile(r"[XO]|\d+")
_SHOWN = 5
"""Checkers drawn in one place; of more the last is their number."""


def parse_position(text: str) -> MatchPosition:
    """The position of an XGID, or of eXtreme Gammon's text around one.

    Raises NotationError where the text holds no XGID or two, or where the board drawn shows another position;
    NotationError and IllegalPositionError as `parse_xgid` does.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            Message("A position's text has at most {most} characters, not {count}.", most=LONGEST_TEXT, count=len(text))
        )
    if "\n" not in text.strip():
        return parse_xgid(text)
    found = set(_XGID.findall(text))
    if len(found) != 1:
        raise NotationError(
            Message("A position's text names one XGID; this one names {count}.", count=len(found) or Message("none"))
        )
    position = parse_xgid(found.pop())
    drawn = list(_drawn(text.splitlines()))
    views = [(position.position.row(side), position.position.row(side.other)) for side in Side]
    if drawn and not any(all(_fits(cell, own, other) for cell in drawn) for own, other in views):
        raise NotationError(Message("The board drawn shows another position than the XGID above it."))
    return position


@dataclass(frozen=True, slots=True)
class _Stack:
    """What is drawn on one point: the marks from the edge inwards."""

    point: int
    marks: tuple[str, ...]


def _drawn(lines: list[str]) -> Iterator[_Stack]:
    """The points of the first board drawn; none where there is none, or where it is cut off."""
    edges = [number for number, line in enumerate(lines) if _EDGE.match(line)]
    if len(edges) < 2:
        return
    top, bottom = edges[:2]
    inside = lines[top + 1 : bottom]
    if len(inside) != 2 * _SHOWN + 1:
        return
    for edge, rows in ((lines[top], inside[:_SHOWN]), (lines[bottom], inside[:_SHOWN:-1])):
        for number in re.finditer(r"\d+", edge):
            marks = tuple(mark for row in rows if (mark := _mark(row, *number.span())))
            yield _Stack(int(number[0]), marks)


def _mark(row: str, begin: int, end: int) -> str:
    """What stands in a column that is as wide as its number."""
    return next((mark[0] for mark in _MARK.finditer(row) if mark.start() < end and begin < mark.end()), "")


def _fits(stack: _Stack, own: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """own: the row of whoever is X, in whose numbering the points are; other: that of O."""
    mine, theirs = own[stack.point], other[25 - stack.point]
    count, sign = (mine, "X") if mine else (theirs, "O")
    numbers = [mark for mark in stack.marks if mark.isdecimal()]
    if numbers != ([] if count <= _SHOWN else [str(count)]):
        return count > _SHOWN and not numbers and stack.marks == (sign,) * _SHOWN
    return len(stack.marks) == min(count, _SHOWN) and all(mark == sign for mark in stack.marks if mark not in numbers)

"""The numbered lines of a `.mat` file: which cells a line holds, whose they are, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import BAR, CHECKERS, OFF, Position, Side

CellKind = Literal["play", "resigned", "illegal", "double", "take", "drop", "wins", "loses", "resigns"]

_NUMBER = re.compile(r"\s*\d+\)")
_BEGINNING = re.compile(
    r"(?<![\d/])(?P<roll>[1-6][1-6]):|\b(?P<word>Redoubles?|Doubles?|Beavers?|Raccoons?|Takes?|Accepts?|Drops?|Pass(?:es)?"
    r"|Rejects?|Resigns|Wins|Losses|Loses)\b",
    re.IGNORECASE,
)
_TAKES = ("take", "takes", "accept", "accepts")
_PASSES = ("pass", "passes")
"""Of a double; within a turn that the rest of the roll cannot be played."""
_OFFERS = ("double", "doubles", "redouble", "redoubles", "beaver", "beavers", "raccoon", "raccoons")
_PIECE = r"[\dbar]+(?:/[\dof]+\*?)+(?:\([2-4]\))?"
_USUAL = re.compile(
    rf"\s*\d+\) {{1,3}}([1-6])([1-6]): *((?:{_PIECE} +)*)([1-6])([1-6]): *((?:{_PIECE} +)*(?:{_PIECE})?)", re.ASCII
)
"""A line of two plays and nothing else, as most are; a blank ends each piece, so that there is one way to match."""
_VALUE = re.compile(r"(?:(?:=>|to\b)?\s*(\d{1,10}))?\s*", re.ASCII)
_RESIGNED = re.compile(
    r"\(?(?:a )?(single|gammon|backgammon)?(?: game)?\)?(?:(\d{1,10})(?: points?)?)?\s*", re.ASCII | re.IGNORECASE
)
_POINTS = re.compile(r"\s*(\d{1,10})\s+point", re.ASCII | re.IGNORECASE)
_NOT_ALL = re.compile(r"(?<=\S)\s+pass(?:es)?$", re.IGNORECASE)
_ILLEGAL = re.compile(r"Illegal play\s*\(", re.IGNORECASE)
_ILLEGAL_FIELDS = 40
_ONLY_LEFT = 15
"""A single cell that begins before this column is the left player's."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry. side: whose column it stands in.

    dice: of a roll. text: the play as written, or what is resigned. number: the stake offered, or the points won or
    given up; None where it is not written. board: what an illegal play left.
    """

    side: Side
    kind: CellKind
    dice: Dice | None = None
    text: str = ""
    number: int | None = None
    board: Position | None = None


def read_cells(line: str) -> tuple[Cell, ...]:
    """The cells of a numbered line, or of a line that shows the result; none where it is only numbered.

    Raises NotationError for text that is none of these.
    """
    if usual := _USUAL.fullmatch(line):
        left, right = (int(usual[1]), int(usual[2])), (int(usual[4]), int(usual[5]))
        return Cell(Side.LIGHT, "play", left, usual[3].rstrip()), Cell(Side.DARK, "play", right, usual[6])
    number = _NUMBER.match(line)
    begin = number.end() if number else 0
    spans = _spans(line, begin)
    before = line[begin : spans[0][0].start()] if spans else line[begin:]
    if before.strip() or not (spans or number):
        raise NotationError(Message('"{text}" holds no roll, cube action or result.', text=line.strip()[:40]))
    cells = []
    for place, (found, end) in enumerate(spans):
        side = Side.DARK if place else _side_of_first(line, begin, found.start(), alone=len(spans) == 1)
        text = line[found.end() : end].strip()
        cells.append(_cell(found, side, _without_number(text) if end < len(line) else text))
    return tuple(cells)


def _spans(line: str, begin: int) -> Sequence[tuple[re.Match[str], int]]:
    """Each cell's first word and where the cell ends; the fields of an illegal play hold no cells."""
    if ";" in line:
        spans = list(_spans_around_fields(line, begin))
        kept = {each.start() for each in _answers_only(found for found, _ in spans)}
        starts = [found for found, _ in spans if found.start() in kept]
        ends = [*(found.start() for found in starts[1:]), len(line)]
        return list(zip(starts, ends, strict=True)) if len(starts) < len(spans) else spans
    found = _answers_only(_BEGINNING.finditer(line, begin))
    return [*zip(found, (each.start() for each in found[1:]), strict=False), (found[-1], len(line))] if found else []


def _answers_only(found: Iterable[re.Match[str]]) -> list[re.Match[str]]:
    """Without "Pass" where it does not answer a double, but ends a turn of which not all could be played."""
    kept: list[re.Match[str]] = []
    for each in found:
        passes = (each["word"] or "").lower() in _PASSES
        if not passes or not kept or (kept[-1]["word"] or "").lower() in _OFFERS:
            kept.append(each)
    return kept


def _spans_around_fields(line: str, begin: int) -> Iterator[tuple[re.Match[str], int]]:
    found = _BEGINNING.search(line, begin)
    while found:
        illegal = _ILLEGAL.search(line, found.end())
        inside = found.end()
        following = _BEGINNING.search(line, inside)
        if illegal and not (following and following.start() < illegal.start()):
            following = _BEGINNING.search(line, _end_of_fields(line, illegal.end()))
        yield found, following.start() if following else len(line)
        found = following


def _without_number(text: str) -> str:
    """A cell without the line's number that some programs repeat before the right column."""
    kept, _, last = text.rpartition(" ")
    return kept.rstrip() if last.endswith(")") and last[:-1].isdecimal() else text


def _end_of_fields(line: str, begin: int) -> int:
    at = begin
    for _ in range(_ILLEGAL_FIELDS):
        semicolon = line.find(";", at)
        if semicolon < 0:
            return len(line)
        at = semicolon + 1
    return at


def _side_of_first(line: str, begin: int, start: int, alone: bool) -> Side:
    """The first cell is the left one, unless it stands alone far to the right."""
    if not alone:
        return Side.DARK if start - begin > _ONLY_LEFT else Side.LIGHT
    return Side.DARK if start >= _ONLY_LEFT and "  " in line[_ONLY_LEFT - 1 : start] else Side.LIGHT


def _cell(found: re.Match[str], side: Side, text: str) -> Cell:
    if found["roll"]:
        return _turn(side, (int(found["roll"][0]), int(found["roll"][1])), text)
    word = found["word"].lower()
    if word in ("wins", "losses", "loses"):
        points = _POINTS.match(text)
        if points is None:
            raise NotationError(
                Message('"{found} {text}" does not say how many points.', found=found[0], text=text[:40])
            )
        return Cell(side, "wins" if word == "wins" else "loses", number=int(points[1]))
    if word == "resigns":
        resigned = _RESIGNED.fullmatch(text)
        if resigned is None:
            raise NotationError(_foreign(text, found))
        return Cell(side, "resigns", text=(resigned[1] or "").lower(), number=int(resigned[2]) if resigned[2] else None)
    value = _VALUE.fullmatch(text)
    if value is None or (value[1] and word not in _OFFERS):
        raise NotationError(_foreign(text, found))
    if word in _OFFERS:
        return Cell(side, "double", number=int(value[1]) if value[1] else None)
    return Cell(side, "take" if word in _TAKES else "drop")


def _foreign(text: str, found: re.Match[str]) -> Message:
    return Message('"{text}" does not belong behind "{found}".', text=text[:40], found=found[0])


def _turn(side: Side, dice: Dice, text: str) -> Cell:
    illegal = _ILLEGAL.match(text)
    if illegal:
        return Cell(side, "illegal", dice, board=_illegal_board(text[illegal.end() :].rstrip(") "), side))
    if text and not text.strip("?"):  # eXtreme Gammon's question marks: resigned after the roll
        return Cell(side, "resigned", dice)
    return Cell(side, "play", dice, _NOT_ALL.sub("", text))


def _illegal_board(fields_text: str, side: Side) -> Position:
    """The board that an illegal play left, from its 40 fields in the next player's view."""
    fields = fields_text.rstrip(";").split(";")
    if len(fields) != _ILLEGAL_FIELDS:
        raise NotationError(
            Message("An illegal play has {fields} fields, not {count}.", fields=_ILLEGAL_FIELDS, count=len(fields))
        )
    try:
        bar, *points, next_bar = (int(field) for field in fields[12:38])
    except ValueError:
        raise NotationError(Message("An illegal play's board must be numbers.")) from None
    own = [0, *(max(count, 0) for count in points), next_bar]
    other = [0, *(max(-count, 0) for count in reversed(points)), bar]
    for row in (own, other):
        row[OFF] = CHECKERS - sum(row)
        if min(row) < 0 or row[BAR] > CHECKERS:
            raise NotationError(Message("An illegal play's board has too many checkers."))
    light, dark = (own, other) if side is Side.DARK else (other, own)
    return Position(tuple(light), tuple(dark))

"""Positions in whatever text holds them: as people copy, post and wrap them.

Read are an XGID anywhere in a text, GNU Backgammon's two IDs, an OGID, and boards as eXtreme Gammon, GNU Backgammon
and BGBlitz draw them (`drawn_board`). A board drawn beside an XGID must show the same position. What is analysed below
it, in whatever language, is passed over, and so is an XGID named in the remarks to a board.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from arbiter.board_words import described
from arbiter.drawn_board import DrawnBoard, drawn_boards
from arbiter.errors import ArbiterError, NotationError
from arbiter.gnubg_ids import parse_ids
from arbiter.message import Message
from arbiter.ogid import PATTERN as OGID
from arbiter.ogid import parse_ogid
from arbiter.position import Row, Side
from arbiter.xgid import MatchPosition, parse_xgid

LONGEST_TEXT = 100_000
"""Characters. An analysis of thirty-two plays has about five thousand."""

_GAP = r"(?:=?[ \t]*\n[ \t>|]*)?"
"""Where a mail program may have broken a line."""
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_DIGIT = rf"\d{_GAP}"
_XGID = re.compile(
    rf"(?:XGID[ \t]*[=:](?:3D)?[ \t]*{_GAP}|(?<![-A-Za-z{_DASHES}]))"
    rf"((?:[-A-Oa-o{_DASHES}]{_GAP}){{20,30}}"
    rf"(?::{_GAP}-?(?:{_DIGIT}){{1,5}}){{3}}"
    rf":{_GAP}(?:(?:{_DIGIT}){{2}}|[DBR]{_GAP})"
    rf"(?::{_GAP}(?:{_DIGIT}){{1,5}}){{4}}"
    rf":{_GAP}(?:1{_GAP}0|\d{{1,2}}))(?!\d)"
)
"""Its last field ends where its digits do: behind a line's end it goes on only from the 1 of a 10."""
_TORN_XGID = re.compile(r"XGID[ \t]*[=:][ \t]*([^\s\"'`)\]}>]*)")
_FIELDS = 4
"""So many colons in one word are an XGID without its name."""
_OGID = re.compile(rf"(?<![0-9A-Za-z:])(?:OGID[=:][ \t]*)?({OGID})")
_POSITION_ID = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{14}(?![A-Za-z0-9+/])")
_MATCH_ID = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{12}(?![A-Za-z0-9+/])")
_NAMED_ID = re.compile(r"(?i)\b(position|match)[- ]?id[ \t]*[:=]?[ \t]*([A-Za-z0-9+/]+)")
_JOINED = re.compile(r"\s*([A-Za-z0-9+/]+):([A-Za-z0-9+/]+)\s*")
_BETWEEN = 80
"""Characters, at most, from a position ID to the match ID that belongs to it: a line's end and what it is called."""
_END = re.compile(r"\s*eXtreme Gammon Version\b")
_FORMAL = re.compile(
    r"\s*(?:[XO]:.*\b[XO]:.*|Score is\b.*|Pip count\b.*|Cube: .*|[XO] to (?:play|move|roll).*|GNU Backgammon\b.*"
    r"|Position[- ]ID.*|Match[- ]ID.*|XGID=?|OGID=?|eXtreme Gammon Version.*|.* to move\b[^.]{0,5}\.?)\s*"
)
"""Lines that say again what the position says, and what is left of a line when its identifier is taken out."""


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """line: where it stands, from 1. note: what else the text says of it."""

    at: MatchPosition
    line: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class PositionText:
    """positions: each once, those with a board drawn first. refused: (line, reason) of what looks like one and is none.

    fault: why the first cannot be used, where it cannot.
    """

    positions: tuple[FoundPosition, ...]
    refused: tuple[tuple[int, ArbiterError], ...] = ()
    fault: ArbiterError | None = None


@dataclass(slots=True)
class _Entry:
    """One identifier, or a board alone, on its way to a position. begin, end: characters. first, last: lines."""

    begin: int
    end: int
    first: int
    last: int
    at: MatchPosition | None
    error: ArbiterError | None = None
    board: DrawnBoard | None = None
    xgid: bool = False
    note: str = ""


def parse_position(text: str) -> MatchPosition:
    """The position of an XGID, of GNU Backgammon's IDs, of an OGID or of a board drawn, wherever a text holds it.

    Of several the first; one with a board drawn goes before one that is only named. Raises NotationError where the
    text holds none, saying what is missing, or where the board drawn shows another position; NotationError and
    IllegalPositionError as `parse_xgid` does.
    """
    return first_position(find_positions(text)).at


def first_position(found: PositionText) -> FoundPosition:
    """The first of a text's positions. Raises the error where the first is refused."""
    if found.fault is not None:
        raise found.fault
    return found.positions[0]


def find_positions(text: str) -> PositionText:
    """All positions of a text. Raises NotationError where it holds none and nothing that looks like one."""
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            Message("A position's text has at most {most} characters, not {count}.", most=LONGEST_TEXT, count=len(text))
        )
    plain = _plain(text)
    lines = plain.split("\n")
    entries = _chosen(_Finder(plain, lines).entries(), lines)
    if not entries:
        raise _nothing(plain)
    found: dict[MatchPosition, FoundPosition] = {}
    refused = []
    for entry in entries:
        if entry.at is not None and entry.error is None:
            found.setdefault(entry.at, FoundPosition(entry.at, entry.first + 1, entry.note))
        elif entry.error is not None:
            refused.append((entry.first + 1, entry.error))
    return PositionText(tuple(found.values()), tuple(refused), entries[0].error)


def _plain(text: str) -> str:
    """Without invisible characters, with plain blanks and line ends."""
    if text.isascii():
        return text.replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(r"\r\n?|[\u2028\u2029\x85]", "\n", text)
    return "".join(
        " " if kind == "Zs" else "" if kind == "Cf" else letter
        for letter, kind in ((letter, unicodedata.category(letter)) for letter in text)
    )


class _Finder:
    """What a text holds, each kind by itself."""

    def __init__(self, text: str, lines: list[str]) -> None:
        self._text = text
        self._begins = [0, *accumulate(len(line) + 1 for line in lines)]
        self._boards = list(drawn_boards(lines))
        self._lines = lines

    def entries(self) -> list[_Entry]:
        """In the order of the text."""
        named = list(self._xgids())
        said = {_rows(entry.at) for entry in named if entry.at}
        named += [one for one in (*self._gnubg_ids(), *self._ogids()) if one.at is None or _rows(one.at) not in said]
        named.sort(key=lambda entry: entry.begin)
        for board in self._boards:
            self._join(board, named)
        named.sort(key=lambda entry: entry.begin)
        return named

    def _xgids(self) -> Iterator[_Entry]:
        known = set()
        for found in _XGID.finditer(self._text):
            letters, *fields = re.sub(r"=?\s*\n[ \t>|]*", "", found[1]).split(":")
            known.add(found.start())
            yield self._entry(found, partial(parse_xgid, ":".join([_dashed(letters), *fields])), xgid=True)
        for found in _TORN_XGID.finditer(self._text):
            if found[1] and found.start() not in known:
                yield self._entry(found, partial(parse_xgid, found[1].rstrip(".,;!?")), xgid=True)

    def _ogids(self) -> Iterator[_Entry]:
        for found in _OGID.finditer(self._text):
            yield self._entry(found, partial(parse_ogid, found[1].rstrip(":")))

    def _gnubg_ids(self) -> Iterator[_Entry]:
        """Each position ID that can be one, with the match ID that follows close behind it."""
        for found in _POSITION_ID.finditer(self._text):
            match = _MATCH_ID.search(self._text, found.end(), found.end() + _BETWEEN + 12)
            if match is None:
                continue
            entry = self._entry(found, partial(parse_ids, found[0], match[0]))
            entry.end, entry.last = match.end(), self._line(match.end())
            if entry.error is None:  # else a word that is as long
                yield entry

    def _entry(self, found: re.Match[str], read: Callable[[], MatchPosition], *, xgid: bool = False) -> _Entry:
        at: MatchPosition | None = None
        error: ArbiterError | None = None
        try:
            at = read()
        except ArbiterError as refusal:
            error = refusal
        return _Entry(
            found.start(), found.end(), self._line(found.start()), self._line(found.end()), at, error, xgid=xgid
        )

    def _line(self, place: int) -> int:
        return bisect_right(self._begins, place) - 1

    def _join(self, board: DrawnBoard, named: list[_Entry]) -> None:
        """Give a board to the identifier beside it that it shows; alone it is a position by itself."""
        above = [entry for entry in named if entry.last < board.first and entry.board is None][-1:]
        below = [entry for entry in named if entry.first > board.last][:1]
        beside = [*above, *below]
        if not beside:
            named.append(self._drawn_alone(board))
            return
        for entry in beside:
            if entry.at is not None and entry.error is None and _shown(board, entry.at):
                entry.board = board
                return
        other = NotationError(Message("The board drawn shows another position than the XGID above it."))
        beside[0].error = beside[0].error or other
        beside[0].board = board

    def _drawn_alone(self, board: DrawnBoard) -> _Entry:
        begin, end = self._begins[board.first], self._begins[board.last + 1]
        entry = _Entry(begin, end, board.first, board.last, None, board=board)
        try:
            entry.at = described(board, self._lines)
        except ArbiterError as refusal:
            entry.error = refusal
        return entry


def _rows(at: MatchPosition) -> frozenset[Row]:
    """The board, whoever is light: programs write several identifiers of one position."""
    return frozenset(at.position.rows)


def _shown(board: DrawnBoard, at: MatchPosition) -> bool:
    return any(board.shows(at.position.row(side), at.position.row(side.other)) for side in Side)


def _dashed(letters: str) -> str:
    """With the dashes that a word processor made of one hyphen or of two put back."""
    plain = re.sub(f"[{_DASHES}]", "-", letters)
    return plain if len(plain) == 26 else re.sub(f"[{_DASHES}]", "--", letters)


def _chosen(entries: list[_Entry], lines: list[str]) -> list[_Entry]:
    """Without what the remarks to a drawn board name, and with the note of each."""
    ends = [number for number, line in enumerate(lines) if _END.match(line)]
    before: _Entry | None = None
    chosen: list[_Entry] = []
    for entry in entries:
        if entry.board:
            before = entry
        elif before and not _any_within(ends, _last(before), entry.first):
            continue
        chosen.append(entry)
    for number, entry in enumerate(chosen):
        end = _begins(chosen[number + 1]) if number + 1 < len(chosen) else len(lines)
        entry.note = _note(lines, entry, end, alone=len(chosen) == 1)
    return sorted(chosen, key=lambda entry: entry.board is None)


def _any_within(places: list[int], begin: int, end: int) -> bool:
    at = bisect_left(places, begin)
    return at < len(places) and places[at] < end


def _begins(entry: _Entry) -> int:
    return min(entry.first, entry.board.first) if entry.board else entry.first


def _last(entry: _Entry) -> int:
    return max(entry.last, entry.board.last) if entry.board else entry.last


def _note(lines: list[str], entry: _Entry, end: int, *, alone: bool) -> str:
    """What else stands there: from the position to the next, or the whole text around the only one."""
    begin = 0 if alone else _begins(entry)
    kept = []
    for number in range(begin, end):
        if entry.board and entry.board.first <= number <= entry.board.last:
            continue
        line = lines[number]
        if entry.first <= number <= entry.last and entry.xgid:
            line = _TORN_XGID.sub("", line) if entry.first == entry.last else ""
        elif entry.first <= number <= entry.last and not (entry.board and entry.begin == 0):
            line = ""
        if not _FORMAL.fullmatch(line):
            kept.append(line.rstrip())
        if _END.match(lines[number]):
            break
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip("\n")


def _nothing(text: str) -> ArbiterError:
    """Why no position is found: what was, and what is missing."""
    try:
        if joined := _JOINED.fullmatch(text):
            parse_ids(joined[1], joined[2])
        named = {found[1].lower(): found[2] for found in _NAMED_ID.finditer(text)}
        if {"position", "match"} <= named.keys():
            parse_ids(named["position"], named["match"])
        if len(text.split()) == 1 and text.strip()[1:].count(":") >= _FIELDS:
            parse_xgid(text)
    except ArbiterError as error:
        return error
    if "position" in named or _POSITION_ID.fullmatch(text.strip()):
        return NotationError(
            Message("There is a position ID here; the match ID is missing, which says whose turn it is.")
        )
    if "match" in named:
        return NotationError(
            Message("There is a match ID here; the position ID is missing, which says how the board stands.")
        )
    return NotationError(
        Message(
            "There is no position in this text: no XGID, no position ID with its match ID, no OGID and no whole board."
        )
    )

"""The line of a `.mat` file with both players and their scores: `name : points` twice, whatever the names hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.errors import NotationError
from arbiter.message import Message

MOST_POINTS = 32767
"""Of a match and of a score: what other programs' identifiers have room for."""

_FIRST = re.compile(r"(?P<blank>\s*):\s*(?P<points>\d{1,9})(?P<after>\s+)", re.ASCII)
_LAST = re.compile(r":\s*(?P<points>\d{1,9})\s*", re.ASCII)
_RATING = re.compile(r"\s*,\s*\d[\d.]*\s*$", re.ASCII)
"""What some programs write behind a name: a comma and a number. Any other comma is part of the name."""
_CUT = 15
"""Characters from which on a name may be the beginning of a longer one."""
_MOST_COLONS = 20


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Names and scores, left and right."""

    names: tuple[str, str]
    score: tuple[int, int]


def read_score_line(text: str, known: tuple[str, str], expected: tuple[int, int] | None) -> ScoreLine:
    """known: the header's names, empty where it has none. expected: the score that follows from the games before.

    Raises NotationError where the line is no such line, or can be read in several ways.
    """
    if text.count(":") > _MOST_COLONS:
        raise NotationError(Message("A line with both names has at most {most} colons.", most=_MOST_COLONS))
    readings = list(_readings(text))
    if not readings:
        raise NotationError(Message('The two names with their scores are expected, not "{text}".', text=text[:40]))
    plain = [line for line, spaced in readings if spaced]
    found = _narrowed(plain or [line for line, _ in readings], known, expected)
    if len(found) > 1:
        raise NotationError(Message('Where the first name ends is not clear in "{text}".', text=text[:60]))
    line = found[0]
    names = tuple(_repaired(name, full) for name, full in zip(line.names, known, strict=True))
    return ScoreLine((names[0], names[1]), line.score)


def _readings(text: str) -> Iterator[tuple[ScoreLine, bool]]:
    """Each place in which the first name can end, and whether it is set apart as programs do it."""
    end = max(text.rfind(":"), 0)
    last = _LAST.fullmatch(text, end)
    if last is None:
        return
    for first in _FIRST.finditer(text, 0, end):
        names = _name(text[: first.start()]), _name(text[first.end() : end])
        spaced = bool(first["blank"] or not names[0]) and len(first["after"]) > 1
        yield ScoreLine(names, (points(first["points"]), points(last["points"]))), spaced


def _narrowed(lines: list[ScoreLine], known: tuple[str, str], expected: tuple[int, int] | None) -> list[ScoreLine]:
    """Of several readings those that fit what the header names, then those that fit the score so far."""
    named = [line for line in lines if any(known) and line.names == known] or lines
    return [line for line in named if line.score == expected] or named


def _name(text: str) -> str:
    return _RATING.sub("", text).strip()


def _repaired(name: str, full: str) -> str:
    """The header's name where the line's is what programs make of it: cut off, or without its signs."""
    if not full or not name or name == full:
        return full or name
    if full.startswith(name):
        return full if len(name) >= _CUT or full[len(name)] in ",:;" else name
    short, long = (re.sub(r"\W+", "", text).casefold() for text in (name, full))
    return full if short == long or (len(name) >= _CUT and long.startswith(short)) else name


def points(digits: str) -> int:
    """Raises NotationError for more than anybody plays to."""
    number = int(digits)
    if number > MOST_POINTS:
        raise NotationError(
            Message("A match has at most {most} points, not {points}.", most=MOST_POINTS, points=number)
        )
    return number

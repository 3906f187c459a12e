"""What values may come in: one law for all that somebody else wrote, or an older version of ours.

A domain type is a plain type with its bounds (`Annotated`): fields of events and commands name it, and
`arbiter.match.json_values` builds of these annotations, once, what reads them. A match that can be opened holds
nothing beyond them, so it can be folded, analysed, shown and exported.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Annotated

MOST_POINTS = 99
"""Of a match's length."""
MOST_SECONDS = 3600
"""Of a clock's delay, of its bank for each point, and of its overtime."""
MOST_CUBE = 4096
"""Twelve doubles of one game; GNU Backgammon's cube goes no higher."""
MOST_LIMIT = 2**30
"""Of what players agree: the cube itself goes no higher than `MOST_CUBE`."""
MOST_DOUBLES = 99
"""Ties on the opening roll of one game that turn the cube."""
MOST_SCORE = 10**9
MOST_CHECKERS = 15
LONGEST_NAME = 200
"""Characters of a name in the record: pages ask for shorter ones, older versions took any from the command line."""
LONGEST_SENTENCE = 4000
MOST_ITEMS = 400
"""Of any list in one event: more checkers than a camera can see moved."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within these bounds, both included."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PowerOfTwo:
    """A power of two within these bounds, as a cube shows it."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Real:
    """A finite number within these bounds, both included."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Text:
    """At most so many characters once it is `plain`. name: on one line, with single blanks."""

    most: int
    name: bool = False


@dataclass(frozen=True, slots=True)
class AsSeen:
    """A position as a camera reads it: at most fifteen checkers on each place, however many in all."""


Die = Annotated[int, Whole(1, 6)]
Length = Annotated[int, Whole(0, MOST_POINTS)]
"""Of a match; 0 for a money session."""
Points = Annotated[int, Whole(0, MOST_SCORE)]
CubeValue = Annotated[int, PowerOfTwo(1, MOST_CUBE)]
TurnedCube = Annotated[int, PowerOfTwo(2, MOST_CUBE)]
"""After a double."""
CubeLimit = Annotated[int, Whole(0, MOST_LIMIT)]
Doubles = Annotated[int, Whole(0, MOST_DOUBLES)]
ClockSeconds = Annotated[int, Whole(0, MOST_SECONDS)]
Count = Annotated[int, Whole(0, 10**6)]
"""Of games, turns and events of one match."""
FrameNumber = Annotated[int, Whole(-1, 10**15)]
SourceSeconds = Annotated[float, Real(-1e10, 1e10)]
Probability = Annotated[float, Real(0, 1)]
Place = Annotated[int, Whole(0, 25)]
"""In a side's own numbering: 0 off, 1 to 24 the points, 25 the bar."""
Checkers = Annotated[int, Whole(0, MOST_CHECKERS)]
"""Of a side, on one place."""
PointCount = Annotated[int, Whole(-MOST_CHECKERS, MOST_CHECKERS)]
"""On one point: +n light, -n dark."""
Name = Annotated[str, Text(LONGEST_NAME, name=True)]
Stack = Annotated[str, Text(MOST_CHECKERS)]
"""Letters of classes, from below."""
Sentence = Annotated[str, Text(LONGEST_SENTENCE)]
"""Also a play in notation, which describes any change of a board."""

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters, line ends, and what turns the direction of all the text after it."""
_HALVES = re.compile("[\ud800-\udfff]")


def plain(text: str) -> str:
    """The text as it can be shown anywhere: composed (NFC), blanks for control characters, no half characters."""
    if text.isascii():
        return text if text.isprintable() else _UNSHOWN.sub(" ", text)
    return _UNSHOWN.sub(" ", unicodedata.normalize("NFC", _HALVES.sub("\ufffd", text)))


def is_plain(text: str) -> bool:
    """Whether nothing in it has to be replaced: for what must be refused rather than put right."""
    return plain(text) == unicodedata.normalize("NFC", text)


def plain_lines(text: str) -> str:
    """The same of a text of several lines, whose ends stay as they are."""
    return "".join(end if end in ("\n", "\r\n") else plain(end) for end in re.split("(\r?\n)", text))


def plain_name(text: str) -> str:
    """The same on one line with single blanks, and nothing in it that cannot be seen."""
    seen = "".join(letter if letter.isprintable() else " " for letter in plain(text))
    return " ".join(seen.split())

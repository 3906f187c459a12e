"""Where the checkers are.

A `Position` holds two rows of 26 counts, one for each side, each in that side's own numbering:
index 0 is off, 1..24 are the points counted from the side's own home, 25 is the bar (R2).
Own point p is the other side's point 25 - p.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import mul, sub
from typing import Annotated, TypeVar

from arbiter.errors import IllegalPositionError
from arbiter.message import Message, side_name
from arbiter.values import MOST_CHECKERS, AsSeen

T = TypeVar("T")

OFF, BAR = 0, 25
CHECKERS = MOST_CHECKERS
Row = tuple[int, ...]
"""26 counts in a side's own numbering: off, points 1..24, bar."""


class Side(StrEnum):
    """A player, named by the colour of their checkers."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Side:
        return Side.DARK if self is Side.LIGHT else Side.LIGHT


SIDES = (Side.LIGHT, Side.DARK)


def by_side(pair: Sequence[T]) -> dict[str, T]:
    """A pair (light, dark) under the sides' names, as JSON objects have it."""
    return {side.value: value for side, value in zip(SIDES, pair, strict=True)}


@dataclass(frozen=True, slots=True)
class Position:
    """All checkers of both sides. Both colours may stand on one point: tables do show that.

    light, dark: 26 counts each, own numbering (0 off, 1..24 points, 25 bar).
    Raises IllegalPositionError where a row has not 26 counts of zero or more.
    """

    light: Row
    dark: Row

    @property
    def known(self) -> Hashable:
        """What tells it from another position with the same counts; nothing in backgammon."""
        return None

    def __post_init__(self) -> None:
        for side, row in (("light", self.light), ("dark", self.dark)):
            if len(row) != 26 or min(row) < 0:
                raise IllegalPositionError(Message("The {side} side needs 26 counts of zero or more.", side=side))

    def row(self, side: Side) -> Row:
        return self.light if side is Side.LIGHT else self.dark

    @property
    def rows(self) -> tuple[Row, Row]:
        """(light's, dark's)."""
        return self.light, self.dark

    def with_row(self, side: Side, row: Row) -> Position:
        return Position(row, self.dark) if side is Side.LIGHT else Position(self.light, row)

    def moved(self, side: Side, moves: Iterable[tuple[int, int]]) -> Position:
        """The board after these (start, end) of `side`, own numbering; every blot that is landed on goes to the bar.

        Raises IllegalPositionError where a checker is moved that is not there.
        """
        own, other = list(self.row(side)), list(self.row(side.other))
        for start, end in moves:
            own[start] -= 1
            own[end] += 1
            if end != OFF and other[BAR - end] == 1:
                other[BAR - end] -= 1
                other[BAR] += 1
        return self.with_row(side, tuple(own)).with_row(side.other, tuple(other))

    @property
    def points(self) -> tuple[int, ...]:
        """Light's points 1..24: +n light, -n dark; a mixed point counts for the colour that has more."""
        light, dark = self.light[1:BAR], self.dark[BAR - 1 : 0 : -1]
        if any(map(mul, light, dark)):
            return tuple([one if one >= two else -two for one, two in zip(light, dark, strict=True)])
        return tuple(map(sub, light, dark))

    def counts(self, point: int) -> tuple[int, int]:
        """(light, dark) checkers on light's point 1..24."""
        return self.light[point], self.dark[25 - point]

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """(light, dark) checkers on light's points 1..24 and, last, on the bar."""
        return (*zip(self.light[1:BAR], self.dark[BAR - 1 : 0 : -1], strict=True), self.bar)

    @property
    def bar(self) -> tuple[int, int]:
        """(light, dark) checkers on the bar."""
        return self.light[BAR], self.dark[BAR]

    @property
    def off(self) -> tuple[int, int]:
        """(light, dark) checkers borne off."""
        return self.light[OFF], self.dark[OFF]

    @property
    def mixed(self) -> tuple[tuple[int, int, int], ...]:
        """(light's point, light, dark) wherever both colours stand on one point."""
        light, dark = self.light[1:BAR], self.dark[BAR - 1 : 0 : -1]
        if not any(map(mul, light, dark)):  # nearly always
            return ()
        pairs = zip(light, dark, strict=True)
        return tuple([(point, one, two) for point, (one, two) in enumerate(pairs, start=1) if one and two])

    def pips(self, side: Side) -> int:
        """Pip count; a checker on the bar counts 25."""
        return sum(point * count for point, count in enumerate(self.row(side)))

    def closed_out(self, side: Side) -> bool:
        """Whether a checker of `side` on the bar cannot enter, whatever is rolled (R33)."""
        home = self.row(side.other)[1:7]
        return self.row(side)[BAR] > 0 and min(home) >= 2

    @property
    def contact(self) -> bool:
        """Whether any checker still has to pass an opposing one; after that only the race is left."""
        light, dark = (max((point for point in range(1, 26) if row[point]), default=0) for row in self.rows)
        return light + dark > BAR

    def out_of_sight(self, known: Position) -> int:
        """How many checkers of what is seen lie nowhere, and cannot have been borne off since `known` (R34).

        They are counted as off all the same: nobody knows where they are.
        """
        sides = (side for side in SIDES if any(self.row(side)[7:]))
        return sum(max(0, self.row(side)[OFF] - known.row(side)[OFF]) for side in sides)

    @property
    def playable(self) -> bool:
        """Whether a game can go on from here: no side has more checkers than it owns."""
        return sum(self.light) <= CHECKERS and sum(self.dark) <= CHECKERS

    def faults(self) -> tuple[str, ...]:
        """Why this cannot be a position of play (R3, R16, R73); empty where it can."""
        found = [
            Message(
                "{side} has {now} checkers instead of {expected}",
                side=side_name(side),
                now=sum(self.row(side)),
                expected=CHECKERS,
            )
            for side in SIDES
            if sum(self.row(side)) != CHECKERS
        ]
        found += [Message("both colours stand on light's {point}-point", point=point) for point, _, _ in self.mixed]
        return tuple(found)

    @classmethod
    def from_points(
        cls, points: Sequence[int], bar: Sequence[int] = (0, 0), off: Sequence[int] | None = None
    ) -> Position:
        """From light's 24 signed counts and (light, dark) on the bar; off fills up to 15 unless given.

        Raises IllegalPositionError for a wrong length, negative counts or more than 15 checkers of a side.
        """
        if len(points) != 24:
            raise IllegalPositionError(Message("A position has 24 points, not {count}.", count=len(points)))
        light = [max(count, 0) for count in points]
        dark = [max(-count, 0) for count in reversed(points)]
        rows = []
        for name, row, on_bar, borne in zip(SIDES, (light, dark), bar, off or (None, None), strict=True):
            rest = CHECKERS - sum(row) - on_bar
            if rest < 0:
                raise IllegalPositionError(
                    Message("{side} has more than {most} checkers.", side=side_name(name), most=CHECKERS)
                )
            rows.append((rest if borne is None else borne, *row, on_bar))
        return cls(tuple(rows[0]), tuple(rows[1]))

    @classmethod
    def from_places(cls, places: Iterable[tuple[int, int]]) -> Position:
        """From the counts of all 25 `places`; off fills up to 15."""
        *points, bar = places
        light, dark = [count for count, _ in points], [count for _, count in reversed(points)]
        light_off, dark_off = (max(0, CHECKERS - sum(row) - held) for row, held in zip((light, dark), bar, strict=True))
        return cls((light_off, *light, bar[0]), (dark_off, *dark, bar[1]))


SeenPosition = Annotated[Position, AsSeen()]
"""What a camera reads, or people enter: more than fifteen checkers of a side may lie there."""

_set_light, _set_dark = Position.__dict__["light"].__set__, Position.__dict__["dark"].__set__
"""The slots themselves, past checks that rows made from a valid position would pass."""


def positions_of(light: Sequence[Row], dark: Sequence[Row]) -> list[Position]:
    """Positions of rows that are known to be valid: for making many."""
    new, set_light, set_dark = object.__new__, _set_light, _set_dark
    found = []
    for one, two in zip(light, dark, strict=True):
        position = new(Position)
        set_light(position, one)
        set_dark(position, two)
        found.append(position)
    return found


def position_of(light: Row, dark: Row) -> Position:
    """One such position."""
    position = object.__new__(Position)
    _set_light(position, light)
    _set_dark(position, dark)
    return position


def row_of(counts: Iterable[tuple[int, int]]) -> Row:
    """A row from (own point, count) pairs."""
    row = [0] * 26
    for point, count in counts:
        row[point] += count
    return tuple(row)


_START = row_of(((24, 2), (13, 5), (8, 3), (6, 5)))
START = Position(_START, _START)
"""The starting position (R4)."""

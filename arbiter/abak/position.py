"""Where the checkers of Abak Evolution are, each with its class and its place in the stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arbiter.abak.classes import SET, in_order
from arbiter.errors import IllegalPositionError
from arbiter.message import Message, side_name
from arbiter.position import BAR, OFF, SIDES, Position, Side

LETTERS = frozenset((*SET, *(letter.lower() for letter in SET)))
"""Capitals are light's, or the mover's in a view; small letters are the other side's."""
MOST_ON_POINT = 5
"""A3."""
MIDDLE = range(7, 19)
"""The points where a druid holds; the same for both sides (A12)."""
THEIR_BAR = 26
View = tuple[str, ...]
"""A side's own view: 27 texts, what is borne off, own points 1 to 24, own bar, the opponent's bar.

Own checkers are capitals, opposing ones small letters; a point is read from below, the rest has no order.
"""


@dataclass(frozen=True, slots=True)
class AbakPosition:
    """All checkers of both sides.

    points: light's 1..24, each from below; light's checkers are capitals, dark's are small letters.
    bar, off: (light's, dark's) in the letters' own order, soldiers first.
    Raises IllegalPositionError where there are not 24 points, or a letter stands for no class.
    """

    points: tuple[str, ...]
    bar: tuple[str, str] = ("", "")
    off: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        if len(self.points) != 24:
            raise IllegalPositionError(Message("A position has 24 points, not {count}.", count=len(self.points)))
        for letter in "".join((*self.points, *self.bar, *self.off)):
            if letter not in LETTERS:
                raise IllegalPositionError(
                    Message(
                        "{letter} stands for no checker: the letters are S, G, C, D, E and O.", letter=repr(letter)
                    )
                )

    def view(self, side: Side) -> View:
        """What `side` sees as the mover."""
        if side is Side.LIGHT:
            return (self.off[0], *self.points, self.bar[0], self.bar[1])
        swapped = [stack.swapcase() for stack in reversed(self.points)]
        return (self.off[1].upper(), *swapped, self.bar[1].upper(), self.bar[0].lower())

    def after(self, side: Side, view: View) -> AbakPosition:
        """The position that `side`, who has moved, sees so; what the opponent has borne off is as here."""
        if side is Side.LIGHT:
            return AbakPosition(view[1:BAR], (view[BAR], view[THEIR_BAR]), (view[OFF], self.off[1]))
        points = tuple(stack.swapcase() for stack in reversed(view[1:BAR]))
        return AbakPosition(
            points, (view[THEIR_BAR].upper(), view[BAR].lower()), (self.off[0], view[OFF].lower())
        )

    @property
    def seen(self) -> Position:
        """What a camera sees: how many checkers of each colour lie where."""
        return _seen(self)

    def faults(self) -> tuple[Message, ...]:
        """Why this cannot be a position of play (A2, A3, A12); empty where it can."""
        found: list[Message] = []
        everywhere = "".join((*self.points, *self.bar, *self.off))
        for side in SIDES:
            own = Counter(everywhere if side is Side.LIGHT else everywhere.swapcase())
            short = [f"{own[letter]} {letter}" for letter, count in SET.items() if own[letter] != count]
            if short:
                expected = ", ".join(f"{count} {letter}" for letter, count in SET.items())
                found.append(
                    Message(
                        "{side} has {now}; a side's checkers are {expected} (A2).",
                        side=side_name(side),
                        now=", ".join(short),
                        expected=expected,
                    )
                )
        for point, stack in enumerate(self.points, 1):
            if len(stack) > MOST_ON_POINT:
                found.append(
                    Message(
                        "{count} checkers stand on light's {point}-point; five is the most (A3).",
                        count=len(stack),
                        point=point,
                    )
                )
            if not may_stand(point, stack):
                found.append(
                    Message(
                        "Both colours stand on light's {point}-point, and no druid holds one there (A12).",
                        point=point,
                    )
                )
        return (*found, *self.strangers())

    def strangers(self) -> tuple[Message, ...]:
        """Letters of the other side among what is on a side's bar or borne off, which no table can show."""
        found: list[Message] = []
        for letters, side in zip((*self.bar, *self.off), (*SIDES, *SIDES), strict=True):
            wrong = [each for each in letters if each.isupper() is not (side is Side.LIGHT)]
            if wrong:
                found.append(
                    Message("The letter {letter} is not one of {side}'s.", letter=repr(wrong[0]), side=side.value)
                )
        return tuple(found)


@lru_cache(maxsize=4096)
def _seen(position: AbakPosition) -> Position:
    light, dark = [0] * 26, [0] * 26
    for point, stack in enumerate(position.points, 1):
        if not stack:
            continue
        if stack.isupper():
            light[point] = len(stack)
        else:
            light[point] = sum(map(str.isupper, stack))
            dark[BAR - point] = len(stack) - light[point]
    light[BAR], dark[BAR] = map(len, position.bar)
    light[OFF], dark[OFF] = map(len, position.off)
    return Position(tuple(light), tuple(dark))


def may_stand(point: int, stack: str) -> bool:
    """Whether a point's stack is of one colour, or one where druids hold (A12, A14).

    A druid is put on a single opposing checker; that may be a druid which holds one itself.
    """
    below, rest = stack[:1], stack[1:]
    while rest and rest[0].isupper() is not below[-1].isupper():
        if point not in MIDDLE or rest[0].upper() != "D" or len(below) > 2:
            return False
        below, rest = below + rest[0], rest[1:]
    return all(each.isupper() is below[-1].isupper() for each in rest)


def position_of(points: Sequence[str], bar: Iterable[str] = ("", ""), off: Iterable[str] = ("", "")) -> AbakPosition:
    """A position in which bar and off may be given in any order."""
    return AbakPosition(tuple(points), _sorted(bar), _sorted(off))


def _sorted(pair: Iterable[str]) -> tuple[str, str]:
    light, dark = pair
    return _letters(light), _letters(dark)


def _letters(text: str) -> str:
    if not LETTERS.issuperset(text) or (text != text.upper() and text != text.lower()):
        return text  # AbakPosition and its faults say what is wrong
    return in_order(text) if text.isupper() else in_order(text.upper()).lower()


def _start() -> AbakPosition:
    own = {24: "ED", 23: "OS", 13: "SSGS", 8: "SGS", 6: "SSSC"}
    light = [own.get(point, "") for point in range(1, 25)]
    dark = [stack.lower() for stack in reversed(light)]
    return AbakPosition(tuple(one or other for one, other in zip(light, dark, strict=True)))


START = _start()
"""Where a game of Abak Evolution begins (A5, A6)."""

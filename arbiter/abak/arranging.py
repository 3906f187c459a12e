"""Where the checkers of a position may lie by now, whatever was done, once a camera has seen other counts.

Those that leave a place come from its top. Which of them went where nobody knows after a play against the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations

from arbiter.abak.position import AbakPosition, position_of
from arbiter.position import BAR, OFF, SIDES, Position, Side

_MOST_MOVED = 4
"""Of checkers of a side; where more lie elsewhere, each goes to the next free place alone."""


def rearranged(position: AbakPosition, seen: Position) -> AbakPosition:
    """The same checkers where these counts say: those furthest back first, to the places furthest back."""
    return next(arrangements(position, seen))


def arrangements(position: AbakPosition, seen: Position) -> Iterator[AbakPosition]:
    """All ways in which the checkers that left their places may lie on those where others are now, without repeats."""
    found: dict[AbakPosition, None] = {}
    for light in _orders(_left(position, seen, Side.LIGHT)):
        for dark in _orders(_left(position, seen, Side.DARK)):
            each = _put_down(position, seen, (light, dark))
            if each not in found:
                found[each] = None
                yield each


def _orders(letters: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    ways = permutations(letters)
    return ways if len(letters) <= _MOST_MOVED else islice(ways, 1)


def _left(position: AbakPosition, seen: Position, side: Side) -> tuple[str, ...]:
    """The letters of the checkers of one side that lie elsewhere now."""
    here, row = _counts(position, side), seen.row(side)
    taken: list[str] = []
    for place in range(BAR, -1, -1):
        stack = _stack(position, place, side)
        for _ in range(here[place] - row[place]):
            letter, stack = _lifted(stack, light=side is Side.LIGHT)
            taken.append(letter)
    return tuple(taken)


def _put_down(position: AbakPosition, seen: Position, letters: tuple[tuple[str, ...], ...]) -> AbakPosition:
    """letters: of light and dark, those furthest back first; soldiers where none is left."""
    points, bar, off = list(position.points), list(position.bar), list(position.off)
    for index, side in enumerate(SIDES):
        row, light, here = seen.row(side), side is Side.LIGHT, _counts(position, side)
        taken = list(letters[index])
        for place in range(BAR, -1, -1):
            for _ in range(here[place] - row[place]):
                _, rest = _lifted(_lying(points, bar, off, place, index), light=light)
                _put(points, bar, off, place, index, rest)
        for place in range(BAR, -1, -1):
            for _ in range(row[place] - here[place]):
                letter = taken.pop(0) if taken else ("S" if light else "s")
                _put(points, bar, off, place, index, _lying(points, bar, off, place, index) + letter)
    return position_of(points, bar, off)


def _counts(position: AbakPosition, side: Side) -> Counter[int]:
    return Counter(dict(enumerate(position.seen.row(side))))


def _stack(position: AbakPosition, place: int, side: Side) -> str:
    return _lying(list(position.points), list(position.bar), list(position.off), place, SIDES.index(side))


def _lying(points: list[str], bar: list[str], off: list[str], place: int, index: int) -> str:
    if place in (OFF, BAR):
        return (off if place == OFF else bar)[index]
    return points[place - 1 if index == 0 else BAR - 1 - place]


def _put(points: list[str], bar: list[str], off: list[str], place: int, index: int, stack: str) -> None:
    if place in (OFF, BAR):
        (off if place == OFF else bar)[index] = stack
    else:
        points[place - 1 if index == 0 else BAR - 1 - place] = stack


def _lifted(stack: str, *, light: bool) -> tuple[str, str]:
    """The highest checker of this colour, and the stack without it."""
    at = max(place for place, letter in enumerate(stack) if letter.isupper() is light)
    return stack[at], stack[:at] + stack[at + 1 :]

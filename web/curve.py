"""The curve of winning chances over the plays of a match, as parts of an SVG that fits a telephone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 8.0, 16.0, 26.0
_RANGE = range(0, 101, 25)


@dataclass(frozen=True, slots=True)
class Chance:
    """Light's chance after one play, between 0 and 1. mistake: its number among the worst, None for the others."""

    light: float
    mistake: int | None = None


@dataclass(frozen=True, slots=True)
class CurveLine:
    """One game's part: `points` of an SVG polyline, where it begins, and its number."""

    points: str
    x: float
    number: int


@dataclass(frozen=True, slots=True)
class CurveMark:
    """One of the worst decisions on the curve."""

    x: float
    y: float
    number: int


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line across, at so many per cent."""

    y: float
    per_cent: int


@dataclass(frozen=True, slots=True)
class Curve:
    """All of it, for a view box of WIDTH by HEIGHT. middle: where both have the same chance."""

    lines: tuple[CurveLine, ...]
    marks: tuple[CurveMark, ...]
    levels: tuple[GridLine, ...]
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    bottom: float = HEIGHT - BOTTOM
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def curve_of(games: Sequence[tuple[int, Sequence[Chance]]]) -> Curve:
    """games: number and chances of each, in their order."""
    total = max(1, sum(len(chances) for _, chances in games) - 1)
    lines, marks, at = [], [], 0
    for number, chances in games:
        spots = [(_x(at + step, total), _y(chance.light)) for step, chance in enumerate(chances)]
        marks += [
            CurveMark(x, y, chance.mistake)
            for (x, y), chance in zip(spots, chances, strict=True)
            if chance.mistake is not None
        ]
        if spots:
            lines.append(CurveLine(" ".join(f"{x},{y}" for x, y in spots), spots[0][0], number))
        at += len(chances)
    return Curve(tuple(lines), tuple(marks), tuple(GridLine(_y(each / 100), each) for each in _RANGE))


def _x(step: int, total: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * step / total, 1)


def _y(chance: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)

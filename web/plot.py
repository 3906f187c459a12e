"""Values over time as parts of an SVG that fits a telephone: a player's figures, the chances in a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import floor, log10

_LEVELS = 4
"""About so many lines across."""
_CHANCE_LEVELS = range(0, 101, 25)
"""Per cent."""
_EVEN = 50


@dataclass(frozen=True, slots=True)
class PlotArea:
    """The view box, and the sides of the rectangle in it that values are drawn in."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float

    def spot(self, along: float, above: float) -> tuple[float, float]:
        """x and y, by the shares of the rectangle's width from the left and of its height from the bottom."""
        x = self.left + (self.right - self.left) * along
        y = self.bottom - (self.bottom - self.top) * above
        return round(x, 1), round(y, 1)


VALUES = PlotArea(360.0, 150.0, 40.0, 350.0, 10.0, 128.0)
CHANCES = PlotArea(360.0, 190.0, 34.0, 352.0, 16.0, 164.0)


@dataclass(frozen=True, slots=True)
class PlotLine:
    """`points` of an SVG polyline, where it begins, and the number of the game that it is of; 0: of none."""

    points: str
    x: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class PlotDot:
    """One value's place. number: of the mistake that it marks, None for any other."""

    x: float
    y: float
    number: int | None = None


@dataclass(frozen=True, slots=True)
class PlotLevel:
    """A line across, and the value that it stands for. even: both have the same chance there."""

    y: float
    text: str
    even: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """lines: broken where values are missing, and between games."""

    area: PlotArea
    lines: tuple[PlotLine, ...] = ()
    dots: tuple[PlotDot, ...] = ()
    levels: tuple[PlotLevel, ...] = ()


def plot_of(values: Sequence[float | None]) -> Plot:
    """Values at equal distances, oldest first; None where there is none."""
    known = [value for value in values if value is not None]
    if not known:
        return Plot(VALUES)
    step = _step(max(known) - min(known) or abs(known[0]) or 1.0)
    low = step * floor(min(known) / step)
    high = max(low + step, step * -floor(-max(known) / step))

    def spot(place: int, value: float) -> tuple[float, float]:
        along = place / (len(values) - 1) if len(values) > 1 else 0.5
        return VALUES.spot(along, (value - low) / (high - low))

    runs = [
        [spot(place, value) for place, value in run if value is not None]
        for there, run in groupby(enumerate(values), lambda each: each[1] is not None)
        if there
    ]
    levels = (low + step * number for number in range(round((high - low) / step) + 1))
    decimals = max(0, -floor(log10(step)))
    return Plot(
        VALUES,
        tuple(_line(run) for run in runs),
        tuple(PlotDot(x, y) for run in runs for x, y in run),
        tuple(PlotLevel(spot(0, level)[1], f"{level:.{decimals}f}") for level in levels),
    )


@dataclass(frozen=True, slots=True)
class Chance:
    """Light's chance after one play, between 0 and 1. mistake: its number among the worst, None for the others."""

    light: float
    mistake: int | None = None


def plot_of_chances(games: Sequence[tuple[int, Sequence[Chance]]]) -> Plot:
    """games: number and chances of each, in their order. Dots mark mistakes alone."""
    total = max(1, sum(len(chances) for _, chances in games) - 1)
    lines, dots, at = [], [], 0
    for number, chances in games:
        spots = [CHANCES.spot((at + step) / total, chance.light) for step, chance in enumerate(chances)]
        dots += [
            PlotDot(*spot, chance.mistake)
            for spot, chance in zip(spots, chances, strict=True)
            if chance.mistake is not None
        ]
        if spots:
            lines.append(_line(spots, number))
        at += len(chances)
    levels = (PlotLevel(CHANCES.spot(0, each / 100)[1], f"{each}%", each == _EVEN) for each in _CHANCE_LEVELS)
    return Plot(CHANCES, tuple(lines), tuple(dots), tuple(levels))


def _line(spots: Sequence[tuple[float, float]], number: int = 0) -> PlotLine:
    return PlotLine(" ".join(f"{x},{y}" for x, y in spots), spots[0][0], number)


def _step(span: float) -> float:
    """A round distance between lines: 1, 2 or 5 times a power of ten."""
    rough = span / _LEVELS
    power = 10.0 ** floor(log10(rough))
    return float(next(each for each in (1, 2, 5, 10) if each * power >= rough * 0.999) * power)

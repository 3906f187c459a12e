"""One value over time, as parts of an SVG that fits a telephone: for the pages of the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import floor, log10

WIDTH, HEIGHT = 360.0, 150.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 10.0, 10.0, 22.0
_LEVELS = 4
"""About so many lines across."""


@dataclass(frozen=True, slots=True)
class PlotLevel:
    """A line across, and the value that it stands for."""

    y: float
    text: str


@dataclass(frozen=True, slots=True)
class PlotDot:
    """One value's place."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Plot:
    """For a view box of WIDTH by HEIGHT. lines: `points` of SVG polylines, broken where values are missing."""

    lines: tuple[str, ...]
    dots: tuple[PlotDot, ...]
    levels: tuple[PlotLevel, ...]
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    bottom: float = HEIGHT - BOTTOM
    width: float = WIDTH
    height: float = HEIGHT


def plot_of(values: Sequence[float | None]) -> Plot:
    """Values at equal distances, oldest first; None where there is none."""
    known = [value for value in values if value is not None]
    if not known:
        return Plot((), (), ())
    step = _step(max(known) - min(known) or abs(known[0]) or 1.0)
    low = step * floor(min(known) / step)
    high = max(low + step, step * -floor(-max(known) / step))

    def spot(place: int, value: float) -> PlotDot:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (place / (len(values) - 1) if len(values) > 1 else 0.5)
        y = TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)
        return PlotDot(round(x, 1), round(y, 1))

    runs = [
        [spot(place, value) for place, value in run if value is not None]
        for there, run in groupby(enumerate(values), lambda each: each[1] is not None)
        if there
    ]
    lines = tuple(" ".join(f"{dot.x},{dot.y}" for dot in run) for run in runs)
    many = round((high - low) / step)
    levels = (low + step * number for number in range(many + 1))
    decimals = max(0, -floor(log10(step)))
    return Plot(
        lines,
        tuple(dot for run in runs for dot in run),
        tuple(PlotLevel(spot(0, level).y, f"{level:.{decimals}f}") for level in levels),
    )


def _step(span: float) -> float:
    """A round distance between lines: 1, 2 or 5 times a power of ten."""
    rough = span / _LEVELS
    power = 10.0 ** floor(log10(rough))
    return float(next(each for each in (1, 2, 5, 10) if each * power >= rough * 0.999) * power)

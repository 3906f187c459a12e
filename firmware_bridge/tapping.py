"""From LEDs that somebody has named one by one to the entries of a map, and which lamp will be named next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from firmware_bridge.spots import ALL_SPOTS, COLUMNS, Edge, Spot

NamedLeds = Sequence[Spot | None]
"""For each LED from the first on, the spot that it lights; None where it lights nothing."""
_Run = tuple[Spot | None, int]

_NAMES = {str(spot): spot for spot in ALL_SPOTS}


def spot_named(name: str) -> Spot | None:
    """The spot that `str` gave that name; None where there is none such."""
    return _NAMES.get(name)


def entries_of(leds: NamedLeds) -> tuple[str, ...]:
    """The shortest entries that `strip_map.parse_strip` reads as these LEDs; gaps at the end are left out."""
    runs = _runs(leds)
    if runs and runs[-1][0] is None:
        runs.pop()
    return tuple(_entry(row) for row in _rows(runs))


def likely_next(leds: NamedLeds) -> Spot | None:
    """The lamp that the next LED belongs to if the strip goes on as it did; None where that is open.

    As many LEDs a point as the point before had, on in the same direction, and round the corner at an edge's end.
    """
    points = [(spot, count) for spot, count in _runs(leds) if spot is not None and spot.part == "point"]
    if len(points) < 2 or leds[-1] != points[-1][0]:
        return None
    (before, each), (here, count) = points[-2:]
    if count < each:
        return here
    if before.edge == here.edge:
        ahead = here.column + (1 if here.column > before.column else -1)
        if 1 <= ahead <= COLUMNS:
            return Spot("point", here.edge, ahead)
        other: Edge = "far" if here.edge == "near" else "near"
        corner = Spot("point", other, here.column)
        return None if corner in leds else corner
    return Spot("point", here.edge, 2 if here.column == 1 else COLUMNS - 1)


def _runs(leds: NamedLeds) -> list[_Run]:
    return [(spot, len(list(same))) for spot, same in groupby(leds)]


def _rows(runs: Sequence[_Run]) -> Iterator[list[_Run]]:
    """Runs that one entry can name: points of one edge, column after column, with as many LEDs each."""
    row: list[_Run] = []
    step = 0
    for before, run in pairwise([(None, 0), *runs]):
        between = _step(before, run)
        if row and (not between or (step and between != step)):
            yield row
            row, between = [], 0
        row.append(run)
        step = between
    if row:
        yield row


def _step(before: _Run, run: _Run) -> int:
    """+1 or -1 where the second continues the first within an entry, otherwise 0."""
    one, other = before[0], run[0]
    if one is None or other is None or before[1] != run[1]:
        return 0
    if (one.part, one.edge) != (other.part, other.edge) or one.part != "point":
        return 0
    step = other.column - one.column
    return step if abs(step) == 1 else 0


def _entry(row: Sequence[_Run]) -> str:
    spot, each = row[0]
    if spot is None:
        return f"gap {each}"
    last = row[-1][0]
    to = f"-{last.column}" if last is not None and len(row) > 1 else ""
    return f"{spot}{to}{f' x{each}' if each > 1 else ''}"

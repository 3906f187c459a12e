"""The map from board to LEDs: a list that walks along the strip from its first LED.

    strip = ["near 1-12 x2", "gap 3", "off near", "far 12-1 x2"]

Each entry is a run of points of one edge (columns 1..12 counted from the picture's left, in the order the strip
passes them), one bar or off lamp, or a gap; `x2` gives each of them two LEDs. A gap is so many LEDs that stay dark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from arbiter.message import Message
from firmware_bridge.errors import BadMap
from firmware_bridge.protocol import Rgb
from firmware_bridge.spots import COLUMNS, Edge, Spot

MOST_LEDS = 1000
Corner = Literal["near-left", "near-right", "far-left", "far-right"]
Shape = Literal["ring", "serpentine", "straight"]
CORNERS: tuple[Corner, ...] = get_args(Corner)
SHAPES: tuple[Shape, ...] = get_args(Shape)

_ENTRY = re.compile(
    r"(?:(?P<edge>near|far) (?P<first>\d{1,2})(?:-(?P<last>\d{1,2}))?"
    r"|(?P<part>bar|off) (?P<at>near|far)"
    r"|gap (?P<gap>\d{1,4}))"
    r"(?: x(?P<each>\d{1,3}))?"
)


@dataclass(frozen=True, slots=True)
class StripMap:
    """leds: for each LED of the strip, from the first on, what it belongs to; None for a gap."""

    leds: tuple[Spot | None, ...]

    def __len__(self) -> int:
        return len(self.leds)

    def spread(self, colours: Mapping[Spot, Rgb]) -> tuple[Rgb, ...]:
        """The colours of the whole strip; dark where nothing is said."""
        return tuple(colours.get(spot, _DARK) if spot else _DARK for spot in self.leds)

    @property
    def missing(self) -> tuple[Spot, ...]:
        """Points without any LED."""
        lit = set(self.leds)
        points = (Spot("point", edge, column) for edge in _EDGES for column in range(1, COLUMNS + 1))
        return tuple(spot for spot in points if spot not in lit)


_DARK: Rgb = (0, 0, 0)
_EDGES: tuple[Edge, ...] = ("near", "far")


def parse_strip(entries: Sequence[object]) -> StripMap:
    """From the entries of the list. Raises BadMap naming the entry that cannot be read."""
    runs = [_run(entry) for entry in entries]
    count = sum(len(spots) * each for spots, each in runs)  # before they are laid out: one line may ask for millions
    if not any(any(spots) and each for spots, each in runs):
        raise BadMap(
            Message('The strip has no LEDs yet: run bookgammon leds map, or write strip = ["near 1-12", ...].')
        )
    if count > MOST_LEDS:
        raise BadMap(
            Message(
                "The strip has {count} LEDs; {most_leds} are the most that can be kept fed.",
                count=count,
                most_leds=MOST_LEDS,
            )
        )
    return StripMap(tuple(spot for spots, each in runs for spot in spots for _ in range(each)))


def _run(entry: object) -> tuple[list[Spot | None], int]:
    """What an entry names one after the other, and how many LEDs each of them has."""
    found = _ENTRY.fullmatch(" ".join(entry.split())) if isinstance(entry, str) else None
    if found is None:
        raise BadMap(
            Message(
                'The strip\'s entry {entry!r} cannot be read: write "near 1-12", "far 12-1 x2", "bar near", '
                '"off far" or "gap 3".',
                entry=entry,
            )
        )
    each = int(found["each"] or 1)
    spots: list[Spot | None]
    if found["gap"]:
        return [None], int(found["gap"]) * each
    if found["part"]:
        spots = [Spot("bar" if found["part"] == "bar" else "off", _edge(found["at"]))]
    else:
        first = int(found["first"])
        last = int(found["last"] or first)
        if not (1 <= first <= COLUMNS and 1 <= last <= COLUMNS):
            raise BadMap(
                Message(
                    "The strip's entry {entry!r} names a column that is not 1 to {columns}.",
                    entry=entry,
                    columns=COLUMNS,
                )
            )
        step = 1 if last >= first else -1
        spots = [Spot("point", _edge(found["edge"]), column) for column in range(first, last + step, step)]
    return spots, each


def _edge(word: str) -> Edge:
    return "near" if word == "near" else "far"


def usual_strip(shape: Shape, corner: Corner, each: int = 1, ridge: int = 0, turn: int = 0) -> tuple[str, ...]:
    """The entries for a usual way to lay a strip, beginning at a corner along that corner's edge.

    ring: on round the book, so that it comes back along the other edge. serpentine: the same way, but the strip
    turns back under the points. straight: both edges in the same direction, as two strips one after the other.
    (A ring and a serpentine pass the points in the same order; they differ in the LEDs lost at the turn.)
    ridge: LEDs between the leaves; turn: LEDs between the edges; all of them stay dark.
    """
    edge, side = corner.split("-")
    other = "far" if edge == "near" else "near"
    ahead = side == "left"
    more = f" x{each}" if each != 1 else ""
    halves = (*_half_runs(edge, ahead, ridge, more),)
    back = (*_half_runs(other, ahead if shape == "straight" else not ahead, ridge, more),)
    return (*halves, *((f"gap {turn}",) if turn else ()), *back)


def _half_runs(edge: str, ahead: bool, ridge: int, more: str) -> tuple[str, ...]:
    if not ridge:
        return (f"{edge} {'1-12' if ahead else '12-1'}{more}",)
    first, second = ("1-6", "7-12") if ahead else ("12-7", "6-1")
    return (f"{edge} {first}{more}", f"gap {ridge}", f"{edge} {second}{more}")

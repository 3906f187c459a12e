"""Where on the book a lamp can be, as the camera sees it, and where a checker's place is found there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.position import BAR, OFF, Side
from arbiter.seats import Seats

Edge = Literal["near", "far"]
"""near: the lower edge of the picture. Names of parts: "point", "bar" (on the ridge), "off" (beside the book)."""
Part = Literal["point", "bar", "off"]
COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Spot:
    """column: of a point, 1..12 from the picture's left; 0 for bar and off."""

    part: Part
    edge: Edge
    column: int = 0

    def __str__(self) -> str:
        return f"{self.edge} {self.column}" if self.part == "point" else f"{self.part} {self.edge}"


POINTS = tuple(Spot("point", edge, column) for edge in ("near", "far") for column in range(1, COLUMNS + 1))
ALL_SPOTS = (*POINTS, *(Spot(part, edge) for part in ("bar", "off") for edge in ("near", "far")))


def edge_of(side: Side, seats: Seats) -> Edge:
    """Where the side sits."""
    return "near" if side is seats.near else "far"


def spot_of(side: Side, place: int, seats: Seats) -> Spot:
    """The spot of a side's own place: 1..24, its bar (25), or its checkers that are off (0)."""
    if place in (OFF, BAR):
        return Spot("off" if place == OFF else "bar", edge_of(side, seats))
    row, column = seats.track()[(place if side is Side.LIGHT else 25 - place) - 1]
    return Spot("point", "near" if row == "bottom" else "far", column + 1)


def home_of(side: Side, seats: Seats) -> tuple[Spot, ...]:
    """The six points of a side's home, its 1-point first."""
    return tuple(spot_of(side, point, seats) for point in range(1, 7))

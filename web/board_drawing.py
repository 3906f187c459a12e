"""A small board for reading, not touching: where its parts lie in an SVG, with arrows for the plays it reports."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbiter.position import BAR, OFF, SIDES, Position, Side
from arbiter.seats import Seats

CELL = 26.0
RIDGE = 28.0
TRAY = 30.0
MARGIN = 6.0
HEIGHT = 260.0
WIDTH = 2 * MARGIN + 2 * TRAY + 12 * CELL + RIDGE
SHOWN = 5
"""Checkers drawn on one point; more are shown by a number."""
RADIUS = CELL / 2 - 0.8
_HEAD = 9.0
_TIP_GAP = 4.0
_OFF_STEP = 7.0

Move = tuple[int, int]
"""From and to in the mover's numbering: 25 the bar, 0 off."""
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Triangle:
    """A point of the board: `points` of an SVG polygon. dark: every other one."""

    points: str
    dark: bool


@dataclass(frozen=True, slots=True)
class Checker:
    """count: how many lie here where they are more than are drawn, else nothing."""

    x: float
    y: float
    side: Side
    count: int | None


@dataclass(frozen=True, slots=True)
class Arrow:
    """One move of a play: a line and the `points` of its head. kind: "better" or "played"."""

    x1: float
    y1: float
    x2: float
    y2: float
    head: str
    kind: str


@dataclass(frozen=True, slots=True)
class CubeDrawn:
    """The cube beside the board, its middle."""

    x: float
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """All of it, for a view box of WIDTH by HEIGHT. ridge: left edge of the strip between the leaves."""

    triangles: tuple[Triangle, ...]
    checkers: tuple[Checker, ...]
    arrows: tuple[Arrow, ...]
    ridge: float
    width: float = WIDTH
    height: float = HEIGHT
    radius: float = RADIUS


def draw(
    position: Position, seats: Seats, side: Side, played: Sequence[Move] = (), better: Sequence[Move] = ()
) -> Drawing:
    """side: whose moves the arrows show; a move that both plays have is drawn once, as the better one."""
    plan = _Plan(position, seats)
    own = list(played)
    for move in better:
        if move in own:
            own.remove(move)
    arrows = [*plan.arrows(side, own, "played"), *plan.arrows(side, better, "better")]
    return Drawing(tuple(plan.triangles()), tuple(plan.checkers()), tuple(arrows), plan.ridge)


def cube_drawing(seats: Seats, value: int, owner: Side | None) -> CubeDrawn:
    """At its owner's end of the side that no checkers are borne off to; in the middle of it where nobody holds it."""
    x = MARGIN + TRAY / 2 if seats.home == "right" else WIDTH - MARGIN - TRAY / 2
    if owner is None:
        return CubeDrawn(x, HEIGHT / 2, value)
    away = MARGIN + TRAY / 2
    return CubeDrawn(x, HEIGHT - away if owner is seats.near else away, value)


class _Plan:
    def __init__(self, position: Position, seats: Seats) -> None:
        self._position, self._seats = position, seats
        self._track = seats.track()
        self.ridge = MARGIN + TRAY + 6 * CELL

    def triangles(self) -> Iterator[Triangle]:
        for number, (row, column) in enumerate(self._track):
            x, base = self._column(column), self._base(row)
            tip = base + (1 if row == "top" else -1) * 0.4 * HEIGHT
            yield Triangle(f"{x - CELL / 2},{base} {x + CELL / 2},{base} {x},{tip}", bool(number % 2))

    def checkers(self) -> Iterator[Checker]:
        for side in SIDES:
            for place, many in enumerate(self._position.row(side)):
                most = many if place == OFF else min(many, SHOWN)
                for level in range(most):
                    x, y = self._spot(side, place, level)
                    yield Checker(x, y, side, many if level == most - 1 and many > most else None)

    def arrows(self, side: Side, moves: Sequence[Move], kind: str) -> Iterator[Arrow]:
        row = list(self._position.row(side))
        for start, end in moves:
            begin = self._spot(side, start, max(row[start] - 1, 0))
            row[start] = max(row[start] - 1, 0)
            finish = self._spot(side, end, row[end])
            row[end] += 1
            yield _arrow(begin, finish, kind)

    def _base(self, row: str) -> float:
        return MARGIN if row == "top" else HEIGHT - MARGIN

    def _column(self, column: int) -> float:
        return MARGIN + TRAY + column * CELL + (RIDGE if column >= 6 else 0) + CELL / 2

    def _spot(self, side: Side, place: int, level: int) -> Spot:
        """The centre of checker number `level`, from 0, on a place of that side's own."""
        near = side is self._seats.near
        if place == OFF:
            x = WIDTH - MARGIN - TRAY / 2 if self._seats.home == "right" else MARGIN + TRAY / 2
            away = RADIUS + 2 + level * _OFF_STEP
            return x, HEIGHT - MARGIN - away if near else MARGIN + away
        level = min(level, SHOWN - 1)
        if place == BAR:
            away = CELL * (level + 0.8)
            return self.ridge + RIDGE / 2, HEIGHT / 2 + (-away if near else away)
        row, column = self._track[(place if side is Side.LIGHT else BAR - place) - 1]
        away = RADIUS + 1 + level * (2 * RADIUS - 3)
        return self._column(column), MARGIN + away if row == "top" else HEIGHT - MARGIN - away


def _arrow(begin: Spot, finish: Spot, kind: str) -> Arrow:
    length = math.dist(begin, finish) or 1.0
    across, down = (finish[0] - begin[0]) / length, (finish[1] - begin[1]) / length
    tip = (finish[0] - across * _TIP_GAP, finish[1] - down * _TIP_GAP)
    neck = (tip[0] - across * _HEAD, tip[1] - down * _HEAD)
    wing = (-down * _HEAD * 0.6, across * _HEAD * 0.6)
    corners = (tip, (neck[0] + wing[0], neck[1] + wing[1]), (neck[0] - wing[0], neck[1] - wing[1]))
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return Arrow(round(begin[0], 1), round(begin[1], 1), round(neck[0], 1), round(neck[1], 1), head, kind)

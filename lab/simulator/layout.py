"""Where checkers, dice and cube lie on the table for a position: touching, sloppy, stacked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from arbiter.position import BAR, OFF, Position, Side
from arbiter.seats import Seats
from lab.simulator import dice
from lab.simulator.book import Book
from lab.simulator.solids import Block, Disc, lowest

Mishap = Literal["touching", "against_checker", "cocked", "on_checker", "outside"]
Spot = tuple[str, int]
"""A row of the picture (top, bottom) and a column 0..11."""
ROW = 5
"""Checkers side by side on a point before the next lies on top."""


@dataclass(frozen=True)
class LaidDie:
    block: Block
    value: int
    leaf: str | None
    """None where it left the board."""
    cocked: bool = False
    on_checker: bool = False


@dataclass(frozen=True)
class LaidCube:
    block: Block
    up_face: int
    owner: str
    """near, far or none."""


@dataclass(frozen=True)
class Layout:
    position: Position
    discs: tuple[Disc, ...]
    dice: tuple[LaidDie, ...] = ()
    cube: LaidCube | None = None
    roller: Side | None = None
    spare_cubes: tuple[LaidCube, ...] = ()
    """More than players have, for learning figures."""


@dataclass(frozen=True)
class Habits:
    """How the players of a board keep their things."""

    slop: float
    """In checker radii."""
    cube_on_ridge: bool
    bar_gap: float
    dice_touch: float
    """Share of rolls whose dice touch each other or a checker."""
    beside_on_bar: int = 4
    """How many checkers of a side lie beside each other on the bar before the next is laid on them."""


# ------------------------------------------------------------------ checkers


def spots(seats: Seats) -> dict[tuple[Side, int], Spot]:
    """(side, own point 1..24) -> where it is in the picture."""
    track = seats.track()
    found: dict[tuple[Side, int], Spot] = {(Side.LIGHT, p): track[p - 1] for p in range(1, 25)}
    return found | {(Side.DARK, 25 - p): track[p - 1] for p in range(1, 25)}


def on_point(book: Book, spot: Spot, slot: int, side: str, slop: float, others: Sequence[Disc], rng: Generator) -> Disc:
    """The slot-th checker (0 at the edge) of a point, beside or on top of `others`, which it does not enter."""
    row, column = spot
    leaf, middle = book.column(column)
    r, half = book.checker_radius, book.floor_height / 2
    layer, place = divmod(slot, ROW)
    sign = 1.0 if row == "top" else -1.0
    below = _along(book, leaf, middle, sign, layer, others)
    floor = [d for d in others if d.frame == leaf and abs(d.w - layer * book.checker_height) < 1e-6]
    under = _along(book, leaf, middle, sign, layer - 1, others)
    disc = Disc(leaf, middle, 0.0, layer * book.checker_height, side, float(rng.uniform(0, 2 * np.pi)))
    stray = book.pitch / 2 - 0.88 * r
    for attempt in range(16):
        loose = slop * r * max(0.0, 1 - attempt / 12)
        aside = float(rng.normal(0, 0.45)) * slop * r if attempt < 8 else float(rng.uniform(-stray, stray))
        u = middle + float(np.clip(aside, -stray, stray))
        first = half - r - abs(float(rng.normal(0, 0.3))) * loose
        if layer:
            at = under[min(place, len(under) - 1)] if under else sign * first
            v = at - sign * float(rng.normal(0, 0.3)) * loose
        elif below:
            v = below[-1] - sign * (2 * r + abs(float(rng.normal(0, 0.25))) * loose)
        else:
            v = sign * first
        if not layer:  # five must find room before the middle of the leaf
            v = sign * max(sign * v, r * (1 + 2 * (ROW - 1 - place)))
        u, v = float(np.clip(u, r, book.floor_width - r)), float(np.clip(v, r - half, half - r))
        disc = Disc(leaf, u, v, disc.w, side, disc.turn)
        if all((d.u - u) ** 2 + (d.v - v) ** 2 >= (1.995 * r) ** 2 for d in floor):
            return disc
    return disc


def _along(book: Book, leaf: str, middle: float, sign: float, layer: int, others: Sequence[Disc]) -> list[float]:
    """The v of the checkers that lie on a point's layer, from the edge on."""
    found = [
        d.v
        for d in others
        if d.frame == leaf
        and abs(d.u - middle) < book.pitch / 2
        and abs(d.w - layer * book.checker_height) < 1e-6
        and d.v * sign > -book.checker_radius
    ]
    return sorted(found, key=lambda v: -v * sign)


def on_bar(book: Book, seats: Seats, side: Side, slot: int, habits: Habits, rng: Generator) -> Disc:
    """On the ridge, in the half where the side enters: the near player in the far half."""
    sign = 1.0 if seats.near is side else -1.0
    layer, place = divmod(slot, habits.beside_on_bar)
    r = book.checker_radius
    v = sign * (habits.bar_gap + r + place * (2 * r + 0.04 + 0.1 * habits.slop * float(rng.random())))
    u = float(rng.normal(0, 0.08)) * r
    return Disc("ridge", u, v, layer * book.checker_height, side.value, float(rng.uniform(0, 6.28)))


def on_table(book: Book, seats: Seats, side: Side, slot: int, rng: Generator) -> Disc:
    """Borne off: beside the home boards, in the owner's half."""
    r = book.checker_radius
    outward = 1.0 if seats.home == "right" else -1.0
    column, place = slot % 3, slot // 3
    x = outward * (book.bounds[0] + 1.1 + r + column * 2.3 * r + float(rng.uniform(-0.1, 0.1)) * r)
    toward = -1.0 if seats.near is side else 1.0
    y = toward * (1.2 * r + (4 - place) * 2.25 * r + float(rng.uniform(-0.1, 0.1)) * r)
    return Disc("table", x, y, 0.0, side.value, float(rng.uniform(0, 6.28)))


def lay_checkers(book: Book, seats: Seats, habits: Habits, position: Position, rng: Generator) -> tuple[Disc, ...]:
    where, laid = spots(seats), list[Disc]()
    for light in range(1, 25):
        slot = 0
        sides = sorted(zip((Side.LIGHT, Side.DARK), position.counts(light), strict=True), key=lambda pair: -pair[1])
        if all(position.counts(light)) and rng.random() < 0.25:
            sides.reverse()  # mostly the fewer came to the many
        for side, count in sides:
            own = light if side is Side.LIGHT else 25 - light
            for _ in range(count):
                laid.append(on_point(book, where[side, own], slot, side.value, habits.slop, laid, rng))
                slot += 1
    for side in (Side.LIGHT, Side.DARK):
        row = position.row(side)
        laid += [on_bar(book, seats, side, i, habits, rng) for i in range(row[BAR])]
        laid += [on_table(book, seats, side, i, rng) for i in range(row[OFF])]
    return tuple(laid)


# ------------------------------------------------------------------ dice and cube


def lay_dice(
    book: Book,
    seats: Seats,
    discs: Sequence[Disc],
    roller: Side,
    values: tuple[int, int],
    rng: Generator,
    mishap: Mishap | None = None,
) -> tuple[LaidDie, ...]:
    """Two dice in the leaf to the roller's right, clear of checkers unless a mishap says otherwise."""
    leaf = "right" if seats.near is roller else "left"
    laid: list[LaidDie] = []
    for value in values:
        strange = mishap if len(laid) == 1 else None
        laid.append(_lay_die(book, discs, leaf, roller, value, laid, strange, rng))
    return tuple(laid)


def _lay_die(
    book: Book,
    discs: Sequence[Disc],
    leaf: str,
    roller: Side,
    value: int,
    laid: Sequence[LaidDie],
    mishap: Mishap | None,
    rng: Generator,
) -> LaidDie:
    side, r = book.die_side, book.checker_radius
    near = [d for d in discs if d.frame == leaf and d.w < 0.01]
    yaw = float(rng.uniform(0, 2 * np.pi))
    if mishap == "outside":
        outward = 1.0 if leaf == "right" else -1.0
        at = (outward * (book.bounds[0] + float(rng.uniform(1.0, 3.0))), float(rng.uniform(-6, 6)), side / 2)
        return LaidDie(Block("table", at, dice.showing(dice.DIE, value, yaw), roller.value), value, None)
    if mishap == "on_checker" and near:
        under = near[int(rng.integers(len(near)))]
        top = max(d.w for d in discs if d.frame == leaf and (d.u - under.u) ** 2 + (d.v - under.v) ** 2 < r * r)
        at = (under.u, under.v, top + book.checker_height + side / 2)
        return LaidDie(Block(leaf, at, dice.showing(dice.DIE, value, yaw), roller.value), value, leaf, on_checker=True)
    for attempt in range(300):
        kind = mishap if attempt < 250 else None
        spot, yaw, lean = _try(book, near, laid, kind, rng)
        at_u, at_v = spot
        need = r + side * (0.5 if kind in ("against_checker", "cocked") else 0.75)
        apart = side * (0.99 if kind == "touching" else 1.45)
        wall = side * 0.75
        inside = wall < at_u < book.floor_width - wall and abs(at_v) < book.floor_height / 2 - wall
        clear = all((d.u - at_u) ** 2 + (d.v - at_v) ** 2 > (need * 0.99) ** 2 for d in near)
        alone = all((o.block.at[0] - at_u) ** 2 + (o.block.at[1] - at_v) ** 2 > apart**2 for o in laid if o.leaf)
        if inside and clear and alone:
            break
    turn = dice.showing(dice.DIE, value, yaw, lean, float(rng.uniform(0, 6.28)))
    block = Block(leaf, (at_u, at_v, lowest(turn, side)), turn, roller.value)
    return LaidDie(block, dice.face_up(dice.DIE, turn), leaf, cocked=lean > 0)


def _try(
    book: Book, near: Sequence[Disc], laid: Sequence[LaidDie], mishap: Mishap | None, rng: Generator
) -> tuple[tuple[float, float], float, float]:
    """A place on the leaf's floor, a yaw and a lean."""
    yaw = float(rng.uniform(0, 2 * np.pi))
    if mishap == "touching" and laid:
        first = laid[-1].block
        yaw = float(np.arctan2(first.turn[1][0], first.turn[0][0])) + float(rng.integers(4)) * np.pi / 2
        reach, slide = book.die_side * 1.005, book.die_side * float(rng.uniform(-0.5, 0.5))
        c, s = float(np.cos(yaw)), float(np.sin(yaw))
        return (first.at[0] + reach * c - slide * s, first.at[1] + reach * s + slide * c), yaw, 0.0
    if mishap in ("against_checker", "cocked") and near:
        disc = near[int(rng.integers(len(near)))]
        reach = book.checker_radius + book.die_side * 0.505
        u, v = disc.u + reach * float(np.cos(yaw)), disc.v + reach * float(np.sin(yaw))
        return (u, v), yaw, float(rng.uniform(0.3, 0.6)) if mishap == "cocked" else 0.0
    u = book.floor_width * float(rng.uniform(0.08, 0.92))
    v = book.floor_height * float(np.clip(rng.normal(0, 0.2), -0.46, 0.46))
    return (u, v), yaw, 0.0


def lay_cube(book: Book, seats: Seats, on_ridge: bool, up_face: int, owner: str, rng: Generator) -> LaidCube:
    """Beside the board, away from the home boards, or on the ridge; at its owner's end."""
    side = book.cube_side
    along = {"none": 0.0, "near": -1.0, "far": 1.0}[owner]
    turn = dice.showing(dice.CUBE, up_face, float(rng.uniform(0, 2 * np.pi)))
    if on_ridge:
        at = (
            float(rng.normal(0, 0.1)),
            along * (book.outer_height / 2 - side * 0.7) + float(rng.normal(0, 0.15)),
            side / 2,
        )
        return LaidCube(Block("ridge", at, turn, "cube"), up_face, owner)
    outward = -1.0 if seats.home == "right" else 1.0
    x = outward * (book.bounds[0] + side * float(rng.uniform(0.9, 1.8)))
    y = along * book.outer_height * 0.45 + float(rng.normal(0, 0.5))
    return LaidCube(Block("table", (x, y, side / 2), turn, "cube"), up_face, owner)

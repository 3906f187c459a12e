"""Flat dice that touch or nearly touch what lies on the board: rows of their own colour, walls, each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from lab.simulator import dice
from lab.simulator.book import Book
from lab.simulator.layout import LaidDie
from lab.simulator.solids import Block, Disc, lowest

Beside = Literal["row's end", "row's side", "wall", "die"]
"""What a die lies next to."""
BESIDE: tuple[Beside, ...] = get_args(Beside)
NEARLY = 0.15
"""Sides of a die of the widest gap."""
TRIES = 400


def lay_close_dice(
    book: Book, discs: Sequence[Disc], roller: Side, leaf: str, values: tuple[int, int], beside: Beside, rng: Generator
) -> tuple[LaidDie, ...] | None:
    """Two flat dice on a leaf, the second one next to something, the first one anywhere free; None: no room was found.

    Next to a row means one of the roller's own colour where there is one.
    """
    near = [disc for disc in discs if disc.frame == leaf and disc.w < 0.01]
    first = _anywhere(book, near, rng)
    second = first and _next_to(book, near, roller, first, beside, rng)
    if not first or not second:
        return None
    return tuple(_laid(book, leaf, roller, value, at) for value, at in zip(values, (first, second), strict=True))


Place = tuple[float, float, float]
"""u, v and yaw of a flat die on its leaf."""


def _laid(book: Book, leaf: str, roller: Side, value: int, at: Place) -> LaidDie:
    u, v, yaw = at
    turn = dice.showing(dice.DIE, value, yaw)
    return LaidDie(Block(leaf, (u, v, lowest(turn, book.die_side)), turn, roller.value), value, leaf)


def _anywhere(book: Book, near: Sequence[Disc], rng: Generator) -> Place | None:
    for _ in range(TRIES):
        u = book.floor_width * float(rng.uniform(0.08, 0.92))
        v = book.floor_height * float(rng.uniform(-0.3, 0.3))
        at = (u, v, float(rng.uniform(0, 2 * np.pi)))
        if _gap_to_discs(book, near, at) > NEARLY * book.die_side and _gap_to_walls(book, at) > 0:
            return at
    return None


def _next_to(
    book: Book, near: Sequence[Disc], roller: Side, first: Place, beside: Beside, rng: Generator
) -> Place | None:
    side = book.die_side
    own = [disc for disc in near if disc.side == roller.value] or list(near)
    for _ in range(TRIES):
        yaw, gap = float(rng.uniform(0, 2 * np.pi)), side * float(rng.uniform(0, NEARLY))
        if beside == "wall":
            at = _at_wall(book, yaw, gap, rng)
            wanted = _gap_to_walls(book, at)
        elif beside == "die":
            at = _at_die(book, first, gap, rng)
            wanted = gap
        else:
            if not own:
                return None
            disc = own[int(rng.integers(len(own)))]
            at = _at_disc(book, disc, yaw, gap, beside, rng)
            wanted = _gap_to_discs(book, own, at)
        free = _gap_to_discs(book, near, at) >= 0 and _gap_to_walls(book, at) >= 0
        apart = beside == "die" or np.hypot(at[0] - first[0], at[1] - first[1]) > 1.45 * side
        if free and apart and wanted <= NEARLY * side:
            return at
    return None


def _at_wall(book: Book, yaw: float, gap: float, rng: Generator) -> Place:
    reach = _reach(book, yaw, 0.0) + gap
    if rng.random() < 0.5:
        u = reach if rng.random() < 0.5 else book.floor_width - reach
        return u, book.floor_height * float(rng.uniform(-0.5, 0.5)), yaw
    v = (book.floor_height / 2 - reach) * (1 if rng.random() < 0.5 else -1)
    return book.floor_width * float(rng.uniform(0, 1)), v, yaw


def _at_die(book: Book, first: Place, gap: float, rng: Generator) -> Place:
    """Face to face with the first one."""
    yaw = first[2] + float(rng.integers(4)) * np.pi / 2
    reach, slide = 1.005 * book.die_side + gap, book.die_side * float(rng.uniform(-0.5, 0.5))
    c, s = float(np.cos(yaw)), float(np.sin(yaw))
    return first[0] + reach * c - slide * s, first[1] + reach * s + slide * c, yaw


def _at_disc(book: Book, disc: Disc, yaw: float, gap: float, beside: Beside, rng: Generator) -> Place:
    """At the end of the row that a checker may be the last of, along the point, or anywhere round it."""
    if beside == "row's end":
        inwards = -np.pi / 2 if disc.v > 0 else np.pi / 2
        angle = inwards + float(rng.normal(0, 0.3))
    else:
        angle = float(rng.uniform(0, 2 * np.pi))
    away = book.checker_radius + book.die_side / 2
    step = book.die_side / 40
    u, v = float(np.cos(angle)), float(np.sin(angle))
    while _gap_to_discs(book, [disc], (disc.u + away * u, disc.v + away * v, yaw)) < gap:
        away += step
    return disc.u + away * u, disc.v + away * v, yaw


def _reach(book: Book, yaw: float, angle: float) -> float:
    """How far a die's corners reach in a direction."""
    turned = yaw - angle
    return book.die_side / 2 * float(abs(np.cos(turned)) + abs(np.sin(turned)))


def _gap_to_walls(book: Book, at: Place) -> float:
    u, v, yaw = at
    across, along = _reach(book, yaw, 0.0), _reach(book, yaw, np.pi / 2)
    return min(u - across, book.floor_width - u - across, book.floor_height / 2 - abs(v) - along)


def _gap_to_discs(book: Book, discs: Sequence[Disc], at: Place) -> float:
    """From a die's edge to the nearest checker's; negative where it lies in one."""
    if not discs:
        return float("inf")
    u, v, yaw = at
    half = book.die_side / 2
    c, s = float(np.cos(yaw)), float(np.sin(yaw))
    away = np.array([(disc.u - u, disc.v - v) for disc in discs]) @ np.array(((c, -s), (s, c)))
    outside = np.maximum(np.abs(away) - half, 0)
    return float((np.hypot(*outside.T) - book.checker_radius).min())

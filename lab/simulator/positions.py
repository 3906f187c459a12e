"""Positions as they come up in play, from games that a careless but not foolish player plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numpy.random import Generator

from arbiter.plays import Dice, Play, legal_plays
from arbiter.position import BAR, OFF, START, Position, Side


@dataclass(frozen=True)
class Ply:
    """What lay there, who rolled what, and how they played."""

    before: Position
    side: Side
    dice: Dice
    play: Play


def _roll(rng: Generator) -> Dice:
    return int(rng.integers(1, 7)), int(rng.integers(1, 7))


def _liking(position: Position, side: Side, rng: Generator, spread: float) -> float:
    own, other = position.row(side), position.row(side.other)
    blots = sum(own[p] == 1 and sum(other[1 : 26 - p]) > 0 for p in range(1, 24))
    points = sum(own[p] >= 2 for p in range(1, 12))
    piles = sum(max(0, own[p] - 4) for p in range(1, 25))
    return float(
        points + 2 * other[BAR] + 0.8 * own[OFF] - blots - 0.35 * piles + spread * rng.standard_normal()
    )


def game(rng: Generator, start: Position = START, side: Side | None = None) -> Iterator[Ply]:
    """Plies up to the end of a game; without a side the first roll decides who starts."""
    position, dice = start, _roll(rng)
    if side is None:
        while dice[0] == dice[1]:
            dice = _roll(rng)
        side = Side.LIGHT if rng.random() < 0.5 else Side.DARK
    while True:
        plays = legal_plays(position, side, dice)
        likings = [_liking(play.result, side, rng, 0.8) for play in plays]
        play = plays[likings.index(max(likings))]
        yield Ply(position, side, dice, play)
        position = play.result
        if position.row(side)[OFF] == sum(position.row(side)):
            return
        side, dice = side.other, _roll(rng)


def piled(rng: Generator) -> Position:
    """Towers up to nine high, as late play and bad luck make them."""
    rows: dict[Side, tuple[int, ...]] = {}
    for side in (Side.LIGHT, Side.DARK):
        row = [0] * 26
        taken = [25 - p for p in range(1, 25) if rows and rows[Side.LIGHT][p]]
        free = [p for p in range(1, 25) if p not in taken]
        row[free[int(rng.integers(0, min(8, len(free))))]] = int(rng.integers(6, 10))
        while sum(row) < 15:
            where = BAR if rng.random() < 0.05 else free[int(min(len(free) - 1, rng.exponential(6)))]
            if row[where] < 9:
                row[where] += 1
        rows[side] = tuple(row)
    return Position(rows[Side.LIGHT], rows[Side.DARK])


def several(rng: Generator, count: int) -> list[tuple[Position, Side]]:
    """Positions with who rolls there: from two games, early and late, and now and then a piled one."""
    plies = [ply for _ in range(1 + count // 4) for ply in game(rng)]
    chosen: list[tuple[Position, Side]] = []
    for _ in range(count):
        ply = plies[int(rng.integers(0, len(plies)))]
        made = piled(rng) if rng.random() < 0.12 else ply.before
        chosen.append((made, ply.side))
    return chosen

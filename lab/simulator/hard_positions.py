"""Positions that are hard to count: homes piled high, towers, single checkers anywhere, both colours on a point."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from arbiter.position import BAR, Position, Side
from lab.simulator.positions import piled

MIXTURES = (0.4, 0.3, 0.2, 0.1)
"""Shares of positions with no checker, one, two or three put on the other side's points: in play they are rare, and
then most is to be seen."""


def hard_to_count(position: Position, rng: Generator) -> Position:
    """The position played or, mostly, another one."""
    kind = rng.random()
    if kind < 0.25:
        position = brought_home(rng)
    elif kind < 0.35:
        position = piled(rng)
    elif kind < 0.75:
        position = towers(rng)
    elif kind < 0.85:
        position = scattered(rng)
    return mixed_now_and_then(position, rng)


def towers(rng: Generator) -> Position:
    """Each side's checkers in two or three piles of four to ten, anywhere; what is left over was borne off."""
    rows: list[list[int]] = [[0] * 26, [0] * 26]
    free = list(rng.permutation(np.arange(1, 25)))
    if rng.random() < 0.5:  # beside each other
        first = int(rng.integers(1, 20))
        free.sort(key=lambda point: first <= point < first + 6)
    for side, row in enumerate(rows):
        left = 15
        for _ in range(int(rng.integers(2, 4))):
            point = int(free.pop())
            count = min(left, int(rng.integers(4, 11)))
            row[point if side == 0 else 25 - point] = count
            left -= count
        row[0] = left
    return Position(tuple(rows[0]), tuple(rows[1]))


def scattered(rng: Generator) -> Position:
    """Each side's checkers anywhere, in rows of one to nine, some on the bar and off."""
    rows: list[list[int]] = [[0] * 26, [0] * 26]
    free = list(rng.permutation(np.arange(1, 25)))
    for row in rows:
        left = 15
        row[BAR] = int(rng.choice([0, 0, 0, 1, 1, 2, 3]))
        left -= row[BAR]
        while left and free and rng.random() < 0.93:
            point = int(free.pop())
            count = min(left, int(rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 9])))
            row[point if row is rows[0] else 25 - point] = count
            left -= count
        row[0] = left
    return Position(tuple(rows[0]), tuple(rows[1]))


def hit_often(position: Position, rng: Generator) -> Position:
    """The position with one to six checkers of a side, or of both, taken from anywhere to the bar."""
    sides = [Side.LIGHT, Side.DARK] if rng.random() < 0.25 else [Side.LIGHT if rng.random() < 0.5 else Side.DARK]
    for side in sides:
        row = list(position.row(side))
        for _ in range(int(rng.integers(1, 7))):
            held = [point for point in range(1, 25) if row[point]]
            if held:
                row[int(rng.choice(held))] -= 1
                row[BAR] += 1
        position = position.with_row(side, tuple(row))
    return position


def mixed_now_and_then(position: Position, rng: Generator) -> Position:
    """None to three checkers put on the other side's points."""
    for _ in range(int(rng.choice(4, p=MIXTURES))):
        position = mixed(position, rng)
    return position


def mixed(position: Position, rng: Generator) -> Position:
    """One checker of a side put on a point that the other side holds."""
    own, other = list(position.light), list(position.dark)
    swapped = rng.random() < 0.5
    if swapped:
        own, other = other, own
    held = [point for point in range(1, 25) if other[25 - point]]
    movable = [point for point in range(1, 26) if own[point]]
    if not held or not movable:
        return position
    own[int(rng.choice(movable))] -= 1
    own[int(rng.choice(held))] += 1
    return Position(tuple(other), tuple(own)) if swapped else Position(tuple(own), tuple(other))


def brought_home(rng: Generator) -> Position:
    """Both sides' checkers piled on a few home points, row beside row, as before and during bearing off.

    What was borne off lies out of sight.
    """
    rows: list[list[int]] = []
    for _ in Side:
        row = [0] * 26
        points = rng.permutation(np.arange(1, 7))[: int(rng.integers(2, 6))]
        on_board = 15 if rng.random() < 0.5 else int(rng.integers(3, 15))
        shares = rng.dirichlet(np.full(len(points), 2.0))
        for point in rng.choice(points, on_board, p=shares):
            row[point] += 1
        rows.append(row)
    return Position(tuple(rows[0]), tuple(rows[1]))


def hit(position: Position, rng: Generator) -> Position:
    """The position with one to three checkers more on the bar, mostly of one side."""
    rows = [list(position.light), list(position.dark)]
    side = int(rng.integers(2))
    for _ in range(int(rng.choice([1, 1, 2, 2, 3]))):
        row = rows[side]
        held = [point for point in range(1, 25) if row[point]]
        if held:
            row[int(rng.choice(held))] -= 1
            row[BAR] += 1
        if rng.random() < 0.3:
            side = 1 - side
    return Position(tuple(rows[0]), tuple(rows[1]))


def tall_homes(rng: Generator) -> Position:
    """Each side home with a pile of six to eight, and up to six borne off."""
    rows: list[tuple[int, ...]] = []
    for _ in Side:
        row = [0] * 26
        first, *others = (int(point) for point in rng.permutation(np.arange(1, 7)))
        row[first] = int(rng.integers(6, 9))
        row[0] = int(rng.choice([0, 0, 1, 2, 3, 4, 6]))
        for point in rng.choice(others[: int(rng.integers(2, 6))], 15 - row[0] - row[first]):
            row[int(point)] += 1
        rows.append(tuple(row))
    return Position(rows[0], rows[1])


def bearing_off(rng: Generator) -> Position:
    """Each side home with one to twelve borne off; now and then one of them was hit late."""
    rows: list[list[int]] = []
    for _ in Side:
        row = [0] * 26
        row[0] = int(rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12]))
        for point in rng.integers(1, 7, 15 - row[0]):
            row[int(point)] += 1
        rows.append(row)
    if rng.random() < 0.3:
        late = rows[int(rng.integers(2))]
        late[int(rng.choice([point for point in range(1, 7) if late[point]]))] -= 1
        late[BAR] += 1
    return Position(tuple(rows[0]), tuple(rows[1]))

"""Cut-outs of what may be dice, for reading faces: laid on boards, traced, and as the finder aims at them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from lab.simulator.pipeline import by_lot, taken
from lab.training.dice_bank import Bank, Bytes, Floats, laid, resized, turned_colours
from vision.crops import AS_IT_IS, Upright, upright
from vision.dice import FINDER_SCALE, DieSpot, cut_out, find_spots

UNKNOWN_VIEW = 0.2
"""Share of the reader's cut-outs that are seen as they are: nothing is known of how the camera stood."""
SMALLEST = 5.5
"""Pixels of a die's side below which a cut-out of it is not learned from."""


@dataclass(frozen=True, eq=False)
class Cut:
    """picture: (READER_PIXELS, READER_PIXELS, 3) BGR of what may be a die; value: of its top, 0: none, -1: who knows.

    off: right and down in sides, and logarithm of the size, from the cut-out to the die.
    """

    picture: Bytes
    value: int
    off: tuple[float, float, float]


def reader_cut(bank: Bank, rng: Generator) -> Cut:
    pixels = float(np.exp(rng.uniform(np.log(8.0), np.log(44.0))))
    source = _from_field if bank.fields and rng.random() < 0.55 else _from_board
    light, at, value, view = source(bank, rng, pixels)
    picture = taken(light, by_lot(rng, float(light.mean())), rng)
    return _cut(picture, DieSpot(*at, pixels, 1.0, view), value, rng)


def _cut(
    picture: Bytes, spot: DieSpot, value: int, rng: Generator, die: tuple[float, float, float] | None = None
) -> Cut:
    """A look at a spot, about as well aimed as the finder's. die: x, y and side of what is there, if not the spot's."""
    size = float(np.exp(rng.normal(0, 0.13 if die is None else 0.06)))
    right, down = (float(v) for v in rng.normal(0, 0.08 if die is None else 0.04, 2))
    turn = float(rng.normal(0, 0.08))
    if rng.random() < UNKNOWN_VIEW:
        spot = replace(spot, view=AS_IT_IS)
        turn = float(rng.uniform(-np.pi, np.pi) if rng.random() < 0.5 else rng.normal(0, 0.3))
    else:
        stretch = np.diag((1.0, float(np.exp(rng.normal(0, 0.06)))))
        a, b, c, d = (float(v) for v in (np.array(spot.view).reshape(2, 2) @ stretch).ravel())
        spot = replace(spot, view=(a, b, c, d))
    seen = cut_out(picture, spot, (right, down, size), turn)
    x, y, side = die or (spot.x, spot.y, spot.side)
    view = np.array(spot.view).reshape(2, 2)
    middle = np.array((spot.x, spot.y)) + view @ (right * spot.side, down * spot.side)
    turned = view @ np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    off = np.linalg.solve(turned, np.array((x, y)) - middle) / (spot.side * size)
    return Cut(seen, value, (float(off[0]), float(off[1]), float(np.log(side / (spot.side * size)))))


def _from_field(bank: Bank, rng: Generator, pixels: float) -> tuple[Floats, tuple[float, float], int, Upright]:
    field = bank.fields[int(rng.integers(len(bank.fields)))]
    height, width = field.light.shape[:2]
    inside = (field.dice[:, :2] > field.dice[:, 2:3]) & (field.dice[:, :2] < (width, height) - field.dice[:, 2:3])
    seen = np.flatnonzero(inside.all(axis=1) & (field.dice[:, 4] == 0))
    if rng.random() < 0.2 or not len(seen):  # a spot that is none
        side = float(np.median(field.dice[:, 2]))
        x, y = float(rng.uniform(side, width - side)), float(rng.uniform(side, height - side))
        near = np.hypot(x - field.dice[:, 0], y - field.dice[:, 1]) / field.dice[:, 2]
        value, view = (0 if near.min() > 0.55 else -1), field.views[int(near.argmin())]
    else:
        chosen = int(seen[int(rng.integers(len(seen)))])
        x, y, side, shown = (float(v) for v in field.dice[chosen, :4])
        value, view = int(shown), field.views[chosen]
        if rng.random() < 0.12:  # a pip, a corner or two dice are no die
            side *= float(rng.choice([0.28, 2.3]))
            value = 0
    reach = 2.8 * side
    x0, y0, x1, y1 = (
        int(v) for v in (max(0, x - reach), max(0, y - reach), min(width, x + reach + 1), min(height, y + reach + 1))
    )
    scale = pixels / side
    light = turned_colours(resized(field.light[y0:y1, x0:x1], scale), rng)
    return light, ((x - x0 + 0.5) * scale - 0.5, (y - y0 + 0.5) * scale - 0.5), value, view


def _from_board(bank: Bank, rng: Generator, pixels: float) -> tuple[Floats, tuple[float, float], int, Upright]:
    board = bank.boards[int(rng.integers(len(bank.boards)))]
    share = float(rng.uniform(0.18, 0.65))
    scale = pixels / (share * board.point)
    height, width = board.light.shape[:2]
    want = min(round(5.5 * pixels / scale) + 2, height - 1)
    x0, y0 = int(rng.integers(0, width - want)), int(rng.integers(0, height - want))
    light = resized(board.light[y0 : y0 + want, x0 : x0 + want].astype(np.float32), scale)
    middle = len(light) / 2
    sprite = bank.sprites[int(rng.integers(len(bank.sprites)))]
    view = upright(sprite.axes)
    if rng.random() < 0.2:
        return light, (middle, middle), 0, view
    if rng.random() < 0.15:  # its fellow beside it
        angle, far = float(rng.uniform(0, 2 * np.pi)), pixels * float(rng.uniform(1.05, 1.5))
        other = bank.sprites[int(rng.integers(len(bank.sprites)))]
        laid(light, rng, other, (middle + far * np.cos(angle), middle + far * np.sin(angle)), pixels)
    laid(light, rng, sprite, (middle, middle), pixels)
    return light, (middle, middle), sprite.value, view


def mistaken(bank: Bank, rng: Generator, pictures: int) -> list[Cut]:
    """Cut-outs of what `vision.dice` takes for dice on boards where none lie: the reader is to know better."""
    cuts = []
    for _ in range(pictures):
        board = bank.boards[int(rng.integers(len(bank.boards)))]
        known = rng.random() < 0.5
        size = float(rng.uniform(0.55, 1.0))
        light = resized(board.light.astype(np.float32), size)
        picture = taken(light, by_lot(rng, float(light.mean())), rng)
        bare = taken(resized(board.bare.astype(np.float32), size), by_lot(rng, float(board.bare.mean())), rng)
        scale = FINDER_SCALE / (board.point * size) * float(rng.choice([1.0, 1.0, rng.uniform(0.5, 2.0)]))
        for spot in find_spots(picture, bare if known else None, scale, 14, 0.1):
            view = upright(bank.sprites[int(rng.integers(len(bank.sprites)))].axes)
            cuts.append(_cut(picture, replace(spot, view=view), 0, rng))
    return cuts


def aimed(bank: Bank, rng: Generator, pictures: int) -> list[Cut]:
    """Cut-outs of what the finder sees in traced fields: dice as it aims at them, and what it mistakes for dice."""
    cuts = []
    for _ in range(pictures):
        field = bank.fields[int(rng.integers(len(bank.fields)))]
        usual = float(np.median(field.dice[:, 2]))
        size = min(1.0, float(np.exp(rng.uniform(np.log(6.0), np.log(30.0)))) / usual)
        light = turned_colours(resized(field.light, size), rng)
        picture = taken(light, by_lot(rng, float(light.mean())), rng)
        wanted = float(np.exp(rng.uniform(np.log(4.0), np.log(18.0))))
        for spot in find_spots(picture, None, wanted / (size * usual), 150, 0.1):
            rim = 1.1 * spot.side
            if not (rim < spot.x < picture.shape[1] - rim and rim < spot.y < picture.shape[0] - rim):
                continue
            dice = _in_picture(field.dice, size)
            nearest = int(np.hypot(dice[:, 0] - spot.x, dice[:, 1] - spot.y).argmin())
            cut = cut_at(picture, replace(spot, view=field.views[nearest]), dice, rng)
            cuts += [cut] if cut else []
    return cuts


def aimed_on_boards(bank: Bank, rng: Generator, pictures: int) -> list[Cut]:
    """The same in path-traced boards, within their leaves: what lies beside them is not labelled."""
    cuts = []
    for _ in range(pictures):
        shown = bank.traced[int(rng.integers(len(bank.traced)))]
        size = float(rng.uniform(0.5, 1.0))
        light, bare = (resized(part.astype(np.float32), size) for part in (shown.light, shown.bare))
        by = by_lot(rng, float(light.mean()))
        picture = taken(light, by, rng)
        empty = taken(bare, by, rng) if rng.random() < 0.6 else None
        left, top, right, bottom = (v * size for v in shown.box)
        scale = FINDER_SCALE / (shown.point * size) * float(np.exp(rng.uniform(-0.3, 0.3)))
        for spot in find_spots(picture, empty, scale, 30, 0.05):
            if left < spot.x < right and top < spot.y < bottom:
                at = ((spot.x + 0.5) / size - 0.5, (spot.y + 0.5) / size - 0.5)
                dice = _in_picture(np.column_stack((shown.dice, np.zeros(len(shown.dice)))), size)
                cut = cut_at(picture, replace(spot, view=shown.view_at(at)), dice, rng)
                cuts += [cut] if cut else []
    return cuts


def _in_picture(dice: Floats, size: float) -> Floats:
    """(n, 5) x, y, side, value, hidden in a picture `size` times as large."""
    scaled = dice.copy()
    scaled[:, :2] = (dice[:, :2] + 0.5) * size - 0.5
    scaled[:, 2] *= size
    return scaled


def cut_at(picture: Bytes, spot: DieSpot, dice: Floats, rng: Generator) -> Cut | None:
    """The cut-out of a spot; None where it cannot be said what it shows. dice: (n, 5) as for `_in_picture`."""
    if not len(dice):
        return _cut(picture, spot, 0, rng)
    away = np.hypot(dice[:, 0] - spot.x, dice[:, 1] - spot.y) / dice[:, 2]
    x, y, side, value, hidden = (float(v) for v in dice[int(away.argmin())])
    near = float(away.min())
    if near < 0.45 and not hidden and side > SMALLEST:
        return _cut(picture, spot, int(value), rng, (x, y, side))
    return None if near < 0.7 else _cut(picture, spot, 0, rng)



"""Patches with dice as cameras see them: for finding dice and for reading their faces.

Dice come from path-traced fields (`simulator.path_traced.dice_field`) and, in any number, as shaded sprites laid on
boards of the fast renderer (`training.dice_boards`). Either way a patch of linear light goes through a camera's
pipeline.

    python -m training.dice_patches OUT.npz --boards FOLDER --fields FOLDER --seed 1 --finder 8000 --reader 20000
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from simulator.art import linear_colour
from simulator.path_traced.finish import die_finish
from simulator.pipeline import by_lot, taken
from training.photo_dice import SPAN, SPRITE, Sprite, library
from vision.dice import DieSpot, cut_out, find_spots
from vision.upright import AS_IT_IS, Upright, upright

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

FINDER = 128
"""Pixels of a finder's patch."""
FINDER_SCALE = 32
"""Pixels of a point's width that the finder sees, give or take."""
UNKNOWN_VIEW = 0.2
"""Share of the reader's cut-outs that are seen as they are: nothing is known of how the camera stood."""
SMALLEST, LARGEST = 5.5, 26.0
"""Sides in the finder's pixels of dice that it is to find."""
MOST_IN_PATCH = 60


@dataclass(frozen=True, eq=False)
class Field:
    """A traced picture: light (H, W, 3) RGB; dice: (x, y, side, value, hidden) of each, pixels; views: of each."""

    light: Floats
    dice: Floats
    views: Sequence[Upright]


@dataclass(frozen=True, eq=False)
class BoardLight:
    light: Floats
    bare: Floats
    point: float


@dataclass(frozen=True, eq=False)
class Bank:
    boards: Sequence[BoardLight]
    fields: Sequence[Field]
    sprites: Sequence[Sprite]


def load_field(path: Path) -> Field:
    with np.load(path) as held:
        light, told = held["light"].astype(np.float32), json.loads(str(held["labels"]))
    rows, views = [], []
    for die in told["dice"]:
        (x, y), top = die["center"], np.array(die["top"])
        depth_y = y
        hidden = 0.0
        middle = top.mean(axis=0)
        for other in told["dice"]:
            if other is die or other["side"] < die["side"] * 0.98:
                continue  # what lies farther away covers nothing
            reach = 0.95 * 0.5 * (other["side"] + die["side"])
            if np.hypot(*(np.array(other["center"]) - middle)) < reach:
                hidden = 1.0
        rows.append((x, depth_y, die["side"], die["value"], hidden))
        views.append(_view_of((x, y), top))
    return Field(light, np.array(rows, np.float32), views)


def _view_of(middle: tuple[float, float], top: Floats) -> Upright:
    """From a die's middle and the four corners of its top face, pixels."""
    return upright(np.column_stack((top[1] - top[0], top[3] - top[0], 2 * (top.mean(axis=0) - middle))))


def load_bank(boards: Path, fields: Path, seed: int, sprites: int) -> Bank:
    lit = []
    for path in sorted(boards.glob("*.npz")):
        with np.load(path) as held:
            lit.append(BoardLight(held["light"], held["bare"], float(held["point"])))
    traced = [load_field(path) for path in sorted(fields.glob("*.npz"))]
    return Bank(lit, traced, library(seed, sprites))


# ------------------------------------------------------------------ sprites


def laid(light: Floats, rng: Generator, sprite: Sprite, at: tuple[float, float], side: float) -> None:
    """Lay a shaded sprite, its middle at pixel `at`, onto linear light, in place."""
    size = max(4, round(side * SPAN))
    x0, y0 = round(at[0] - (size - 1) / 2), round(at[1] - (size - 1) / 2)
    height, width = light.shape[:2]
    if x0 < 1 or y0 < 1 or x0 + size >= width - 1 or y0 + size >= height - 1:
        return
    normals, pips, cover = (_sized(part, size) for part in (sprite.normals, sprite.pips, sprite.cover))
    ground = light[y0 : y0 + size, x0 : x0 + size]
    lamp = _direction(rng, 0.25)
    _shadowed(light, rng, cover, (x0, y0), lamp, side)
    boards = tuple(
        tuple(float(v) for v in 255 * np.clip(light[rng.integers(height), rng.integers(width)], 0, 1) ** (1 / 2.2))
        for _ in range(3)
    )
    finish = die_finish(rng, boards)  # type: ignore[arg-type]
    level = float(np.clip(light.mean() / 0.25, 0.3, 3.0))
    ambient = float(rng.uniform(0.25, 0.8))
    facing = np.clip(normals @ lamp, 0, 1)
    shade = (ambient + (1.15 - ambient) * facing)[..., None] * np.float32(level)
    body = linear_colour(finish.colour)[None, None] * shade
    if finish.material in ("glass", "smoke"):
        through = _through(ground, rng, size)
        share = np.float32(rng.uniform(0.15, 0.75))
        tint = linear_colour(finish.colour) / max(0.15, float(linear_colour(finish.colour).max()))
        edge = np.clip(1 - normals[..., 2], 0, 1)[..., None] ** 2
        body = share * tint * through + (1 - share) * body + np.float32(rng.uniform(0, 0.35) * level) * edge * tint
        ghost = np.roll(pips, (int(rng.normal(0, size * 0.12)), int(rng.normal(0, size * 0.12))), (0, 1))
        ghost = cv2.GaussianBlur(np.ascontiguousarray(ghost[::-1]), (0, 0), max(0.4, size * 0.02))[..., None]
        body = body * (1 - 0.4 * rng.random() * ghost) + np.float32(
            0.25 * rng.random() * level
        ) * ghost * linear_colour(finish.pips)
    ink = linear_colour(finish.pips)[None, None] * (0.25 + 0.75 * shade)
    surface = body * (1 - pips[..., None]) + ink * pips[..., None]
    half = _direction(rng, 0.75)
    shine = np.clip(normals @ half, 0, 1) ** np.float32(np.exp(rng.uniform(2.2, 5.5)))
    surface = surface + (np.float32(level * abs(rng.normal(0, 0.45))) * shine)[..., None]
    share3 = cover[..., None]
    ground[...] = ground * (1 - share3) + surface * share3


def _direction(rng: Generator, least: float) -> Floats:
    z = float(rng.uniform(least, 1.0))
    turn = float(rng.uniform(0, 2 * np.pi))
    flat = np.sqrt(1 - z * z)
    return np.array([flat * np.cos(turn), flat * np.sin(turn), z], np.float32)


def _sized(part: Floats, size: int) -> Floats:
    interpolation = cv2.INTER_AREA if size < SPRITE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (size, size), interpolation=interpolation), np.float32)


def _through(ground: Floats, rng: Generator, size: int) -> Floats:
    """What shows through glass: the ground, moved and smeared."""
    blurred = cv2.GaussianBlur(
        np.ascontiguousarray(ground, np.float32), (0, 0), max(0.5, size * float(rng.uniform(0.02, 0.12)))
    )
    return np.asarray(
        np.roll(blurred, (int(rng.normal(0, size * 0.1)), int(rng.normal(0, size * 0.1))), (0, 1)), np.float32
    )


def _shadowed(light: Floats, rng: Generator, cover: Floats, corner: tuple[int, int], lamp: Floats, side: float) -> None:
    reach = round(side)
    x0, y0 = corner[0] - reach, corner[1] - reach
    x1, y1 = corner[0] + cover.shape[1] + reach, corner[1] + cover.shape[0] + reach
    if x0 < 0 or y0 < 0 or x1 > light.shape[1] or y1 > light.shape[0]:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    off = np.clip(-lamp[:2] / max(0.3, float(lamp[2])) * side * 0.4, -reach, reach).round().astype(int)
    top, left = reach + int(off[1]), reach + int(off[0])
    mask[top : top + cover.shape[0], left : left + cover.shape[1]] = cover
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, side * float(rng.uniform(0.04, 0.25))))
    light[y0:y1, x0:x1] *= 1 - np.float32(rng.uniform(0.1, 0.7)) * mask[..., None]


# ------------------------------------------------------------------ patches


def _turned_colours(light: Floats, rng: Generator) -> Floats:
    """Half of the traced patches with their colours changed about: there are few of them."""
    if rng.random() < 0.5:
        light = light[..., rng.permutation(3)]
    return np.ascontiguousarray(light)


def _resized(light: Floats, scale: float) -> Floats:
    size = (max(8, round(light.shape[1] * scale)), max(8, round(light.shape[0] * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.resize(np.ascontiguousarray(light, np.float32), size, interpolation=interpolation), np.float32
    )


def finder_patch(bank: Bank, rng: Generator) -> tuple[Bytes, Bytes, Floats]:
    """(FINDER, FINDER, 3) BGR of now and of the bare board (grey where there is none), (n, 4) x, y, side, value.

    A value of -1: a die that cannot be told; it is neither to be found nor to be left out.
    """
    if bank.fields and rng.random() < 0.35:
        return _finder_from_field(bank, rng)
    board = bank.boards[int(rng.integers(len(bank.boards)))]
    zoom = FINDER_SCALE / board.point * float(np.exp(rng.uniform(-0.35, 0.35)))
    if rng.random() < 0.3:
        zoom = float(np.exp(rng.uniform(np.log(0.35), np.log(1.6))))
    native = float(rng.uniform(1.0, 1.9))  # pixels of the camera's picture for each of the finder's
    want = round(FINDER / zoom) + 2
    height, width = board.light.shape[:2]
    want = min(want, height - 2, width - 2)
    x0, y0 = _inside(rng, width - want), _inside(rng, height - want)
    light = board.light[y0 : y0 + want, x0 : x0 + want].astype(np.float32)
    bare = board.bare[y0 : y0 + want, x0 : x0 + want].astype(np.float32)
    camera = FINDER * native / want
    light, bare = _resized(light, camera), _resized(bare, camera)
    dice: list[tuple[float, float, float, float]] = []
    base = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST * 0.9)))) * native
    for _ in range(int(rng.choice([0, 1, 2, 2, 3, 4]))):
        side = base * float(rng.uniform(0.95, 1.05))
        if dice and rng.random() < 0.3:
            angle, far = float(rng.uniform(0, 2 * np.pi)), side * float(rng.uniform(1.0, 1.7))
            x, y = dice[-1][0] + far * np.cos(angle), dice[-1][1] + far * np.sin(angle)
        else:
            x, y = (float(v) for v in rng.uniform(side, len(light) - side, 2))
        if any(np.hypot(x - d[0], y - d[1]) < 1.0 * side for d in dice):
            continue
        sprite = bank.sprites[int(rng.integers(len(bank.sprites)))]
        before = light[max(0, round(y)) % len(light), max(0, round(x)) % len(light)].copy()
        laid(light, rng, sprite, (x, y), side)
        changed = not np.array_equal(before, light[max(0, round(y)) % len(light), max(0, round(x)) % len(light)])
        if sprite.value and changed:
            dice.append((x, y, side, float(sprite.value)))
    by = by_lot(rng, float(light.mean()))
    now = _small(taken(light, by, rng))
    if rng.random() < 0.45:
        empty = _unknown(now)
    else:
        other = by if rng.random() < 0.7 else by_lot(rng, float(bare.mean()))
        empty = _small(taken(bare, other, rng))
    found = np.array([(x / native, y / native, s / native, v) for x, y, s, v in dice], np.float32).reshape(-1, 4)
    return now, empty, found


def _inside(rng: Generator, room: int) -> int:
    """Somewhere between 0 and `room`, seldom at the ends, where only the table is."""
    return int(room * np.clip(rng.normal(0.5, 0.22), 0, 1))


def _finder_from_field(bank: Bank, rng: Generator) -> tuple[Bytes, Bytes, Floats]:
    field = bank.fields[int(rng.integers(len(bank.fields)))]
    usual = float(np.median(field.dice[:, 2]))
    wanted = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST * 0.8))))
    native = float(rng.uniform(1.0, 1.9))
    want = min(round(FINDER * usual / wanted), *field.light.shape[:2]) - 2
    height, width = field.light.shape[:2]
    x0, y0 = int(rng.integers(0, width - want)), int(rng.integers(0, height - want))
    camera = FINDER * native / want
    light = _turned_colours(_resized(field.light[y0 : y0 + want, x0 : x0 + want], camera), rng)
    now = _small(taken(light, by_lot(rng, float(light.mean())), rng))
    scale = FINDER / want
    rows = [
        ((x - x0 + 0.5) * scale - 0.5, (y - y0 + 0.5) * scale - 0.5, side * scale, -1.0 if hidden else value)
        for x, y, side, value, hidden in field.dice
        if -side < x - x0 < want + side and -side < y - y0 < want + side
    ]
    return now, _unknown(now), np.array(rows, np.float32).reshape(-1, 4)


def _small(picture: Bytes) -> Bytes:
    return np.asarray(cv2.resize(picture, (FINDER, FINDER), interpolation=cv2.INTER_AREA), np.uint8)


def _unknown(now: Bytes) -> Bytes:
    """What stands for the bare board where none is known."""
    return np.asarray(cv2.medianBlur(now, 31), np.uint8)


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
    light = _turned_colours(_resized(field.light[y0:y1, x0:x1], scale), rng)
    return light, ((x - x0 + 0.5) * scale - 0.5, (y - y0 + 0.5) * scale - 0.5), value, view


def _from_board(bank: Bank, rng: Generator, pixels: float) -> tuple[Floats, tuple[float, float], int, Upright]:
    board = bank.boards[int(rng.integers(len(bank.boards)))]
    share = float(rng.uniform(0.18, 0.65))
    scale = pixels / (share * board.point)
    height, width = board.light.shape[:2]
    want = min(round(5.5 * pixels / scale) + 2, height - 1)
    x0, y0 = int(rng.integers(0, width - want)), int(rng.integers(0, height - want))
    light = _resized(board.light[y0 : y0 + want, x0 : x0 + want].astype(np.float32), scale)
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
        light = _resized(board.light.astype(np.float32), size)
        picture = taken(light, by_lot(rng, float(light.mean())), rng)
        bare = taken(_resized(board.bare.astype(np.float32), size), by_lot(rng, float(board.bare.mean())), rng)
        scale = FINDER_SCALE / (board.point * size) * float(rng.choice([1.0, 1.0, rng.uniform(0.5, 2.0)]))
        for spot in find_spots(picture, bare if known else None, scale, 0.1, 14):
            view = upright(bank.sprites[int(rng.integers(len(bank.sprites)))].axes)
            cuts.append(_cut(picture, replace(spot, view=view), 0, rng))
    return cuts


def aimed(bank: Bank, rng: Generator, pictures: int) -> list[Cut]:
    """Cut-outs of what the finder sees in traced fields: dice as it aims at them, and what it mistakes for dice."""
    cuts = []
    for _ in range(pictures):
        field = bank.fields[int(rng.integers(len(bank.fields)))]
        usual = float(np.median(field.dice[:, 2]))
        size = min(1.0, float(np.exp(rng.uniform(np.log(8.0), np.log(30.0)))) / usual)
        light = _turned_colours(_resized(field.light, size), rng)
        picture = taken(light, by_lot(rng, float(light.mean())), rng)
        wanted = float(np.exp(rng.uniform(np.log(8.0), np.log(18.0))))
        for spot in find_spots(picture, None, wanted / (size * usual), 0.12, 150):
            rim = 1.1 * spot.side
            if not (rim < spot.x < picture.shape[1] - rim and rim < spot.y < picture.shape[0] - rim):
                continue
            x, y = ((v + 0.5) / size - 0.5 for v in (spot.x, spot.y))
            away = np.hypot(field.dice[:, 0] - x, field.dice[:, 1] - y) / field.dice[:, 2]
            nearest = int(away.argmin())
            dx, dy, side, value, hidden = (float(v) for v in field.dice[nearest])
            if 0.45 <= away[nearest] <= 0.7 or (hidden and away[nearest] < 0.7):
                continue
            shown = int(value) if away[nearest] < 0.45 else 0
            die = ((dx + 0.5) * size - 0.5, (dy + 0.5) * size - 0.5, side * size) if shown else None
            cuts.append(_cut(picture, replace(spot, view=field.views[nearest]), shown, rng, die))
    return cuts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--boards", type=Path, required=True)
    parser.add_argument("--fields", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--finder", type=int, default=0)
    parser.add_argument("--reader", type=int, default=0)
    parser.add_argument("--mistaken", type=int, default=0, help="pictures searched for what is mistaken for dice")
    parser.add_argument("--found", type=int, default=0, help="traced fields searched for dice by the finder")
    parser.add_argument("--sprites", type=int, default=600)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng((chosen.seed, 41))
    bank = load_bank(chosen.boards, chosen.fields, chosen.seed, chosen.sprites)
    out: dict[str, npt.NDArray[np.generic]] = {}
    if chosen.finder:
        made = [finder_patch(bank, rng) for _ in range(chosen.finder)]
        dice = np.full((len(made), MOST_IN_PATCH, 4), np.nan, np.float32)
        for row, (_, _, found) in zip(dice, made, strict=True):
            row[: min(len(found), MOST_IN_PATCH)] = found[:MOST_IN_PATCH]
        out |= {"now": np.stack([m[0] for m in made]), "bare": np.stack([m[1] for m in made]), "dice": dice}
    if chosen.reader or chosen.mistaken or chosen.found:
        cuts = [c for c in (reader_cut(bank, rng) for _ in range(chosen.reader)) if c.value >= 0]
        cuts += mistaken(bank, rng, chosen.mistaken)
        cuts += aimed(bank, rng, chosen.found)
        out |= {
            "cut": np.stack([c.picture for c in cuts]),
            "value": np.array([c.value for c in cuts], np.int8),
            "off": np.array([c.off for c in cuts], np.float32),
        }
    np.savez(chosen.out, **out)


if __name__ == "__main__":
    main()

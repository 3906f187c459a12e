"""Patches with dice as cameras see them: for finding dice and for reading their faces.

Dice come from path-traced fields (`lab.simulator.path_traced.dice_field`), from path-traced boards
(`lab.training.traced_boards`) and, in any number, as shaded sprites laid on boards of the fast renderer
(`lab.training.dice_boards`). In every case a patch of linear light goes through a camera's pipeline.

    python -m lab.training.dice_patches OUT.npz --boards FOLDER --fields FOLDER --seed 1 --finder 8000 --reader 20000
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.pipeline import by_lot, taken
from lab.training.dice_bank import Bank, Bytes, Floats, laid, load_bank, resized, turned_colours
from lab.training.dice_cuts import aimed, aimed_on_boards, mistaken, reader_cut
from lab.training.traced_boards import load_traced
from vision.dice import FINDER_SCALE

FINDER = 128
"""Pixels of a finder's patch."""
SMALLEST, LARGEST = 5.5, 26.0
"""Sides in the finder's pixels of dice that it is to find."""
MOST_IN_PATCH = 60
WITH_DIE = 0.6
"""Share of the patches of path-traced boards that are laid around one of their few dice."""


def finder_patch(bank: Bank, rng: Generator) -> tuple[Bytes, Bytes, Floats]:
    """(FINDER, FINDER, 3) BGR of now and of the bare board (grey where there is none), (n, 4) x, y, side, value.

    A value of -1: a die that cannot be told; it is neither to be found nor to be left out.
    """
    if bank.traced and rng.random() < 0.3:
        return _finder_from_traced(bank, rng)
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
    light, bare = resized(light, camera), resized(bare, camera)
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
    light = turned_colours(resized(field.light[y0 : y0 + want, x0 : x0 + want], camera), rng)
    now = _small(taken(light, by_lot(rng, float(light.mean())), rng))
    scale = FINDER / want
    rows = [
        ((x - x0 + 0.5) * scale - 0.5, (y - y0 + 0.5) * scale - 0.5, side * scale, -1.0 if hidden else value)
        for x, y, side, value, hidden in field.dice
        if -side < x - x0 < want + side and -side < y - y0 < want + side
    ]
    return now, _unknown(now), np.array(rows, np.float32).reshape(-1, 4)


def _finder_from_traced(bank: Bank, rng: Generator) -> tuple[Bytes, Bytes, Floats]:
    shown = bank.traced[int(rng.integers(len(bank.traced)))]
    zoom = FINDER_SCALE / shown.point * float(np.exp(rng.uniform(-0.4, 0.4)))
    native = float(rng.uniform(1.0, 1.9))
    left, top, right, bottom = shown.box
    want = min(round(FINDER / zoom), right - left, bottom - top)
    x0, y0 = left + int(rng.integers(0, right - left - want + 1)), top + int(rng.integers(0, bottom - top - want + 1))
    if len(shown.dice) and rng.random() < WITH_DIE:
        x, y = shown.dice[int(rng.integers(len(shown.dice))), :2] - want * rng.uniform(0.1, 0.9, 2)
        x0, y0 = int(np.clip(x, left, right - want)), int(np.clip(y, top, bottom - want))
    camera = FINDER * native / want
    light, bare = (
        resized(part[y0 : y0 + want, x0 : x0 + want].astype(np.float32), camera) for part in (shown.light, shown.bare)
    )
    by = by_lot(rng, float(light.mean()))
    now = _small(taken(light, by, rng))
    empty = _unknown(now) if rng.random() < 0.35 else _small(taken(bare, by, rng))
    scale = FINDER / want
    rows = [
        ((x - x0 + 0.5) * scale - 0.5, (y - y0 + 0.5) * scale - 0.5, side * scale, value)
        for x, y, side, value in shown.dice
        if -side < x - x0 < want + side and -side < y - y0 < want + side
    ]
    return now, empty, np.array(rows, np.float32).reshape(-1, 4)


def _small(picture: Bytes) -> Bytes:
    return np.asarray(cv2.resize(picture, (FINDER, FINDER), interpolation=cv2.INTER_AREA), np.uint8)


def _unknown(now: Bytes) -> Bytes:
    """What stands for the bare board where none is known."""
    return np.asarray(cv2.medianBlur(now, 31), np.uint8)


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
    parser.add_argument("--traced", type=Path, nargs="*", default=[], help="folders of path-traced stills")
    parser.add_argument("--traced-before", type=int, default=0, help="the first seed of it that is held out")
    parser.add_argument("--found-on-boards", type=int, default=0, help="traced boards searched for dice likewise")
    parser.add_argument("--sprites", type=int, default=600)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng((chosen.seed, 41))
    traced = [shown for folder in chosen.traced for shown in load_traced(folder, chosen.traced_before)]
    bank = load_bank(chosen.boards, chosen.fields, chosen.seed, chosen.sprites, traced)
    out: dict[str, Any] = {}
    if chosen.finder:
        made = [finder_patch(bank, rng) for _ in range(chosen.finder)]
        dice = np.full((len(made), MOST_IN_PATCH, 4), np.nan, np.float32)
        for row, (_, _, found) in zip(dice, made, strict=True):
            row[: min(len(found), MOST_IN_PATCH)] = found[:MOST_IN_PATCH]
        out |= {"now": np.stack([m[0] for m in made]), "bare": np.stack([m[1] for m in made]), "dice": dice}
    if chosen.reader or chosen.mistaken or chosen.found or chosen.found_on_boards:
        cuts = [c for c in (reader_cut(bank, rng) for _ in range(chosen.reader)) if c.value >= 0]
        cuts += mistaken(bank, rng, chosen.mistaken)
        cuts += aimed(bank, rng, chosen.found)
        cuts += aimed_on_boards(bank, rng, chosen.found_on_boards)
        out |= {
            "cut": np.stack([c.picture for c in cuts]),
            "value": np.array([c.value for c in cuts], np.int8),
            "off": np.array([c.off for c in cuts], np.float32),
        }
    np.savez(chosen.out, **out)


if __name__ == "__main__":
    main()

"""What dice are learned from: traced fields, traced boards, boards without dice, and sprites to lay on these."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lab.simulator.art import linear_colour
from lab.simulator.path_traced.finish import die_finish
from lab.training.photo_dice import SPAN, SPRITE, Sprite, library
from lab.training.traced_boards import TracedPicture
from vision.crops import Upright, upright

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


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
    traced: Sequence[TracedPicture] = ()


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


def load_bank(boards: Path, fields: Path, seed: int, sprites: int, traced: Sequence[TracedPicture] = ()) -> Bank:
    lit = []
    for path in sorted(boards.glob("*.npz")):
        with np.load(path) as held:
            lit.append(BoardLight(held["light"], held["bare"], float(held["point"])))
    strewn = [load_field(path) for path in sorted(fields.glob("*.npz"))]
    return Bank(lit, strewn, library(seed, sprites), traced)


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
    finish = die_finish(rng, boards)  # type: ignore[arg-type]  # a tuple of that length
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
        blurred = cv2.GaussianBlur(np.ascontiguousarray(ghost[::-1]), (0, 0), max(0.4, size * 0.02))
        ghost = np.asarray(blurred, np.float32)[..., None]
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


def turned_colours(light: Floats, rng: Generator) -> Floats:
    """Half of the traced patches with their colours changed about: there are few of them."""
    if rng.random() < 0.5:
        light = light[..., rng.permutation(3)]
    return np.ascontiguousarray(light)


def resized(light: Floats, scale: float) -> Floats:
    size = (max(8, round(light.shape[1] * scale)), max(8, round(light.shape[0] * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.resize(np.ascontiguousarray(light, np.float32), size, interpolation=interpolation), np.float32
    )



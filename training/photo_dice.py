"""Tiles of rendered dice for the networks that find dice in any picture.

A library of dice is traced once (rounded cubes, cut by a sphere or not, pips hollow or painted, from all sides);
what is kept of each is its normals, where its pips are and where it covers the ground, so that a tile can give it
any colour and any light. Doubling cubes and blank cubes are among them: they are no dice.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from tests.rendering import art

Floats = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

SPRITE, SPAN = 96, 1.9
"""Pixels of a traced die and the half of its view, in half sides of the die."""
TILE = 128
SMALLEST, LARGEST = 11.0, 36.0
"""Sides of dice in a tile, in pixels."""
SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_NUMBERS = ("2", "4", "8", "16", "32", "64")


@dataclass(frozen=True, eq=False)
class Sprite:
    """A traced die. value: of its top face, 0 where it is no die. normals (n, n, 3), pips and cover (n, n) 0..1."""

    value: int
    normals: Floats
    pips: Floats
    cover: Floats


def trace(rng: Generator, kind: str) -> Sprite:
    """kind: die, cube (numbers instead of pips) or blank."""
    value = int(rng.integers(1, 7))
    eye, rays = _view(rng)
    edge, ball = float(rng.uniform(0.06, 0.45)), float(rng.choice([9.0, rng.uniform(1.25, 1.6)]))
    along = np.full(rays.shape[:2], np.linalg.norm(eye) - 2.2, np.float32)
    for _ in range(28):
        along += _distance(eye + along[..., None] * rays, edge, ball)
    place = eye + along[..., None] * rays
    away = _distance(place, edge, ball)
    cover = np.clip(1 - away / 0.03, 0, 1) * (np.abs(place).max(axis=2) < 1.2)
    pips, dents = _marks(rng, place, value, kind)
    normals = _normals(place, edge, ball) + dents
    normals /= np.linalg.norm(normals, axis=2, keepdims=True) + 1e-6
    return Sprite(value if kind == "die" else 0, normals.astype(np.float32), pips * cover, cover.astype(np.float32))


def _view(rng: Generator) -> tuple[Floats, Floats]:
    """Eye and unit rays in the die's own axes, z up. Steep views come turned anyhow, flat ones upright."""
    tilt = np.radians(abs(rng.normal(0, 20)) if rng.random() < 0.75 else rng.uniform(0, 46))
    tilt = min(tilt, np.radians(47))
    yaw = rng.uniform(0, 2 * np.pi)
    roll = rng.uniform(-np.pi, np.pi) if tilt < np.radians(32) else rng.normal(0, 0.25)
    forward = np.array([np.sin(tilt) * np.cos(yaw), np.sin(tilt) * np.sin(yaw), -np.cos(tilt)])
    right = np.array([np.sin(yaw), -np.cos(yaw), 0.0])
    down = np.cross(forward, right)
    right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    distance = float(rng.uniform(9, 50))
    grid = (np.arange(SPRITE) + 0.5) / SPRITE * 2 * SPAN - SPAN
    x, y = np.meshgrid(grid, grid)
    rays = forward + (x[..., None] * right + y[..., None] * down) / distance
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    return np.asarray(-distance * forward, np.float32), rays.astype(np.float32)


def _distance(place: Floats, edge: float, ball: float) -> Floats:
    beyond = np.abs(place) - np.float32(1 - edge)
    outside = np.linalg.norm(np.maximum(beyond, 0), axis=2) + np.minimum(beyond.max(axis=2), 0) - np.float32(edge)
    return np.asarray(np.maximum(outside, np.linalg.norm(place, axis=2) - np.float32(ball)), np.float32)


def _normals(place: Floats, edge: float, ball: float) -> Floats:
    beyond = np.maximum(np.abs(place) - np.float32(1 - edge), 1e-4) * np.sign(place)
    beyond /= np.linalg.norm(beyond, axis=2, keepdims=True)
    far = np.linalg.norm(place, axis=2, keepdims=True)
    return np.asarray(np.where(far > ball - 0.01, place / far, beyond), np.float32)


def _marks(rng: Generator, place: Floats, top: int, kind: str) -> tuple[Floats, Floats]:
    """Where pips (or numbers) are, and how their hollows bend the normals."""
    pips, dents = np.zeros(place.shape[:2], np.float32), np.zeros_like(place)
    if kind == "blank":
        return pips, dents
    others = [n for n in range(1, 7) if n not in (top, 7 - top)]
    side = int(rng.choice(others))
    rest = int(rng.choice([n for n in others if n not in (side, 7 - side)]))
    values = ((side, 7 - side), (rest, 7 - rest), (top, 7 - top))
    spread, radius = float(rng.uniform(0.44, 0.58)), float(rng.uniform(0.13, 0.24))
    lone = radius * float(rng.choice([1.0, 1.0, 1.0, 1.6]))
    hollow = float(rng.choice([0.0, 0.5, 0.9]))
    facing = np.abs(place).argmax(axis=2)
    for axis in range(3):
        one, two = (axis + 1) % 3, (axis + 2) % 3
        for sign, value in zip((1, -1), values[axis], strict=True):
            here = (facing == axis) & (place[..., axis] * sign > 0)
            if not here.any():
                continue
            u, v = place[..., one], place[..., two]
            if kind == "cube":
                pips += here * _number(rng, u, v)
                continue
            for a, b in _turned(rng, SPOTS[value]):
                du, dv = u - a * spread, v - b * spread
                size = lone if value == 1 else radius
                mark = here * np.clip((size - np.hypot(du, dv)) / 0.05 + 0.5, 0, 1)
                pips += mark
                dents[..., one] -= hollow * mark * du / size
                dents[..., two] -= hollow * mark * dv / size
    return np.minimum(pips, 1).astype(np.float32), dents.astype(np.float32)


def _turned(rng: Generator, spots: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    if rng.random() < 0.5:
        spots = tuple((b, a) for a, b in spots)
    flip = int(rng.choice([-1, 1]))
    return [(flip * a, b) for a, b in spots]


def _number(rng: Generator, u: Floats, v: Floats) -> Floats:
    size = 64
    face = np.zeros((size, size), np.uint8)
    text, font = str(rng.choice(_NUMBERS)), int(rng.integers(0, 5))
    scale = float(rng.uniform(1.0, 1.7)) / (1 if len(text) == 1 else 1.4)
    (w, h), _ = cv2.getTextSize(text, font, scale, 3)
    cv2.putText(face, text, ((size - w) // 2, (size + h) // 2), font, scale, 255, int(rng.integers(2, 6)), cv2.LINE_AA)
    face = np.ascontiguousarray(np.rot90(face, int(rng.integers(4))))
    at = [np.asarray((c * 0.5 + 0.5) * size - 0.5, np.float32) for c in (u, v)]
    return np.asarray(cv2.remap(face, at[0], at[1], cv2.INTER_LINEAR), np.float32) / 255


def library(seed: int, dice: int) -> list[Sprite]:
    rng = np.random.default_rng(seed)
    kinds = ["die"] * dice + ["cube"] * (dice // 10) + ["blank"] * (dice // 20)
    return [trace(rng, kind) for kind in kinds]


# ------------------------------------------------------------------ tiles


@dataclass(frozen=True, eq=False)
class Tile:
    """image: (TILE, TILE, 3) BGR. dice: (x, y, side, value) each; cut: (x, y, side) of those only partly in sight."""

    image: Image
    dice: list[tuple[float, float, float, int]]
    cut: list[tuple[float, float, float]]


def _colour(rng: Generator) -> Floats:
    if rng.random() < 0.3:
        return np.asarray(np.full(3, rng.uniform(0.02, 0.98)) + rng.normal(0, 0.02, 3), np.float32).clip(0, 1)
    hsv = np.array([[(rng.uniform(0, 360), rng.uniform(0.1, 1), rng.uniform(0.08, 1))]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _die_colours(rng: Generator) -> tuple[Floats, Floats]:
    body = np.asarray([0.86, 0.92, 0.94], np.float32) * float(rng.uniform(0.75, 1.05))
    if rng.random() < 0.65:
        body = _colour(rng)
    grey = float(body @ np.array([0.11, 0.59, 0.3], np.float32))
    pips = np.full(3, 0.05 if grey > 0.45 else 0.93, np.float32)
    if rng.random() < 0.25:
        for _ in range(20):
            pips = _colour(rng)
            if np.linalg.norm(pips - body) > 0.45:
                break
    return body, pips


def _ground(rng: Generator) -> Floats:
    def painted() -> Floats:
        kind = str(rng.choice(["plain", "wood", "wood", "cloth", "cloth", *art.BUSY]))
        colours = [tuple(float(c) for c in 255 * _colour(rng)) for _ in range(4)]
        unit = float(rng.uniform(15, 90))
        return art.draw(kind, int(rng.integers(1 << 30)), (TILE, TILE), colours, unit).astype(np.float32) / 255  # type: ignore[arg-type]

    ground = painted()
    for _ in range(int(rng.integers(0, 4))):
        mask = np.zeros((TILE, TILE), np.float32)
        kind = rng.random()
        middle = rng.uniform(-20, TILE + 20, 2)
        if kind < 0.4:  # points, papers, boxes
            corners = middle + rng.normal(0, 60, (int(rng.integers(3, 5)), 2))
            cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1.0, cv2.LINE_AA)
        elif kind < 0.75:  # checkers
            cv2.circle(mask, middle.astype(int).tolist(), int(rng.uniform(8, 45)), 1.0, -1, cv2.LINE_AA)
        else:  # spots like pips, on nothing
            for _ in range(int(rng.integers(1, 8))):
                spot = (middle + rng.normal(0, 15, 2)).astype(int).tolist()
                cv2.circle(mask, spot, int(rng.integers(1, 6)), 1.0, -1, cv2.LINE_AA)
        fill = painted() if rng.random() < 0.3 else _colour(rng)
        ground = ground * (1 - mask[..., None]) + fill * mask[..., None]
    return np.asarray(ground, np.float32)


def _towards(rng: Generator) -> Floats:
    turn, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.4)
    light = np.array([np.cos(turn) * np.cos(height), np.sin(turn) * np.cos(height), np.sin(height)])
    return light.astype(np.float32)


def tile(rng: Generator, sprites: list[Sprite]) -> Tile:
    ground = _ground(rng)
    usual = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    light, ambient, gloss = _towards(rng), float(rng.uniform(0.25, 0.8)), float(rng.choice([0.0, 0.2, 0.6]))
    placed: list[tuple[float, float, float, Sprite]] = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 4, 5, 6, 8]))):
        side = float(np.clip(usual * np.exp(rng.normal(0, 0.2)), SMALLEST, LARGEST))
        for _ in range(10):
            x, y = rng.uniform(-0.3 * side, TILE + 0.3 * side, 2)
            if placed and rng.random() < 0.4:
                turn, step = rng.uniform(0, 2 * np.pi), (side + placed[-1][2]) / 2 * rng.uniform(1.05, 1.4)
                x, y = placed[-1][0] + step * np.cos(turn), placed[-1][1] + step * np.sin(turn)
            if all(np.hypot(x - a, y - b) > 0.52 * (side + s) for a, b, s, _ in placed):
                placed.append((float(x), float(y), side, sprites[int(rng.integers(len(sprites)))]))
                break
    image = ground * (ambient + (1 - ambient) * float(light[2]))
    placed.sort(key=lambda p: p[1])
    strength, soft = float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.02, 0.25))
    for x, y, side, sprite in placed:
        image = _shaded(image, sprite, x, y, side, light, strength, soft)
    like_last = _die_colours(rng)
    for x, y, side, sprite in placed:
        like_last = like_last if rng.random() < 0.3 else _die_colours(rng)
        image = _laid(rng, image, sprite, (x, y, side), light, ambient, gloss, like_last)
    dice, cut = [], []
    for x, y, side, sprite in placed:
        if sprite.value and 0.35 * side < min(x, y) and max(x, y) < TILE - 0.35 * side:
            dice.append((x, y, side, sprite.value))
        elif sprite.value:
            cut.append((x, y, side))
    return Tile(_photographed(rng, image), dice, cut)


def _patch(values: Floats, x: float, y: float, side: float) -> tuple[Floats, slice, slice, slice, slice] | None:
    """A sprite's map at its size, with where it goes in the tile and which part of it is inside."""
    size = max(8, round(SPRITE * side / (SPRITE / SPAN)))
    small = np.asarray(cv2.resize(values, (size, size), interpolation=cv2.INTER_AREA), np.float32)
    x0, y0 = round(x - size / 2), round(y - size / 2)
    rows, columns = slice(max(0, y0), min(TILE, y0 + size)), slice(max(0, x0), min(TILE, x0 + size))
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return None
    return small, rows, columns, slice(rows.start - y0, rows.stop - y0), slice(columns.start - x0, columns.stop - x0)


def _shaded(
    image: Floats, sprite: Sprite, x: float, y: float, side: float, light: Floats, strength: float, soft: float
) -> Floats:
    """The ground with a die's shadow; light: towards the lamp in picture axes, z to the camera."""
    reach = 0.5 * side / max(0.35, float(light[2]))
    cut = _patch(sprite.cover, x - reach * float(light[0]), y - reach * float(light[1]), side)
    if cut is None:
        return image
    small, rows, columns, a, b = cut
    mask = np.zeros((TILE, TILE), np.float32)
    mask[rows, columns] = small[a, b]
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, soft * side)), np.float32)
    return np.asarray(image * (1 - strength * mask[..., None]), np.float32)


def _laid(
    rng: Generator,
    image: Floats,
    sprite: Sprite,
    at: tuple[float, float, float],
    light: Floats,
    ambient: float,
    gloss: float,
    colours: tuple[Floats, Floats],
) -> Floats:
    body, ink = colours
    lamp = light + 0.35 * rng.normal(0, 1, 3).astype(np.float32)  # each die was turned when it was traced
    lamp[2] = abs(lamp[2]) + 0.2
    lamp /= np.linalg.norm(lamp)
    skin = np.broadcast_to(body, (*sprite.cover.shape, 3))
    if rng.random() < 0.15:  # see-through or marbled
        cloud = art.noise(rng, sprite.cover.shape, 20.0, 2)
        skin = skin * (1 + 0.5 * cloud[..., None])
    colour = skin * (1 - sprite.pips[..., None]) + ink * sprite.pips[..., None]
    facing = np.maximum(sprite.normals @ lamp, 0)
    half = lamp + np.array([0, 0, 1], np.float32)
    shine = np.maximum(sprite.normals @ (half / np.linalg.norm(half)), 0) ** 30 * gloss
    answer = colour * (ambient + (1 - ambient) * facing)[..., None] + shine[..., None]
    cut = _patch(np.dstack([answer, sprite.cover]).astype(np.float32), *at)
    if cut is None:
        return image
    small, rows, columns, a, b = cut
    share = small[a, b, 3:]
    image = image.copy()
    image[rows, columns] = image[rows, columns] * (1 - share) + small[a, b, :3] * share
    return image


def _photographed(rng: Generator, image: Floats) -> Image:
    gain = np.exp(rng.normal(0.05, 0.3)) * np.exp(rng.normal(0, 0.1, 3))
    image = np.clip(image * gain, 0, 4).astype(np.float32)
    image = np.clip(image, 0, 1) ** float(np.exp(rng.normal(0, 0.25)))
    if rng.random() < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3)))
    image = image + rng.normal(0, float(rng.uniform(0.002, 0.035)), image.shape)
    out = np.clip(255 * image, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])
        out = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.asarray(out, np.uint8)


def tiles(seed: int, count: int, sprites: list[Sprite]) -> list[Tile]:
    rng = np.random.default_rng(seed)
    return [tile(rng, sprites) for _ in range(count)]

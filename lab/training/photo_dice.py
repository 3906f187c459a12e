"""Dice traced once from all sides, to lie on painted boards.

What is kept of each is its normals, where its pips are and where it covers the ground, so that it can be given any
colour. Rounded cubes, cut by a sphere or not, pips hollow or painted; doubling cubes and blank ones among them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lab.simulator.dice import PIPS

Floats = npt.NDArray[np.float32]

SPRITE, SPAN = 96, 1.9
"""Pixels of a traced die and the half of its view, in half sides of the die."""
OVAL = 0.35
"""Share of the dice whose pips look oval, as hollow ones do that a lamp lights from one side."""
_NUMBERS = ("2", "4", "8", "16", "32", "64")


@dataclass(frozen=True, eq=False)
class Sprite:
    """A traced die. value: of its top face, 0 where it is no die. normals (n, n, 3), pips and cover (n, n) 0..1.

    axes: (2, 3), right and down in the picture of the die's own axes, the third of which points up.
    """

    value: int
    normals: Floats
    pips: Floats
    cover: Floats
    axes: Floats


def trace(rng: Generator, kind: str) -> Sprite:
    """kind: die, cube (numbers instead of pips) or blank."""
    value = int(rng.integers(1, 7))
    eye, rays, axes = _view(rng)
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
    return Sprite(
        value if kind == "die" else 0, normals.astype(np.float32), pips * cover, cover.astype(np.float32), axes
    )


def _view(rng: Generator) -> tuple[Floats, Floats, Floats]:
    """Eye and unit rays in the die's own axes, z up, and these axes as they are seen.

    Steep views come turned anyhow, flat ones upright.
    """
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
    return (
        np.asarray(-distance * forward, np.float32),
        rays.astype(np.float32),
        np.stack((right, down)).astype(np.float32),
    )


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
    spread, radius = float(rng.uniform(0.44, 0.58)), float(rng.uniform(0.13, 0.28))
    lone = radius * float(rng.choice([1.0, 1.0, 1.0, 1.6]))
    hollow = float(rng.choice([0.0, 0.5, 0.9]))
    flat, askew = (float(rng.uniform(0.5, 1)) if rng.random() < OVAL else 1.0), float(rng.uniform(0, np.pi))
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
            for a, b in _turned(rng, PIPS.get(value, ())):
                du, dv = u - a * spread, v - b * spread
                size = lone if value == 1 else radius
                long, short = np.cos(askew) * du + np.sin(askew) * dv, np.cos(askew) * dv - np.sin(askew) * du
                mark = here * np.clip((size - np.hypot(long, short / flat)) / 0.05 + 0.5, 0, 1)
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
    return np.asarray(cv2.remap(face, at[0], at[1], cv2.INTER_LINEAR) / np.float32(255), np.float32)


def library(seed: int, dice: int) -> list[Sprite]:
    rng = np.random.default_rng(seed)
    kinds = ["die"] * dice + ["cube"] * (dice // 10) + ["blank"] * (dice // 20)
    return [trace(rng, kind) for kind in kinds]

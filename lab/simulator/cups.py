"""Cups of dice, glasses and cans that stand or lie on a leaf or beside the board, painted over a scene's light.

A cup is a turned body: two rings and what lies between them, with an open end. It throws a soft shadow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.art import Bytes, Colour, linear_colour
from lab.simulator.book import LEAVES, Frame
from lab.simulator.camera import Doubles, Floats
from lab.simulator.layout import Layout
from lab.simulator.scene import Scene

CLOTHS = (
    (24.0, 22.0, 22.0), (70.0, 42.0, 28.0), (120.0, 30.0, 34.0),
    (30.0, 44.0, 90.0), (40.0, 80.0, 54.0), (215.0, 210.0, 200.0),
)  # fmt: skip
"""Colours of cups, sRGB: most are leather."""
_SIDES = 28
_TRIES = 40


@dataclass(frozen=True)
class Cup:
    """World units and radians. at: (u, v) of the middle of its foot, or of its body where it lies, in its frame.

    radii: of the foot and of the open end; height: from one to the other; turn: where a lying one's open end points.
    """

    frame: str
    at: tuple[float, float]
    radii: tuple[float, float]
    height: float
    lying: bool
    turn: float
    colour: Colour
    inside: Colour


def random_cups(rng: Generator, scene: Scene, layout: Layout) -> tuple[Cup, ...]:
    """One to three cups that stand or lie on free floor of the leaves, over the rim or beside the board."""
    made: list[Cup] = []
    book = scene.book
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        radius = book.pitch * float(rng.uniform(0.5, 1.15))
        height = radius * float(rng.uniform(1.6, 3.0))
        lying = bool(rng.random() < 0.45)
        colour = CLOTHS[int(rng.integers(len(CLOTHS)))]
        if rng.random() < 0.3:
            colour = (float(rng.uniform(10, 245)), float(rng.uniform(10, 245)), float(rng.uniform(10, 245)))
        for _ in range(_TRIES):
            frame = str(rng.choice(LEAVES)) if rng.random() < 0.6 else "table"
            if frame == "table":
                u = float(rng.choice([-1, 1])) * (book.bounds[0] + float(rng.uniform(1.0, 2.5)) * radius)
                v = float(rng.uniform(-1, 1)) * book.bounds[1]
            else:
                u = float(rng.uniform(0, 1)) * book.floor_width
                v = float(rng.uniform(-0.5, 0.5)) * book.floor_height
            apart = radius + book.checker_radius + (height / 2 if lying else 0)
            if all(d.frame != frame or np.hypot(d.u - u, d.v - v) > apart for d in layout.discs):
                break
        else:
            continue
        inside: Colour = (colour[0] * 0.4, colour[1] * 0.4, colour[2] * 0.4)
        radii = (radius * float(rng.uniform(0.75, 1.0)), radius)
        made.append(Cup(frame, (u, v), radii, height, lying, float(rng.uniform(0, 2 * np.pi)), colour, inside))
    return tuple(made)


def draw_cups(radiance: Floats, scene: Scene, cups: Sequence[Cup]) -> Bytes:
    """Paint cups over light (H, W, 3), in place. Gives back what they cover, (H, W) uint8, 255 where they do."""
    mask = np.zeros(radiance.shape[:2], np.uint8)
    for cup in sorted(cups, key=lambda c: -float(scene.camera.depth(scene.book.frame(c.frame).world((*c.at, 0.0))))):
        _shadow(radiance, scene, cup)
        _body(radiance, mask, scene, cup)
    return mask


def _rings(cup: Cup, frame: Frame) -> tuple[Doubles, Doubles, Doubles]:
    """Foot and mouth, (n, 3) in the world, and the outward normals of the side, (n, 3)."""
    around = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)
    c, s, nought = np.cos(around), np.sin(around), np.zeros(_SIDES)
    low, high = cup.radii
    if cup.lying:
        ahead = np.array((np.cos(cup.turn), np.sin(cup.turn), 0.0))
        across, up = np.array((-ahead[1], ahead[0], 0.0)), np.array((0.0, 0.0, 1.0))
        normals = c[:, None] * across + s[:, None] * up
        base = np.array((*cup.at, high)) - ahead * cup.height / 2
        ends = (base + low * normals, base + ahead * cup.height + high * normals)
    else:
        normals = np.stack((c, s, nought), 1)
        base = np.array((*cup.at, 0.0))
        ends = (base + low * normals, base + (0, 0, cup.height) + high * normals)
    axes = frame.world(normals) - frame.world((0.0, 0.0, 0.0))
    return frame.world(ends[0]), frame.world(ends[1]), axes


def _shadow(radiance: Floats, scene: Scene, cup: Cup) -> None:
    frame = scene.book.frame(cup.frame)
    foot, mouth, _ = _rings(cup, frame)
    local = frame.local(np.concatenate((foot, mouth)))
    lamp = frame.local(scene.lamp.position)
    ray = local - lamp
    fall = local[:, :2] + ray[:, :2] * (-local[:, 2:] / np.minimum(ray[:, 2:], -0.05))
    fall = np.clip(fall, local[:, :2] - 3 * cup.height, local[:, :2] + 3 * cup.height)
    seen = scene.camera.project(frame.world(np.column_stack((fall, np.zeros(len(fall))))))
    shade = np.zeros(radiance.shape[:2], np.float32)
    _fill(shade, cv2.convexHull(seen.astype(np.float32))[:, 0].astype(np.float64), 1.0)
    pitch = scene.camera.focal * scene.book.pitch / scene.camera.distance
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), max(0.8, 0.12 * pitch)), np.float32)
    key, sky = float(np.mean(scene.lamp.key)), float(np.mean(scene.lamp.sky))
    radiance *= (1 - np.float32(0.9 * key / (key + sky)) * shade)[..., None]


def _body(radiance: Floats, mask: Bytes, scene: Scene, cup: Cup) -> None:
    frame, camera, lamp = scene.book.frame(cup.frame), scene.camera, scene.lamp
    foot, mouth, normals = _rings(cup, frame)
    middle = (foot + mouth).mean(axis=0) / 2
    to_lamp = (lamp.position - middle) / np.linalg.norm(lamp.position - middle)
    to_eye = (camera.eye - middle) / np.linalg.norm(camera.eye - middle)
    key, sky = np.asarray(lamp.key, np.float32), np.asarray(lamp.sky, np.float32)
    tone, dark = linear_colour(cup.colour), linear_colour(cup.inside)
    low, high = camera.project(foot), camera.project(mouth)
    for i in range(_SIDES):
        j = (i + 1) % _SIDES
        normal = (normals[i] + normals[j]) / 2
        if normal @ to_eye <= -0.15:
            continue
        lit = max(0.0, float(normal @ to_lamp))
        half = (to_lamp + to_eye) / np.linalg.norm(to_lamp + to_eye)
        shine = 0.25 * max(0.0, float(normal @ half)) ** 30
        colour = tone * (key * lit + sky * (0.6 + 0.4 * max(0.0, float(normal[2])))) + shine * key
        quad = np.array((low[i], low[j], high[j], high[i]))
        _fill(radiance, quad, colour)
        _fill(mask, quad, 255)
    axis = (mouth - foot).mean(axis=0)
    opened = float(axis @ to_eye) > 0
    end, colour = (high, dark * (0.5 * key + sky)) if opened else (low, tone * (0.5 * key + sky))
    _fill(radiance, end, colour)
    _fill(mask, end, 255)
    if opened:
        inner = end.mean(axis=0) + 0.86 * (end - end.mean(axis=0))
        _fill(radiance, end, tone * (0.8 * key + sky))
        _fill(radiance, inner, colour)


def _fill(image: Floats | Bytes, outline: Doubles, value: float | Floats) -> None:
    colour = value if isinstance(value, float | int) else tuple(float(v) for v in value)
    cv2.fillPoly(image, [np.round(np.clip(outline, -4000, 8000) * 16).astype(np.int32)], colour, cv2.LINE_8, 4)

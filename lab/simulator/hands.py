"""An arm with a hand: rounded limbs with skin, a sleeve, and shadows.

Limbs are cones with round ends. In the picture they make a relief, which is smoothed and lit; their
shadows are thrown like any other solid's.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.art import linear_colour
from lab.simulator.book import Frame
from lab.simulator.camera import Camera, Doubles, Floats
from lab.simulator.canvas import around
from lab.simulator.light import Light, Solid

SKINS = ((236, 190, 160), (214, 160, 128), (180, 120, 88), (140, 88, 62), (94, 60, 44))
SLEEVES = ((40, 60, 56), (30, 36, 80), (190, 190, 186), (120, 40, 44), (24, 24, 26), (200, 170, 120))


@dataclass(frozen=True)
class Hand:
    """World units and radians. The fingertips are at `tip`; the arm comes from `heading`."""

    tip: tuple[float, float, float]
    heading: float
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    size: float = 1.0
    left: bool = False
    spread: float = 1.0
    seed: int = 0


Limb = tuple[Doubles, Doubles, float, float, bool]
"""Ends, their radii, whether it is sleeve."""


def random_hand(rng: Generator, tip: tuple[float, float, float], from_near: bool) -> Hand:
    heading = (-np.pi / 2 if from_near else np.pi / 2) + float(rng.normal(0, 0.35))
    return Hand(
        tip,
        heading,
        SKINS[int(rng.integers(len(SKINS)))],
        SLEEVES[int(rng.integers(len(SLEEVES)))],
        float(rng.uniform(1.7, 2.2)),
        bool(rng.random() < 0.3),
        float(rng.uniform(0.7, 1.2)),
        int(rng.integers(1 << 30)),
    )


def limbs(hand: Hand) -> list[Limb]:
    """Fingers bent at two joints, a thumb, a palm of four bones, the forearm with its sleeve."""
    s = hand.size
    back = np.array((np.cos(hand.heading), np.sin(hand.heading), 0.0))
    across = np.array((-back[1], back[0], 0.0)) * (-1 if hand.left else 1)
    up = np.array((0.0, 0.0, 1.0))
    tip = np.array(hand.tip)
    wrist = tip + s * (5.6 * back + 1.7 * up)
    found: list[Limb] = []
    for i, shift in enumerate((-1.5, -0.5, 0.5, 1.45)):
        knuckle = wrist + s * ((-2.5 + 0.12 * (i - 1) ** 2) * back + 0.45 * up + 0.68 * shift * across)
        end = tip + s * (0.62 * shift * hand.spread * across + (0.0, -0.25, -0.1, 0.35)[i] * back)
        reach = knuckle - end
        mid = end + 0.52 * reach + s * 0.55 * up
        last = end + 0.2 * reach + s * 0.14 * up
        found += [(end, last, 0.28 * s, 0.31 * s, False), (last, mid, 0.31 * s, 0.35 * s, False)]
        found += [(mid, knuckle, 0.35 * s, 0.40 * s, False), (knuckle, wrist, 0.44 * s, 0.75 * s, False)]
    root = wrist + s * (-0.6 * back - 0.95 * across - 0.2 * up)
    joint = wrist + s * (-2.6 * back - 1.9 * across - 0.6 * up)
    thumb = tip + s * (0.7 * back - 1.15 * across)
    found += [
        (wrist, root, 0.75 * s, 0.7 * s, False),
        (root, joint, 0.66 * s, 0.42 * s, False),
        (joint, thumb, 0.42 * s, 0.32 * s, False),
    ]
    cuff = wrist + s * (2.8 * back + 0.2 * up)
    elbow = wrist + s * (11 * back + 1.0 * up)
    found += [
        (wrist, cuff, 0.82 * s, 1.0 * s, False),
        (cuff - 0.3 * s * back, elbow, 1.15 * s, 1.6 * s, True),
    ]
    return found


def hand_solids(hand: Hand, frame: Frame) -> list[Solid]:
    """Each limb as two rings, in a frame's axes."""
    turns = np.arange(10) * np.pi / 5
    ring = np.stack((np.cos(turns), np.sin(turns), np.zeros(10)), axis=1)
    return [frame.local(np.concatenate((a + ra * ring, b + rb * ring))) for a, b, ra, rb, _ in limbs(hand)]


def draw_hand(radiance: Floats, camera: Camera, light: Light, hand: Hand) -> None:
    """Paint the hand over a finished picture (H, W, 3 linear light, one sample a pixel), in place."""
    parts = limbs(hand)
    ends = np.concatenate([(a, b) for a, b, *_ in parts])
    wide = np.concatenate(
        [ends + d for d in np.array([(1.8, 0, 0), (-1.8, 0, 0), (0, 1.8, 0), (0, -1.8, 0)])]
    )
    front = camera.depth(wide) > camera.distance * 0.2
    if not front.any():
        return
    box = around(camera, 1.0, wide[front])
    rows, columns = box
    if rows.stop - rows.start < 2 or columns.stop - columns.start < 2:
        return
    y, x = np.mgrid[rows, columns].astype(np.float32)
    height = np.full(x.shape, -1e3, np.float32)
    cover = np.full(x.shape, -1e3, np.float32)
    cloth = np.zeros(x.shape, np.float32)
    for a, b, ra, rb, is_sleeve in parts:
        _raise(camera, (a, b, ra, rb), is_sleeve, (x, y), height, cover, cloth)
    _shade(radiance[box], camera, light, hand, (height, cover, cloth))


def _raise(
    camera: Camera,
    limb: tuple[Doubles, Doubles, float, float],
    is_sleeve: bool,
    at: tuple[Floats, Floats],
    height: Floats,
    cover: Floats,
    cloth: Floats,
) -> None:
    """Merge one limb into the relief (pixels towards the camera) and the signed cover (pixels)."""
    a, b, ra, rb = limb
    deep = np.maximum(camera.depth(np.array((a, b))), camera.distance * 0.2)
    pa, pb = camera.project(np.array((a, b)))
    scale = camera.focal / deep
    x, y = at
    along = pb - pa
    length = float(along @ along) + 1e-6
    share = np.clip(((x - pa[0]) * along[0] + (y - pa[1]) * along[1]) / length, 0, 1).astype(np.float32)
    away = np.hypot(x - (pa[0] + share * along[0]), y - (pa[1] + share * along[1]))
    radius = np.float32(ra * scale[0]) * (1 - share) + np.float32(rb * scale[1]) * share
    level = (camera.distance - deep) * camera.focal / camera.distance
    rise = np.float32(level[0]) * (1 - share) + np.float32(level[1]) * share
    bulge = np.sqrt(np.maximum(radius**2 - away**2, 0))
    top = np.where(away < radius, rise + bulge, np.float32(-1e3))
    higher = top > height
    np.copyto(cloth, np.float32(is_sleeve), where=higher)
    np.copyto(height, top, where=higher)
    np.maximum(cover, radius - away, out=cover)


def _shade(
    radiance: Floats, camera: Camera, light: Light, hand: Hand, relief: tuple[Floats, Floats, Floats]
) -> None:
    height, cover, cloth = relief
    rng = np.random.default_rng(hand.seed)
    inside = (cover > -1).astype(np.float32)
    floor = np.where(cover > -1, height, 0)
    floor = np.where(floor < -900, 0, floor).astype(np.float32)
    soft = camera.focal / camera.distance * 0.055 * hand.size
    weight = cv2.GaussianBlur(inside, (0, 0), soft) + 1e-3
    smooth = cv2.GaussianBlur(floor * inside, (0, 0), soft) / weight
    grain = cv2.GaussianBlur(rng.standard_normal(height.shape).astype(np.float32), (0, 0), 3.0) * 0.5
    gx, gy = np.gradient(smooth + grain, axis=1), np.gradient(smooth + grain, axis=0)
    facing = np.stack((-gx, -gy, -np.ones_like(gx)), axis=-1)
    facing /= np.sqrt((facing**2).sum(axis=-1, keepdims=True))
    normal = facing @ camera.axes.astype(np.float32)
    to = (light.position / light.distance).astype(np.float32)
    lamp = np.clip(normal @ to * 0.85 + 0.15, 0, None)[..., None] / np.float32(max(0.3, to[2]))
    skin, sleeve = linear_colour(hand.skin), linear_colour(hand.sleeve)
    tone = np.where(cloth[..., None] > 0.5, sleeve, skin)
    blush = np.where(cloth[..., None] > 0.5, 1, np.array((1.0, 0.86, 0.82)) ** (1.2 - np.minimum(lamp, 1.2)))
    sky = 0.55 + 0.45 * np.clip(normal[..., 2:], -0.6, 1)
    mottled = (
        1
        + 0.06
        * cv2.GaussianBlur(rng.standard_normal(height.shape).astype(np.float32), (0, 0), 5)[..., None]
        * 5
    )
    colour = (
        tone
        * blush
        * mottled
        * (lamp * np.asarray(light.key, np.float32) * 0.9 + sky * np.asarray(light.sky, np.float32))
    )
    around_it = cv2.GaussianBlur(floor * inside, (0, 0), 4 * soft) / (
        cv2.GaussianBlur(inside, (0, 0), 4 * soft) + 1e-3
    )
    crease = np.clip((around_it - smooth) / (8 * soft), 0, 0.6)[
        ..., None
    ]  # light does not reach between fingers
    colour = colour * (1 - crease)
    share = np.clip(cover + 0.5, 0, 1)[..., None]
    radiance[:] = radiance * (1 - share) + colour * share

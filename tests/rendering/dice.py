"""Faces of dice and doubling cubes: what is opposite what, and how a wanted face comes to lie up.

Dice are right-handed as western dice are: seen from their common corner, 1, 2, 3 run against the clock.
Opposite faces of a die sum to seven; on a cube 2 is opposite 64, 4 opposite 32, 8 opposite 16.
"""

from __future__ import annotations

from math import cos, pi, sin

import cv2
import numpy as np
from numpy.random import Generator

from tests.rendering import art
from tests.rendering.art import Colour
from tests.rendering.camera import Doubles
from tests.rendering.canvas import Skin
from tests.rendering.solids import BlockLook, Turn

DIE = (2, 5, 3, 4, 1, 6)
"""Faces +x -x +y -y +z -z."""
CUBE = (2, 64, 4, 32, 8, 16)
_PIXELS = 72
_SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def outward(index: int) -> Doubles:
    """Normal of face 0..5 in the order +x -x +y -y +z -z."""
    normal = np.zeros(3)
    normal[index // 2] = 1.0 - 2.0 * (index % 2)
    return normal


def face_up(faces: tuple[int, ...], turn: Turn) -> int:
    """The face that looks up most."""
    heights = [float((np.array(turn) @ outward(i))[2]) for i in range(6)]
    return faces[int(np.argmax(heights))]


def about(axis: Doubles, angle: float) -> Doubles:
    """Rotation matrix by Rodrigues."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return np.asarray(np.eye(3) + sin(angle) * cross + (1 - cos(angle)) * cross @ cross)


def as_turn(matrix: Doubles) -> Turn:
    a, b, c = (tuple(float(x) for x in row) for row in matrix)
    return a, b, c  # type: ignore[return-value]


def showing(faces: tuple[int, ...], value: int, yaw: float, lean: float = 0.0, lean_to: float = 0.0) -> Turn:
    """A rotation with `value` up, turned by yaw about the vertical, leaning by `lean` radians."""
    normal = outward(faces.index(value))
    up = np.array((0.0, 0.0, 1.0))
    if normal[2] > 0.5:
        raised = np.eye(3)
    elif normal[2] < -0.5:
        raised = about(np.array((1.0, 0.0, 0.0)), pi)
    else:
        raised = about(np.cross(normal, up), pi / 2)
    tipped = about(np.array((cos(lean_to), sin(lean_to), 0.0)), lean) @ about(up, yaw) @ raised
    return as_turn(tipped)


def die_look(colour: Colour, pips: Colour, rng: Generator) -> BlockLook:
    strip = np.full((_PIXELS, 6 * _PIXELS, 3), np.clip(colour, 0, 255), np.uint8)
    spread, radius = rng.uniform(0.24, 0.27), rng.uniform(0.075, 0.1)
    for index, value in enumerate(DIE):
        for x, y in _SPOTS[value]:
            at = (index + 0.5 + spread * x, 0.5 + spread * y)
            fixed = tuple(round((a * _PIXELS - 0.5) * 16) for a in at)
            cv2.circle(strip, fixed, round(radius * _PIXELS * 16), pips, -1, cv2.LINE_AA, 4)
    return BlockLook(
        art.linear(strip), art.linear_colour(colour), float(rng.uniform(0.62, 1.0)), Skin(0.35, 60)
    )


def cube_look(colour: Colour, ink: Colour, rng: Generator) -> BlockLook:
    strip = np.full((_PIXELS, 6 * _PIXELS, 3), np.clip(colour, 0, 255), np.uint8)
    font = int(
        rng.choice(
            [
                cv2.FONT_HERSHEY_SIMPLEX,
                cv2.FONT_HERSHEY_DUPLEX,
                cv2.FONT_HERSHEY_TRIPLEX,
                cv2.FONT_HERSHEY_COMPLEX,
            ]
        )
    )
    size, thick = rng.uniform(1.15, 1.5), int(rng.integers(2, 5))
    for index, value in enumerate(CUBE):
        tile = np.full((_PIXELS, _PIXELS, 3), np.clip(colour, 0, 255), np.uint8)
        (w, h), _ = cv2.getTextSize(str(value), font, size, thick)
        scale = size * min(1.0, 0.72 * _PIXELS / w, 0.72 * _PIXELS / h)
        (w, h), _ = cv2.getTextSize(str(value), font, scale, thick)
        cv2.putText(
            tile, str(value), ((_PIXELS - w) // 2, (_PIXELS + h) // 2), font, scale, ink, thick, cv2.LINE_AA
        )
        strip[:, index * _PIXELS : (index + 1) * _PIXELS] = np.rot90(tile, int(rng.integers(4)))
    return BlockLook(
        art.linear(strip), art.linear_colour(colour), float(rng.uniform(0.55, 0.9)), Skin(0.25, 50)
    )

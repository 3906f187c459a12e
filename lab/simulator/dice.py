"""Faces of dice and doubling cubes: what is opposite what, and how a wanted face comes to lie up.

Dice are right-handed as western dice are: seen from their common corner, 1, 2, 3 run against the clock.
Opposite faces of a die sum to seven; on a cube 2 is opposite 64, 4 opposite 32, 8 opposite 16.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator import art
from lab.simulator.art import Bytes, Colour
from lab.simulator.camera import Doubles, triple
from lab.simulator.canvas import Skin
from lab.simulator.solids import BlockLook, Turn

DIE = (2, 5, 3, 4, 1, 6)
"""Faces +x -x +y -y +z -z."""
CUBE = (2, 64, 4, 32, 8, 16)
_PIXELS = 72
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of each face lie, from its middle, in steps from pip to pip."""


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
    a, b, c = map(triple, matrix)
    return a, b, c


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


def die_look(colour: Colour, pips: Colour, rng: Generator, glass: float = 0.0) -> BlockLook:
    """glass: share of the light from behind that comes through it."""
    strip = np.full((_PIXELS, 6 * _PIXELS, 3), np.clip(colour, 0, 255), np.uint8)
    ink = np.zeros(strip.shape[:2], np.uint8)
    spread, radius = rng.uniform(0.24, 0.27), rng.uniform(0.075, 0.1)
    for index, value in enumerate(DIE):
        for x, y in PIPS[value]:
            at = (index + 0.5 + spread * x, 0.5 + spread * y)
            fixed = tuple(round((a * _PIXELS - 0.5) * 16) for a in at)
            for drawn, with_ink in ((strip, pips), (ink, 255)):
                cv2.circle(drawn, fixed, round(radius * _PIXELS * 16), with_ink, -1, cv2.LINE_AA, 4)
    roundness, faces, body = float(rng.uniform(0.62, 1.0)), art.linear(strip), art.linear_colour(colour)
    if not glass:
        return BlockLook(faces, body, roundness, Skin(0.35, 60))
    return BlockLook(faces, body, roundness, Skin(0.7, 120), glass, ink.astype(np.float32) / np.float32(255))


@cache
def founts() -> Bytes:
    """(founts, 6, n, n) uint8: the cube's figures in CUBE's order, white on black.

    Drawn with DejaVu, STIX and Computer Modern founts, which may be passed on freely.
    """
    path = Path(__file__).with_name("figures.png")
    sheet = np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.uint8)
    side = sheet.shape[1] // len(CUBE)
    tiles = sheet.reshape(-1, side, len(CUBE), side)
    return np.ascontiguousarray(tiles.transpose(0, 2, 1, 3))


def _stroked(value: int, fount: int, size: float, thick: int) -> Bytes:
    """(_PIXELS, _PIXELS) uint8: a figure as a plotter's pen draws it."""
    (w, h), _ = cv2.getTextSize(str(value), fount, size, thick)
    scale = size * min(1.0, 0.72 * _PIXELS / w, 0.72 * _PIXELS / h)
    (w, h), _ = cv2.getTextSize(str(value), fount, scale, thick)
    tile, corner = np.zeros((_PIXELS, _PIXELS), np.uint8), ((_PIXELS - w) // 2, (_PIXELS + h) // 2)
    cv2.putText(tile, str(value), corner, fount, scale, 255, thick, cv2.LINE_AA)
    return tile


def _printed(figure: Bytes, share: float) -> Bytes:
    """(_PIXELS, _PIXELS) uint8: a figure of a fount filling that share of the face."""
    side = round(share * _PIXELS)
    tile, edge = np.zeros((_PIXELS, _PIXELS), np.uint8), (_PIXELS - side) // 2
    tile[edge : edge + side, edge : edge + side] = cv2.resize(figure, (side, side), interpolation=cv2.INTER_AREA)
    return tile


def cube_look(colour: Colour, ink: Colour, rng: Generator) -> BlockLook:
    """A doubling cube with plotted or printed figures, each turned as it happens to be, framed or not."""
    sheet = founts()
    pen = int(rng.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX]))
    fount = sheet[int(rng.integers(len(sheet)))] if rng.random() < 0.85 else None
    size, thick, share = rng.uniform(1.15, 1.5), int(rng.integers(2, 5)), rng.uniform(0.6, 0.9)
    framed = rng.random() < 0.15
    faces = []
    for index, value in enumerate(CUBE):
        figure = _stroked(value, pen, size, thick) if fount is None else _printed(fount[index], share)
        if framed:
            edge = _PIXELS // 14
            cv2.rectangle(figure, (edge, edge), (_PIXELS - edge, _PIXELS - edge), 255, 2, cv2.LINE_AA)
        faces.append(np.rot90(figure, int(rng.integers(4))))
    inked = np.hstack(faces).astype(np.float32)[..., None] / 255
    strip = np.clip(np.array(colour) * (1 - inked) + np.array(ink) * inked, 0, 255).astype(np.uint8)
    return BlockLook(art.linear(strip), art.linear_colour(colour), float(rng.uniform(0.55, 0.9)), Skin(0.25, 50))

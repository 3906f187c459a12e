"""Boards drawn flat: club boards with trays at their sides, a bar or none, which the renderer of books lacks."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

Array = npt.NDArray[Any]
Colour = tuple[float, float, float]
SIZE = (540, 340)
"""Width and height of the picture that the board is drawn into."""


def _colour(rng: Generator) -> Colour:
    if rng.random() < 0.45:  # black, white, grey and wood are commoner than chance has it
        grey = float(rng.choice([20, 35, 90, 150, 225, 240])) + float(rng.normal(0, 8))
        return grey, grey, grey + float(rng.choice([0, 0, 12]))
    blue, green, red = (float(value) for value in rng.uniform(10, 240, 3))
    return blue, green, red


def _textured(picture: Array, rng: Generator) -> Array:
    grain: Array = rng.normal(0, 1, (picture.shape[0] // 2, picture.shape[1] // 2, 1)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.5, 6)), sigmaY=float(rng.uniform(0.5, 2)))
    grain = cv2.resize(grain, picture.shape[1::-1])[..., None]
    return np.asarray(picture + grain / (grain.std() + 1e-6) * float(rng.uniform(0, 12)), np.float32)


def drawn_board(rng: Generator) -> tuple[Array, Array]:
    """(h, w, 3) BGR uint8 and the (8, 2) corners: left TL, TR, BR, BL, then right."""
    width, height = SIZE
    picture = _textured(np.full((height, width, 3), _colour(rng), np.float32), rng)
    for _ in range(int(rng.integers(0, 5))):  # what else lies on the table
        across, down = (int(v) for v in rng.uniform((0, 0), SIZE))
        size, angle = (int(rng.integers(8, 90)), int(rng.integers(4, 50))), float(rng.uniform(0, 180))
        cv2.ellipse(picture, (across, down), size, angle, 0, 360, _colour(rng), -1)
    point = float(rng.uniform(18, 24))
    length, bar = point * float(rng.uniform(7.5, 13)), point * float(rng.choice([0.0, rng.uniform(0.2, 1.6)]))
    frame, tray = point * float(rng.uniform(0.15, 1.4)), point * float(rng.choice([0, 0, rng.uniform(1.0, 2.2)]))
    length = min(length, height - 2 * frame - 8)
    x0, y0 = (width - 12 * point - bar) / 2, (height - length) / 2
    wood, ground, points, sets = _colour(rng), _colour(rng), (_colour(rng), _colour(rng)), (_colour(rng), _colour(rng))
    outer = (x0 - frame - tray, y0 - frame, x0 + 12 * point + bar + frame + tray, y0 + length + frame)
    shift = rng.uniform(-8, 8, 2)
    _box(picture, (outer[0] + shift[0], outer[1] + shift[1], outer[2] + shift[0], outer[3] + shift[1]), (15, 15, 15))
    _box(picture, outer, wood)
    if tray:
        felt, inner = (ground if rng.random() < 0.6 else _colour(rng)), frame * 0.5
        _box(picture, (outer[0] + inner, y0, x0 - inner, y0 + length), felt)
        _box(picture, (x0 + 12 * point + bar + inner, y0, outer[2] - inner, y0 + length), felt)
        for side in (outer[0] + inner, x0 + 12 * point + bar + inner):
            for share in rng.uniform(0.2, 0.8, int(rng.integers(0, 3))):
                _box(picture, (side, y0 + share * length, side + tray, y0 + share * length + frame / 2), wood)
    reach, outlined = length * float(rng.uniform(0.36, 0.47)), bool(rng.random() < 0.3)
    corners = []
    for leaf in range(2):
        left = x0 + leaf * (6 * point + bar)
        margin = point * float(rng.choice([0.0, 0.12])) * leaf
        _box(picture, (left - margin, y0 - margin, left + 6 * point + margin, y0 + length + margin), ground)
        for column in range(6):
            x = left + column * point
            for row, (base, tip) in enumerate(((y0, y0 + reach), (y0 + length, y0 + length - reach))):
                shape = np.round(16 * np.array([(x, base), (x + point, base), (x + point / 2, tip)])).astype(np.int32)
                cv2.fillConvexPoly(picture, shape, points[(column + row) % 2], cv2.LINE_AA, 4)
                if outlined:
                    cv2.polylines(picture, [shape], True, wood, 1, cv2.LINE_AA, 4)
                if rng.random() < 0.4:
                    owner = sets[int(rng.integers(2))]
                    _checkers(picture, x + point / 2, base, 1 if row == 0 else -1, point, owner, rng)
        right = left + 6 * point
        corners += [(left, y0), (right, y0), (right, y0 + length), (left, y0 + length)]
    if bar and rng.random() < 0.5:
        _checkers(picture, width / 2, height / 2, 1, point, sets[0], rng)
    return np.asarray(np.clip(_textured(picture, rng), 0, 255), np.uint8), np.array(corners, np.float64)


def _box(picture: Array, box: tuple[float, float, float, float], colour: Colour) -> None:
    x0, y0, x1, y1 = (round(16 * value) for value in box)
    shape = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.int32)
    cv2.fillConvexPoly(picture, shape, colour, cv2.LINE_AA, 4)


def _checkers(
    picture: Array, x: float, base: float, inwards: int, point: float, colour: Colour, rng: Generator
) -> None:
    radius = point * float(rng.uniform(0.38, 0.5))
    for index in range(int(rng.integers(1, 6))):
        middle = (round(x + float(rng.normal(0, 0.05)) * point), round(base + inwards * radius * (1 + 2.05 * index)))
        cv2.circle(picture, (middle[0] + 2, middle[1] + 2), round(radius), (20, 20, 20), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, round(radius), colour, -1, cv2.LINE_AA)
        shade = tuple(0.75 * value for value in colour)
        cv2.circle(picture, middle, round(radius), shade, 1, cv2.LINE_AA)

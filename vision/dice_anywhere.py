"""Dice in any picture, with no board and nothing known beforehand.

One network looks at the picture at many sizes and tells where dice of 11 to 36 pixels lie; each find is then cut out
at one size and its value read by another. Both were trained on `training.photo_dice`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.nets import log_softmax, run, sigmoid
from vision.pictures import Image

Floats = npt.NDArray[np.float32]

LONGEST, SHORTEST = 1600, 96
"""Pixels of the picture's longer side at the first and the last size looked at."""
STEP = 2**-0.5
STRIDE = 4
USUAL_SIDE = 20.0
"""Pixels; the network gives sides as logarithms of multiples of it."""
SMALLEST, LARGEST = 9.0, 44.0
FOUND = 0.3
"""Heat above which a spot is looked at closely."""
SURE = 0.5
"""Product of heat and of what the close look says, above which it is a die."""
APART = 0.36
"""Two dice's middles are at least this many times the sum of their sides apart."""
FACE, FACE_SIDE = 40, 24
"""Pixels of a close look, and of the die's side in it."""
TURNS = (-0.15, 0.0, 0.15)
"""Radians by which a close look is turned: what stands in all of them is no chance."""


@dataclass(frozen=True, slots=True)
class AnyDie:
    """A die somewhere in a picture. center: of its body, pixels; side: pixels; probability: that it is one."""

    value: int
    center: tuple[float, float]
    side: float
    probability: float


@dataclass(frozen=True, slots=True)
class _Spot:
    x: float
    y: float
    side: float
    heat: float


def find_dice(image: Image, least: float = 0.0, most: float = float("inf")) -> list[AnyDie]:
    """Every die in a picture (BGR uint8), surest first; least, most: sides in pixels to look for."""
    sizes = list(_sizes(image))
    spots: list[_Spot] = []
    for scale, small in sizes:
        if LARGEST / scale >= least and SMALLEST / scale <= most:
            spots += [spot for spot in _spots(small, scale) if least <= spot.side <= most]
    kept: list[_Spot] = []
    for spot in sorted(spots, key=lambda s: -s.heat):
        if all(np.hypot(spot.x - k.x, spot.y - k.y) > APART * (spot.side + k.side) for k in kept):
            kept.append(spot)
    return sorted(_looked_at(sizes, kept), key=lambda die: -die.probability)


def as_input(images: Sequence[Image]) -> Floats:
    """(n, 3, h, w) of BGR pictures of one shape."""
    return np.asarray(np.moveaxis(np.stack(images).astype(np.float32) / 255 - 0.5, 3, 1), np.float32)


def cut_out(image: Image, at: tuple[float, float], side: float, turn: float) -> Image:
    """(FACE, FACE, 3): what lies around `at`, turned, with `side` pixels become FACE_SIDE."""
    size = side / FACE_SIDE
    c, s, middle = float(np.cos(turn)) * size, float(np.sin(turn)) * size, (FACE - 1) / 2
    matrix = np.array([[c, -s, at[0] - (c - s) * middle], [s, c, at[1] - (s + c) * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(image, matrix, (FACE, FACE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _sizes(image: Image) -> Iterator[tuple[float, Image]]:
    """The picture ever smaller, with its scale. Each has sides that the network's stride divides."""
    height, width = image.shape[:2]
    scale = min(1.0, LONGEST / max(height, width))
    while True:
        size = (max(STRIDE, round(width * scale)), max(STRIDE, round(height * scale)))
        small = image if scale == 1.0 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        right, below = -size[0] % STRIDE, -size[1] % STRIDE
        padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
        yield scale, np.asarray(padded, np.uint8)
        if max(size) * STEP < SHORTEST:
            return
        scale *= STEP


def _spots(small: Image, scale: float) -> Iterator[_Spot]:
    said = run("dice", as_input([small]))[0]
    heat = sigmoid(said[0])
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > FOUND)
    for row, column in zip(*np.nonzero(peaks), strict=True):
        side = USUAL_SIDE * float(np.exp(np.clip(said[1, row, column], -1.5, 1.5)))
        if not SMALLEST <= side <= LARGEST:
            continue
        rows, columns = slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2)
        weights = heat[rows, columns]
        ys, xs = np.mgrid[rows.start : rows.start + weights.shape[0], columns.start : columns.start + weights.shape[1]]
        x, y = float((weights * xs).sum() / weights.sum()), float((weights * ys).sum() / weights.sum())
        middle = [((c + 0.5) * STRIDE) / scale - 0.5 for c in (x, y)]
        yield _Spot(middle[0], middle[1], side / scale, float(heat[row, column]))


def _looked_at(sizes: Sequence[tuple[float, Image]], spots: Sequence[_Spot]) -> Iterator[AnyDie]:
    """A close look at each spot; those that are no die are left out."""
    if not spots:
        return
    cuts = []
    for spot in spots:
        fitting = [entry for entry in sizes if spot.side * entry[0] >= FACE_SIDE * 0.9]
        scale, small = fitting[-1] if fitting else sizes[0]
        at = ((spot.x + 0.5) * scale - 0.5, (spot.y + 0.5) * scale - 0.5)
        cuts += [cut_out(small, at, spot.side * scale, turn) for turn in TURNS]
    logs = log_softmax(run("pips", as_input(cuts))).reshape(len(spots), len(TURNS), -1).mean(axis=1)
    for spot, said in zip(spots, logs, strict=True):
        share = np.exp(said)
        probability = spot.heat * float(share[1:].sum() / share.sum())
        if probability > SURE:
            value = int(share[1:].argmax()) + 1
            yield AnyDie(value, (round(spot.x, 1), round(spot.y, 1)), round(spot.side, 1), round(probability, 4))

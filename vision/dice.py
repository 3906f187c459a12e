"""Dice found at the picture's own resolution, and their faces read by several looks at each.

Two networks that know neither board nor camera: `die_finder` marks the middles of dice and their sizes, with the empty
board beside the picture where one is known; `die_reader` tells the face that looks up in a cut-out, or that it is
no die. docs/vision.md says what they learned from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.sheet import Image
from vision.nets import log_softmax, run, sigmoid

Floats = npt.NDArray[np.float32]

FINDER_SCALE = 32
"""Pixels of a point's width in what the finder sees of a calibrated board."""
CELL = 2
"""Finder's pixels for each cell of its maps."""
USUAL_SIDE = 12.0
"""Finder's pixels of a side whose logarithm counts as nought."""
GROUND = 31
"""Pixels around whose median stands for the empty board where none is known."""
READER_PIXELS, READER_SPAN = 48, 2.1
"""Of a cut-out, and the sides of a die that it is wide."""
SIZES, MORE_SIZES = (0.8, 1.0), (0.7, 0.9, 1.14)
"""Sides tried for each spot, as shares of what the finder says, and more where one of these shows a face: the finder
takes side faces and shadow for part of the top."""
LOOKS = (
    (0.0, 0.0, 1.0, 0.0),
    (0.08, 0.0, 1.0, 0.9),
    (-0.08, 0.03, 1.0, 1.8),
    (0.0, 0.08, 1.07, 2.7),
    (0.03, -0.08, 0.94, 3.6),
)
"""Right and down by shares of the side, size and turn (radians) of each closer look at a die."""
WORTH_MORE = 0.12
"""Share of any face in the first looks from which on a spot is looked at more closely."""


@dataclass(frozen=True, slots=True)
class DieSpot:
    """Where a die may be. x, y: of its middle, side: as it appears, all in pixels of the picture; score: 0 to 1."""

    x: float
    y: float
    side: float
    score: float


def find_spots(image: Image, bare: Image | None, scale: float, least: float, most: int) -> list[DieSpot]:
    """Spots that look like dice, likeliest first. image, bare: BGR uint8 of one shape, in one light.

    scale: finder's pixels for each pixel of the picture. bare None: nothing is known of the empty board.
    """
    height, width = (max(8, 4 * round(side * scale / 4)) for side in image.shape[:2])
    now = _scaled(image, (width, height))
    empty = _scaled(bare, (width, height)) if bare is not None else np.asarray(cv2.medianBlur(now, GROUND), np.uint8)
    both = np.concatenate([now, empty], axis=2)
    maps = run("die_finder", _as_input(both[None]))[0]
    heat = sigmoid(maps[0])
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)
    ys, xs = np.nonzero(peaks)
    order = np.argsort(-heat[ys, xs], kind="stable")
    across, down = image.shape[1] / width, image.shape[0] / height
    spots: list[DieSpot] = []
    for n in order:
        y, x = int(ys[n]), int(xs[n])
        fine_x, fine_y = _middle(heat, x, y)
        side = float(USUAL_SIDE * np.exp(np.clip(maps[1, y, x], -1.5, 1.5)))
        spot = DieSpot(
            (CELL * fine_x + 1) * across - 0.5, (CELL * fine_y + 1) * down - 0.5, side * across, float(heat[y, x])
        )
        if all(np.hypot(spot.x - s.x, spot.y - s.y) > 0.45 * min(spot.side, s.side) for s in spots):
            spots.append(spot)
        if len(spots) == most:
            break
    return spots


def read_faces(image: Image, spots: Sequence[DieSpot]) -> tuple[list[DieSpot], Floats]:
    """The spots in the size in which each is clearest, and (n, 7) shares of no die and of the faces 1 to 6.

    image: BGR uint8. A spot that shows hardly any face gets one look in each of SIZES, the others several more.
    """
    if not spots:
        return [], np.zeros((0, 7), np.float32)
    fitted, shares = _clearest(image, spots, SIZES)
    again = [n for n, share in enumerate(shares) if share[1:].max() > WORTH_MORE]
    if again:
        others, more = _clearest(image, [spots[n] for n in again], MORE_SIZES)
        for n, other, share in zip(again, others, more, strict=True):
            if share[1:].max() > shares[n, 1:].max():
                fitted[n] = other
        shares[again] = _shares(image, [fitted[n] for n in again], LOOKS)
    return fitted, shares


def _clearest(image: Image, spots: Sequence[DieSpot], sizes: Sequence[float]) -> tuple[list[DieSpot], Floats]:
    """Each spot in the one of these sizes in which a face is clearest, and (n, 7) shares there."""
    tried = [replace(spot, side=spot.side * size) for spot in spots for size in sizes]
    shares = _shares(image, tried, LOOKS[:1]).reshape(len(spots), len(sizes), 7)
    best = shares[:, :, 1:].max(axis=2).argmax(axis=1)
    fitted = [tried[len(sizes) * n + int(k)] for n, k in enumerate(best)]
    return fitted, np.ascontiguousarray(shares[np.arange(len(spots)), best])


def _shares(image: Image, spots: Sequence[DieSpot], looks: Sequence[tuple[float, float, float, float]]) -> Floats:
    """(n, 7) shares, the looks' logarithms averaged: they are looks at one thing, not independent ones."""
    cuts = np.stack([_cut_out(image, spot, look) for spot in spots for look in looks])
    said = log_softmax(run("die_reader", _as_input(cuts))).reshape(len(spots), len(looks), 7)
    return np.asarray(np.exp(log_softmax(said.mean(axis=1))), np.float32)


def _cut_out(image: Image, spot: DieSpot, look: tuple[float, float, float, float]) -> Image:
    """(READER_PIXELS, READER_PIXELS, 3) BGR around a spot."""
    right, down, size, turn = look
    step = READER_SPAN * spot.side * size / READER_PIXELS
    middle = (READER_PIXELS - 1) / 2
    reach = int(1.5 * step * READER_PIXELS) + 4
    x0, y0 = max(0, int(spot.x) - reach), max(0, int(spot.y) - reach)
    part = image[y0 : int(spot.y) + reach + 1, x0 : int(spot.x) + reach + 1]
    if step > 1.4:  # sampling it more sparsely would alias
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.45 * step), np.uint8)
    x, y = spot.x + right * spot.side - x0, spot.y + down * spot.side - y0
    c, s = float(np.cos(turn)) * step, float(np.sin(turn)) * step
    matrix = np.array([[c, -s, x - (c - s) * middle], [s, c, y - (s + c) * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size_out = (READER_PIXELS, READER_PIXELS)
    return np.asarray(cv2.warpAffine(part, matrix, size_out, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _scaled(image: Image, size: tuple[int, int]) -> Image:
    shrinks = size[0] < image.shape[1]
    interpolation = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=interpolation), np.uint8)


def _middle(heat: Floats, x: int, y: int) -> tuple[float, float]:
    """The middle of a peak between cells."""
    y0, x0 = max(0, y - 1), max(0, x - 1)
    window = heat[y0 : y + 2, x0 : x + 2]
    rows, columns = np.mgrid[: window.shape[0], : window.shape[1]]
    weight = float(window.sum())
    return x0 + float((window * columns).sum()) / weight, y0 + float((window * rows).sum()) / weight


def _as_input(pictures: npt.NDArray[np.uint8]) -> Floats:
    """(n, h, w, c) bytes to (n, c, h, w), -0.5 to 0.5."""
    return np.ascontiguousarray(np.moveaxis(pictures, 3, 1)).astype(np.float32) / np.float32(255) - np.float32(0.5)

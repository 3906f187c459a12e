"""Dice found at the picture's own resolution, and their faces read by several looks at each.

Two networks that know neither board nor camera. `die_finder` marks the middles of dice and their sizes in pictures of
which nothing else is known: where a board is, the sheet's own marks do. `die_reader` reads the face that looks up in a
cut-out, or that it is no die. lab/training/README.md says what they learned from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, pi

import cv2
import numpy as np
import numpy.typing as npt

from calibration.sheet import Image
from vision.crops import AS_IT_IS, Upright
from vision.nets import log_softmax, run, sigmoid
from vision.peaks import middle, peaks

Floats = npt.NDArray[np.float32]

FINDER_SCALE = 32
"""Pixels of a point's width in what the finder sees of a calibrated board."""
CELL = 2
"""Finder's pixels for each cell of its maps."""
USUAL_SIDE = 12.0
"""Finder's pixels of a side whose logarithm counts as nought."""
READER_PIXELS, READER_SPAN = 40, 2.3
"""Of a cut-out, and the sides of a die that it is wide."""
QUARTER = pi / 2
"""Radians by which each closer look is turned from the one before where nobody knows what is upright: what only looks
like a die seldom does so from all sides."""
BODY = slice(11, 29)
"""Rows, and columns, of a cut-out that a die fills."""


@dataclass(frozen=True)
class FaceLimits:
    """How the pictures of dice are cut, and what the networks' words on them may move. Sides are those of a die.

    Chosen on what `lab.training.dice_patches` draws; outcome: `python -m lab.training.dice`,
    `python -m lab.benchmarks.dice`.
    """

    ground: int = 31
    """Finder's pixels around whose median stands for the empty board where none is known."""
    spot: float = 0.12
    """The finder's score from which on a spot is looked at."""
    apart: float = 0.62
    """Sides between the middles of two dice at the least: where they touch, marks lie nearer than middles."""
    looks: tuple[tuple[float, float, float], ...] = (
        (0.0, 0.0, 1.0), (0.07, 0.03, 1.05), (-0.05, 0.06, 0.95), (0.0, -0.08, 1.0),
    )  # fmt: skip
    """Right and down by shares of the side, and size, of each closer look at a die."""
    worth_more: float = 0.08
    """Share of any face in the first look from which on a spot is looked at more closely."""
    most_moved: float = 1.5
    """Sides by which a look may move a spot, and natural logarithm by which it, or the finder, may have a die larger or
    smaller than it was thought to be."""
    pair_ratio: float = 1.35
    """Dice of a throw are alike: no side is so many times as long as the other, where one of them is not plain."""
    finest: float = 1.4
    blur: float = 0.45
    """Pixels of the picture for each of a cut-out above which it is blurred first, by so many times as many (standard
    deviation): sampling it more sparsely would alias."""
    nothing: float = 10.0
    """Grey levels that a spot differs on average from the empty board at the most where nothing lies but print. Of 522
    dice on 52 own boards the least different one has 17."""


FACE = FaceLimits()


@dataclass(frozen=True, slots=True)
class DieSpot:
    """Where a die may be. x, y: of its middle, side: across the tilt, all in pixels of the picture; score: 0 to 1."""

    x: float
    y: float
    side: float
    score: float
    view: Upright = AS_IT_IS


def find_spots(image: Image, bare: Image | None, scale: float, most: int, least: float = FACE.spot) -> list[DieSpot]:
    """Spots that look like dice, likeliest first. image, bare: BGR uint8 of one shape, in one light.

    scale: finder's pixels for each pixel of the picture. bare None: nothing is known of the empty board.
    """
    size = finder_size(image, scale)
    now = _scaled(image, size)
    empty = _scaled(bare, size) if bare is not None else np.asarray(cv2.medianBlur(now, FACE.ground), np.uint8)
    maps = run("die_finder", np.concatenate((_blob(now), _blob(empty)))[None])[0]
    across, down = image.shape[1] / size[0], image.shape[0] / size[1]
    spots: list[DieSpot] = []
    for spot in sorted(_marked(maps, least), key=lambda one: -one.score):
        # of those that lie nearer than two dice can the likeliest alone
        if len(spots) < most and all(are_separate(spot, other) for other in spots):
            spots.append(spot)
    return [_in_picture(spot, across, down) for spot in spots]


def sizes_match(one: float, other: float) -> bool:
    """Whether two dice with sides as long as these may be of one throw."""
    return max(one, other) < FACE.pair_ratio * min(one, other)


def are_separate(one: DieSpot, other: DieSpot) -> bool:
    """Whether these are as far apart as two dice must be."""
    return hypot(one.x - other.x, one.y - other.y) > FACE.apart * (one.side + other.side) / 2


def finder_size(image: Image, scale: float) -> tuple[int, int]:
    """Width and height, multiples of four, of what the finder sees of a picture."""
    return max(8, 4 * round(image.shape[1] * scale / 4)), max(8, 4 * round(image.shape[0] * scale / 4))


def _marked(maps: Floats, least: float) -> list[DieSpot]:
    """What the finder marks, in its pixels. maps: (2, h, w), log-odds of a die and the logarithm of its size."""
    score_map = sigmoid(maps[0])
    found = []
    for y, x in np.argwhere(peaks(score_map, apart=1) & (score_map > least)).tolist():
        fine_x, fine_y = middle(score_map, x, y)
        side = float(USUAL_SIDE * np.exp(np.clip(maps[1, y, x], -FACE.most_moved, FACE.most_moved)))
        found.append(DieSpot(CELL * fine_x + 0.5, CELL * fine_y + 0.5, side, float(score_map[y, x])))
    return found


def _in_picture(spot: DieSpot, across: float, down: float) -> DieSpot:
    """across, down: the picture's pixels for each of the finder's."""
    x, y = (spot.x + 0.5) * across - 0.5, (spot.y + 0.5) * down - 0.5
    return replace(spot, x=x, y=y, side=spot.side * across)


def _blob(picture: Image) -> Floats:
    """(h, w, 3) bytes to (3, h, w), -0.5 to 0.5."""
    return np.asarray(cv2.dnn.blobFromImage(picture, 1 / 255, mean=(127.5,) * 3)[0], np.float32)


def read_faces(image: Image, spots: Sequence[DieSpot]) -> tuple[list[DieSpot], Floats]:
    """The spots where and as large as a first look says, and (n, 7) shares of no die and of the faces 1 to 6.

    image: BGR uint8. Only a spot that may show a face gets closer looks.
    """
    fitted, shares = classify_first(image, spots)
    again = [n for n, share in enumerate(shares) if share[1:].max() > FACE.worth_more]
    if again:
        closer = log_softmax(_shares_of(image, [fitted[n] for n in again], FACE.looks)[:, :, :7])
        # logarithms are averaged: these are looks at one thing, not independent ones
        shares[again] = np.exp(log_softmax(closer.mean(axis=1)))
    return fitted, np.asarray(shares, np.float32)


def classify_first(image: Image, spots: Sequence[DieSpot]) -> tuple[list[DieSpot], Floats]:
    """As `read_faces`, of one look at each: the spots as it moves them, and the shares."""
    if not spots:
        return [], np.zeros((0, 7), np.float32)
    said = _shares_of(image, spots, FACE.looks[:1])[:, 0]
    moved = [_moved(spot, by) for spot, by in zip(spots, said[:, 7:], strict=True)]
    return moved, np.exp(log_softmax(said[:, :7]))


def shows_nothing(image: Image, bare: Image, spot: DieSpot) -> bool:
    """Whether a spot looks as it does on the empty board: print, and no die. image, bare: BGR uint8, in one light."""
    now, empty = (cut_out(picture, spot, FACE.looks[0])[BODY, BODY] for picture in (image, bare))
    return float(cv2.absdiff(now, empty).mean()) < FACE.nothing


def _moved(spot: DieSpot, by: Floats) -> DieSpot:
    """by: right and down in sides, and logarithm of the size, as the reader says."""
    right, down = (float(v) * spot.side for v in np.clip(by[:2], -FACE.most_moved, FACE.most_moved))
    a, b, c, d = spot.view
    size = float(np.exp(np.clip(by[2], -FACE.most_moved, FACE.most_moved)))
    return replace(spot, x=spot.x + a * right + b * down, y=spot.y + c * right + d * down, side=spot.side * size)


def _shares_of(image: Image, spots: Sequence[DieSpot], looks: Sequence[tuple[float, float, float]]) -> Floats:
    """(n, looks, 10): the reader's words on each look at each spot."""
    cuts = np.stack(
        [
            cut_out(image, spot, look, n * QUARTER if spot.view == AS_IT_IS else 0.0)
            for spot in spots
            for n, look in enumerate(looks)
        ]
    )
    return run("die_reader", _as_input(cuts)).reshape(len(spots), len(looks), -1)


def cut_out(image: Image, spot: DieSpot, look: tuple[float, float, float], turn: float = 0.0) -> Image:
    """(READER_PIXELS, READER_PIXELS, 3) BGR around a spot, upright. turn: radians by which it is not."""
    right, down, size = look
    step = READER_SPAN * spot.side * size / READER_PIXELS
    half = (READER_PIXELS - 1) / 2
    view = np.array(spot.view).reshape(2, 2)
    x, y = np.array((spot.x, spot.y)) + view @ (right * spot.side, down * spot.side)
    reach = int(1.5 * step * READER_PIXELS) + 4
    x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
    part = image[y0 : max(y0 + 1, int(y) + reach + 1), x0 : max(x0 + 1, int(x) + reach + 1)]
    if step > FACE.finest:  # sampling it more sparsely would alias
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), FACE.blur * step), np.uint8)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    steps = step * (view @ np.array(((c, -s), (s, c))))
    corner = np.array((x - x0, y - y0)) - steps @ (half, half)
    matrix = np.column_stack((steps, corner))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size_out = (READER_PIXELS, READER_PIXELS)
    return np.asarray(cv2.warpAffine(part, matrix, size_out, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _scaled(image: Image, size: tuple[int, int]) -> Image:
    """Halved while that leaves it large enough, then sampled: exact averages would cost six times as much."""
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1]:
        half = image.shape[1] // 2, image.shape[0] // 2
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _as_input(pictures: npt.NDArray[np.uint8]) -> Floats:
    """(n, h, w, c) bytes to (n, c, h, w), -0.5 to 0.5."""
    return np.ascontiguousarray(np.moveaxis(pictures, 3, 1)).astype(np.float32) / np.float32(255) - np.float32(0.5)

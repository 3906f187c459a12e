"""Cut-outs of dice and cubes: turned straight up by the leaf they lie on, at a size the networks know."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.colours import to_lab
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import Image

Floats = npt.NDArray[np.float32]

DIE_SIDE, DIE_PIXELS = 1.0, 44
"""Point widths and pixels of a die's cut-out; a die is about half a point wide."""
CUBE_SIDE, CUBE_PIXELS = 2.0, 48
DIE_MIDDLE, DIE_TOP = 0.25, 0.5
CUBE_MIDDLE, CUBE_TOP = 0.45, 0.9


def nearest_leaf(board: Board, pixel: tuple[float, float]) -> tuple[int, Leaf]:
    """The leaf on (or next to) which something at `pixel` lies, and its index."""
    x_on_left = float(board.leaves[0].locate([pixel], 0.0)[0][0])
    index = 0 if x_on_left < POINTS_PER_ROW + board.ridge_width / 2 else 1
    return index, board.leaves[index]


def _cut(
    image: Image, leaf: Leaf, pixel: tuple[float, float], middle: float, top: float, side: float, size: int
) -> Image:
    x, y = leaf.locate([pixel], middle)[0]
    step = side / size
    to_leaf = np.array([[step, 0, x - side / 2 + step / 2], [0, step, y - side / 2 + step / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpPerspective(
        image, leaf.plane(top) @ to_leaf, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, dtype=np.uint8)


def as_input(now: Image, bare: Image) -> Floats:
    scaled, centre = np.array([100, 64, 64], np.float32), np.array([0.5, 0, 0], np.float32)
    channels = [np.moveaxis(to_lab(image) / scaled - centre, 2, 0) for image in (now, bare)]
    return np.concatenate(channels).astype(np.float32)


def die_input(board: Board, image: Image, bare: Image, pixel: tuple[float, float]) -> Floats:
    """(6, 44, 44): a die's surroundings now and bare, in Lab; `pixel` is its body's centre."""
    _, leaf = nearest_leaf(board, pixel)
    now, before = (_cut(i, leaf, pixel, DIE_MIDDLE, DIE_TOP, DIE_SIDE, DIE_PIXELS) for i in (image, bare))
    return as_input(now, before)


def cube_input(board: Board, image: Image, bare: Image, pixel: tuple[float, float]) -> Floats:
    """(6, 48, 48): the doubling cube's surroundings now and bare, in Lab."""
    _, leaf = nearest_leaf(board, pixel)
    now, before = (_cut(i, leaf, pixel, CUBE_MIDDLE, CUBE_TOP, CUBE_SIDE, CUBE_PIXELS) for i in (image, bare))
    return as_input(now, before)

"""Cut-outs of dice and cubes: turned straight up by the leaf they lie on, stretched so that what lies on the board is
seen in them as from above, at a size the networks know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import to_lab
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import Image

Floats = npt.NDArray[np.float32]

CUBE_SIDE, CUBE_PIXELS = 1.6, 64
"""Point widths and pixels of a cube's cut-out."""
FACE_PIXELS, FIGURE_PIXELS = 40, 32
"""Of the cube's cut-out once it is turned straight, which leaves the top face and a little round it, and of what the
network sees of that."""
DIE_MIDDLE, CUBE_MIDDLE = 0.25, 0.45
DIE_TOP, CUBE_TOP = 2 * DIE_MIDDLE, 2 * CUBE_MIDDLE
"""Point widths over the floor of the middle and the top of a die and of a cube of usual size."""


PALEST = 4.0
"""CIE lightness added to a figure's contrast, lest noise on a blank face be taken for one. The network `cube` learned
with this and with what follows up to SMOOTH: other values need another network."""
FIGURE = 97.0
"""Percentile of a face's distances from its ground that is taken for the figure's."""
MOST_CONTRAST = 1.5
"""A figure's contrast at the most, in that of the figure."""
MIDDLE_SPREAD = 0.27
"""Of a cut-out's side: how far from its middle edges still speak for how the thing in it is turned."""
SMOOTH = 1.0
"""Pixels of a Gaussian's standard deviation over which it is averaged before edges are looked for."""
TINY = 1e-12
"""Squared grey levels added to no edge at all, lest nothing be divided by nothing."""


class Ground(Protocol):
    """Where a book lies in the picture; of a calibrated board, or of one that is only found."""

    @property
    def leaves(self) -> tuple[Leaf, Leaf]: ...
    @property
    def ridge_width(self) -> float: ...


def nearest_leaf(board: Ground, pixel: tuple[float, float]) -> tuple[int, Leaf]:
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


def cube_inputs(board: Ground, image: Image, pixels: Sequence[tuple[float, float]]) -> Floats:
    """(n, 1, 32, 32): the top faces of doubling cubes at `pixels`, straight, their figures' contrast brought to one.

    Which of its four sides is the upper one remains open.
    """
    return evened(top_faces(board, image, pixels))[:, None]


def top_faces(board: Ground, image: Image, pixels: Sequence[tuple[float, float]]) -> Floats:
    """(n, 32, 32) lightness, 0 to 100, of cubes' top faces, turned until their edges run along the picture's.

    All at once, for most of what it costs is the calls.
    """
    straight = np.empty((len(pixels), FACE_PIXELS, FACE_PIXELS, 3), np.uint8)
    for n, pixel in enumerate(pixels):
        _, leaf = nearest_leaf(board, pixel)
        cut = _cut(image, leaf, pixel, CUBE_MIDDLE, CUBE_TOP, CUBE_SIDE, CUBE_PIXELS)
        straight[n] = _turned(cut, square_angle(cut))
    lightness = to_lab(straight.reshape(-1, FACE_PIXELS, 3))[..., 0].reshape(straight.shape[:3])
    size = (FIGURE_PIXELS, FIGURE_PIXELS)
    return np.stack([np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA)) for face in lightness])


def evened(faces: Floats) -> Floats:
    """(n, side, side): faces' lightness against their ground, scaled so that each one's figure stands out by one."""
    off_ground = faces - np.median(faces, axis=(1, 2), keepdims=True)
    contrast = np.percentile(np.abs(off_ground), FIGURE, axis=(1, 2), keepdims=True) + PALEST
    return np.asarray(np.clip(off_ground / contrast, -MOST_CONTRAST, MOST_CONTRAST), dtype=np.float32)


def square_angle(cut: Image) -> float:
    """Radians, -pi/4 to pi/4, by which a square thing in the middle of a square cut-out (BGR uint8) is turned.

    All edges of a square, and most strokes of the figures on it, agree in their direction modulo a right angle.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(cut, cv2.COLOR_BGR2LAB)[..., 0].astype(np.float32), (0, 0), SMOOTH)
    dx, dy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    # what turns four times as far as the edge does, without asking for an angle: (dx + i dy)^4 / |dx + i dy|^3
    twice, once = dx * dx - dy * dy, 2 * dx * dy
    length = np.maximum(dx * dx + dy * dy, TINY)
    weight = _round_middle(len(grey)) / (length * np.sqrt(length))
    across, up = (weight * (twice * twice - once * once)).sum(), (weight * 2 * twice * once).sum()
    return float(np.arctan2(up, across) / 4)


@cache
def _round_middle(size: int) -> npt.NDArray[np.float64]:
    """(size, size): what edges speak for how a thing is turned, by how far from a cut-out's middle they are."""
    y, x = np.mgrid[:size, :size] - (size - 1) / 2
    return np.asarray(np.exp(-(x**2 + y**2) / (2 * (MIDDLE_SPREAD * size) ** 2)))


def _turned(cut: Image, turn: float) -> Image:
    """The middle of a cut-out, turned back by `turn`."""
    middle, own = (len(cut) - 1) / 2, (FACE_PIXELS - 1) / 2
    to_cut = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0]])
    to_cut[:, 2] = middle - to_cut[:, :2] @ np.array([own, own])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(cut, to_cut, (FACE_PIXELS, FACE_PIXELS), flags=flags), dtype=np.uint8)


Doubles = npt.NDArray[np.float64]
Upright = tuple[float, float, float, float]
"""Picture's x for each step right and down in the cut-out, then its y likewise; lengths across the tilt are kept."""
AS_IT_IS: Upright = (1.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class ViewLimits:
    """Which views can be turned. Chosen with the cut-outs that `die_reader` learned from (`lab.training.dice_cuts`)."""

    flattest: float = 3.0
    """A plane seen flatter would be stretched more than so many times: it is left as it is, for nothing is left to
    see."""
    overhead: float = 0.02
    """Heights above the plane appear displaced by this share of themselves at the least, where that shows what is
    up."""


VIEW = ViewLimits()


def upright(axes: npt.ArrayLike) -> Upright:
    """axes: (2, 3), pixels (x, y) for one unit along two level axes and the one that points up, all of one length."""
    seen = np.asarray(axes, np.float64)
    level, up = seen[:, :2], seen[:, 2]
    scale = float(np.linalg.norm(level, 2))
    if abs(np.linalg.det(level)) < scale**2 / VIEW.flattest**2:
        return AS_IT_IS
    away = np.linalg.solve(level, up)
    if np.linalg.norm(away) < VIEW.overhead:  # from straight above any direction will do
        away = np.linalg.solve(level, np.array((0.0, -scale)))
    away /= np.linalg.norm(away)
    right = level @ np.array((away[1], -away[0])) / scale
    down = -(level @ away) / scale
    if right[0] * down[1] - right[1] * down[0] < 0:
        right = -right
    return float(right[0]), float(down[0]), float(right[1]), float(down[1])

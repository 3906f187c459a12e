"""The colours that people see on their board: of both sides' checkers, of the points' two, and of the floor between.

For the page, so that a glance from the table to the tablet finds the same picture. Nothing is read by them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW

Rgb = tuple[int, int, int]
Image = npt.NDArray[np.uint8]

_SPREAD = np.linspace(-1.0, 1.0, 9)
_TIP = 4.0
"""Point widths from the edge to the point's narrow end that is still sampled."""


@dataclass(frozen=True, slots=True)
class BoardColours:
    """Red, green and blue, 0..255 each.

    points: of those where (column + row) is even, and of the others; columns 0..11 from the left, rows 0 (near) and 1
    (far), as the camera sees the board.
    """

    light: Rgb
    dark: Rgb
    points: tuple[Rgb, Rgb]
    floor: Rgb


def board_colours(board: Board) -> BoardColours:
    """Medians of what the board's own pictures show."""
    bare = board.start if board.empty is None else board.empty
    checkers: dict[Side, list[npt.NDArray[np.uint8]]] = {side: [] for side in Side}
    points: tuple[list[npt.NDArray[np.uint8]], list[npt.NDArray[np.uint8]]] = ([], [])
    size = board.checker
    for number, (row, column) in enumerate(board.seats.track(), 1):
        leaf = board.leaves[column // POINTS_PER_ROW]
        across = column % POINTS_PER_ROW + 0.5
        light, dark = board.position.counts(number)
        for level in range(min(light or dark, 5)):
            deep = size.first + level * size.pitch
            y = deep if row == "top" else leaf.length - deep
            around = _disc(across, y, 0.6 * size.radius)
            side = Side.LIGHT if light else Side.DARK
            checkers[side].append(
                _sampled(board.start, leaf.project(np.column_stack([around, np.full(len(around), size.height)])))
            )
        if board.empty is None and (light or dark):
            continue
        depths = np.linspace(0.5, _TIP - 1, 8)
        ys = depths if row == "top" else leaf.length - depths
        spots = np.array([[across + 0.12 * dx, y, 0.0] for y in ys for dx in (-1, 0, 1)])
        points[(column + (row == "top")) % 2].append(_sampled(bare, leaf.project(spots)))
    floor = [
        _sampled(bare, leaf.project(np.array([[x, leaf.length / 2, 0.0] for x in np.linspace(0.5, 5.5, 30)])))
        for leaf in board.leaves
    ]
    return BoardColours(
        _median(checkers[Side.LIGHT]),
        _median(checkers[Side.DARK]),
        (_median(points[0]), _median(points[1])),
        _median(floor),
    )


def _disc(x: float, y: float, radius: float) -> npt.NDArray[np.float64]:
    grid = np.array([[x + radius * dx, y + radius * dy] for dx in _SPREAD for dy in _SPREAD if dx * dx + dy * dy <= 1])
    return np.asarray(grid, np.float64)


def _sampled(image: Image, pixels: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """(n, 3) BGR of the pixels that lie in the picture."""
    at = np.round(pixels).astype(np.int64)
    height, width = image.shape[:2]
    inside = (at[:, 0] >= 0) & (at[:, 0] < width) & (at[:, 1] >= 0) & (at[:, 1] < height)
    return np.asarray(image[at[inside, 1], at[inside, 0]], np.uint8)


def _median(samples: list[npt.NDArray[np.uint8]]) -> Rgb:
    blue, green, red = np.median(np.concatenate(samples), axis=0)
    return round(float(red)), round(float(green)), round(float(blue))

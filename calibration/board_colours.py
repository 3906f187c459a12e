"""The colours that people see on their board: of both sides' checkers, of the points' two, and of the floor between.

For the page, so that who looks from the table to the tablet finds the same picture. Nothing is read by them.
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


@dataclass(frozen=True)
class SampleLayout:
    """Where the board is sampled, in point widths unless it says otherwise: well inside whatever is asked about."""

    checker: float = 0.6
    """Share of a checker's radius."""
    across_checker: int = 9
    """Samples over that disc's width."""
    row: int = 5
    """Checkers of a row; further ones lie on top of them."""
    edge: float = 0.5
    tip: float = 3.0
    """From the leaf's edge: where a point is sampled, from and to."""
    along_point: int = 8
    beside: float = 0.12
    """Samples along a point, and how far on either side of its middle line."""
    floor: tuple[float, float, int] = (0.5, 5.5, 30)
    """Across a leaf's middle, from and to, and how many."""


LAYOUT = SampleLayout()


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
        for level in range(min(light or dark, LAYOUT.row)):
            deep = size.first + level * size.pitch
            y = deep if row == "top" else leaf.length - deep
            around = _disc(across, y, LAYOUT.checker * size.radius)
            side = Side.LIGHT if light else Side.DARK
            checkers[side].append(
                _sampled(board.start, leaf.project(np.column_stack([around, np.full(len(around), size.height)])))
            )
        if board.empty is None and (light or dark):
            continue
        depths = np.linspace(LAYOUT.edge, LAYOUT.tip, LAYOUT.along_point)
        ys = depths if row == "top" else leaf.length - depths
        spots = np.array([[across + LAYOUT.beside * dx, y, 0.0] for y in ys for dx in (-1, 0, 1)])
        points[(column + (row == "top")) % 2].append(_sampled(bare, leaf.project(spots)))
    floor = [
        _sampled(bare, leaf.project(np.array([[x, leaf.length / 2, 0.0] for x in np.linspace(*LAYOUT.floor)])))
        for leaf in board.leaves
    ]
    return BoardColours(
        _median(checkers[Side.LIGHT]),
        _median(checkers[Side.DARK]),
        (_median(points[0]), _median(points[1])),
        _median(floor),
    )


def _disc(x: float, y: float, radius: float) -> npt.NDArray[np.float64]:
    spread = np.linspace(-1.0, 1.0, LAYOUT.across_checker)
    grid = np.array([[x + radius * dx, y + radius * dy] for dx in spread for dy in spread if dx * dx + dy * dy <= 1])
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

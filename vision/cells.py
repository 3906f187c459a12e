"""Which cells of the scene network's maps show what of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import MARGIN
from vision.inputs import farther

SAMPLES, LENGTH, OUTSIDE = 22, 5.5, 0.5
"""Samples of a strip's line, and the usual point widths that it is long and begins outside the leaf's edge. For other
checkers it is longer or shorter, so that all have the same size on it (`farther` in `vision.inputs`)."""
ROW = LENGTH - OUTSIDE
"""Point widths from a leaf's edge that a row of five checkers reaches."""
ACROSS = (-0.2, -0.1, 0.0, 0.1, 0.2)
"""Point widths beside a point's middle where marks are taken to be its own."""
Cells = npt.NDArray[np.bool_]
Edge = tuple[Leaf, float, float]
"""A line along a leaf: how far across it and at what height over its floor, in point widths."""


@dataclass(frozen=True)
class CellLimits:
    """What lies where, in point widths. Chosen on own renderings. Outcome: `python -m lab.benchmarks.vision`."""

    beside_ridge: float = 0.15
    """From a leaf's edge to where the middle of a checker on the ridge may lie."""


CELLS = CellLimits()


@dataclass(frozen=True, eq=False)
class SceneCells:
    """Masks over the scene network's maps (half of its input's height and width).

    board: what shows the leaves or the ridge; round_board: that and its rim. ridge: the middle of what lies on the
    ridge. points: for each of the 24 strips, as far as checkers reach in a row; lines: (24, SAMPLES * ACROSS, 2) where
    the marks of single checkers are read along each strip, as (column, row) of the maps.
    """

    board: Cells
    round_board: Cells
    ridge: Cells
    points: tuple[Cells, ...]
    lines: npt.NDArray[np.float32]


def scene_cells(board: Board, size: tuple[int, int], scale: float, net_scale: int) -> SceneCells:
    """size: (width, height) of the network's input; scale: its pixels for each of the picture; net_scale: a point's."""
    left, right = board.leaves
    above = board.checker.height

    def between(edges: Sequence[Edge], along: tuple[float, float] | None = None) -> Cells:
        return _between(edges, along, size, scale)

    over = between([(left, 0.0, 0.0), (right, POINTS_PER_ROW, 0.0)])
    reach = 2 * round(MARGIN * net_scale / 2) + 1  # walls and frame: a checker beside them has its middle farther out
    inset = CELLS.beside_ridge
    return SceneCells(
        board=over,
        round_board=cv2.dilate(over.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0,
        ridge=between([(left, POINTS_PER_ROW + inset, above), (right, -inset, above)]),
        points=tuple(between(*outline) for outline in _strips(board)),
        lines=_lines(board, scale),
    )


def _lines(board: Board, scale: float) -> npt.NDArray[np.float32]:
    along = ((np.arange(SAMPLES) + 0.5) * LENGTH / SAMPLES - OUTSIDE) * farther(board.checker.radius)
    found = []
    for leaf in board.leaves:
        for distances in (along, leaf.length - along):
            for column in range(POINTS_PER_ROW):
                places = [(column + 0.5 + aside, y, board.checker.height) for y in distances for aside in ACROSS]
                found.append(((leaf.project(places) + 0.5) * scale - 1) / 2)
    return np.asarray(found, np.float32)


def _strips(board: Board) -> list[tuple[list[Edge], tuple[float, float]]]:
    """For each of the 24 strips its sides, and from where to where they go along the leaf."""
    above, found = board.checker.height, []
    for leaf in board.leaves:
        for along in ((0.0, ROW), (leaf.length - ROW, leaf.length)):
            for x in range(POINTS_PER_ROW):
                edges = [(leaf, float(x), above), (leaf, x + 1.0, above)]
                found.append((edges, along))
    return found


def _between(edges: Sequence[Edge], along: tuple[float, float] | None, size: tuple[int, int], scale: float) -> Cells:
    """Cells between two lines along the leaves. along: from where to where the lines go; None: from end to end."""
    far, near = (
        [
            leaf.project(np.array([[x, along[end] if along else end * leaf.length, height]]))[0]
            for leaf, x, height in edges
        ]
        for end in (0, 1)
    )
    outline = np.array([*far, *near[::-1]]) * scale / 2
    width, height = size
    mask = np.zeros((height // 2, width // 2), np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return np.asarray(mask > 0)

"""Corners made finer by checkers whose places are known: they lie in rows, a point's width apart.

In the coordinates of a leaf whose corners are a little off, checkers appear shifted as the corners are. A least-
squares fit finds the corners' shifts together with how the checkers lie: how far the first one of a row stands
from the edge, how far apart they are, and how high (which parallax shows).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import CheckerSize
from calibration.corners import LeafCorners, parse_corners
from calibration.errors import BadCorners
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.measure import Placed

Array = npt.NDArray[np.float64]

ASIDE, ALONG = 0.07, 0.09
"""Point widths (standard deviation) by which people's checkers lie off their row, and off touching each other."""
STRAY = 2.0
"""A checker further off than this many deviations counts the less the further it is."""
SHARED = 3
"""Unknowns of all rows: the first checker's distance from the edge, the pitch, the height."""


def corners_by_checkers(
    corners: LeafCorners, leaves: tuple[Leaf, Leaf], placed: Sequence[Placed], checker: CheckerSize, loose: float
) -> LeafCorners:
    """The corners that suit the checkers' places best.

    leaves: as `corners` make them; placed: known checkers as `recall_checkers` finds them with these leaves and
    `checker`; loose: how far off (standard deviation, point widths) each corner may be.
    """
    shifts = _fit(leaves, placed, checker, loose)
    quads = []
    for leaf, shift in zip(leaves, shifts, strict=True):
        moved = _frame(leaf.length) + shift
        pixels = leaf.project(np.column_stack([moved, np.zeros(4)]))
        quads.append(pixels.tolist())
    try:
        return parse_corners({"left": quads[0], "right": quads[1]})
    except BadCorners:  # checkers in a heap prove nothing
        return corners


def _fit(leaves: tuple[Leaf, Leaf], placed: Sequence[Placed], checker: CheckerSize, loose: float) -> Array:
    """(2, 4, 2) shifts of the corners in leaf coordinates."""
    size = SHARED + 16
    rows, seen, spread = [], [], []
    for one in placed:
        leaf = leaves[one.leaf]
        higher = leaf.locate(leaf.project([[one.x, one.y, checker.height]]), checker.height + 0.1)[0]
        per_height = (np.array([one.x, one.y]) - higher) / 0.1
        bend = _bend(leaf.length, one.x, one.y)
        inwards, edge = (1.0, 0.0) if one.strip.row == "top" else (-1.0, leaf.length)
        for axis, (target, deviation) in enumerate(((one.strip.column + 0.5, ASIDE), (edge, ALONG))):
            unknowns = np.zeros(size)
            if axis == 1:
                unknowns[0], unknowns[1] = inwards, inwards * one.index
            unknowns[2] = per_height[axis]
            unknowns[SHARED + 8 * one.leaf : SHARED + 8 * one.leaf + 8] = bend[axis]
            rows.append(unknowns)
            seen.append((one.x, one.y)[axis] - target)
            spread.append(deviation)
    priors = np.diag([1 / 0.1, 1 / 0.06, 1 / 0.06, *[1 / loose] * 16])
    usual = priors @ np.array([checker.first, checker.pitch, 0.0, *[0.0] * 16])
    a, b, deviations = np.array(rows), np.array(seen), np.array(spread)
    weights, solution = 1 / deviations, np.zeros(size)
    for _ in range(4):
        solution = np.linalg.lstsq(
            np.vstack([a * weights[:, None], priors]), np.concatenate([b * weights, usual]), rcond=None
        )[0]
        off = np.abs(b - a @ solution) / deviations
        weights = np.sqrt(np.minimum(1, STRAY / np.maximum(off, 1e-6))) / deviations
    return np.asarray(solution[SHARED:].reshape(2, 4, 2), np.float64)


def _frame(length: float) -> Array:
    return np.array([[0, 0], [POINTS_PER_ROW, 0], [POINTS_PER_ROW, length], [0, length]], np.float64)


def _bend(length: float, x: float, y: float) -> Array:
    """(2, 8): how a place on a leaf moves with the corners' four (x, y) shifts."""
    step, frame = 0.02, _frame(length)
    moves = np.zeros((2, 8))
    for index in range(8):
        moved = frame.copy()
        moved[index // 2, index % 2] += step
        bend = cv2.getPerspectiveTransform(frame.astype(np.float32), moved.astype(np.float32))
        there = cv2.perspectiveTransform(np.array([[[x, y]]], np.float64), np.asarray(bend, np.float64))[0, 0]
        moves[:, index] = (there - (x, y)) / step
    return moves

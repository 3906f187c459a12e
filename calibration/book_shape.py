"""The open book as a solid before a camera, fitted to everything known about where it is in a picture.

Two equal leaves, hinged at the ridge and each lying almost flat, seen by a camera with an unknown lens: some dozen
unknowns for sixteen coordinates of corners and, where a position is known, for every checker of it as well.
Checkers lie in rows, touching more or less; how far apart, how far from the edge and how high is found with the rest.

Lengths are in point widths. A leaf's own coordinates are those of `calibration.leaf`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import CheckerSize
from calibration.corners import LeafCorners, parse_corners
from calibration.errors import BadCorners
from calibration.leaf import POINTS_PER_ROW

Array = npt.NDArray[np.float64]

POSE, FOCAL, LENGTH, LIFTS, GAP, BEND, FIRST, PITCH, HEIGHT = slice(0, 6), 6, 7, slice(8, 10), 10, 11, 12, 13, 14
"""Unknowns: rotation and place of the camera; logarithms of focal length (picture widths) and of a leaf's length;
how far the leaves' outer edges are lifted (radians); width between the leaves; the lens's bend (in squared slopes);
a row's first checker, its pitch and a checker's height."""
USUAL = np.array([0, 0, 0, 0, 0, 0, 0.0, np.log(9.3), 0, 0, 1.6, -0.01, 0.44, 0.88, 0.2])
SPREAD = np.array([9, 9, 9, 1e3, 1e3, 1e3, 0.25, 0.2, 0.04, 0.04, 1.2, 0.03, 0.1, 0.06, 0.07])
"""What is usual, and how far from it things are (standard deviations)."""
RADII, HEIGHTS = (0.3, 0.52), (0.05, 0.5)
"""Of checkers, the least and the most that may come out."""


@dataclass(frozen=True)
class FitLimits:
    """How the book is fitted. Chosen on own renderings: tests/vision/test_start_fit.py and
    tests/calibration/test_finding.py."""

    sloppy: float = 0.08
    """Point widths that a checker lies off its place in the row (standard deviation)."""
    stray: float = 2.0
    """What is further off than this many deviations counts the less the further it is."""
    steps: int = 12
    """Of Levenberg and Marquardt's method."""


FIT = FitLimits()


@dataclass(frozen=True, eq=False)
class SeenCheckers:
    """Where checkers' top faces are in the picture.

    leaf, column, far, index: (n,) which leaf, column 0..5, whether in the far row, and which one of its row;
    pixels: (n, 2).
    """

    leaf: npt.NDArray[np.int64]
    column: Array
    far: npt.NDArray[np.bool_]
    index: Array
    pixels: Array


@dataclass(frozen=True, slots=True)
class FittedBook:
    """corners: of the book that suits best what is known; off: how far the ones given are from these, the mean over
    the eight in point widths; checker: as large as its rows have them, of usual size where none were seen."""

    corners: LeafCorners
    off: float
    checker: CheckerSize


def fit_book(
    corners: LeafCorners, size: tuple[int, int], loose: float | Array, checkers: SeenCheckers | None = None
) -> FittedBook:
    """The book that suits best what is known.

    size: of the picture, (width, height); loose: how far the given corners may be off (standard deviation, point
    widths), for all or (8,) for each, left TL, TR, BR, BL, then right. Where nothing fits, the corners come back as
    they are.
    """
    given = np.array(corners.left + corners.right, np.float64)
    point = float(np.hypot(*(given[[1, 2, 5, 6]] - given[[0, 3, 4, 7]]).T).mean()) / POINTS_PER_ROW
    spread = np.repeat(np.broadcast_to(np.asarray(loose, np.float64), (8,)), 2) * point

    def misfit(tried: Array) -> Array:
        n = len(tried)
        off = [(_corners(tried, size) - given).reshape(n, -1) / spread, (tried - USUAL) / SPREAD]
        if checkers is not None:
            sideways = (_tops(tried, size, checkers) - checkers.pixels).reshape(n, -1)
            off.append(sideways / (FIT.sloppy * point))
        return np.concatenate(off, axis=1)

    found = _least_squares(misfit, _guess(given, size))
    better = _corners(found[None], size)[0]
    far = float(np.hypot(*(better - given).T).mean()) / point
    first, pitch, height = (float(one) for one in found[[FIRST, PITCH, HEIGHT]])
    checker = CheckerSize(float(np.clip(pitch / 2, *RADII)), float(np.clip(height, *HEIGHTS)), first)
    try:
        fitted = parse_corners({"left": better[:4].tolist(), "right": better[4:].tolist()})
    except BadCorners:
        return FittedBook(corners, far, checker)
    return FittedBook(fitted, far, checker)


def _place(tried: Array, leaf: npt.NDArray[np.int64], x: Array, y: Array, z: Array) -> Array:
    """(n,) of a leaf's coordinates, y (m, n) and z (m, 1), to (m, n, 3) of the book's: right, towards the near edge,
    and down into the table. tried: (m, unknowns)."""
    right = leaf == 1
    along = np.where(right, x, POINTS_PER_ROW - x)
    lift = tried[:, LIFTS][:, leaf]
    outwards = np.where(right, 1.0, -1.0)
    across = outwards * (tried[:, GAP, None] / 2 + along * np.cos(lift) - z * np.sin(lift))
    return np.stack([across, y, -(along * np.sin(lift) + z * np.cos(lift))], axis=2)


def _project(tried: Array, size: tuple[int, int], places: Array) -> Array:
    """(m, n, 3) in the book's axes to (m, n, 2) pixels."""
    turns = np.stack([cv2.Rodrigues(one)[0].T for one in tried[:, POSE][:, :3]])
    seen = places @ turns + tried[:, None, POSE][..., 3:]
    slopes = seen[..., :2] / np.maximum(seen[..., 2:], 1e-3)
    bent = slopes * (1 + tried[:, None, BEND, None] * (slopes**2).sum(axis=2, keepdims=True))
    return np.asarray(bent * np.exp(tried[:, None, FOCAL, None]) * size[0] + (np.array(size) - 1) / 2)


_LEAF = np.repeat([0, 1], 4)
_X = np.tile([0.0, POINTS_PER_ROW, POINTS_PER_ROW, 0.0], 2)
_NEAR = np.tile([0.0, 0.0, 1.0, 1.0], 2)


def _floor(tried: Array) -> Array:
    """(m, 8, 3): the leaves' corners in the book's axes."""
    return _place(tried, _LEAF, _X, _NEAR * np.exp(tried[:, LENGTH, None]), np.zeros((len(tried), 1)))


def _corners(tried: Array, size: tuple[int, int]) -> Array:
    return _project(tried, size, _floor(tried))


def _tops(tried: Array, size: tuple[int, int], checkers: SeenCheckers) -> Array:
    inwards = tried[:, FIRST, None] + tried[:, PITCH, None] * checkers.index
    y = np.where(checkers.far, inwards, np.exp(tried[:, LENGTH, None]) - inwards)
    places = _place(tried, checkers.leaf, checkers.column + 0.5, y, tried[:, HEIGHT, None])
    return _project(tried, size, places)


def _guess(given: Array, size: tuple[int, int]) -> Array:
    """A flat book of usual shape where the corners are."""
    unknowns = USUAL.copy()
    flat = _floor(unknowns[None])[0]
    focal = np.exp(unknowns[FOCAL]) * size[0]
    camera = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    _, turn, shift = cv2.solvePnP(flat, given, camera, np.zeros(4))
    unknowns[POSE] = np.concatenate([np.ravel(turn), np.ravel(shift)])
    return unknowns


def _least_squares(misfit: Callable[[Array], Array], unknowns: Array) -> Array:
    """Levenberg and Marquardt, with what is far off counting less. misfit: of some tries at once, one a row."""
    damping, off = 1e-3, misfit(unknowns[None])[0]
    for _ in range(FIT.steps):
        weights = np.sqrt(np.minimum(1, FIT.stray / np.maximum(np.abs(off), 1e-9)))
        steps = np.maximum(1e-6, 1e-5 * np.abs(unknowns))
        slopes = ((misfit(unknowns + np.diag(steps)) - off) / steps[:, None]).T * weights[:, None]
        normal, pull = slopes.T @ slopes, slopes.T @ (off * weights)
        for _ in range(6):
            tried = unknowns - np.linalg.solve(normal + damping * np.diag(np.diag(normal)), pull)
            there = misfit(tried[None])[0]
            if _cost(there) < _cost(off):
                unknowns, off, damping = tried, there, damping / 5
                break
            damping *= 6
    return unknowns


def _cost(off: Array) -> float:
    """Huber's: squares near, straight lines far."""
    far = np.abs(off)
    return float(np.where(far < FIT.stray, far**2 / 2, FIT.stray * (far - FIT.stray / 2)).sum())

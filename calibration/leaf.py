"""A leaf in space: how its points, its checkers and its dice appear in the picture.

Leaf coordinates are in point widths: x from the leaf's left edge (0..6), y from its far edge (0..length),
z up from the tray's floor. Each leaf has a projection of its own, since a book rarely lies flat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from calibration.corners import LeafCorners, Quad

Array = npt.NDArray[np.float64]
POINTS_PER_ROW = 6


@dataclass(frozen=True)
class LensLimits:
    """What lens a picture may have been taken with; lengths in widths of the picture. The leaves' shape decides as far
    as it can, in standard deviations. What comes of them: tests/calibration/test_leaf.py.
    """

    shortest: float = 0.6
    longest: float = 2.0
    candidates: int = 57
    """Focal lengths tried: telephones and webcams lie between these."""
    usual: float = 1.0
    usual_over: float = 0.25
    """Where the view is too straight down to measure; natural logarithm by which others differ from it."""
    skew: float = 0.008
    """Cosine between a leaf's edges."""
    lengths: float = 0.015
    """Natural logarithm of one leaf's length over the other's."""
    narrowest_ridge: float = 0.3
    """Point widths: no ridge is narrower."""


LENS = LensLimits()


@dataclass(frozen=True, eq=False)
class Leaf:
    """projection: (3, 4) float64, pixels ~ projection @ (x, y, z, 1). length: of the leaf in point widths."""

    projection: Array
    length: float
    _from_picture: dict[float, Array] = field(default_factory=dict, init=False, repr=False)
    """Inverse homographies, by height, as they are asked for."""

    def project(self, points: npt.ArrayLike) -> Array:
        """(n, 3) leaf coordinates to (n, 2) pixels."""
        xyz = np.asarray(points, dtype=np.float64).reshape(-1, 3)
        image = np.column_stack([xyz, np.ones(len(xyz))]) @ self.projection.T
        return np.asarray(image[:, :2] / image[:, 2:], dtype=np.float64)

    def plane(self, height: float) -> Array:
        """(3, 3) homography from (x, y) on the plane at `height` to pixels."""
        p = self.projection
        return np.column_stack([p[:, 0], p[:, 1], p[:, 3] + height * p[:, 2]])

    def locate(self, pixels: npt.ArrayLike, height: float = 0.0) -> Array:
        """(n, 2) pixels to (n, 2) leaf coordinates on the plane at `height`."""
        xy = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        if height not in self._from_picture:
            self._from_picture[height] = np.asarray(np.linalg.inv(self.plane(height)), dtype=np.float64)
        found = np.column_stack([xy, np.ones(len(xy))]) @ self._from_picture[height].T
        return np.asarray(found[:, :2] / found[:, 2:], dtype=np.float64)


def _unit_homography(quad: Quad) -> Array:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, np.array(quad, dtype=np.float32)), dtype=np.float64)


def _camera(size: tuple[int, int], focal: float) -> Array:
    width, height = size
    return np.array([[focal * width, 0, (width - 1) / 2], [0, focal * width, (height - 1) / 2], [0, 0, 1]])


def _shape(quad: Quad, size: tuple[int, int], focal: Array) -> tuple[Array, Array]:
    """For each of these focal lengths the cosine between a leaf's edges, which a right one makes zero, and the
    leaf's length over its width."""
    right, down, deep = _unit_homography(quad)
    width, height = size
    slopes = np.stack([right - deep * (width - 1) / 2, down - deep * (height - 1) / 2]) / (focal[:, None, None] * width)
    across, along = (np.column_stack([slopes[..., edge], np.full(len(focal), deep[edge])]) for edge in (0, 1))
    sides = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    return (across * along).sum(axis=1) / (sides[0] * sides[1]), sides[1] / sides[0]


def _leaf(quad: Quad, camera: Array) -> Leaf:
    across, along, corner = (np.linalg.inv(camera) @ _unit_homography(quad)).T
    point = np.linalg.norm(across) / POINTS_PER_ROW
    normal = np.cross(across, along)
    normal *= point / np.linalg.norm(normal)
    if normal @ corner > 0:  # up is towards the camera
        normal = -normal
    length = float(np.linalg.norm(along) / point)
    columns = np.column_stack([across / POINTS_PER_ROW, along / length, normal, corner])
    return Leaf(camera @ columns, length)


def ridge_between(leaves: tuple[Leaf, Leaf], corners: LeafCorners) -> tuple[Leaf, float]:
    """The strip between the leaves as a leaf of its own (x from the left leaf's edge), and its width.

    Its plane passes through the leaves' inner edges; the ridge itself stands higher. On a board without a bar these
    edges are one: the strip then reaches into both leaves.
    """
    left, right = leaves
    width = float(np.mean(left.locate([corners.right[0], corners.right[3]])[:, 0])) - POINTS_PER_ROW
    quad = (corners.left[1], corners.right[0], corners.right[3], corners.left[2])
    if width < LENS.narrowest_ridge:
        over = (LENS.narrowest_ridge - width) / 2
        quad, width = _over_the_hinge(left, right, over), LENS.narrowest_ridge
    stretch = np.diag([1 / width, 1 / left.length, 1.0])
    plane = _unit_homography(quad) @ stretch
    middle = np.array([width / 2, left.length / 2, 1.0])
    # columns of one scale: depth at the middle agrees with the left leaf's own
    depth = (left.projection @ np.array([POINTS_PER_ROW, left.length / 2, 0, 1]))[2] / (plane @ middle)[2]
    up = (left.projection[:, 2] + right.projection[:, 2] * (left.projection[2, 3] / right.projection[2, 3])) / 2
    columns = np.column_stack([depth * plane[:, 0], depth * plane[:, 1], up, depth * plane[:, 2]])
    return Leaf(columns, left.length), width


def _over_the_hinge(left: Leaf, right: Leaf, over: float) -> Quad:
    """Corners of the strip that reaches `over` point widths into either leaf."""
    inside = left.project([[POINTS_PER_ROW - over, y, 0.0] for y in (0.0, left.length)])
    other = right.project([[over, y, 0.0] for y in (0.0, right.length)])
    a, b, c, d = ((float(x), float(y)) for x, y in (inside[0], other[0], other[1], inside[1]))
    return a, b, c, d


@lru_cache(maxsize=8)  # each step of reading a picture asks for the same few
def leaves_from_corners(corners: LeafCorners, size: tuple[int, int]) -> tuple[Leaf, Leaf]:
    """Both leaves in space, from their corners in a picture of `size` (width, height).

    The focal length is the one that makes the leaves rectangles of one length; where the view is too
    straight down to measure it, the usual one serves, and then it hardly matters.
    """
    focal = np.geomspace(LENS.shortest, LENS.longest, LENS.candidates)
    (left_skew, left), (right_skew, right) = (_shape(quad, size, focal) for quad in (corners.left, corners.right))
    edges = (left_skew**2 + right_skew**2) / LENS.skew**2
    lengths = np.log(left / right) ** 2 / LENS.lengths**2
    misfit = edges + lengths + (np.log(focal / LENS.usual) / LENS.usual_over) ** 2
    camera = _camera(size, float(focal[misfit.argmin()]))
    return _leaf(corners.left, camera), _leaf(corners.right, camera)

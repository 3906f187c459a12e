"""The book's solid shape: two trays that meet at a raised ridge.

Each leaf has a frame of its own: u to the right, v from near to far, w up from the tray's floor,
which spans u 0..floor_width and v -floor_height/2..floor_height/2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, radians, sin

import numpy as np
from numpy.typing import ArrayLike

from lab.simulator.camera import Camera, Doubles, triple

LEAVES = ("left", "right")
CHECKERS_ACROSS = 20.3
"""Least height of a tray's floor, in radii of a checker: two rows of five and a little air."""
SMALLEST_CHECKER, LARGEST_CHECKER = 0.375, 0.5
"""Radii of real sets' checkers, as shares of a point: they are 0.75 to 1.0 of a point wide."""


@dataclass(frozen=True)
class Frame:
    """A place with its own axes: world = origin + axes @ local."""

    origin: tuple[float, float, float]
    axes: tuple[tuple[float, float, float], ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

    @cached_property
    def matrix(self) -> Doubles:
        return np.array(self.axes)

    def world(self, local: ArrayLike) -> Doubles:
        """(..., 3) -> (..., 3)."""
        return np.asarray(np.asarray(local, dtype=np.float64) @ self.matrix.T + np.array(self.origin))

    def local(self, world: ArrayLike) -> Doubles:
        return np.asarray((np.asarray(world, dtype=np.float64) - np.array(self.origin)) @ self.matrix)


@dataclass(frozen=True)
class Book:
    """Lengths in one unit, about a centimetre and a half; angles in degrees."""

    pitch: float
    """Width of a point."""
    margin: float
    """Floor between the points and the walls."""
    floor_height: float
    rim: float
    gutter: float
    """Width of the frame along the ridge."""
    depth: float
    """Height of the tray's walls above its floor."""
    base: float
    """Paper and cover below the floor."""
    ridge_width: float
    ridge_rise: float
    """How far the ridge stands above the frame."""
    ridge_bulge: float
    """How far the ridge's shoulders lie below its crest."""
    lift: tuple[float, float]
    """How far each leaf's outer side is turned up about the ridge."""
    checker_radius: float
    checker_height: float
    die_side: float
    cube_side: float

    def with_checkers(self, radius: float) -> Book:
        """The same book with checkers of that radius: as thick for their width, five of them in a column."""
        thick = self.checker_height * radius / self.checker_radius
        floor = max(self.floor_height, CHECKERS_ACROSS * radius)
        return replace(self, checker_radius=radius, checker_height=thick, floor_height=floor)

    @property
    def floor_width(self) -> float:
        return 6 * self.pitch + 2 * self.margin

    @property
    def leaf_width(self) -> float:
        return self.floor_width + self.rim + self.gutter

    @property
    def outer_height(self) -> float:
        return self.floor_height + 2 * self.rim

    @property
    def hinge_height(self) -> float:
        return self.base + max(0.0, *(-sin(radians(a)) * self.leaf_width for a in self.lift))

    @property
    def crest(self) -> float:
        """Height of the ridge's top above the table."""
        return self.hinge_height + self.depth + self.ridge_rise

    @cached_property
    def leaves(self) -> dict[str, Frame]:
        left, right = (radians(a) for a in self.lift)
        half = self.ridge_width / 2
        ex = np.array((cos(left), 0.0, -sin(left)))
        start = np.array((-half, 0.0, self.hinge_height)) - (self.gutter + self.floor_width) * ex
        ex2 = np.array((cos(right), 0.0, sin(right)))
        start2 = np.array((half, 0.0, self.hinge_height)) + self.gutter * ex2
        return {
            "left": Frame(
                triple(start), ((cos(left), 0.0, sin(left)), (0.0, 1.0, 0.0), (-sin(left), 0.0, cos(left)))
            ),
            "right": Frame(
                triple(start2),
                ((cos(right), 0.0, -sin(right)), (0.0, 1.0, 0.0), (sin(right), 0.0, cos(right))),
            ),
        }

    @property
    def ridge(self) -> Frame:
        """Its plane w = 0 touches the ridge's crest."""
        return Frame((0.0, 0.0, self.crest))

    @property
    def table(self) -> Frame:
        return Frame((0.0, 0.0, 0.0))

    def frame(self, name: str) -> Frame:
        return {**self.leaves, "ridge": self.ridge, "table": self.table}[name]

    def rims(self, leaf: str) -> tuple[float, float]:
        """Outer u of the leaf's frame, left and right."""
        if leaf == "left":
            return -self.rim, self.floor_width + self.gutter
        return -self.gutter, self.floor_width + self.rim

    @property
    def bounds(self) -> tuple[float, float]:
        """Half width and half height of the whole book on the table."""
        return self.ridge_width / 2 + self.leaf_width, self.outer_height / 2

    def column(self, index: int) -> tuple[str, float]:
        """Column 0..11, left to right -> leaf and u of its middle."""
        return LEAVES[index // 6], self.margin + (index % 6 + 0.5) * self.pitch

    def corners(self, leaf: str) -> Doubles:
        """TL, TR, BR, BL (4, 3), world, of the area that the leaf's twelve points occupy on the floor."""
        u0, u1 = self.margin, self.margin + 6 * self.pitch
        v = self.floor_height / 2 - self.margin
        return self.leaves[leaf].world([(u0, v, 0), (u1, v, 0), (u1, -v, 0), (u0, -v, 0)])

    def seen_corners(self, camera: Camera) -> dict[str, list[list[float]]]:
        return {leaf: np.round(camera.project(self.corners(leaf)), 2).tolist() for leaf in LEAVES}

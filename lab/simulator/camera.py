"""A pinhole camera with one radial distortion term.

World: x right, y from the near to the far edge of the board, z up, the table at z = 0.
Pixels: (0, 0) is the centre of the top left pixel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin, tan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Reals = NDArray[np.floating[Any]]


def triple(values: Iterable[float]) -> tuple[float, float, float]:
    """A place, direction or colour as plain numbers. Raises ValueError for other than three."""
    x, y, z = map(float, values)
    return x, y, z


@dataclass(frozen=True)
class Camera:
    """Angles in degrees. tilt: from straight down; k1: x' = x (1 + k1 r^2) in units of the focal length."""

    size: tuple[int, int]
    """Width, height."""
    tilt: float
    azimuth: float
    roll: float
    distance: float
    hfov: float
    k1: float
    target: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def focal(self) -> float:
        return self.size[0] / 2 / tan(radians(self.hfov) / 2)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    @cached_property
    def eye(self) -> Doubles:
        return np.asarray(np.array(self.target) - self.distance * self.axes[2])

    @cached_property
    def axes(self) -> Doubles:
        """Rows: image right, image down, forward, in world coordinates."""
        t, a, r = radians(self.tilt), radians(self.azimuth), radians(self.roll)
        forward = np.array((-sin(t) * sin(a), sin(t) * cos(a), -cos(t)))
        right = np.array((cos(a), sin(a), 0.0))
        down = np.cross(forward, right)
        return np.stack((cos(r) * right + sin(r) * down, cos(r) * down - sin(r) * right, forward))

    def project(self, points: ArrayLike) -> Doubles:
        """(..., 3) world points -> (..., 2) pixels, distortion included."""
        seen = (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes.T
        flat = seen[..., :2] / seen[..., 2:]
        squared = (flat**2).sum(axis=-1, keepdims=True)
        return np.asarray(self.focal * flat * (1 + self.k1 * squared) + self.middle)

    def depth(self, points: ArrayLike) -> Doubles:
        """(...,) distances along the optical axis."""
        return np.asarray((np.asarray(points, dtype=np.float64) - self.eye) @ self.axes[2])

    def undistorted(self, pixels: ArrayLike) -> Doubles:
        """(..., 2) pixels -> (..., 2) slopes of the rays through them, right and down."""
        bent = (np.asarray(pixels, dtype=np.float64) - self.middle) / self.focal
        flat = bent
        for _ in range(8):
            flat = bent / (1 + self.k1 * (flat**2).sum(axis=-1, keepdims=True))
        return flat

    def directions(self, pixels: ArrayLike) -> Doubles:
        """(..., 2) pixels -> (..., 3) ray directions whose component along the optical axis is 1."""
        return np.asarray(self.undistorted(pixels) @ self.axes[:2] + self.axes[2])

    def rays(self, samples: float) -> Floats:
        """(H, W, 3) directions through `samples` x `samples` points of every pixel."""
        width, height = (round(n * samples) for n in self.size)
        x, y = np.meshgrid(
            (np.arange(width) + 0.5) / samples - 0.5, (np.arange(height) + 0.5) / samples - 0.5
        )
        bent = [((x - self.middle[0]) / self.focal), ((y - self.middle[1]) / self.focal)]
        bent32 = [b.astype(np.float32) for b in bent]
        flat = bent32
        for _ in range(5):
            shrink = 1 / (1 + np.float32(self.k1) * (flat[0] ** 2 + flat[1] ** 2))
            flat = [b * shrink for b in bent32]
        axes = self.axes.astype(np.float32)
        rays: Floats = flat[0][..., None] * axes[0] + flat[1][..., None] * axes[1] + axes[2]
        return rays

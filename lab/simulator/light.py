"""One lamp or window with a size of its own, a sky of soft light, and the shadows both cast.

Shadows are worked out by sampling: for every sample of the lamp (and of the sky) the outline of each
solid is thrown on a receiving plane. Averages over the samples are penumbras and darkened corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.simulator.book import Frame
from lab.simulator.camera import Doubles, Floats, Reals

LIT = "lit"


RGB = tuple[float, float, float]


def scaled(colour: RGB, share: float) -> RGB:
    return colour[0] * share, colour[1] * share, colour[2] * share


@dataclass(frozen=True)
class Light:
    """Degrees and world units; colours are linear RGB factors."""

    azimuth: float
    elevation: float
    distance: float
    radius: float
    key: tuple[float, float, float]
    """Light of the lamp on a white sheet under it at the board's middle."""
    sky: tuple[float, float, float]

    @cached_property
    def position(self) -> Doubles:
        a, e = radians(self.azimuth), radians(self.elevation)
        return self.distance * np.array((cos(e) * cos(a), cos(e) * sin(a), sin(e)))

    @cached_property
    def lamp(self) -> Doubles:
        """(8, 3) places on the lamp's face."""
        towards = self.position / self.distance
        side = np.cross(towards, (0.0, 0.0, 1.0))
        side /= np.linalg.norm(side) or 1.0
        up = np.cross(side, towards)
        turns = np.arange(8) * 2.4
        reach = self.radius * np.sqrt((np.arange(8) + 0.5) / 8)
        return np.asarray(
            self.position + reach[:, None] * (np.cos(turns)[:, None] * side + np.sin(turns)[:, None] * up)
        )

    def irradiance(self, place: Reals, normal: Reals) -> Floats:
        """Share of the lamp's light, (...,) for places and normals (..., 3), shadows aside."""
        to = self.position.astype(np.float32) - place
        squared = np.einsum("...i,...i->...", to, to)
        facing = np.einsum("...i,...i->...", to, normal)
        share = np.maximum(facing, 0) * np.float32(self.distance**2) / (squared * np.sqrt(squared))
        return np.asarray(share / np.float32(max(0.3, sin(radians(self.elevation)))), dtype=np.float32)

    def mirrored(self, place: Reals, normal: Reals, eye: Reals, sharpness: float) -> Floats:
        """Blinn's highlight, 0..1."""
        to = self.position.astype(np.float32) - place
        to = to / np.sqrt(np.einsum("...i,...i->...", to, to))[..., None]
        back = eye - place
        back = back / np.sqrt(np.einsum("...i,...i->...", back, back))[..., None]
        half = to + back
        half = half / np.sqrt(np.einsum("...i,...i->...", half, half))[..., None]
        shine = np.clip(np.einsum("...i,...i->...", half, normal), 0, 1) ** np.float32(sharpness)
        return np.asarray(shine, dtype=np.float32)


def _sky_directions() -> Doubles:
    """(15, 3) directions, as many per solid angle as their share in the light on a flat sheet."""
    n = 15
    height = np.sqrt(1 - (np.arange(n) + 0.5) / n)
    turn = np.arange(n) * 2.39996
    flat = np.sqrt(1 - height**2)
    return np.stack((flat * np.cos(turn), flat * np.sin(turn), height), axis=1)


SKY = _sky_directions()


@dataclass(frozen=True)
class Receiver:
    """A rectangle (u0, v0, u1, v1) of a frame's plane w = level, with a shadow picture in the atlas."""

    frame: Frame
    level: float
    rect: tuple[float, float, float, float]
    scale: float
    """Shadow pixels per unit."""
    top: int
    """First row in the atlas."""
    window: tuple[float, float, float, float, float] | None = None
    """u0, v0, u1, v1 and height of the walls' upper edge through which light falls in."""

    @property
    def shape(self) -> tuple[int, int]:
        u0, v0, u1, v1 = self.rect
        return round((v1 - v0) * self.scale) + 1, round((u1 - u0) * self.scale) + 1

    def at(self, u: Reals, v: Reals) -> tuple[Floats, Floats]:
        """Places on the plane -> x, y in the atlas."""
        rows, columns = self.shape
        x = np.clip((u - np.float32(self.rect[0])) * np.float32(self.scale), 0, columns - 1)
        y = np.clip((v - np.float32(self.rect[1])) * np.float32(self.scale), 0, rows - 1)
        return np.asarray(x, np.float32), np.asarray(y + self.top, np.float32)


Solid = NDArray[np.float64]
"""(n, 3) corners, local to a frame, of a convex body."""


def shadows(
    receivers: Sequence[Receiver], solids: dict[str, list[Solid]], names: Sequence[str], light: Light
) -> Floats:
    """The atlas: (rows, columns, 2), shares of the lamp and of the sky that each place sees.

    solids: by name of a receiver, the bodies in that receiver's frame that may stand in the light.
    """
    rows = max(r.top + r.shape[0] for r in receivers) + 4
    columns = max(r.shape[1] for r in receivers)
    atlas = np.ones((rows, columns, 2), np.float32)
    for name, receiver in zip(names, receivers, strict=True):
        h, w = receiver.shape
        above = [s for s in solids.get(name, []) if s[:, 2].max() > receiver.level + 1e-6]
        if not above and receiver.window is None:
            continue
        lamp = receiver.frame.local(light.lamp)
        sky = SKY @ receiver.frame.matrix
        atlas[receiver.top : receiver.top + h, :w, 0] = _seen(receiver, above, lamp, near=True)
        atlas[receiver.top : receiver.top + h, :w, 1] = _seen(receiver, above, sky, near=False)
    return atlas


def _seen(receiver: Receiver, solids: list[Solid], sources: Doubles, near: bool) -> Floats:
    total = np.zeros(receiver.shape, np.uint16)
    step = 1 << 4
    corner = np.array(receiver.rect[:2])
    edges = np.cumsum([len(s) for s in solids])[:-1]
    points = np.concatenate(solids) if solids else np.zeros((0, 3))
    points = np.maximum(points, (-np.inf, -np.inf, receiver.level))
    for source in sources:
        mask = np.ones(receiver.shape, np.uint8)
        if receiver.window is not None and receiver.window[4] > receiver.level:
            u0, v0, u1, v1, height = receiver.window
            frame = np.array([(u0, v0, height), (u1, v0, height), (u1, v1, height), (u0, v1, height)])
            opening = _cast(frame, source, receiver.level, near)
            mask[:] = 0
            cv2.fillConvexPoly(
                mask, np.round((opening - corner) * receiver.scale * step).astype(np.int32), 1, cv2.LINE_8, 4
            )
        if len(points):
            flat = np.round((_cast(points, source, receiver.level, near) - corner) * receiver.scale * step)
            flat = np.clip(flat, -30000, 30000).astype(np.int32)
            for outline in np.split(flat, edges):
                cv2.fillConvexPoly(mask, cv2.convexHull(outline), 0, cv2.LINE_8, 4)
        total += mask
    softened = cv2.GaussianBlur(total.astype(np.float32) / len(sources), (0, 0), 0.8)
    return np.asarray(softened, np.float32)


def _cast(points: Doubles, source: Doubles, level: float, near: bool) -> Doubles:
    """Where the shadows of points fall on w = level, from a place (near) or a direction."""
    ray = points - source if near else -np.broadcast_to(source, points.shape)
    steep = np.minimum(ray[:, 2], -0.05)
    return np.asarray(points[:, :2] + ray[:, :2] * ((level - points[:, 2]) / steep)[:, None])

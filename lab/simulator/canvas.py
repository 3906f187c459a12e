"""What the rays of a picture hit first: depth, and the light that comes back along each ray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.simulator.camera import Camera, Doubles, Floats, Reals
from lab.simulator.light import Light

Box = tuple[slice, slice]
Mask = NDArray[np.bool_]
Pair = tuple[Floats, Floats]


@dataclass
class Canvas:
    """Sub-pixel arrays, filled surface by surface, nearest wins.

    key, sky: colour that comes back when nothing shades the lamp and the sky (H, W, 3).
    shade: where in the shadow atlas to look (x, y).
    """

    camera: Camera
    samples: float
    rays: Floats
    depth: Floats
    key: Floats
    sky: Floats
    shade: Pair

    @classmethod
    def blank(cls, camera: Camera, samples: float) -> Canvas:
        rays = camera.rays(samples)
        shape = rays.shape[:2]
        return cls(
            camera,
            samples,
            rays,
            np.full(shape, np.inf, np.float32),
            np.zeros((*shape, 3), np.float32),
            np.zeros((*shape, 3), np.float32),
            (np.zeros(shape, np.float32), np.zeros(shape, np.float32)),
        )

    @property
    def everything(self) -> Box:
        return slice(0, self.rays.shape[0]), slice(0, self.rays.shape[1])

    def around(self, points: ArrayLike) -> Box:
        """The sub-pixels in which the convex hull of world points is seen."""
        return around(self.camera, self.samples, points)

    def resolve(self, atlas: Floats) -> Floats:
        """(H, W, 3) linear light under the atlas's shadows."""
        seen = cv2.remap(atlas, self.shade[0], self.shade[1], cv2.INTER_LINEAR)
        return np.asarray(self.key * seen[..., :1] + self.sky * seen[..., 1:])


def around(camera: Camera, samples: float, points: ArrayLike) -> Box:
    at = (camera.project(points) + 0.5) * samples
    (x0, y0), (x1, y1) = np.floor(at.min(axis=0)) - 2, np.ceil(at.max(axis=0)) + 2
    width, height = (round(n * samples) for n in camera.size)
    columns = slice(int(np.clip(x0, 0, width)), int(np.clip(x1, 0, width)))
    return slice(int(np.clip(y0, 0, height)), int(np.clip(y1, 0, height))), columns


@dataclass(frozen=True)
class Skin:
    """How a surface answers light."""

    gloss: float = 0.0
    """Strength of the highlight; 1 mirrors a white lamp."""
    sharpness: float = 60.0


def lit(
    albedo: Reals, place: Reals, normal: Reals, eye: Doubles, light: Light, skin: Skin
) -> tuple[Floats, Floats]:
    """Lamp's and sky's answers (..., 3) of a surface; normal (..., 3)."""
    shine = light.mirrored(place, normal, eye.astype(np.float32), skin.sharpness) if skin.gloss else None
    return _answers(albedo, light.irradiance(place, normal), shine, normal[..., 2:], light, skin)


def lit_plane(
    albedo: Floats, t: Floats, rays: Floats, normal: Floats, eye: Doubles, light: Light, skin: Skin
) -> tuple[Floats, Floats]:
    """The same for a plane with one normal (3,): its light changes slowly, so every fourth ray will do."""
    size = (rays.shape[1], rays.shape[0])
    few = (max(2, size[0] // 4), max(2, size[1] // 4))
    coarse, coarse_t = (cv2.resize(a, few, interpolation=cv2.INTER_AREA) for a in (rays, t))
    place = eye.astype(np.float32) + coarse_t[..., None] * coarse
    flat = np.asarray(np.broadcast_to(normal, place.shape), np.float32)
    shares = cv2.resize(light.irradiance(place, flat), size)
    shine = (
        cv2.resize(light.mirrored(place, flat, eye.astype(np.float32), skin.sharpness), size)
        if skin.gloss
        else None
    )
    return _answers(
        albedo, np.asarray(shares, np.float32), shine, np.asarray(normal[2:], np.float32), light, skin
    )


def _answers(
    albedo: Floats,
    share: Floats,
    shine: Floats | NDArray[Any] | None,
    upward: Floats,
    light: Light,
    skin: Skin,
) -> tuple[Floats, Floats]:
    key = albedo * np.asarray(light.key, np.float32)
    key *= share[..., None]
    if shine is not None:
        key += (shine * np.float32(skin.gloss))[..., None] * np.asarray(light.key, np.float32)
    openness = np.float32(0.62) + np.float32(0.38) * upward
    return np.asarray(key, np.float32), np.asarray(
        albedo * (np.asarray(light.sky, np.float32) * openness), np.float32
    )

"""Colours as probabilities: how likely a pixel is under a checker's colour, or under the bare board.

All log-densities are per unit of CIE Lab volume, so that they can be compared. Each is mixed with a little
of "anything at all", which bounds what one pixel can say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.sheet import Image

Floats = npt.NDArray[np.float32]

LIGHTNESS_BINS, CHROMA_BINS = 32, 64
BIN_VOLUME = (100 / LIGHTNESS_BINS) * (200 / CHROMA_BINS) ** 2
ANYTHING = float(-np.log(100.0 * 80 * 80))
OUTLIERS = 0.03
DEEPEST_SHADOW = 0.5
"""A shadow leaves at least this part of the light; darker than that is not a shadow."""


def to_lab(image: npt.NDArray[Any]) -> Floats:
    """BGR (0..255) to CIE Lab, float32, L 0..100."""
    return np.asarray(cv2.cvtColor(np.asarray(image, np.float32) / 255, cv2.COLOR_BGR2LAB), dtype=np.float32)


def _bins(lab: Floats) -> npt.NDArray[np.int32]:
    lightness = np.clip(lab[..., 0] * (LIGHTNESS_BINS / 100), 0, LIGHTNESS_BINS - 1).astype(np.int32)
    green_red = np.clip((lab[..., 1] + 100) * (CHROMA_BINS / 200), 0, CHROMA_BINS - 1).astype(np.int32)
    blue_yellow = np.clip((lab[..., 2] + 100) * (CHROMA_BINS / 200), 0, CHROMA_BINS - 1).astype(np.int32)
    return np.asarray((lightness * CHROMA_BINS + green_red) * CHROMA_BINS + blue_yellow, dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Colour:
    """A colour learned from samples. table: log-density per Lab bin, flattened."""

    table: Floats

    def log_density(self, lab: Floats) -> Floats:
        """(..., 3) Lab to (...) log-densities."""
        return np.asarray(self.table[_bins(lab)], dtype=np.float32)


def learn_colour(samples: Floats, spread: float = 1.2) -> Colour:
    """From (n, 3) Lab samples; spread: smoothing in bins, for light that changes and for colours not yet seen."""
    shape = (LIGHTNESS_BINS, CHROMA_BINS, CHROMA_BINS)
    counts = np.bincount(_bins(samples), minlength=int(np.prod(shape))).reshape(shape).astype(np.float32)
    kernel = cv2.getGaussianKernel(9, spread, cv2.CV_32F).reshape(1, -1)
    for axis in range(3):
        rows = np.ascontiguousarray(np.moveaxis(counts, axis, -1))
        smooth = cv2.filter2D(rows.reshape(-1, rows.shape[-1]), -1, kernel, borderType=cv2.BORDER_CONSTANT)
        counts = np.moveaxis(np.asarray(smooth, np.float32).reshape(rows.shape), -1, axis).reshape(shape)
    density = counts / max(float(counts.sum()), 1e-6) / BIN_VOLUME
    return Colour(np.log((1 - OUTLIERS) * density + OUTLIERS * np.exp(ANYTHING)).ravel().astype(np.float32))


def brightest(image: Image) -> Image:
    """(h, w): each pixel's greatest channel; several times quicker than a maximum along the last axis."""
    return np.maximum(np.maximum(image[..., 0], image[..., 1]), image[..., 2])


def light_ratio(image: Image, bare: Image) -> Floats:
    """How much of the bare board's light each pixel's surroundings still have (a shadow's depth), 0.5 .. 1.03."""
    now, before = (cv2.blur(brightest(picture), (7, 7)).astype(np.float32) for picture in (image, bare))
    return np.asarray(np.clip((now + 3) / (before + 3), DEEPEST_SHADOW, 1.03), dtype=np.float32)


def bare_log_density(image: Image, lab: Floats, bare: Image, noise: float) -> Floats:
    """Log-density of each pixel if nothing but a shadow lies on the bare board there.

    image, bare: BGR sheets of one shape; lab: `image` in Lab; noise: standard deviation in Lab units.
    One pixel of misplacement is forgiven: art is full of edges.
    """
    shade = light_ratio(image, bare)
    expected = np.minimum(cv2.multiply(bare, cv2.merge([shade] * 3), dtype=cv2.CV_32F), 255)
    around = np.ones((3, 3), np.uint8)
    one, other = to_lab(cv2.dilate(expected, around)), to_lab(cv2.erode(expected, around))
    over, under = cv2.subtract(lab, cv2.max(one, other)), cv2.subtract(cv2.min(one, other), lab)
    beyond = np.maximum(cv2.max(over, under), 0)
    scale = np.array([noise, 0.8 * noise, 0.8 * noise], np.float32)
    distance = cv2.transform(cv2.multiply(beyond, beyond), (1 / scale**2)[None]) + ((1 - shade) * 2) ** 2
    density = np.exp(-0.5 * distance) / float(np.prod(scale) * (2 * np.pi) ** 1.5)
    return np.asarray(np.log((1 - OUTLIERS) * density + OUTLIERS * np.exp(ANYTHING)), dtype=np.float32)


def match_light(image: Image, reference: Image) -> Image:
    """`image` with the reference's exposure and white balance, by the median ratio of each channel.

    Both BGR uint8 of one shape. Checkers come and go, but most pixels of two views of one board agree.
    """
    a = image[::8, ::8].reshape(-1, 3).astype(np.float32) + 1
    b = reference[::8, ::8].reshape(-1, 3).astype(np.float32) + 1
    gain = np.median(b / a, axis=0)
    if np.all(np.abs(gain - 1) < 0.01):
        return image
    return np.asarray(cv2.transform(image, np.diag(gain)), dtype=np.uint8)

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
SMEARED = 4
"""Bins on every side over which a sample is spread."""


ANYTHING_AT_ALL = 1 / (100.0 * 80 * 80)
"""Density per CIE Lab volume of anything at all. The networks learned with this and with what follows up to
SHADOW_PRICE: other values need other networks."""
ANYTHING = float(np.log(ANYTHING_AT_ALL))
"""Log-density of any colour, where nothing is known of it."""
OUTLIERS = 0.03
"""Share of pixels that may be anything."""
DEEPEST_SHADOW, BRIGHTEST = 0.5, 1.03
"""Parts of the light that a place has at the least, in a shadow, and at the most."""
AROUND = 7
"""Pixels across over which the light is averaged."""
DARK = 3
"""Grey levels added to both before they are compared: black is no measure of light."""
NOISE, CHROMA_NOISE = 2.5, 0.8
"""Standard deviation of one picture's lightness against another's of the same thing, in CIE Lab units; and colour's, in
that of lightness."""
SHADOW_PRICE = 2.0
"""Standard deviations that all of the light is worth, were it missing."""


@dataclass(frozen=True)
class LightLimits:
    """How one picture is brought to the light of another."""

    same_light: float = 0.01
    like_light: float = 0.1
    """Shares by which each channel of two pictures may differ and still be left as it is, and from which on bright and
    dark tones need gains of their own."""
    tones: int = 16
    other_thing: float = 2.2
    """Steps of a camera's tone curve, and the factor by which a pixel may be off the median gain and still show the
    same thing in both pictures. Of 60 burnt-out own pictures (lab/notebook, tone-on-tone) it hardly matters which."""


LIGHT = LightLimits()


def to_lab(image: npt.NDArray[Any]) -> Floats:
    """BGR (0..255) to CIE Lab, float32, L 0..100."""
    return np.asarray(cv2.cvtColor(np.asarray(image, np.float32) / 255, cv2.COLOR_BGR2LAB), dtype=np.float32)


def lab_bins(lab: Floats) -> npt.NDArray[np.int32]:
    """(..., 3) Lab to (...) bins of a colour's table."""
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
        return self.in_bins(lab_bins(lab))

    def in_bins(self, bins: npt.NDArray[np.int32]) -> Floats:
        """The same of colours whose bins are known."""
        return np.asarray(np.take(self.table, bins), dtype=np.float32)


def learn_colour(samples: Floats, spread: float = 1.2) -> Colour:
    """From (n, 3) Lab samples; spread: smoothing in bins, for light that changes and for colours not yet seen."""
    shape = (LIGHTNESS_BINS, CHROMA_BINS, CHROMA_BINS)
    table = np.full(shape, ANYTHING_AT_ALL * OUTLIERS, np.float32)
    np.log(table, out=table)
    if len(samples):
        bins = lab_bins(samples)
        box = _box_of(bins, shape)
        counts = np.bincount(bins, minlength=int(np.prod(shape))).reshape(shape)[box].astype(np.float32)
        kernel = cv2.getGaussianKernel(2 * SMEARED + 1, spread, cv2.CV_32F).reshape(1, -1)
        for axis in range(3):
            rows = np.ascontiguousarray(np.moveaxis(counts, axis, -1))
            smooth = cv2.filter2D(rows.reshape(-1, rows.shape[-1]), -1, kernel, borderType=cv2.BORDER_CONSTANT)
            counts = np.moveaxis(np.asarray(smooth, np.float32).reshape(rows.shape), -1, axis)
        density = counts / max(float(counts.sum()), 1e-6) / BIN_VOLUME
        table[box] = np.log((1 - OUTLIERS) * density + OUTLIERS * ANYTHING_AT_ALL)
    return Colour(table.ravel())


def _box_of(bins: npt.NDArray[np.int32], shape: tuple[int, ...]) -> tuple[slice, ...]:
    """The part of a colour's table that samples in these bins reach: mostly a hundredth of it."""
    return tuple(
        slice(max(0, int(along.min()) - SMEARED), int(along.max()) + SMEARED + 1)
        for along in np.unravel_index(bins, shape)
    )


def brightest(image: Image) -> Image:
    """(h, w): each pixel's greatest channel; several times quicker than a maximum along the last axis."""
    return np.maximum(np.maximum(image[..., 0], image[..., 1]), image[..., 2])


@dataclass(frozen=True, eq=False)
class BareSheet:
    """The bare board seen from above: BGR uint8, the same in Lab, and how bright each pixel's surroundings are."""

    picture: Image
    lab: Floats
    light: Floats


def bare_sheet(picture: Image) -> BareSheet:
    """From a sheet of the bare board, BGR uint8."""
    return BareSheet(picture, to_lab(picture), _light(picture))


def _light(picture: Image) -> Floats:
    around = (AROUND, AROUND)
    return np.asarray(cv2.blur(brightest(picture), around), np.float32) + np.float32(DARK)


def bare_log_density(image: Image, lab: Floats, bare: BareSheet) -> Floats:
    """Log-density of each pixel if nothing but a shadow lies on the bare board there.

    image: BGR sheet of the bare one's shape; lab: `image` in Lab.
    One pixel of misplacement is forgiven: art is full of edges.
    """
    shade = np.clip(_light(image) / bare.light, DEEPEST_SHADOW, BRIGHTEST)  # a shadow's depth
    expected = cv2.multiply(bare.picture, cv2.merge([shade] * 3), dtype=cv2.CV_32F)
    expected = np.minimum(expected, np.float32(255), out=np.asarray(expected, np.float32))
    square = np.ones((3, 3), np.uint8)
    one, other = to_lab(cv2.dilate(expected, square)), to_lab(cv2.erode(expected, square))
    beyond = cv2.subtract(lab, cv2.max(cv2.min(lab, cv2.max(one, other)), cv2.min(one, other)))
    scale = np.array([NOISE, CHROMA_NOISE * NOISE, CHROMA_NOISE * NOISE], np.float32)
    distance = cv2.transform(cv2.multiply(beyond, beyond), (1 / scale**2)[None])
    distance = np.asarray(distance, np.float32) + ((1 - shade) * np.float32(SHADOW_PRICE)) ** 2
    peak = (1 - OUTLIERS) / float(np.prod(scale) * (2 * np.pi) ** 1.5)
    density = np.float32(peak) * cv2.exp(np.float32(-0.5) * distance) + np.float32(OUTLIERS * ANYTHING_AT_ALL)
    return np.asarray(cv2.log(density), dtype=np.float32)


def match_light(image: Image, reference: Image) -> Image:
    """`image` with the reference's exposure and white balance, by the median ratio of each channel; where the exposure
    is another, along the camera's tone curve.

    Both BGR uint8 of one shape. Checkers come and go, but most pixels of two views of one board agree.
    """
    seen, wanted = (np.moveaxis(each[::8, ::8], 2, 0).reshape(3, -1).astype(np.float32) for each in (image, reference))
    seen, wanted = seen + 1, wanted + 1
    ratios = wanted / seen
    middle = ratios.shape[1] // 2
    gain = np.partition(ratios, middle, axis=1)[:, middle]  # of an even number the upper one: half the median's cost
    if np.all(np.abs(gain - 1) < LIGHT.same_light):
        return image
    if np.all(np.abs(gain - 1) < LIGHT.like_light):
        return np.asarray(cv2.transform(image, np.diag(gain)), dtype=np.uint8)
    curves = [_tone_curve(*channel) for channel in zip(seen, wanted, gain, strict=True)]
    return np.asarray(cv2.LUT(image, np.stack(curves, axis=-1)[:, None]), dtype=np.uint8)


def _tone_curve(seen: Floats, wanted: Floats, gain: float) -> Image:
    """(256,): what each grey level becomes. seen, wanted: (n,) levels of one channel at the same places, each plus one.

    What is as bright as so many of the pixels in the one picture is so in the other; between are straight lines, beyond
    the ends the last gain goes on. Medians of the pixels of each level would make grainy pictures flatter.
    """
    levels = np.arange(1, 257, dtype=np.float32)
    off = wanted / (gain * seen)
    same = (off < LIGHT.other_thing) & (off > 1 / LIGHT.other_thing)
    if np.count_nonzero(same) < LIGHT.tones:
        return np.asarray(np.clip(gain * levels - 1, 0, 255), np.uint8)
    half_a_step = 50 / LIGHT.tones
    shares = np.linspace(half_a_step, 100 - half_a_step, LIGHT.tones)
    places, step = np.unique(np.percentile(seen[same], shares), return_inverse=True)  # one level may be many steps
    to = np.bincount(step, np.percentile(wanted[same], shares)) / np.bincount(step)
    curve = np.interp(levels, places, to)
    curve = np.where(levels < places[0], levels * to[0] / places[0], curve)
    curve = np.where(levels > places[-1], levels * to[-1] / places[-1], curve)
    return np.asarray(np.clip(np.rint(curve - 1), 0, 255), np.uint8)

"""What cameras make of light: small sensors, grain, halved colour, halos of sharpening, blocks of compression.

A pipeline works on a patch as on a whole picture. Sizes are in pixels of what it is given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.art import Bytes
from lab.simulator.camera import Floats
from lab.simulator.film import through_jpeg


@dataclass(frozen=True)
class Pipeline:
    """exposure: gain of the light; balance: gains of red, green and blue.

    sensor: share of the resolution that the sensor has; blur: standard deviation of focus in sensor pixels;
    smear: length of motion in sensor pixels, along smear_angle (radians); grain, colour_grain: standard deviations in
    grey levels of 255; curve: 0 (straight) to 1 (strong contrast); halo: amount of sharpening; quality: of JPEG, or
    0 for none.
    """

    exposure: float
    balance: tuple[float, float, float]
    sensor: float
    blur: float
    smear: float
    smear_angle: float
    grain: float
    colour_grain: float
    curve: float
    lift: float
    halo: float
    quality: int


def by_lot(rng: Generator, brightness: float) -> Pipeline:
    """A telephone, webcam or stream. brightness: mean linear light of what it sees, which it exposes for."""
    kind = rng.random()
    webcam = kind < 0.45
    dim = float(np.exp(rng.normal(0, 0.45)))
    cast = float(rng.normal(0, 0.12 if webcam else 0.06))
    return Pipeline(
        exposure=0.22 * dim / max(brightness, 1e-3),
        balance=(1 + cast, 1.0, 1 - cast + float(rng.normal(0, 0.05))),
        sensor=float(rng.choice([1.0, rng.uniform(0.5, 1.0)])) if webcam else float(rng.uniform(0.8, 1.0)),
        blur=float(rng.uniform(0.2, 1.1 if webcam else 0.7)),
        smear=float(rng.uniform(1, 3)) if rng.random() < 0.04 else 0.0,
        smear_angle=float(rng.uniform(0, np.pi)),
        grain=float(abs(rng.normal(0, 4.0 if webcam else 2.0))),
        colour_grain=float(abs(rng.normal(0, 3.0 if webcam else 1.2))),
        curve=float(rng.uniform(0, 0.8)),
        lift=float(rng.choice([0.0, 0.0, rng.uniform(0, 0.12)])),
        halo=float(rng.choice([0.0, rng.uniform(0, 1.6)])),
        quality=int(rng.uniform(40, 92) if webcam else rng.uniform(70, 96)),
    )


def grainy(rng: Generator, brightness: float) -> Pipeline:
    """A webcam in little light: 2 to 6 grey levels of grain after the blur, soft focus, often half the resolution."""
    return replace(
        by_lot(rng, brightness),
        sensor=float(rng.choice([0.5, 0.75, 1.0])),
        blur=float(rng.uniform(0.4, 1.3)),
        grain=float(rng.uniform(2, 6)),
        colour_grain=float(rng.uniform(0.5, 4)),
        quality=int(rng.uniform(40, 90)),
    )


def breathed(by: Pipeline, rng: Generator) -> Pipeline:
    """The same camera a little later: its exposure drifts, and nothing smears."""
    return replace(by, exposure=by.exposure * float(np.exp(rng.normal(0, 0.02))), smear=0.0)


def taken(light: Floats, by: Pipeline, rng: Generator) -> Bytes:
    """(H, W, 3) linear light, RGB, to the camera's picture: (H, W, 3) BGR uint8 of the same size."""
    height, width = light.shape[:2]
    seen = light * (np.asarray(by.balance, np.float32) * np.float32(by.exposure))
    if by.sensor < 0.99:
        small = (max(8, round(width * by.sensor)), max(8, round(height * by.sensor)))
        seen = cv2.resize(seen, small, interpolation=cv2.INTER_AREA)
    if by.blur > 0.25:
        seen = cv2.GaussianBlur(seen, (0, 0), by.blur)
    if by.smear:
        seen = cv2.filter2D(seen, -1, _streak(by.smear, by.smear_angle))
    coded = _coded(np.asarray(seen, np.float32), by)
    coded += _grain(coded.shape, by, rng)
    if by.halo:
        coded += np.float32(by.halo) * (coded - cv2.GaussianBlur(coded, (0, 0), 1.0))
    picture = np.clip(coded, 0, 255).astype(np.uint8)[..., ::-1]
    if by.sensor < 0.99:
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    picture = np.ascontiguousarray(picture)
    return through_jpeg(picture, by.quality) if by.quality else picture


def _coded(light: Floats, by: Pipeline) -> Floats:
    """Linear light to grey levels 0 to 255: highlights roll off, shadows lift, contrast as the maker likes it."""
    rolled = np.clip(light, 0, None)
    rolled = np.where(rolled > 0.7, 0.7 + 0.3 * np.tanh((rolled - 0.7) / 0.6), rolled)
    coded = np.power(np.clip(rolled, 0, 1), 1 / 2.2)
    curved = coded * coded * (3 - 2 * coded)
    coded = (1 - by.curve) * coded + by.curve * curved
    return np.asarray(255 * (by.lift + (1 - by.lift) * coded), np.float32)


def _grain(shape: tuple[int, ...], by: Pipeline, rng: Generator) -> Floats:
    luma = rng.standard_normal((*shape[:2], 1), dtype=np.float32) * np.float32(by.grain)
    half = (max(1, shape[0] // 2), max(1, shape[1] // 2), 3)
    chroma = rng.standard_normal(half, dtype=np.float32) * np.float32(by.colour_grain)
    return np.asarray(luma + cv2.resize(chroma, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def _streak(length: float, angle: float) -> Floats:
    size = 2 * int(np.ceil(length)) + 1
    kernel = np.zeros((size, size), np.float32)
    reach = np.array((np.cos(angle), np.sin(angle))) * length / 2
    ends = [tuple(int(v) for v in np.round((size // 2 + sign * reach) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / max(kernel.sum(), 1e-6), np.float32)

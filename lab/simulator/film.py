"""From light to a JPEG: lens, sensor and the camera's own processing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.art import Bytes
from lab.simulator.camera import Floats


@dataclass(frozen=True)
class Film:
    exposure: float
    balance: tuple[float, float, float]
    """Gains of red, green, blue."""
    blur: float
    """Standard deviation in pixels: focus and motion together."""
    vignette: float
    """Share of light lost in the corners."""
    bloom: float
    shot: float
    """Standard deviation of noise at full white, linear light; falls with the root of the light."""
    read: float
    quality: int
    """JPEG."""
    shoulder: float = 0.0
    """How softly highlights roll off, 0..1."""

    def breathed(self, rng: Generator, much: float) -> Film:
        """The same camera a moment later: exposure and white balance wander by about `much`."""
        red, green, blue = (b * float(1 + much * 0.4 * rng.standard_normal()) for b in self.balance)
        return replace(
            self, exposure=self.exposure * float(1 + much * rng.standard_normal()), balance=(red, green, blue)
        )


def exposed(radiance: Floats, film: Film) -> Floats:
    """Linear light (H, W, 3) on the sensor, without noise."""
    h, w = radiance.shape[:2]
    x = (np.arange(w, dtype=np.float32) - w / 2) / (w / 2)
    y = (np.arange(h, dtype=np.float32) - h / 2) / (w / 2)
    fall = 1 - np.float32(film.vignette / 1.32) * (x[None, :] ** 2 + y[:, None] ** 2)
    gains = np.asarray(film.balance, np.float32) * np.float32(film.exposure)
    light = radiance * fall[..., None] * gains
    if film.bloom:
        small = cv2.resize(np.minimum(light, 4), (w // 8, h // 8), interpolation=cv2.INTER_AREA)
        spread = cv2.resize(cv2.GaussianBlur(np.maximum(small - 0.7, 0), (0, 0), 4), (w, h))
        light = light + np.float32(film.bloom) * spread
    if film.blur > 0.2:
        light = cv2.GaussianBlur(light, (0, 0), film.blur)
    return np.asarray(light, np.float32)


_STEPS, _BRIGHTEST = 1 << 15, 4.0


@lru_cache(maxsize=8)
def _curve(shoulder: float) -> Bytes:
    """Light 0.._BRIGHTEST in _STEPS -> byte; the shoulder rolls highlights off as film and phones do."""
    light = np.linspace(0, _BRIGHTEST, _STEPS + 1)
    rolled = 1.25 * light * (1 + light / 9) / (1 + light * 0.9)
    light = np.clip((1 - shoulder) * light + shoulder * rolled, 0, 1)
    coded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(255 * coded), dtype=np.uint8)


@lru_cache(maxsize=2)
def _grain(height: int, width: int) -> Floats:
    """Noise to cut from: a little larger than the picture, so that shifted cuts differ."""
    rng = np.random.default_rng((height, width))
    grain = rng.standard_normal((height + 96, width + 96, 3), dtype=np.float32)
    return np.asarray(0.75 * grain + 0.6 * cv2.GaussianBlur(grain, (0, 0), 0.8))  # demosaicing smears noise


def noise_strength(light: Floats, film: Film) -> Floats:
    """(H, W, 3) standard deviation of the noise."""
    return np.asarray(np.sqrt(np.float32(film.shot**2) * np.maximum(light, 0) + np.float32(film.read**2)))


def developed(light: Floats, strength: Floats, film: Film, rng: Generator) -> Bytes:
    """Sensor light -> BGR bytes, with noise of that strength."""
    height, width = light.shape[:2]
    y, x = (int(n) for n in rng.integers(0, 97, 2))
    cut = _grain(height, width)[y : y + height, x : x + width]
    noisy = cut * (strength if rng.random() < 0.5 else -strength)
    noisy += light
    noisy *= _STEPS / _BRIGHTEST
    np.clip(noisy, 0, _STEPS, out=noisy)
    return np.ascontiguousarray(_curve(film.shoulder)[noisy.astype(np.int32)][..., ::-1])


def jpeg(picture: Bytes, quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("The picture could not be encoded.")
    return data.tobytes()


def through_jpeg(picture: Bytes, quality: int) -> Bytes:
    decoded = cv2.imdecode(np.frombuffer(jpeg(picture, quality), np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(decoded, np.uint8)

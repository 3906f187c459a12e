"""What cameras, lamps and things beside the board do to a recording: put over finished frames.

Each is a function of a frame and its time, so that one still picture becomes a recording of a still table.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from lab.simulator.art import Bytes
from lab.simulator.film import through_jpeg

Disturbance = Callable[[Bytes, float], Bytes]
"""A frame (BGR uint8) and its time in seconds to the frame as the camera gives it."""


def grain(sigma: float, seed: int = 0) -> Disturbance:
    """Grain of that standard deviation in grey levels, 0.6 of it for each colour besides, new for every frame."""
    rng = np.random.default_rng(seed)

    def grainy(frame: Bytes, _: float) -> Bytes:
        brightness = rng.standard_normal((*frame.shape[:2], 1), dtype=np.float32)
        colour = rng.standard_normal(frame.shape, dtype=np.float32)
        return _bytes(frame + np.float32(sigma) * (brightness + np.float32(0.6) * colour))

    return grainy


def flicker(mains: float, depth: float, readout: float = 0.02) -> Disturbance:
    """Bands of a lamp on mains current of so many hertz, seen by a sensor whose rows are read within `readout` seconds.

    depth: by which share of its brightness a row becomes brighter or darker.
    """

    def banded(frame: Bytes, time: float) -> Bytes:
        rows = time + readout * np.arange(frame.shape[0], dtype=np.float64) / frame.shape[0]
        gain = 1 + depth * np.sin(2 * np.pi * 2 * mains * rows)
        return _bytes(frame * gain[:, None, None])

    return banded


def shimmer(quality: int, sigma: float = 2.0, seed: int = 0) -> Disturbance:
    """The blocks of a webcam's Motion JPEG, which tremble with the grain under them."""
    grainy = grain(sigma, seed)
    return lambda frame, time: through_jpeg(grainy(frame, time), quality)


def hunting(until: float, period: float = 1.0, blur: float = 2.5, breathing: float = 0.01) -> Disturbance:
    """An autofocus that searches until then: focus comes and goes, and the picture's scale with it."""

    def focused(frame: Bytes, time: float) -> Bytes:
        if time >= until:
            return frame
        off = 0.5 - 0.5 * float(np.cos(2 * np.pi * time / period))
        height, width = frame.shape[:2]
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), 0, 1 + breathing * off)
        wider = cv2.warpAffine(frame, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.GaussianBlur(wider, (0, 0), 0.3 + blur * off), np.uint8)

    return focused


def tremor(pixels: float, seed: int = 0) -> Disturbance:
    """A camera on a stand that trembles: each picture is shifted anew, by so many pixels at most along either side."""
    rng = np.random.default_rng(seed)

    def shifted(frame: Bytes, _: float) -> Bytes:
        x, y = rng.uniform(-pixels, pixels, 2)
        height, width = frame.shape[:2]
        aside = np.array([[1, 0, x], [0, 1, y]], np.float64)
        return np.asarray(cv2.warpAffine(frame, aside, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)

    return shifted


def screen(box: tuple[int, int, int, int], seed: int = 0) -> Disturbance:
    """A lit screen at x, y, width, height on which something plays."""
    x, y, width, height = box

    def playing(frame: Bytes, time: float) -> Bytes:
        rng = np.random.default_rng((seed, round(time * 1000)))
        small = rng.integers(40, 255, (6, 9, 3)).astype(np.uint8)
        shown = frame.copy()
        shown[y : y + height, x : x + width] = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        return shown

    return playing


def fan(middle: tuple[int, int], radius: int, turns: float = 3.3) -> Disturbance:
    """The three blades of a fan, so many turns a second."""

    def turning(frame: Bytes, time: float) -> Bytes:
        shown = frame.copy()
        for blade in range(3):
            start = 360 * (turns * time + blade / 3)
            cv2.ellipse(shown, middle, (radius, radius), 0, start, start + 50, (70, 75, 80), -1, cv2.LINE_AA)
        return shown

    return turning


def together(*disturbances: Disturbance) -> Disturbance:
    """One after the other."""

    def disturbed(frame: Bytes, time: float) -> Bytes:
        for disturbance in disturbances:
            frame = disturbance(frame, time)
        return frame

    return disturbed


def _bytes(values: npt.NDArray[np.floating]) -> Bytes:
    return np.clip(np.round(values), 0, 255).astype(np.uint8)

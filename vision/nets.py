"""The trained networks, run by OpenCV. docs/vision.md says what they were trained on and how well they do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Name = Literal["point", "close", "ridge", "scene", "die", "cube", "stranger", "die_finder", "die_reader"]
CLASSIC = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
"""OpenCV 5's other engine, the only one of OpenCV 4: measured, the quicker one but for large pictures."""


LARGE = ("scene", "die_finder")
"""Networks that see whole pictures."""


@cache
def _net(name: Name) -> cv2.dnn.Net:
    with as_file(files("vision").joinpath("weights", f"{name}.onnx")) as path:
        # OpenCV 5.0 chooses the engine for files only, and on Windows opens them by plain names only
        if CLASSIC is not None and name not in LARGE and str(path).isascii():
            return cv2.dnn.readNetFromONNX(str(path), CLASSIC)
        return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))


def run(name: Name, batch: Floats) -> Floats:
    """(n, channels, h, w) float32 to the network's raw outputs, one row (or map) each."""
    net = _net(name)
    net.setInput(np.ascontiguousarray(batch, dtype=np.float32))
    return np.asarray(net.forward(), dtype=np.float32)


def log_softmax(values: Floats) -> Floats:
    """Along the last axis."""
    shifted = values - values.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), dtype=np.float32)


def sigmoid(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -WORDS.steepest, WORDS.steepest))), dtype=np.float32)


@dataclass(frozen=True)
class WordLimits:
    """How far a network's word is believed. Chosen on own renderings. Outcome: `python -m lab.benchmarks.dice`."""

    unsure: float = 1e-3
    """Chance of being wrong that is left to the surest word."""
    steepest: float = 30.0
    """Log-odds beyond which chances are no longer distinguished."""

    @property
    def surest(self) -> float:
        """The most that a word says, as log-odds."""
        return float(np.log((1 - self.unsure) / self.unsure))


WORDS = WordLimits()


def log_odds(share: float) -> float:
    """At most WORDS.surest, at least minus that."""
    share = min(max(share, WORDS.unsure), 1 - WORDS.unsure)
    return float(np.log(share / (1 - share)))

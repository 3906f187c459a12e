"""The trained networks, run by OpenCV.

lab/training/README.md says what they learned from, docs/vision.md how well they do, docs/performance.md what they cost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Literal, get_args

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Name = Literal["sheet", "sheet_board", "cube", "die_finder", "die_reader"]
NAMES: tuple[Name, ...] = get_args(Name)
INPUTS: dict[Name, tuple[str, ...]] = {"sheet": ("now", "board")}
OUTPUTS: dict[Name, tuple[str, ...]] = {"sheet": ("points", "ridge", "maps")}
"""Of networks that have several."""
Engine = Callable[..., tuple[Floats, ...]]
"""A network: contiguous (n, channels, h, w) float32, one for each of its inputs, to its raw outputs."""
CLASSIC = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
"""OpenCV 5's other engine, the only one of OpenCV 4: measured, the quicker one but for large pictures."""


LARGE = ("die_finder",)
"""Networks that see whole pictures."""


def run(name: Name, batch: Floats) -> Floats:
    """(n, channels, h, w) float32 to the network's raw outputs, one row (or map) each."""
    (said,) = run_all(name, batch)
    return said


def run_all(name: Name, *batches: Floats) -> tuple[Floats, ...]:
    """The same of a network with several inputs or outputs, in the order of INPUTS and OUTPUTS."""
    return net(name)(*(np.ascontiguousarray(batch, dtype=np.float32) for batch in batches))


@cache
def net(name: Name) -> Engine:
    """A network, which keeps its input: one thread at a time may ask."""
    loaded, asked = _loaded(name), threading.Lock()
    given, wanted = INPUTS.get(name, ("",)), OUTPUTS.get(name)

    def forward(*batches: Floats) -> tuple[Floats, ...]:
        with asked:
            for one, batch in zip(given, batches, strict=True):
                loaded.setInput(batch, one)
            said = loaded.forward(wanted) if wanted else (loaded.forward(),)
            return tuple(np.asarray(one, dtype=np.float32) for one in said)

    return forward


def _loaded(name: Name) -> cv2.dnn.Net:
    with as_file(files("vision").joinpath("weights", f"{name}.onnx")) as path:
        # OpenCV 5.0 chooses the engine for files only, and on Windows opens them by plain names only
        if CLASSIC is not None and name not in LARGE and str(path).isascii():
            return cv2.dnn.readNetFromONNX(str(path), CLASSIC)
        return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))


def log_softmax(values: Floats) -> Floats:
    """Along the last axis."""
    shifted = values - values.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), dtype=np.float32)


def sigmoid(values: Floats) -> Floats:
    return np.asarray((1 + np.tanh(values / 2)) / 2, dtype=np.float32)  # never overflows


@dataclass(frozen=True)
class ScoreLimits:
    """How far a network's score is believed. Chosen on own renderings. Outcome: `python -m lab.benchmarks.dice`."""

    unsure: float = 1e-3
    """Chance of being wrong that is left to the surest score."""

    @property
    def surest(self) -> float:
        """The most that a score says, as log-odds."""
        return float(np.log((1 - self.unsure) / self.unsure))


SCORE = ScoreLimits()


def log_odds(share: float) -> float:
    """At most SCORE.surest, at least minus that."""
    share = min(max(share, SCORE.unsure), 1 - SCORE.unsure)
    return float(np.log(share / (1 - share)))

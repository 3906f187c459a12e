"""The trained networks, run by ONNX Runtime where it is installed and by OpenCV otherwise, from the same weights.

lab/training/README.md says what they learned from, docs/vision.md how well they do, docs/performance.md what they cost.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import Literal, get_args

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Name = Literal["sheet", "cube", "die_finder", "die_reader"]
NAMES: tuple[Name, ...] = get_args(Name)
OUTPUTS: dict[Name, tuple[str, ...]] = {"sheet": ("points", "ridge", "maps")}
"""Of networks that have several."""
Engine = Callable[[Floats], tuple[Floats, ...]]
"""A network: contiguous (n, channels, h, w) float32 to its raw outputs."""
LOG = logging.getLogger(__name__)
CLASSIC = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
"""OpenCV 5's other engine, the only one of OpenCV 4: measured, the quicker one but for large pictures."""


LARGE = ("die_finder",)
"""Networks that see whole pictures."""


def run(name: Name, batch: Floats) -> Floats:
    """(n, channels, h, w) float32 to the network's raw outputs, one row (or map) each."""
    (said,) = run_all(name, batch)
    return said


def run_all(name: Name, batch: Floats) -> tuple[Floats, ...]:
    """The same of a network with several outputs, in the order of OUTPUTS."""
    return _net(name)(np.ascontiguousarray(batch, dtype=np.float32))


@cache
def _net(name: Name) -> Engine:
    return onnx_runtime_net(name) if _onnx_runtime_works() else opencv_net(name)


@cache
def _onnx_runtime_works() -> bool:
    """Whether it is installed (`bookgammon[fast]`) and can be loaded here."""
    if find_spec("onnxruntime") is None:
        return False
    try:
        import onnxruntime  # noqa: PLC0415 - whoever has not installed it does without
    except ImportError as error:  # a library that it needs is missing
        LOG.warning("ONNX Runtime is installed but cannot be loaded, OpenCV runs the networks: %s", error)
        return False
    onnxruntime.disable_telemetry_events()  # its builds for Windows would send what they are used for
    return True


def onnx_runtime_net(name: Name) -> Engine:
    """A network run by ONNX Runtime with OpenCV's number of threads. Raises ImportError where it is missing."""
    import onnxruntime  # noqa: PLC0415 - see _onnx_runtime_works

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # threads that wait would take a core
    weights = files("vision").joinpath("weights", f"{name}.onnx").read_bytes()
    session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    wanted = OUTPUTS.get(name)
    return lambda batch: tuple(np.asarray(said, dtype=np.float32) for said in session.run(wanted, {"x": batch}))


def opencv_net(name: Name) -> Engine:
    """A network run by OpenCV, which keeps the input in it: one thread at a time may ask."""
    net, asked, wanted = _opencv_net(name), threading.Lock(), OUTPUTS.get(name)

    def forward(batch: Floats) -> tuple[Floats, ...]:
        with asked:
            net.setInput(batch)
            said = net.forward(wanted) if wanted else (net.forward(),)
            return tuple(np.asarray(one, dtype=np.float32) for one in said)

    return forward


def _opencv_net(name: Name) -> cv2.dnn.Net:
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

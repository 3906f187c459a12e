"""The trained networks, run by OpenCV. docs/vision.md says what they were trained on and how well they do."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Name = Literal["point", "ridge", "scene", "die", "cube", "stranger"]


@cache
def _net(name: Name) -> cv2.dnn.Net:
    weights = files("vision").joinpath("weights", f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))


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
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -30, 30))), dtype=np.float32)

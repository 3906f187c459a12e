"""The two trained networks that find corners, run by OpenCV, and what their maps say.

lab/training/corners.md says what they were trained on.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from calibration.find_inputs import STRIDE, pixel_of

Floats = npt.NDArray[np.float32]
Array = npt.NDArray[np.float64]


BLUR = 0.8
"""Cells: how wide a spot the networks draw around a corner that they know for sure (standard deviation). They learned
with it: another value needs other networks (`python -m lab.training.corners`)."""
REACH = 3
"""Cells around the highest one whose weighted mean is the corner's place."""


@dataclass(frozen=True, eq=False)
class CornerMaps:
    """For n corners: log-probability of each cell, (n, rows, columns), and of being nowhere in sight, (n,)."""

    cells: Floats
    nowhere: Floats

    def places(self) -> Array:
        """(n, 2) the likeliest place of each corner, in pixels of the view."""
        rows, columns = self.cells.shape[1:]
        found = []
        for cells in self.cells:
            y, x = divmod(int(cells.argmax()), columns)
            y0, y1 = max(0, y - REACH), min(rows, y + REACH + 1)
            x0, x1 = max(0, x - REACH), min(columns, x + REACH + 1)
            share = np.exp(cells[y0:y1, x0:x1] - cells[y, x])
            weights = share / share.sum()
            found.append((weights.sum(axis=0) @ np.arange(x0, x1), weights.sum(axis=1) @ np.arange(y0, y1)))
        return pixel_of(found)

    def doubts(self) -> Array:
        """(n,) standard deviation of each corner around its place, in pixels of the view, beyond the usual blur."""
        places = (self.places() - (STRIDE - 1) / 2) / STRIDE
        y, x = np.mgrid[: self.cells.shape[1], : self.cells.shape[2]]
        share = np.exp(self.cells - self.cells.max(axis=(1, 2), keepdims=True))
        share /= share.sum(axis=(1, 2), keepdims=True)
        far = (x - places[:, 0, None, None]) ** 2 + (y - places[:, 1, None, None]) ** 2
        variance = (share * far).sum(axis=(1, 2)) / 2 - BLUR**2
        return np.asarray(STRIDE * np.sqrt(np.maximum(variance, 0)), np.float64)


_ASKED = threading.Lock()
"""OpenCV keeps the input in the network: one thread at a time may ask."""


def together(maps: Sequence[CornerMaps]) -> CornerMaps:
    """What several views of the same place say: the mean of their log-probabilities, for they err alike."""
    cells = np.mean([one.cells for one in maps], axis=0)
    return CornerMaps(*_normal(cells, np.mean([one.nowhere for one in maps], axis=0)))


def corner_maps(net: Literal["whole", "leaf"], view: Floats) -> CornerMaps:
    """view: (5, h, w) as `calibration.find_inputs` makes it."""
    network = _net(net)
    with _ASKED:
        network.setInput(view[None])
        logits = np.asarray(network.forward(), np.float32)[0]
    rows, columns = view.shape[1] // STRIDE, view.shape[2] // STRIDE
    return CornerMaps(*_normal(logits[:, :-1].reshape(-1, rows, columns), logits[:, -1]))


def _normal(cells: Floats, nowhere: Floats) -> tuple[Floats, Floats]:
    """Logits to log-probabilities that sum to one over the cells and nowhere."""
    top = np.maximum(cells.max(axis=(1, 2)), nowhere)
    total = top + np.log(np.exp(cells - top[:, None, None]).sum(axis=(1, 2)) + np.exp(nowhere - top))
    return np.asarray(cells - total[:, None, None], np.float32), np.asarray(nowhere - total, np.float32)


@cache
def _net(name: str) -> cv2.dnn.Net:
    weights = files("calibration").joinpath("weights", f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))

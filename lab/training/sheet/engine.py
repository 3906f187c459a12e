"""A learned network from a file, run by OpenCV, as the program runs its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.nets import CLASSIC, OUTPUTS
from vision.sheet.eyes import Run
from vision.sheet.geometry import Floats


def opened(path: Path) -> Run:
    """x (1, 4 CHANNELS, HEIGHT / 2, WIDTH / 2) -> logits of points, ridge, maps. Raises cv2.error where it is none."""
    net = cv2.dnn.readNetFromONNX(str(path)) if CLASSIC is None else cv2.dnn.readNetFromONNX(str(path), CLASSIC)

    def run(x: Floats) -> tuple[Floats, ...]:
        net.setInput(x, "x")
        return tuple(np.asarray(out, np.float32) for out in net.forward(OUTPUTS["sheet"]))

    return run

"""The learned network run by OpenCV, as the program runs its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.sheet import Image
from vision.sheet.channels import Known, board_channels, stacked, two_by_two
from vision.sheet.geometry import Floats, SheetView

OUTPUTS = ("points", "ridge", "maps")
CLASSIC = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
"""OpenCV 5's other engine, the only one of OpenCV 4: measured, a third quicker at this network."""
Run = Callable[[Floats], tuple[Floats, Floats, Floats]]


def opened(path: Path) -> Run:
    """x (1, 4 CHANNELS, HEIGHT / 2, WIDTH / 2) -> logits of points, ridge, maps. Raises cv2.error where it is none."""
    net = cv2.dnn.readNetFromONNX(str(path)) if CLASSIC is None else cv2.dnn.readNetFromONNX(str(path), CLASSIC)

    def run(x: Floats) -> tuple[Floats, Floats, Floats]:
        net.setInput(x, "x")
        points, ridge, maps = (np.asarray(out, np.float32) for out in net.forward(OUTPUTS))
        return points, ridge, maps

    return run


@dataclass(frozen=True, eq=False)
class Said:
    """Of one picture: points (24, CLASSES + 1) and ridge (2 MOST_ON_RIDGE + 3,) logits, maps (5, h, w) 0 to 1."""

    points: Floats
    ridge: Floats
    maps: Floats


class SheetEyes:
    """A learned network before one board."""

    def __init__(self, run: Run, view: SheetView, known: Known) -> None:
        self._run, self._view, self._known = run, view, known
        self._of_board = board_channels(view, known)

    def read(self, image: Image) -> Said:
        """Of a picture, (h, w, 3) uint8 BGR of the board's size."""
        points, ridge, maps = self._run(two_by_two(stacked(self._view.drawn(image), self._of_board, self._known))[None])
        return Said(points[0], ridge[0], np.asarray(1 / (1 + np.exp(-maps[0])), np.float32))

"""A learned network from its two files, run by OpenCV, as the program runs its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.nets import CLASSIC, INPUTS, OUTPUTS
from vision.sheet.eyes import SheetNetwork
from vision.sheet.geometry import Floats

BOARD = "_board"
"""Put to the name of the file that holds the part of the network that is asked once a board."""


def board_part(path: Path) -> Path:
    """Where that part of a network lies."""
    return path.with_stem(path.stem + BOARD)


def opened(path: Path) -> SheetNetwork:
    """Of what `export` has written. Raises cv2.error where it is no network."""
    of_board, now = (_read(one) for one in (board_part(path), path))

    def first(x: Floats) -> Floats:
        of_board.setInput(x)
        return np.asarray(of_board.forward(), np.float32)

    def run(x: Floats, board: Floats) -> tuple[Floats, ...]:
        for name, one in zip(INPUTS["sheet"], (x, board), strict=True):
            now.setInput(one, name)
        return tuple(np.asarray(out, np.float32) for out in now.forward(OUTPUTS["sheet"]))

    return SheetNetwork(first, run)


def _read(path: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(path)) if CLASSIC is None else cv2.dnn.readNetFromONNX(str(path), CLASSIC)

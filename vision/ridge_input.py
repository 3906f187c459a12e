"""What the ridge's network sees: the ridge lying along the picture's height, at one size for every board."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.board import Board
from calibration.sheet import MARGIN
from vision.inputs import NET_SCALE, Floats

RIDGE_WIDTH, RIDGE_LENGTH = 44, 168
"""Pixels: 2.75 point widths across, and the ridge's length with its ends, always this many."""


def ridge_input(board: Board, maps: Floats) -> Floats:
    """(MAPS, RIDGE_LENGTH, RIDGE_WIDTH) from the ridge's maps."""
    middle = (MARGIN + board.ridge_width / 2) * NET_SCALE
    x = round(middle - RIDGE_WIDTH / 2)
    padded = np.pad(maps, ((0, 0), (0, 0), (RIDGE_WIDTH, RIDGE_WIDTH)), mode="edge")
    cut = padded[:, :, x + RIDGE_WIDTH : x + 2 * RIDGE_WIDTH]
    resized = cv2.resize(np.ascontiguousarray(np.moveaxis(cut, 0, 2)), (RIDGE_WIDTH, RIDGE_LENGTH))
    return np.ascontiguousarray(np.moveaxis(np.asarray(resized, np.float32), 2, 0))

"""Peaks of a map of scores: cells that score no less than any near them, and where between cells they lie."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
_STEPS = np.arange(3)


def square(reach: int) -> npt.NDArray[np.uint8]:
    """A cell and those within so many of it on every side, as a kernel."""
    return np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)


def peaks(score_map: Floats, apart: int) -> npt.NDArray[np.bool_]:
    """Which cells of (h, w) score no less than any within so many cells of them."""
    return np.asarray(score_map >= cv2.dilate(score_map, square(apart)), np.bool_)


def middle(score_map: Floats, x: int, y: int) -> tuple[float, float]:
    """Column and row between cells of a peak at this cell: the mean of the cells round it, by their scores."""
    y0, x0 = max(0, y - 1), max(0, x - 1)
    window = score_map[y0 : y + 2, x0 : x + 2]
    rows, columns = (_STEPS[:side] for side in window.shape)
    weight = float(window.sum())
    return x0 + float((window * columns).sum()) / weight, y0 + float((window * rows[:, None]).sum()) / weight

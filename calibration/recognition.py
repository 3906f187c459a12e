"""Knowing a board again: does a picture show it, and does it lie where it lay when it was learned?

Checkers, dice and light change from day to day, so nothing is asked of the whole picture: it is cut into
small tiles, and what counts is how many of those with something on them look as they did, each by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.leaf import Leaf, leaves_from_corners
from calibration.sheet import Image, Sheet


@dataclass(frozen=True)
class RecognitionLimits:
    """When a board is known again. Chosen on own renderings: tests/setup/test_ready.py holds the outcome."""

    same_place: float = 0.6
    """Share of tiles that agree where the board lies as it did; a hand or a game under way costs a quarter at most."""
    min_likeness: float = 0.68
    """Share of tiles of the leaves alone, seen from above, that agree where it is the same board."""
    width: int = 320
    leaf_scale: int = 12
    """Pixels of the pictures that are compared: across the whole, and of a point's width on a leaf."""
    tile: int = 16
    """Pixels of a tile's side."""
    alike: float = 0.6
    """Correlation of two tiles that agree."""
    plain: float = 6.0
    """Grey levels, standard deviation, below which a tile has nothing on it."""


RECOGNITION = RecognitionLimits()


def in_place(board: Board, picture: Image) -> float:
    """How much of `picture` (BGR uint8) looks as when `board` was learned, 0..1; 0 for another shape."""
    height, width = picture.shape[:2]
    if abs(width * board.size[1] - height * board.size[0]) > max(width, height):
        return 0.0
    size = (RECOGNITION.width, round(RECOGNITION.width * height / width))
    return max(_agreement(_small(picture, size), _small(known, size)) for known in _known(board))


def likeness(board: Board, picture: Image, corners: LeafCorners) -> float:
    """How much of the leaves at `corners` of `picture` looks like the board's own leaves, wherever they lie."""
    height, width = picture.shape[:2]
    now = _leaves_from_above(picture, leaves_from_corners(corners, (width, height)), board.leaves[0].length)
    return max(
        _agreement(now, _leaves_from_above(known, board.leaves, board.leaves[0].length)) for known in _known(board)
    )


def _known(board: Board) -> tuple[Image, ...]:
    return (board.start,) if board.empty is None else (board.start, board.empty)


def _small(picture: Image, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _leaves_from_above(picture: Image, leaves: tuple[Leaf, Leaf], length: float) -> npt.NDArray[np.float32]:
    size = (6 * RECOGNITION.leaf_scale, round(length * RECOGNITION.leaf_scale))
    sheets = [cv2.resize(Sheet(leaf, 6, 0.0).warp(picture), size, interpolation=cv2.INTER_AREA) for leaf in leaves]
    return np.asarray(cv2.cvtColor(np.hstack(sheets), cv2.COLOR_BGR2GRAY), dtype=np.float32)


def _agreement(now: npt.NDArray[np.float32], then: npt.NDArray[np.float32]) -> float:
    """Of the tiles of `then` with something on them, the share that correlates with `now`."""
    one, other = _tiles(now), _tiles(then)
    spread, before = one.std(axis=1), other.std(axis=1)
    busy = before > RECOGNITION.plain
    if not busy.any():
        return 0.0
    covariance = (one * other).mean(axis=1) - one.mean(axis=1) * other.mean(axis=1)
    alike = covariance / np.maximum(spread * before, 1e-3)
    return float((alike[busy] > RECOGNITION.alike).mean())


def _tiles(grey: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """(tiles, pixels): the picture in squares, what is left at the edges dropped."""
    rows, columns = (side // RECOGNITION.tile for side in grey.shape)
    side = RECOGNITION.tile
    whole = grey[: rows * side, : columns * side].reshape(rows, side, columns, side)
    return np.asarray(whole.swapaxes(1, 2).reshape(rows * columns, -1), dtype=np.float32)

"""Knowing a board again: does a picture show it, and does it lie where it lay when it was learned?

Checkers, dice and light change from evening to evening, so nothing is asked of the whole picture: it is cut into
small tiles, and what counts is how many of those with something on them look as they did, each by itself.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.leaf import Leaf, leaves_from_corners
from calibration.sheet import Image, Sheet

SAME_PLACE = 0.6
"""Share of tiles that agree where the board lies as it did; a hand or a game under way costs a quarter at most."""
SAME_LOOK = 0.68
"""Share of tiles of the leaves alone, seen from above, that agree where it is the same board."""

_WIDTH = 320
_TILE = 16
_ALIKE = 0.6
_PLAIN = 6.0
_LEAF_SCALE = 12


def in_place(board: Board, picture: Image) -> float:
    """How much of `picture` (BGR uint8) looks as when `board` was learned, 0..1; 0 for another shape."""
    height, width = picture.shape[:2]
    if abs(width * board.size[1] - height * board.size[0]) > max(width, height):
        return 0.0
    size = (_WIDTH, round(_WIDTH * height / width))
    return max(_agreement(_small(picture, size), _small(known, size)) for known in _known(board))


def same_look(board: Board, picture: Image, corners: LeafCorners) -> float:
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
    size = (6 * _LEAF_SCALE, round(length * _LEAF_SCALE))
    sheets = [cv2.resize(Sheet(leaf, 6, 0.0).warp(picture), size, interpolation=cv2.INTER_AREA) for leaf in leaves]
    return np.asarray(cv2.cvtColor(np.hstack(sheets), cv2.COLOR_BGR2GRAY), dtype=np.float32)


def _agreement(now: npt.NDArray[np.float32], then: npt.NDArray[np.float32]) -> float:
    """Of the tiles of `then` with something on them, the share that correlates with `now`."""
    one, other = _tiles(now), _tiles(then)
    spread, before = one.std(axis=1), other.std(axis=1)
    busy = before > _PLAIN
    if not busy.any():
        return 0.0
    covariance = (one * other).mean(axis=1) - one.mean(axis=1) * other.mean(axis=1)
    alike = covariance / np.maximum(spread * before, 1e-3)
    return float((alike[busy] > _ALIKE).mean())


def _tiles(grey: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """(tiles, pixels): the picture in squares, what is left at the edges dropped."""
    rows, columns = (side // _TILE for side in grey.shape)
    whole = grey[: rows * _TILE, : columns * _TILE].reshape(rows, _TILE, columns, _TILE)
    return np.asarray(whole.swapaxes(1, 2).reshape(rows * columns, -1), dtype=np.float32)

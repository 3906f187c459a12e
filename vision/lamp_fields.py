"""Where lamps along a board may stand, and how much light of each would come to every part of its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import Image
from vision.strips import strip_at

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class FieldLimits:
    """Lengths in point widths. Chosen on own boards (seeds 61000 to 61006, `lab.simulator.lamplight`)."""

    cells: float = 4.0
    """Cells of a point's width."""
    around: float = 1.2
    """How far beyond the leaves cells are looked at: the frame beside a lamp shows its light best."""
    outside: float = 0.35
    """How far outside the points lamps stand."""
    on_ridge: float = 0.5
    """How far from its ends they stand on the ridge."""
    lean: float = 0.3
    """How far beyond a leaf what lies on its points may show."""
    heights: tuple[float, ...] = (0.7, 1.4)
    """Heights over the board, one of which, or a mixture, has about the shape of any strip's light."""
    glance: int = 5
    """Pixels of a picture of which one is looked at to see whether lamps may shine at all."""


FIELDS = FieldLimits()


class LampFields:
    """The lamps that one board may have, and its pictures cut into coarse cells.

    all, near: (cells, 1 + lamps x heights) of a whole picture, and of those near the board: the room's light, then of
    each lamp at each height what comes to a cell. near_board: which of the picture's cells the latter are. on_points:
    which of these show a leaf. beside: (cells near the board that show none, lamps) what share of a lamp's light on all
    of them comes to each. may_hold_checkers: (h, w) of a whole picture: whether a pixel lies on a leaf, or so close to
    one that a checker on it may show there. point: pixels of a point's width. face: of a checker's face.
    """

    def __init__(self, board: Board) -> None:
        across, down = 2 * POINTS_PER_ROW + board.ridge_width, board.leaves[0].length
        self._ridge, self._down = board.ridge_width, down
        quads = (board.corners.left, board.corners.right)
        outline = np.array([quads[0][0], quads[1][1], quads[1][2], quads[0][3]], np.float32)
        flat = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
        self._flattened = cv2.getPerspectiveTransform(outline, flat)
        sides = [np.subtract(quad[a], quad[b]) for quad in quads for a, b in ((1, 0), (2, 3))]
        point = float(np.mean(np.linalg.norm(sides, axis=1))) / POINTS_PER_ROW
        self.picture = board.size
        self.size = (round(board.size[0] * FIELDS.cells / point), round(board.size[1] * FIELDS.cells / point))
        scale = np.array([side / cells for side, cells in zip(board.size, self.size, strict=True)], np.float32)
        rows, columns = np.mgrid[0 : self.size[1], 0 : self.size[0]].astype(np.float32)
        middles = (np.stack([columns, rows], axis=-1).reshape(1, -1, 2) + 0.5) * scale - 0.5
        places = cv2.perspectiveTransform(middles, self._flattened)[0]
        x, y = places.T
        beyond = FIELDS.around
        self.near_board = np.flatnonzero((x > -beyond) & (x < across + beyond) & (y > -beyond) & (y < down + beyond))
        second = POINTS_PER_ROW + board.ridge_width
        on_leaf = ((x > 0) & (x < POINTS_PER_ROW)) | ((x > second) & (x < across))
        on_points = on_leaf & (y > 0) & (y < down)
        self.on_points = on_points[self.near_board]
        grown = cv2.dilate(on_points.astype(np.uint8).reshape(self.size[::-1]), np.ones((3, 3), np.uint8))
        self.may_hold_checkers = cv2.resize(grown, self.picture, interpolation=cv2.INTER_NEAREST) > 0
        self.point, self.face = point, np.pi * (board.checker.radius * point) ** 2
        self.all = _light(places, _lamps(board.ridge_width, down))
        self.near = self.all[self.near_board]
        self._beside_leaves = self.near_board[~self.on_points]
        beside = self.near[~self.on_points, 1 :: len(FIELDS.heights)]
        self.beside = np.asarray(beside / beside.sum(axis=0), np.float32)

    def cells(self, image: Image) -> Image:
        """(3, cells near the board) of a picture (BGR uint8)."""
        return self._cells(image, self.near_board)

    def glance(self, image: Image) -> Image:
        """(3, cells near the board that show no leaf) of a few of a picture's pixels."""
        step = FIELDS.glance
        return self._cells(np.ascontiguousarray(image[step // 2 :: step, step // 2 :: step]), self._beside_leaves)

    @cached_property
    def strips(self) -> npt.NDArray[np.int8]:
        """(h, w) of a whole picture: the strip that a pixel lies on, -1 on none."""
        width, height = self.picture
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        pixels = np.stack([columns, rows], axis=-1).reshape(1, -1, 2)
        x, y = cv2.perspectiveTransform(pixels, self._flattened)[0].T
        second = POINTS_PER_ROW + self._ridge
        column = np.floor(np.where(x < second, x, x - self._ridge)).astype(np.int64)
        on_board = (x >= 0) & ((x < POINTS_PER_ROW) | (x >= second)) & (column < 2 * POINTS_PER_ROW)
        on_board &= (y > -FIELDS.lean) & (y < self._down + FIELDS.lean)
        numbers = np.array([[strip_at(row, n) for n in range(2 * POINTS_PER_ROW)] for row in ("top", "bottom")])
        found = numbers[(y > self._down / 2).astype(np.int64), np.clip(column, 0, 2 * POINTS_PER_ROW - 1)]
        return np.where(on_board, found, -1).astype(np.int8).reshape(height, width)

    def _cells(self, image: Image, which: npt.NDArray[np.intp]) -> Image:
        small = cv2.resize(image, self.size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
        return np.ascontiguousarray(small[which].T)


def _light(places: Floats, lamps: Floats) -> Floats:
    square = ((places[:, None] - lamps[None]) ** 2).sum(axis=2)[..., None]
    height = np.array(FIELDS.heights, np.float32) ** 2
    falls = (1 / (1 + square / height) ** 1.5).reshape(len(places), -1)
    return np.hstack([np.ones((len(places), 1)), falls]).astype(np.float32)


def _lamps(ridge: float, down: float) -> Floats:
    """(n, 2): where lamps may stand, in point widths from the far left corner."""
    points = np.arange(POINTS_PER_ROW) + 0.5
    middle = POINTS_PER_ROW + ridge / 2
    along = np.concatenate([points, [middle], points + POINTS_PER_ROW + ridge])
    edges = [(x, y) for y in (-FIELDS.outside, down + FIELDS.outside) for x in along]
    ends = [(middle, FIELDS.on_ridge), (middle, down - FIELDS.on_ridge)]
    return np.array([*edges, *ends], np.float32)

"""Where the sheet's pixels lie: both leaves, the ridge between them and a margin, as one picture of constant scale.

A point is always POINT pixels wide and a leaf LEAF_LENGTH pixels long: then every strip lies at the same pixels,
whatever the board. A book's leaf is 8 to 10 points long, so that rows are stretched by a tenth at the most; that of
boards made for tournaments up to 14, and rows are pressed to two thirds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.leaf import POINTS_PER_ROW, Leaf, leaves_from_corners, ridge_between
from calibration.sheet import Image

Array = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]

POINT, BESIDE, MARGIN, RIDGE, LEAF_LENGTH = 24, 104, 32, 48, 224
"""Pixels: a point's width; the margins at left and right, where cube and checkers borne off lie, and far and near; what
lies between the leaves; a leaf's length. All are multiples of eight, by which the network steps (a leaf's six points
are 144)."""
STEP = 4
"""Pixels of the sheet for each cell of the network's maps."""
FINEST = 1.75
"""Pixels of the picture for each of the sheet above which it is halved first: sampling it more sparsely would alias."""
OVERLAP = 8
"""Pixels by which each leaf goes on beyond its inner edge: on boards without a bar the innermost points' checkers reach
over it, and would be cut in two."""
LEAF_WIDTH = POINT * POINTS_PER_ROW
WIDTH, HEIGHT = 2 * BESIDE + 2 * LEAF_WIDTH + RIDGE, 2 * MARGIN + LEAF_LENGTH
LEFT, MIDDLE, RIGHT = 0, 1, 2
"""The sheet's parts: the left leaf, the ridge, the right leaf, each with its margin above and below."""
_INNER = (BESIDE + LEAF_WIDTH + OVERLAP, BESIDE + LEAF_WIDTH + RIDGE - OVERLAP)
EDGES = ((0, _INNER[0]), _INNER, (_INNER[1], WIDTH))
"""First and last column of each part."""
USUAL_HEIGHT = 0.22
"""Of a checker, in point widths, where nobody measured it."""


@dataclass(frozen=True)
class Numbers:
    """What is known of a board: its corners in a picture of `size` (width, height), and its checkers in point widths.

    radius, first: None where nobody measured them, as before a photograph.
    """

    corners: LeafCorners
    size: tuple[int, int]
    height: float = USUAL_HEIGHT
    radius: float | None = None
    first: float | None = None


def numbers_of(board: Board) -> Numbers:
    """A board file's numbers."""
    checker = board.checker
    return Numbers(board.corners, board.size, checker.height, checker.radius, checker.first)


@dataclass(frozen=True, eq=False)
class SheetView:
    """A board's sheet: where its parts lie in pictures."""

    numbers: Numbers

    @cached_property
    def leaves(self) -> tuple[Leaf, Leaf]:
        return leaves_from_corners(self.numbers.corners, self.numbers.size)

    @cached_property
    def _ridge(self) -> tuple[Leaf, float]:
        return ridge_between(self.leaves, self.numbers.corners)

    @cached_property
    def point(self) -> float:
        """Pixels of the picture per point width, on average."""
        corners = self.numbers.corners
        quads = (corners.left, corners.right)
        sides = [np.hypot(*np.subtract(quad[b], quad[a])) for quad in quads for a, b in ((0, 1), (3, 2))]
        return float(np.mean(sides)) / POINTS_PER_ROW

    @cached_property
    def halvings(self) -> int:
        """Times that a picture is halved before its sheet is drawn."""
        return max(0, int(np.ceil(np.log2(self.point / (FINEST * POINT)))))

    def place(self, part: int, x: float, y: float) -> tuple[float, float]:
        """A part's own coordinates (point widths; of the ridge x is from its middle) to the sheet's pixels."""
        start = (BESIDE, BESIDE + LEAF_WIDTH + RIDGE / 2, WIDTH - BESIDE - LEAF_WIDTH)[part]
        length = self.leaf_of(part).length
        return x * POINT + start - 0.5, y * LEAF_LENGTH / length + MARGIN - 0.5

    def leaf_of(self, part: int) -> Leaf:
        return self._ridge[0] if part == MIDDLE else self.leaves[part // 2]

    @cached_property
    def to_picture(self) -> tuple[Array, Array, Array]:
        """Of each part, (3, 3): the sheet's pixels to the picture's, at the height of a checker's top."""
        found = []
        for part in (LEFT, MIDDLE, RIGHT):
            leaf = self.leaf_of(part)
            x0, y0 = self.place(part, 0.0, 0.0)
            shift = self._ridge[1] / 2 if part == MIDDLE else 0.0
            down = leaf.length / LEAF_LENGTH
            to_leaf = np.array([[1 / POINT, 0, shift - x0 / POINT], [0, down, -y0 * down], [0, 0, 1]])
            found.append(leaf.plane(self.numbers.height) @ to_leaf)
        return found[0], found[1], found[2]

    @cached_property
    def _from_picture(self) -> tuple[Array, ...]:
        return tuple(np.asarray(np.linalg.inv(there), np.float64) for there in self.to_picture)

    def on_sheet(self, part: int, pixels: npt.ArrayLike) -> Array:
        """(n, 2) pixels of the picture to (n, 2) pixels of the sheet as one of its parts shows them."""
        xy = np.asarray(pixels, np.float64).reshape(-1, 2)
        found = np.column_stack([xy, np.ones(len(xy))]) @ self._from_picture[part].T
        return np.asarray(found[:, :2] / found[:, 2:], np.float64)

    def to_sheet(self, pixels: npt.ArrayLike) -> Array:
        """(n, 2) pixels of the picture to (n, 2) pixels of the sheet, each on the part that shows it."""
        left, middle, right = (self.on_sheet(part, pixels) for part in (LEFT, MIDDLE, RIGHT))
        on_left, on_right = left[:, :1] < _INNER[0], right[:, :1] >= _INNER[1]
        return np.where(on_left, left, np.where(on_right, right, middle))

    def to_pixels(self, places: npt.ArrayLike) -> Array:
        """(n, 2) pixels of the sheet to (n, 2) pixels of the picture."""
        xy = np.asarray(places, np.float64).reshape(-1, 2)
        level = np.column_stack([xy, np.ones(len(xy))])
        parts = np.searchsorted(_INNER, xy[:, 0], side="right")
        found = np.stack([level[n] @ self.to_picture[part].T for n, part in enumerate(parts)]) if len(xy) else level
        return np.asarray(found[:, :2] / found[:, 2:], np.float64)

    def drawn(self, image: Image) -> Image:
        """(HEIGHT, WIDTH, 3) uint8 BGR: the sheet cut from a picture, (h, w, 3) uint8 BGR of the numbers' size."""
        return self._warped(self._shrunk(image))

    def mask(self, mask: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """(HEIGHT, WIDTH) uint8: the same of a picture of one channel, such as what a hand covers."""
        return self._warped(self._shrunk(mask), cv2.BORDER_CONSTANT)

    def _shrunk(self, image: Image) -> Image:
        for _ in range(self.halvings):
            size = (image.shape[1] // 2, image.shape[0] // 2)
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        return image

    def _warped(self, small: Image, border: int = cv2.BORDER_REPLICATE) -> Image:
        shrink = 0.5**self.halvings
        to_small = np.array([[shrink, 0, (shrink - 1) / 2], [0, shrink, (shrink - 1) / 2], [0, 0, 1]])
        sheet = np.empty((HEIGHT, WIDTH, *small.shape[2:]), np.uint8)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        for (first, last), there in zip(EDGES, self.to_picture, strict=True):
            moved = to_small @ there @ np.array([[1, 0, first], [0, 1, 0], [0, 0, 1]])
            size = (last - first, HEIGHT)
            sheet[:, first:last] = cv2.warpPerspective(small, moved, size, flags=flags, borderMode=border)
        return sheet

    @cached_property
    def leans(self) -> Floats:
        """(2, HEIGHT, WIDTH) float32: point widths by which one point width of height moves things, across and down."""
        made = np.empty((2, HEIGHT, WIDTH), np.float32)
        raised = self.numbers.height + 0.25
        for part, (first, last) in enumerate(EDGES):
            leaf = self.leaf_of(part)
            xs, ys = (np.linspace(0, POINTS_PER_ROW, 4), np.linspace(0, leaf.length, 4))
            grid = np.array([(x, y, raised) for y in ys for x in xs])
            moved = (leaf.locate(leaf.project(grid), self.numbers.height) - grid[:, :2]) * 4
            for axis in (0, 1):
                coarse = moved[:, axis].reshape(4, 4).astype(np.float32)
                made[axis, :, first:last] = cv2.resize(coarse, (last - first, HEIGHT), interpolation=cv2.INTER_LINEAR)
        return made

    @cached_property
    def ruler(self) -> Floats:
        """(HEIGHT, WIDTH) float32: 1 at the middles of a row's touching checkers, -1 between them, 0 where unknown."""
        made = np.zeros((HEIGHT, WIDTH), np.float32)
        radius, first = self.numbers.radius, self.numbers.first
        if radius is None or first is None:
            return made
        length = self.leaf_of(LEFT).length
        along = (np.arange(HEIGHT) + 0.5 - MARGIN) * length / LEAF_LENGTH
        for edge in (along, length - along):
            wave = np.cos(np.pi * (edge - first) / radius)
            row = np.where((edge >= first - radius) & (edge <= length / 2), wave, 0)
            for first_column in (BESIDE, WIDTH - BESIDE - LEAF_WIDTH):
                made[:, first_column : first_column + LEAF_WIDTH] += row[:, None].astype(np.float32)
        return made


def strip_columns(strip: int) -> tuple[int, int]:
    """First and last column of one of the 24 strips: left leaf's far row, its near row, then the right leaf's."""
    leaf, inner = divmod(strip, 2 * POINTS_PER_ROW)
    first = (BESIDE, WIDTH - BESIDE - LEAF_WIDTH)[leaf] + inner % POINTS_PER_ROW * POINT
    return first, first + POINT


def known_places(counts: Sequence[int], numbers: Numbers, length: float) -> list[tuple[int, float, float, int]]:
    """Part, its coordinates and sign (light 1, dark -1) of the checkers on the floor in a known position.

    counts: of the 24 strips, dark negative; length: of a leaf in point widths. None where checkers' size is unknown.
    """
    if numbers.radius is None or numbers.first is None:
        return []
    found = []
    for strip, count in enumerate(counts):
        leaf, inner = divmod(strip, 2 * POINTS_PER_ROW)
        for slot in range(min(5, abs(count))):
            along = numbers.first + 2 * numbers.radius * slot
            y = along if inner < POINTS_PER_ROW else length - along
            found.append((LEFT if leaf == 0 else RIGHT, inner % POINTS_PER_ROW + 0.5, y, 1 if count > 0 else -1))
    return found

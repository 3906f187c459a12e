"""What the networks see of a leaf: the picture, the bare board, and how well each colour explains each pixel.

Everything is put at 16 pixels per point width, seen from above at the height of a checker's top face, and
every point's strip is turned so that the leaf's edge is at its top: a network then needs to know neither the
board, nor the camera's resolution, nor the seats. Colours reach it as log-likelihood ratios learned on this
very board, so that it never has to know what a light checker looks like.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from calibration.board import Board
from calibration.colours import bare_log_density, to_lab
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.looks import Looks
from calibration.sheet import MARGIN, Image, Sheet

Floats = npt.NDArray[np.float32]

NET_SCALE = 16
CLOSE_SCALE = 32
"""Of the network that looks once more where the first one doubts."""
STRIP_WIDTH, STRIP_LENGTH = 26, 88
"""Pixels at NET_SCALE: 1.6 point widths across, from 0.5 outside the leaf's edge to 5 inside."""
STRIPS = 24
CHANNELS = 12
"""Of a strip: nine maps, the lean across and along, and the plain difference from the bare board."""
MAPS = 10
OF_MAPS = [*range(9), 11]
"""Where the maps go among a strip's channels."""
LEAN_ACROSS, LEAN_ALONG = 9, 10
RIDGE, SCENE = 2, 3
PARTS = (0, 1, RIDGE, SCENE)
"""Of a picture: the left leaf, the right one, the ridge, and the whole scene."""
SURROUNDINGS = 6
"""Pixels around a cut-out of a sheet that its maps depend on."""
Box = tuple[slice, slice]
"""Rows and columns."""
WHOLE: Box = (slice(None), slice(None))


@dataclass(frozen=True)
class MapScales:
    """In what units the networks are shown colours. They learned with these: another value needs other networks."""

    far_apart: float = 20.0
    """CIE Lab distance from the bare board that counts as one in the plain difference."""
    most_apart: float = 1.27
    """The plain difference at the most: what a byte held when the networks' arrays were made."""
    noise: float = 2.5
    """Standard deviation of one picture against another of the same thing, in Lab units."""
    bound: float = 6.0
    """Natural logarithm: what one pixel may say for a colour or against it."""
    surely_known: float = 9.0
    """Minus the natural logarithm of a density per Lab volume that counts as nought where it is asked whether a colour
    is known at all."""
    lean: float = 0.2
    """Point widths of a lean that count as one."""
    narrowest: float = 0.42
    widest: float = 0.47
    """Point widths of the radii of checkers that the networks of the points were shown: with others a strip is seen
    from nearer or farther, so that its row looks like one of these."""
    finest: float = 1.75
    """Pixels of the picture per pixel wanted above which it is halved first: sampling it more sparsely would alias."""


SCALES = MapScales()


@dataclass(frozen=True, eq=False)
class Prepared:
    """A picture in the bare board's light (BGR uint8), shrunk, and its four parts seen from above."""

    image: Image
    small: Image
    sheets: tuple[Image, ...]


class NetInputs:
    """Cuts a board's pictures into network inputs.

    scale: pixels per point width. Shapes are given for NET_SCALE; at another they grow with it.
    """

    def __init__(self, board: Board, looks: Looks, scale: int = NET_SCALE) -> None:
        self._looks = looks
        self._scale = scale
        self._strip_width, self._strip_length = (scale * side // NET_SCALE for side in (STRIP_WIDTH, STRIP_LENGTH))
        self._farther = farther(board.checker.radius)
        point = _point_width(board)
        self._halvings = max(0, int(np.ceil(np.log2(point / (SCALES.finest * scale)))))
        self.scene_scale = scale / point
        height = board.checker.height
        across, down = (4 * round(side * self.scene_scale / 4) for side in board.size)
        self.scene_size = (across, down)
        self._sheets = [
            Sheet(leaf, width, height, scale)
            for leaf, width in (
                (board.leaves[0], 6.0),
                (board.leaves[1], 6.0),
                (board.ridge, board.ridge_width),
            )
        ]
        self._small_bare = self.shrunk(looks.bare)
        self._bare: dict[int, tuple[Image, Floats]] = {}
        self._leans = [
            [
                _lean(leaf, column + 0.5, y, height) / self._farther
                for y in (1.5, leaf.length - 1.5)
                for column in range(POINTS_PER_ROW)
            ]
            for leaf in board.leaves
        ]

    def _bare_sheet(self, part: int) -> tuple[Image, Floats]:
        """A part's sheet of the bare board, BGR uint8 and Lab."""
        if part not in self._bare:
            bare = self.sheet(part, self._small_bare)
            self._bare[part] = bare, to_lab(bare)
        return self._bare[part]

    def prepared(self, image: Image) -> Prepared:
        """A picture (BGR uint8 of the board's shape, in the bare board's light) and its parts."""
        small = self.shrunk(image)
        return Prepared(image, small, tuple(self.sheet(part, small) for part in PARTS))

    def shrunk(self, image: Image) -> Image:
        """The picture (BGR uint8) at the resolution that sheets are cut from."""
        for _ in range(self._halvings):
            size = (image.shape[1] // 2, image.shape[0] // 2)
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        return image

    def _warp(self, sheet: Sheet, small: Image) -> Image:
        shrink = 0.5**self._halvings
        to_small = np.array([[shrink, 0, (shrink - 1) / 2], [0, shrink, (shrink - 1) / 2], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped = cv2.warpPerspective(
            small, to_small @ sheet.from_sheet, sheet.size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(warped, dtype=np.uint8)

    def _scene(self, small: Image) -> Image:
        """The whole picture at about as many pixels per point width, each side a multiple of four."""
        return np.asarray(cv2.resize(small, self.scene_size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def without(self, small: Image, pixel: tuple[float, float], reach: float) -> Image:
        """A shrunk picture with the bare board put over what lies within `reach` point widths of a picture's pixel."""
        shrink = 0.5**self._halvings
        middle = (round(pixel[0] * shrink), round(pixel[1] * shrink))
        mask = np.zeros(small.shape[:2], np.uint8)
        cv2.circle(mask, middle, round(reach * self._scale / self.scene_scale * shrink), 1, -1)
        return np.where(mask[..., None] > 0, self._small_bare, small)

    def sheet(self, part: int, small: Image) -> Image:
        """One part (0 left leaf, 1 right leaf, 2 ridge, 3 scene) of a shrunk picture, BGR uint8."""
        return self._scene(small) if part == SCENE else self._warp(self._sheets[part], small)

    def maps(self, part: int, small: Image) -> Floats:
        """(MAPS, h, w) channels of one part of a shrunk picture."""
        return self.maps_of(part, self.sheet(part, small))

    def maps_of(self, part: int, picture: Image, where: Box = WHOLE) -> Floats:
        """(MAPS, h, w) channels of what `where` (rows, columns) cuts out of a part's sheet."""
        bare, bare_lab = self._bare_sheet(part)
        picture, bare, bare_lab = picture[where], bare[where], bare_lab[where]
        lab = to_lab(picture)
        background = bare_log_density(picture, lab, bare, SCALES.noise)
        light = self._looks.colours[Side.LIGHT].log_density(lab)
        dark = self._looks.colours[Side.DARK].log_density(lab)
        known = np.maximum(np.maximum(light, dark), background) + SCALES.surely_known
        beyond = cv2.absdiff(lab, bare_lab)
        difference = np.sqrt(cv2.transform(cv2.multiply(beyond, beyond), np.ones((1, 3)))) / SCALES.far_apart
        maps = np.empty((MAPS, *picture.shape[:2]), np.float32)
        maps[0:3], maps[3:6] = _scaled(lab), _scaled(bare_lab)
        for channel, ratio in enumerate((light - background, dark - background, known), 6):
            np.divide(np.clip(ratio, -SCALES.bound, SCALES.bound), SCALES.bound, out=maps[channel])
        np.minimum(difference, SCALES.most_apart, out=maps[9])
        return maps

    def strips_at(self, places: Sequence[int], sheets: Sequence[Image]) -> Floats:
        """(n, CHANNELS, STRIP_LENGTH, STRIP_WIDTH): some of the 24 strips, in order, cut from the leaves' sheets."""
        of_leaf = [[place % 12 for place in places if place // 12 == leaf] for leaf in (0, 1)]
        return np.concatenate([self.strips_of(leaf, sheets[leaf], asked) for leaf, asked in enumerate(of_leaf)])

    def strips_of(self, leaf: int, picture: Image, places: Sequence[int]) -> Floats:
        """(n, CHANNELS, STRIP_LENGTH, STRIP_WIDTH): some of a leaf's twelve strips, cut from its sheet.

        Far row then near row, left to right, the leaf's edge at the top.
        """
        boxes = strip_boxes(picture.shape, self._scale, self._farther)
        cut: dict[int, Floats] = {}
        for row in (range(POINTS_PER_ROW), range(POINTS_PER_ROW, 2 * POINTS_PER_ROW)):
            for first, last in runs(sorted(place for place in places if place in row)):
                around = _with_surroundings(boxes[first], boxes[last])
                maps = self.maps_of(leaf, picture, around)
                for place in range(first, last + 1):
                    cut[place] = self._strip(leaf, place, maps[(slice(None), *_within(boxes[place], around))])
        shape = (len(places), CHANNELS, self._strip_length, self._strip_width)
        return np.stack([cut[place] for place in places]) if cut else np.empty(shape, np.float32)

    def _strip(self, leaf: int, place: int, maps: Floats) -> Floats:
        """(CHANNELS, STRIP_LENGTH, STRIP_WIDTH) from the maps where a strip is: turned to have the edge at its top."""
        near = place >= POINTS_PER_ROW
        across, along = self._leans[leaf][place]
        maps = resized(maps, self._strip_length, self._strip_width)
        strip = np.empty((CHANNELS, *maps.shape[1:]), np.float32)
        strip[OF_MAPS] = maps[:, ::-1, ::-1] if near else maps
        strip[LEAN_ACROSS], strip[LEAN_ALONG] = (-across, -along) if near else (across, along)
        return strip

    def covered(self, leaf: int, mask: Image) -> list[float]:
        """How much of each of a leaf's twelve strips a mask (uint8, 0 or 255, picture's size) covers, 0..1."""
        sheet = self._warp(self._sheets[leaf], self.shrunk(mask))
        return [float(sheet[box].mean()) / 255 for box in strip_boxes(sheet.shape, self._scale)]


def farther(radius: float) -> float:
    """How many times as much as usual a strip has to show for checkers of that radius to look as the networks know."""
    return radius / float(np.clip(radius, SCALES.narrowest, SCALES.widest))


def strip_boxes(shape: tuple[int, ...], scale: int = NET_SCALE, farther: float = 1.0) -> list[Box]:
    """Where a leaf's twelve strips are on its sheet: far row then near row, left to right.

    farther: how many times as much as usual a strip shows.
    """
    width, length = (round(farther * scale * side / NET_SCALE) for side in (STRIP_WIDTH, STRIP_LENGTH))
    start = round((MARGIN - 0.5 * farther) * scale)
    left = [round((MARGIN + column + 0.5) * scale - width / 2) for column in range(POINTS_PER_ROW)]
    return [(slice(y, y + length), slice(x, x + width)) for y in (start, shape[0] - start - length) for x in left]


def strip_at(row: str, column: int) -> int:
    """Index of a point among the 24 strips: left leaf's far and near rows, then the right leaf's."""
    return 12 * (column // 6) + (0 if row == "top" else 6) + column % 6


def _with_surroundings(first: Box, last: Box) -> Box:
    """What holds both boxes, `last` right of `first`, and what their maps depend on."""
    (rows, left), (_, right) = first, last
    edges = ((rows.start, rows.stop), (left.start, right.stop))
    top, side = (slice(max(0, low - SURROUNDINGS), high + SURROUNDINGS) for low, high in edges)
    return top, side


def _within(box: Box, around: Box) -> Box:
    """A box as seen from the corner of another one."""
    rows, columns = (slice(a.start - b.start, a.stop - b.start) for a, b in zip(box, around, strict=True))
    return rows, columns


def resized(maps: Floats, length: int, width: int) -> Floats:
    """(n, length, width) from (n, h, w)."""
    if maps.shape[1:] == (length, width):
        return maps
    interpolation = cv2.INTER_AREA if length < maps.shape[1] else cv2.INTER_LINEAR
    return np.stack([cv2.resize(each, (width, length), interpolation=interpolation) for each in maps])


def _scaled(lab: Floats) -> Floats:
    """(h, w, 3) Lab to (3, h, w) of about -1 to 1."""
    lightness, *chroma = cv2.split(lab)
    return np.stack([lightness / 100 - 0.5, *(channel / 64 for channel in chroma)])


def runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of neighbouring numbers; these are sorted."""
    for n, number in enumerate(numbers):
        if n == 0 or numbers[n - 1] != number - 1:
            first = number
        if n + 1 == len(numbers) or numbers[n + 1] != number + 1:
            yield first, number


def _point_width(board: Board) -> float:
    """Pixels of the picture per point width, on average."""
    across = [
        np.array(quad[i]) - np.array(quad[j])
        for quad in (board.corners.left, board.corners.right)
        for i, j in ((1, 0), (2, 3))
    ]
    return float(np.mean(np.linalg.norm(across, axis=1))) / POINTS_PER_ROW


def _lean(leaf: Leaf, x: float, y: float, height: float) -> npt.NDArray[np.float64]:
    """How far (in SCALES.lean) a thing one checker's height higher appears displaced on the leaf."""
    seen = leaf.locate(leaf.project(np.array([[x, y, 2 * height]])), height)[0]
    return np.asarray((seen[:2] - (x, y)) / SCALES.lean, np.float64)

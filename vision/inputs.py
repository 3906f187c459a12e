"""What the networks see of a leaf: the picture, the bare board, and how well each colour explains each pixel.

Everything is put at 16 pixels per point width, seen from above at the height of a checker's top face, and
every point's strip is turned so that the leaf's edge is at its top: a network then needs to know neither the
board, nor the camera's resolution, nor the seats. Colours reach it as log-likelihood ratios learned on this
very board, so that it never has to know what a light checker looks like.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
STRIP_WIDTH, STRIP_LENGTH = 26, 88
"""Pixels: 1.6 point widths across, from 0.5 outside the leaf's edge to 5 inside."""
CHANNELS = 12
"""Of a strip: nine maps, the lean across and along, and the plain difference from the bare board."""
MAPS = 10
OF_MAPS = [*range(9), 11]
"""Where the maps go among a strip's channels."""
LEAN_ACROSS, LEAN_ALONG = 9, 10
BESIDE_RIDGE = 0.15
"""Point widths from a leaf's edge to where the middle of a checker on the ridge may lie."""
FAR_APART = 20.0
"""Lab distance that counts as one in the plain difference."""
NOISE = 2.5
BOUND = 6.0
RIDGE, SCENE = 2, 3
SURROUNDINGS = 6
"""Pixels around a cut-out of a sheet that its maps depend on."""
Box = tuple[slice, slice]
WHOLE: Box = (slice(None), slice(None))
FINEST = 28.0
"""Pixels per point width above which a picture is halved first: sampling it more sparsely would alias."""


class NetInputs:
    """Cuts a board's pictures into network inputs."""

    def __init__(self, board: Board, looks: Looks) -> None:
        self._looks = looks
        point = _point_width(board)
        self._halvings = max(0, int(np.ceil(np.log2(point / FINEST))))
        self._size = board.size
        self.scene_scale = NET_SCALE / point
        height = board.checker.height
        self._sheets = [
            Sheet(leaf, width, height, NET_SCALE)
            for leaf, width in (
                (board.leaves[0], 6.0),
                (board.leaves[1], 6.0),
                (board.ridge, board.ridge_width),
            )
        ]
        small = self._small_bare = self.shrunk(looks.bare)
        self._bare = [self._warp(sheet, small) for sheet in self._sheets]
        self._bare.append(self._scene(small))
        self._bare_labs = [to_lab(bare) for bare in self._bare]
        self._leans = [
            [_lean(leaf, column + 0.5, y, height) for y in (1.5, leaf.length - 1.5) for column in range(6)]
            for leaf in board.leaves
        ]

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
        """The whole picture at about NET_SCALE pixels per point width, each side a multiple of four."""
        width, height = (4 * round(side * self.scene_scale / 4) for side in self._size)
        return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def without(self, small: Image, pixel: tuple[float, float], reach: float) -> Image:
        """A shrunk picture with the bare board put over what lies within `reach` point widths of a picture's pixel."""
        shrink = 0.5**self._halvings
        middle = (round(pixel[0] * shrink), round(pixel[1] * shrink))
        mask = np.zeros(small.shape[:2], np.uint8)
        cv2.circle(mask, middle, round(reach * NET_SCALE / self.scene_scale * shrink), 1, -1)
        return np.where(mask[..., None] > 0, self._small_bare, small)

    def sheet(self, part: int, small: Image) -> Image:
        """One part (0 left leaf, 1 right leaf, 2 ridge, 3 scene) of a shrunk picture, BGR uint8."""
        return self._scene(small) if part == SCENE else self._warp(self._sheets[part], small)

    def maps(self, part: int, small: Image) -> Floats:
        """(MAPS, h, w) channels of one part of a shrunk picture."""
        return self.maps_of(part, self.sheet(part, small))

    def maps_of(self, part: int, picture: Image, where: Box = WHOLE) -> Floats:
        """(MAPS, h, w) channels of what `where` (rows, columns) cuts out of a part's sheet."""
        picture, bare, bare_lab = picture[where], self._bare[part][where], self._bare_labs[part][where]
        lab = to_lab(picture)
        background = bare_log_density(picture, lab, bare, NOISE)
        light = self._looks.colours[Side.LIGHT].log_density(lab)
        dark = self._looks.colours[Side.DARK].log_density(lab)
        known = np.maximum(np.maximum(light, dark), background) + 9
        beyond = cv2.absdiff(lab, bare_lab)
        difference = np.sqrt(cv2.transform(cv2.multiply(beyond, beyond), np.ones((1, 3)))) / FAR_APART
        maps = np.empty((MAPS, *picture.shape[:2]), np.float32)
        maps[0:3], maps[3:6] = _scaled(lab), _scaled(bare_lab)
        for channel, ratio in enumerate((light - background, dark - background, known), 6):
            np.divide(np.clip(ratio, -BOUND, BOUND), BOUND, out=maps[channel])
        np.minimum(difference, 1.27, out=maps[9])
        return maps

    def strips_of(self, leaf: int, picture: Image, places: Sequence[int]) -> Floats:
        """(n, CHANNELS, STRIP_LENGTH, STRIP_WIDTH): some of a leaf's twelve strips, cut from its sheet."""
        maps = np.zeros((MAPS, *picture.shape[:2]), np.float32)
        for first, last in runs(sorted({place % POINTS_PER_ROW for place in places})):
            x0 = max(0, round((MARGIN + first + 0.5) * NET_SCALE - STRIP_WIDTH / 2) - SURROUNDINGS)
            x1 = round((MARGIN + last + 0.5) * NET_SCALE + STRIP_WIDTH / 2) + SURROUNDINGS
            columns = slice(x0, x1)
            maps[:, :, columns] = self.maps_of(leaf, picture, (slice(None), columns))
        return np.asarray(self.strips(leaf, maps)[list(places)], np.float32)

    def board_in_scene(self, board: Board) -> npt.NDArray[np.bool_]:
        """Which cells of the scene network's output (half its input) show the leaves or the ridge."""
        left, right = board.leaves
        return self._cells([(left, 0.0, 0.0), (right, POINTS_PER_ROW, 0.0)])

    def ridge_in_scene(self, board: Board) -> npt.NDArray[np.bool_]:
        """Which of these cells show the middle of what lies on the ridge."""
        left, right = board.leaves
        above = board.checker.height
        return self._cells([(left, POINTS_PER_ROW + BESIDE_RIDGE, above), (right, -BESIDE_RIDGE, above)])

    def _cells(self, edges: list[tuple[Leaf, float, float]]) -> npt.NDArray[np.bool_]:
        """Cells between two lines along the leaves: each a leaf, how far across it, and a height above its floor."""
        far, near = (
            [leaf.project(np.array([[x, end * leaf.length, height]]))[0] for leaf, x, height in edges] for end in (0, 1)
        )
        outline = np.array([*far, *near[::-1]]) * self.scene_scale / 2
        height, width = self._bare[SCENE].shape[:2]
        mask = np.zeros((height // 2, width // 2), np.uint8)
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
        return np.asarray(mask > 0)

    def covered(self, leaf: int, mask: Image) -> list[float]:
        """How much of each of a leaf's twelve strips a mask (uint8, 0 or 255, picture's size) covers, 0..1."""
        small = self.shrunk(mask)
        share = self._warp(self._sheets[leaf], small).astype(np.float32)[None] / 255
        maps = np.repeat(share, MAPS, axis=0).astype(np.float32)
        return [float(strip.mean()) for strip in self.strips(leaf, maps)[:, 0]]

    def strips(self, leaf: int, maps: Floats) -> Floats:
        """(12, CHANNELS, STRIP_LENGTH, STRIP_WIDTH): far row then near row, left to right, edge at the top."""
        out = np.empty((12, CHANNELS, STRIP_LENGTH, STRIP_WIDTH), np.float32)
        turned = maps[:, ::-1, ::-1]
        columns = maps.shape[2]
        start = round((MARGIN - 0.5) * NET_SCALE)
        for column in range(POINTS_PER_ROW):
            x = round((MARGIN + column + 0.5) * NET_SCALE - STRIP_WIDTH / 2)
            rows = slice(start, start + STRIP_LENGTH)
            out[column, OF_MAPS] = maps[:, rows, x : x + STRIP_WIDTH]
            mirrored = columns - x - STRIP_WIDTH
            out[6 + column, OF_MAPS] = turned[:, rows, mirrored : mirrored + STRIP_WIDTH]
        for place, (across, along) in enumerate(self._leans[leaf]):
            sign = 1 if place < POINTS_PER_ROW else -1
            out[place, LEAN_ACROSS], out[place, LEAN_ALONG] = sign * across, sign * along
        return out


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


def _lean(leaf: Leaf, x: float, y: float, height: float) -> tuple[float, float]:
    """How far (point widths / 0.2) a thing one checker's height higher appears displaced on the leaf."""
    seen = leaf.locate(leaf.project(np.array([[x, y, 2 * height]])), height)[0]
    return float(seen[0] - x) / 0.2, float(seen[1] - y) / 0.2

"""What `ridge` and `scene` see of a part: the picture, the bare board, and how well each colour explains each pixel.

Everything is put at 16 pixels per point width, leaves and ridge seen from above at the height of a checker's top face:
a network then needs to know neither the board nor the camera's resolution. Colours reach it as log-likelihood ratios
learned on this very board, so that it never has to know what a light checker looks like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from calibration.board import Board
from calibration.colours import BareSheet, bare_log_density, bare_sheet, brightest, lab_bins, to_lab
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import Appearance
from calibration.sheet import Image, Sheet
from vision.lamplight import Unlit
from vision.strips import NET_SCALE, WHOLE, Box

Floats = npt.NDArray[np.float32]

MAPS = 10
RIDGE, SCENE = 2, 3
PARTS = (0, 1, RIDGE, SCENE)
"""Of a picture: the left leaf, the right one, the ridge, and the whole scene."""


FAR_APART, MOST_APART = 20.0, 1.27
"""CIE Lab distance from the bare board that counts as one in the plain difference, and the most that it shows. The
networks learned with these and with what follows up to FINEST: other values need other networks."""
BOUND = 6.0
"""Natural logarithm: what one pixel may say for a colour or against it."""
SURELY_KNOWN = 9.0
"""Minus the natural logarithm of a density per Lab volume that counts as nought where it is asked whether a colour is
known at all."""
NARROWEST, WIDEST = 0.42, 0.47
"""Point widths of checkers' radii that are usual: rows of others are sampled from nearer or farther (`vision.cells`),
so that they look like one of these."""
FINEST = 1.75
"""Pixels of the picture per pixel wanted above which it is halved first: sampling it more sparsely would alias."""
GRID = 4
"""Pixels by which networks that see whole pictures step."""


@dataclass(frozen=True)
class BusyLimits:
    """What of a scene is looked at: what lies farther out and looks as in the empty picture needs no network.

    Chosen so that nothing is left out that a person sees; `python -m lab.benchmarks.vision` shows the outcome.
    """

    around: float = 1.0
    """Point widths round the leaves that are looked at in any case: frame, hands that come, dice that fell off."""
    smooth: int = 5
    """Pixels of the scene over which both pictures are averaged before they are compared."""
    different: int = 12
    """Grey levels by which a smoothed pixel of any channel must differ."""
    pixels: int = 3
    """As many of them in a row, or in a column, make it busy."""
    margin: int = 16
    """Pixels of the scene, a point's width, that are looked at round what is busy."""


BUSY = BusyLimits()


@dataclass(frozen=True, eq=False)
class Prepared:
    """A picture in the bare board's light (BGR uint8), shrunk, and its four parts seen from above.

    busy_in: makes `busy` of the scene's view; only who looks at all of a picture wants to know it.
    unlit: what was done where lamps shone on it; None where none did.
    """

    image: Image
    small: Image
    sheets: tuple[Image, ...]
    busy_in: Callable[[Image], Box]
    unlit: Unlit | None = None

    @cached_property
    def busy(self) -> Box:
        """Of the scene's sheet, what holds the board and everything that differs from the empty picture."""
        return self.busy_in(self.sheets[SCENE])


class NetInputs:
    """Cuts a board's pictures into inputs of `ridge` and `scene`, at NET_SCALE."""

    def __init__(self, board: Board, appearance: Appearance) -> None:
        self._appearance = appearance
        point = _point_width(board)
        self._halvings = max(0, int(np.ceil(np.log2(point / (FINEST * NET_SCALE)))))
        self.scene_scale = NET_SCALE / point
        height = board.checker.height
        across, down = (round(side * self.scene_scale) for side in board.size)
        self._in_scene = (across, down)
        self.scene_size = (-(-across // GRID) * GRID, -(-down // GRID) * GRID)
        self._sheets = [
            Sheet(leaf, width, height, NET_SCALE)
            for leaf, width in (
                (board.leaves[0], 6.0),
                (board.leaves[1], 6.0),
                (board.ridge, board.ridge_width),
            )
        ]
        corners = np.array([*board.corners.left, *board.corners.right]) * self.scene_scale
        around = BUSY.around * NET_SCALE
        self._board_in_scene = [
            (float(corners[:, axis].min()) - around, float(corners[:, axis].max()) + around) for axis in (1, 0)
        ]
        self._small_bare = self.shrunk(appearance.bare)
        self._smooth_bare_scene = _smooth(self._scene(self._small_bare))
        self._bare: dict[int, BareSheet] = {}
        self._bare_scaled: dict[int, Floats] = {}

    def _bare_sheet(self, part: int) -> BareSheet:
        if part not in self._bare:
            self._bare[part] = bare_sheet(self.sheet(part, self._small_bare))
        return self._bare[part]

    def _bare_maps(self, part: int) -> Floats:
        """(3, h, w): a part's bare board as the networks see it."""
        if part not in self._bare_scaled:
            lab = self._bare_sheet(part).lab
            self._bare_scaled[part] = np.empty((3, *lab.shape[:2]), np.float32)
            _scale(lab, self._bare_scaled[part])
        return self._bare_scaled[part]

    def prepared(self, image: Image) -> Prepared:
        """A picture (BGR uint8 of the board's shape, in the bare board's light) and its parts."""
        small = self.shrunk(image)
        sheets = tuple(self.sheet(part, small) for part in PARTS)
        return Prepared(image, small, sheets, self._busy)

    def _busy(self, scene: Image) -> Box:
        apart = cv2.absdiff(_smooth(scene), self._smooth_bare_scene)
        differs = brightest(np.asarray(apart, np.uint8)) > BUSY.different
        rows, columns = (
            _span(np.flatnonzero(np.count_nonzero(differs, axis=axis) >= BUSY.pixels), board, side)
            for axis, board, side in zip((1, 0), self._board_in_scene, scene.shape[:2], strict=True)
        )
        return rows, columns

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
        """The whole picture at so many pixels per point width, its last row and column again up to the grid."""
        exact = cv2.resize(small.astype(np.float32), self._in_scene, interpolation=cv2.INTER_AREA)
        scene = cv2.convertScaleAbs(exact)  # of bytes it takes half as long again
        right, below = (side - own for side, own in zip(self.scene_size, self._in_scene, strict=True))
        return np.asarray(cv2.copyMakeBorder(scene, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8)

    def without(self, small: Image, pixel: tuple[float, float], reach: float) -> Image:
        """A shrunk picture with the bare board put over what lies within `reach` point widths of a picture's pixel."""
        shrink = 0.5**self._halvings
        middle = (round(pixel[0] * shrink), round(pixel[1] * shrink))
        radius = round(reach * NET_SCALE / self.scene_scale * shrink)
        rows, columns = (slice(max(0, place - radius), place + radius + 1) for place in middle[::-1])
        covered = small.copy()
        part = covered[rows, columns]
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.circle(mask, (middle[0] - columns.start, middle[1] - rows.start), radius, 1, -1)
        np.copyto(part, self._small_bare[rows, columns], where=mask[..., None] > 0)
        return covered

    def sheet(self, part: int, small: Image) -> Image:
        """One part (0 left leaf, 1 right leaf, 2 ridge, 3 scene) of a shrunk picture, BGR uint8."""
        return self._scene(small) if part == SCENE else self._warp(self._sheets[part], small)

    def maps(self, part: int, small: Image) -> Floats:
        """(MAPS, h, w) channels of one part of a shrunk picture."""
        return self.maps_of(part, self.sheet(part, small))

    def maps_of(self, part: int, picture: Image, where: Box = WHOLE) -> Floats:
        """(MAPS, h, w) channels of what `where` (rows, columns) cuts out of a part's sheet."""
        picture, bare = picture[where], self._bare_sheet(part).part(where)
        lab = to_lab(picture)
        background = bare_log_density(picture, lab, bare)
        bins = lab_bins(lab)
        light, dark = (self._appearance.colours[side].in_bins(bins) for side in (Side.LIGHT, Side.DARK))
        known = cv2.max(cv2.max(light, dark), background)
        maps = np.empty((MAPS, *picture.shape[:2]), np.float32)
        _scale(lab, maps[0:3])
        maps[3:6] = self._bare_maps(part)[:, *where]
        for channel, ratio in enumerate((light - background, dark - background, known + SURELY_KNOWN), 6):
            bounded = np.clip(ratio, -BOUND, BOUND, out=maps[channel])
            bounded /= BOUND
        np.minimum(_difference(lab, bare.lab), MOST_APART, out=maps[9])
        return maps

    def differences(self, part: int, picture: Image, where: Box = WHOLE) -> Floats:
        """(h, w): how far what `where` cuts out of a part's sheet differs from the bare board, in FAR_APART."""
        return _difference(to_lab(picture[where]), self._bare_sheet(part).lab[where])


def farther(radius: float) -> float:
    """How many times as much as usual a row has to show for checkers of that radius to look as usual."""
    return radius / float(np.clip(radius, NARROWEST, WIDEST))


def _span(busy: npt.NDArray[np.intp], board: tuple[float, float], side: int) -> slice:
    """What holds the busy rows (or columns) with their margin, and the board, on the grid and within the scene."""
    low = min([board[0], *busy[:1] - BUSY.margin])
    high = max([board[1], *busy[-1:] + BUSY.margin + 1])
    return slice(max(0, int(low) // GRID * GRID), min(side, -(-int(high) // GRID) * GRID))


def _smooth(scene: Image) -> Image:
    return np.asarray(cv2.blur(scene, (BUSY.smooth, BUSY.smooth)), np.uint8)


def _scale(lab: Floats, into: Floats) -> None:
    """(h, w, 3) Lab to (3, h, w) of about -1 to 1."""
    for channel, of, scale in zip(cv2.split(lab), into, (100, 64, 64), strict=True):
        np.divide(channel, scale, out=of)
    into[0] -= 0.5


def _difference(lab: Floats, bare: Floats) -> Floats:
    """(h, w): how far apart two (h, w, 3) are, in FAR_APART."""
    apart = cv2.subtract(lab, bare)
    square = cv2.transform(cv2.multiply(apart, apart), np.full((1, 3), 1 / FAR_APART**2))
    return np.asarray(cv2.sqrt(square), np.float32)


def _point_width(board: Board) -> float:
    """Pixels of the picture per point width, on average."""
    across = [
        np.array(quad[i]) - np.array(quad[j])
        for quad in (board.corners.left, board.corners.right)
        for i, j in ((1, 0), (2, 3))
    ]
    return float(np.mean(np.linalg.norm(across, axis=1))) / POINTS_PER_ROW

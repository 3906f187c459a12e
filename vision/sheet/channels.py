"""What the network sees of a sheet: the picture and the two colours, and what stays as it is on a board.

That is the empty board and geometry. What is not known is nought, and a channel says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from arbiter.position import Side
from calibration.board import Board
from calibration.colours import ANYTHING, CHROMA_BINS, LIGHTNESS_BINS, Colour, learn_colour, to_lab
from calibration.known_checkers import LEARNED
from calibration.learn import Appearance
from calibration.sheet import Image
from vision.sheet.geometry import HEIGHT, POINT, WIDTH, Floats, SheetView, known_places

CHANNELS, OF_BOARD = 12, 7
"""Of these the first five change with the picture: Lab, and how much more each colour explains a pixel than anything at
all would. The last seven stay: Lab of the empty board, whether there is one, the ruler, the lean across and down."""
NOW, LIGHT, DARK, EMPTY, HAS_EMPTY, RULER, LEANS = 0, 3, 4, 5, 8, 9, 10
BOUND = 6.0
"""Natural logarithm: what one pixel may say for a colour or against it."""
_LEVELS = np.arange(256, dtype=np.float64)
_LIGHTNESS_BIN = (np.minimum(_LEVELS * LIGHTNESS_BINS / 255, LIGHTNESS_BINS - 1)).astype(np.int32) * CHROMA_BINS**2
_CHROMA_BIN = np.clip((_LEVELS - 128 + 100) * (CHROMA_BINS / 200), 0, CHROMA_BINS - 1).astype(np.int32)
"""Of eight-bit Lab, which is twenty times as quick to come to as Lab in floating point: parts of a colour's bin."""


@dataclass(frozen=True, eq=False)
class Known:
    """What calibration adds to the corners. empty: (HEIGHT, WIDTH, 3) uint8 BGR sheet of the bare board, or None;
    colours: light's and dark's, or None."""

    empty: Image | None = None
    colours: tuple[Colour, Colour] | None = None


NOTHING = Known()


def colours_of(start: Image, counts: Sequence[int], view: SheetView) -> tuple[Colour, Colour] | None:
    """Light's and dark's colours from the sheet of a known position; None where too few of its checkers are known.

    The arguments are those of `samples_of`.
    """
    light, dark = samples_of(start, counts, view)
    if min(len(light), len(dark)) < 2 * POINT:
        return None
    return learn_colour(light), learn_colour(dark)


def samples_of(start: Image, counts: Sequence[int], view: SheetView) -> tuple[Floats, Floats]:
    """(n, 3) CIE Lab of what light's and dark's checkers of a known position show; n is 0 where none are known.

    start: (HEIGHT, WIDTH, 3) uint8 BGR sheet; counts: of the 24 strips, dark negative.
    """
    masks = np.zeros((2, HEIGHT, WIDTH), np.uint8)
    radius = max(2, round(LEARNED * (view.numbers.radius or 0) * POINT))
    for part, x, y, sign in known_places(counts, view.numbers, view.leaves[0].length):
        middle = tuple(round(v) for v in view.place(part, x, y))
        cv2.circle(masks[0 if sign > 0 else 1], middle, radius, 1, -1)
    lab = to_lab(start)
    return lab[masks[0] > 0], lab[masks[1] > 0]


def board_channels(view: SheetView, known: Known = NOTHING) -> Floats:
    """(OF_BOARD, HEIGHT, WIDTH) float32: what stays as it is while a board lies there."""
    made = np.zeros((OF_BOARD, HEIGHT, WIDTH), np.float32)
    if known.empty is not None:
        _scaled(_lab(known.empty), made[:3])
        made[3] = 1
    made[4] = view.ruler
    made[5:] = view.leans
    return made


def channels_now(now: Image, known: Known = NOTHING) -> Floats:
    """(EMPTY, HEIGHT, WIDTH) float32: what changes with the picture. now: its sheet, (HEIGHT, WIDTH, 3) uint8 BGR."""
    made = np.empty((EMPTY, HEIGHT, WIDTH), np.float32)
    lab = _lab(now)
    _scaled(lab, made[NOW : NOW + 3])
    if known.colours is None:
        made[LIGHT : DARK + 1] = 0
        return made
    bins = _LIGHTNESS_BIN[lab[..., 0]]
    bins += _CHROMA_BIN[lab[..., 1]] * CHROMA_BINS
    bins += _CHROMA_BIN[lab[..., 2]]
    for channel, colour in zip((LIGHT, DARK), known.colours, strict=True):
        made[channel] = np.clip(colour.in_bins(bins) - ANYTHING, -BOUND, BOUND) / BOUND
    return made


def _lab(sheet: Image) -> Image:
    return np.asarray(cv2.cvtColor(sheet, cv2.COLOR_BGR2LAB), np.uint8)


def _scaled(lab: Image, out: Floats) -> None:
    """Eight-bit Lab, (h, w, 3), to the three channels that the network sees: lightness 0 to 1, a and b from -2 to 2."""
    np.multiply(lab[..., 0], np.float32(1 / 255), out=out[0])
    for channel in (1, 2):
        np.subtract(lab[..., channel], np.float32(128), out=out[channel])
        out[channel] *= np.float32(1 / 64)


def two_by_two(x: Floats) -> Floats:
    """(c, h, w) to (4 c, h / 2, w / 2): each two by two pixels as channels, as pixel_unshuffle of torch has them."""
    c, h, w = x.shape
    pairs = x.reshape(c, h // 2, 2, w // 2, 2).transpose(0, 2, 4, 1, 3)
    return np.ascontiguousarray(pairs.reshape(4 * c, h // 2, w // 2))


def known_of(board: Board, appearance: Appearance, view: SheetView) -> Known:
    """What is known of a calibrated board, as it looks by now. Bare points that were guessed are not shown."""
    empty = view.drawn(appearance.bare) if board.empty is not None else None
    return Known(empty, (appearance.colours[Side.LIGHT], appearance.colours[Side.DARK]))

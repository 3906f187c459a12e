"""How easily a checker is overlooked at a place: how far its colour is from what it lies on, in this board's light.

Of what the networks claim at 0.99 and more as little is wrong on faint places as on plain ones: they doubt more there
(`lab.training.certainty` prints both). But of single checkers on faint ground far more are taken for an empty point,
and whoever weighs what cannot be seen has to know where. The curve is fitted by the same script.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES
from calibration.appearance import Appearance
from calibration.board import Board
from calibration.colours import to_lab
from calibration.leaf import POINTS_PER_ROW
from calibration.measure import core_mask
from calibration.sheet import SCALE, Sheet
from vision.strips import STRIPS_PER_LEAF

Floats = npt.NDArray[np.float64]
CORE = 0.7
"""Of a checker's radius: the part of it that shows its colour alone."""
CHECKERS_MEASURED = 3
"""Places of a row, from the leaf's edge, whose ground is measured."""
FAINT = 10.0
"""CIE Lab distance over which being hard to see falls to a third; the curve was fitted with it."""


@dataclass(frozen=True)
class Fitted:
    """Log-odds that a single checker is overlooked, its point plainly called empty: always + hard · h +
    murky · h · spread / 10, h = exp(-contrast / FAINT), where contrast and spread are those of `Visibility`."""

    always: float
    hard: float
    murky: float


@cache
def fitted() -> Fitted:
    """What ships beside the networks' weights."""
    return Fitted(**json.loads(files("vision").joinpath("weights", "certainty.json").read_text(encoding="utf-8")))


def weights_of(found: Fitted) -> str:
    """The file that `fitted` reads."""
    return json.dumps(asdict(found)) + "\n"


def overlooked(contrast: Floats, spread: Floats, by: Fitted) -> Floats:
    """Probability that a single checker is not seen, for each of these; CIE Lab, shapes that broadcast."""
    hard = np.exp(-contrast / FAINT)
    return np.asarray(1 / (1 + np.exp(-(by.always + by.hard * hard + by.murky * hard * spread / 10))))


@dataclass(frozen=True, eq=False)
class Visibility:
    """How plainly each colour shows on each of the 24 strips: CIE Lab, light and dark.

    contrast: (24, 2) distance of the colour's checkers from the ground, the median of what a row's first checkers
    cover. spread: (2,) median distance of the checkers' own pixels from their colour: grain, gloss, and uneven light.
    """

    contrast: Floats
    spread: Floats


def visibility(board: Board, looks: Appearance) -> Visibility:
    """Measured in the board's start picture, and in what is known of its bare points.

    A colour of which no checker was found has infinite contrast: nothing is known against it.
    """
    sheets = [Sheet(leaf, POINTS_PER_ROW, board.checker.height) for leaf in board.leaves]
    now, bare = ([to_lab(sheet.warp(picture)) for sheet in sheets] for picture in (board.start, looks.bare))
    grounds = [ground for leaf in (0, 1) for ground in _grounds(board, leaf, sheets[leaf], bare[leaf])]
    contrast, spreads = np.full((len(grounds), len(SIDES)), np.inf), np.zeros(len(SIDES))
    for n, side in enumerate(SIDES):
        reach = CORE * board.checker.radius
        masks = [core_mask(sheet, list(looks.placed), leaf, side, reach) for leaf, sheet in enumerate(sheets)]
        shown = np.concatenate([lab[mask] for lab, mask in zip(now, masks, strict=True)])
        if not len(shown):
            continue
        colour = np.median(shown, axis=0)
        spreads[n] = np.median(np.linalg.norm(shown - colour, axis=1))
        contrast[:, n] = [np.median(np.linalg.norm(ground - colour, axis=1)) for ground in grounds]
    return Visibility(contrast, spreads)


def _grounds(board: Board, leaf: int, sheet: Sheet, bare: npt.NDArray[np.float32]) -> list[npt.NDArray[np.float32]]:
    """(n, 3) Lab of what lies under each of a leaf's twelve strips' first checkers."""
    checker, found = board.checker, []
    half, length = CORE * checker.radius * SCALE, CHECKERS_MEASURED * checker.pitch * SCALE
    first = (checker.first - CORE * checker.radius) * SCALE
    for strip in range(STRIPS_PER_LEAF):
        row, column = divmod(strip, POINTS_PER_ROW)
        x, y = sheet.pixel(column + 0.5, board.leaves[leaf].length if row else 0.0)
        near, far = (y - first, y - first - length) if row else (y + first, y + first + length)
        rows = slice(max(0, round(min(near, far))), round(max(near, far)))
        found.append(bare[rows, round(x - half) : round(x + half)].reshape(-1, 3))
    return found


def overlooked_on(board: Board, looks: Appearance) -> tuple[tuple[float, float], ...]:
    """For each of the 24 strips, probability that a single light, or dark, checker is not seen there."""
    seen = visibility(board, looks)
    shares = overlooked(seen.contrast, seen.spread, fitted())
    return tuple((round(float(light), 4), round(float(dark), 4)) for light, dark in shares)

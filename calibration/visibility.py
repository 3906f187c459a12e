"""How well each place of a board can be determined: measured once, in the picture that the board was learned from.

Kept with the board (`Board.visibility`, None in files of earlier versions). A count that a place hardly shows is worth
little against what the moves show: `odds` says what the reader made of the place where it was known what lay there,
`contrast` how far either colour's checkers are from what they would stand on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from arbiter.position import SIDES, Side
from calibration.board import Board, Visibility
from calibration.colours import to_lab
from calibration.known_checkers import SURELY, core_mask
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import Appearance, recall_appearance
from calibration.sheet import SCALE, Sheet


@dataclass(frozen=True)
class VisibilityLimits:
    """How contrast is measured, and from where on people are informed."""

    along: int = 3
    """Places of a row, from the leaf's edge, of which the least distinct one counts."""
    least_contrast: float = 5.0
    """CIE Lab distance below which a checker can hardly be distinguished from what it stands on."""


LIMITS = VisibilityLimits()

LOW_CONTRAST = {
    Side.LIGHT: Message(
        "Light checkers hardly differ from some of the points: more, and more even, light helps; "
        "what cannot be seen is taken from the moves."
    ),
    Side.DARK: Message(
        "Dark checkers hardly differ from some of the points: more, and more even, light helps; "
        "what cannot be seen is taken from the moves."
    ),
}


def least_contrast(colour: npt.NDArray[np.floating], grounds: Sequence[npt.NDArray[np.floating]]) -> float:
    """How far a colour's checkers are from what they would stand on, where that is least: CIE Lab distance.

    colour: (3,) their median; grounds: for each place along a row (n, 3) pixels of the bare board under it, of which
    the median counts. CIE Lab all of them.
    """
    return min(float(np.linalg.norm(colour - np.median(ground, axis=0))) for ground in grounds)


def measured_visibility(board: Board, odds: Sequence[float], appearance: Appearance | None = None) -> Visibility:
    """What `Board.visibility` is to be, measured in the board's start picture and what is known of its bare points.

    odds: (25,), see `Visibility`; appearance: of the board, where it is known already.
    """
    appearance = appearance or recall_appearance(board)
    sheets = [Sheet(leaf, POINTS_PER_ROW, board.checker.height) for leaf in board.leaves]
    shown = [to_lab(sheet.warp(board.start)) for sheet in sheets]
    under = [to_lab(sheet.warp(appearance.bare)) for sheet in sheets]
    core = SURELY * board.checker.radius
    colours = []
    for side in SIDES:
        samples = [
            lab[core_mask(sheet, appearance.placed, leaf, side, core)]
            for leaf, (sheet, lab) in enumerate(zip(sheets, shown, strict=True))
        ]
        colours.append(np.median(np.concatenate(samples), axis=0))
    contrast = []
    for row, column in board.seats.track():
        leaf, inner = divmod(column, POINTS_PER_ROW)
        grounds = []
        for index in range(LIMITS.along):
            y = board.checker.first + index * board.checker.pitch
            y = y if row == "top" else board.leaves[leaf].length - y
            mask = np.zeros(under[leaf].shape[:2], np.uint8)
            x, y = sheets[leaf].pixel(inner + 0.5, y)
            cv2.circle(mask, (round(x), round(y)), round(core * SCALE), 1, -1)
            grounds.append(under[leaf][mask > 0])
        light, dark = (least_contrast(colour, grounds) for colour in colours)
        contrast.append((round(light, 1), round(dark, 1)))
    return Visibility(tuple(round(float(one), 2) for one in odds), tuple(contrast))


def low_contrast(visibility: Visibility | None) -> tuple[str, ...]:
    """A sentence for each colour that can hardly be determined on some points."""
    if visibility is None:
        return ()
    least = [min(pair[index] for pair in visibility.contrast) for index in range(len(SIDES))]
    return tuple(LOW_CONTRAST[side] for side, one in zip(SIDES, least, strict=True) if one < LIMITS.least_contrast)

"""The colours that people see on their board: of both sides' checkers, of the points' two, and of the floor between.

For the page, so that who looks from the table to the tablet finds the same picture. Nothing is read by them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import counts_in_picture
from calibration.measure import MEASURING, core_mask, expected, known_rows
from calibration.rows import strips
from calibration.sheet import MARGIN, SCALE, Image, Sheet

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class BoardColours:
    """Red, green and blue, 0..255 each.

    points: of those where (column + row) is even, and of the others; columns 0..11 from the left, rows 0 (near) and 1
    (far), as the camera sees the board.
    """

    light: Rgb
    dark: Rgb
    points: tuple[Rgb, Rgb]
    floor: Rgb


def board_colours(board: Board) -> BoardColours:
    """Medians of what the board's own pictures show."""
    counts = counts_in_picture(board.position, board.seats)
    left, right = (Sheet(leaf, POINTS_PER_ROW, board.checker.height) for leaf in board.leaves)
    placed = expected(known_rows((left, right), counts), (left, right), board.checker)
    core = MEASURING.surely * board.checker.radius
    tops = [sheet.warp(board.start) for sheet in (left, right)]
    checkers = {
        side: np.concatenate(
            [tops[leaf][core_mask(sheet, placed, leaf, side, core)] for leaf, sheet in enumerate((left, right))]
        )
        for side in SIDES
    }
    points: tuple[list[Image], list[Image]] = ([], [])
    floor = []
    for index, leaf in enumerate(board.leaves):
        sheet = Sheet(leaf, POINTS_PER_ROW, 0.0)
        bare = sheet.warp(board.start if board.empty is None else board.empty)
        for strip in strips(sheet):
            if board.empty is not None or not counts[strip.row][POINTS_PER_ROW * index + strip.column]:
                broad = strip.ys[: len(strip.ys) // 2]  # towards its tip a point shows the floor beside it
                points[(strip.column + (strip.row == "top")) % 2].append(bare[broad, strip.x0 : strip.x1])
        side_to_side = slice(round(MARGIN * SCALE), -round(MARGIN * SCALE))
        floor.append(bare[len(bare) // 2, side_to_side])
    return BoardColours(
        _median([checkers[Side.LIGHT]]),
        _median([checkers[Side.DARK]]),
        (_median(points[0]), _median(points[1])),
        _median(floor),
    )


def _median(samples: list[Image]) -> Rgb:
    """Of BGR pixels, whatever the samples' shapes."""
    pixels: npt.NDArray[np.uint8] = np.concatenate([one.reshape(-1, 3) for one in samples])
    blue, green, red = np.median(pixels, axis=0)
    return round(float(red)), round(float(green)), round(float(blue))

"""The colours that people see on their board: of both sides' checkers, of the points' two, and of the floor between.

For the page, so that who looks from the table to the tablet finds the same picture. Nothing is read by them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from calibration.board import Board
from calibration.known_checkers import SURELY, core_mask, known_checkers
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import counts_in_picture
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
    sheets = [Sheet(leaf, POINTS_PER_ROW, board.checker.height) for leaf in board.leaves]
    placed = known_checkers(board.leaves, counts, board.checker)
    core = SURELY * board.checker.radius
    tops = [sheet.warp(board.start) for sheet in sheets]
    checkers = {
        side: np.concatenate(
            [tops[leaf][core_mask(sheet, placed, leaf, side, core)] for leaf, sheet in enumerate(sheets)]
        )
        for side in SIDES
    }
    points: tuple[list[Image], list[Image]] = ([], [])
    floor = []
    for index, leaf in enumerate(board.leaves):
        sheet = Sheet(leaf, POINTS_PER_ROW, 0.0)
        bare = sheet.warp(board.start if board.empty is None else board.empty)
        for row, column in product(counts, range(POINTS_PER_ROW)):
            if board.empty is not None or not counts[row][POINTS_PER_ROW * index + column]:
                # towards its tip a point shows the floor beside it
                ends = (0.0, leaf.length / 4) if row == "top" else (leaf.length * 3 / 4, leaf.length)
                left, top = sheet.pixel(column + 0.25, ends[0])
                right, bottom = sheet.pixel(column + 0.75, ends[1])
                broad = bare[round(top) : round(bottom), round(left) : round(right)]
                points[(column + (row == "top")) % 2].append(broad)
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

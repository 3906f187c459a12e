"""The bare board under the checkers: from a picture of it, or guessed from the points that are free."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import MARGIN, SCALE, Image, Sheet


def guess_bare(start: Image, leaves: tuple[Leaf, Leaf], counts: Mapping[str, tuple[int, ...]]) -> Image:
    """The start picture (BGR) with every occupied point painted over by a free one of the same row.

    Points alternate in colour, so the nearest free point of the same parity serves, if there is one.
    """
    bare = start.copy()
    for leaf_index, leaf in enumerate(leaves):
        sheet = Sheet(leaf, POINTS_PER_ROW, 0.0)
        flat = sheet.warp(start)
        painted, mask = flat.copy(), np.zeros(flat.shape[:2], np.uint8)
        middle = round((MARGIN + leaf.length / 2) * SCALE)
        for row, top, bottom in (("top", 0, middle), ("bottom", middle, flat.shape[0])):
            row_counts = counts[row][POINTS_PER_ROW * leaf_index : POINTS_PER_ROW * (leaf_index + 1)]
            for column, count in enumerate(row_counts):
                if not count:
                    continue
                donor = _free_point(row_counts, column)
                x, from_x = (round((c + MARGIN - 0.1) * SCALE) for c in (column, donor))
                width = round(1.2 * SCALE)
                painted[top:bottom, x : x + width] = flat[top:bottom, from_x : from_x + width]
                mask[top:bottom, x : x + width] = 255
        size = (start.shape[1], start.shape[0])
        free = cv2.warpPerspective(painted, sheet.from_sheet, size)
        covered = cv2.warpPerspective(mask, sheet.from_sheet, size)
        bare = np.where(covered[..., None] > 127, np.asarray(free, np.uint8), bare)
    return np.asarray(bare, dtype=np.uint8)


def _free_point(counts: tuple[int, ...], column: int) -> int:
    free = [other for other, count in enumerate(counts) if not count]
    same = [other for other in free if (other - column) % 2 == 0]
    return min(same or free or [column], key=lambda other: abs(other - column))

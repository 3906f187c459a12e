"""From the marks of checkers' tops: where the book lies more exactly, and how large its checkers are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.book_shape import FittedBook, SeenCheckers, fit_book
from calibration.known_checkers import FULL_ROW
from calibration.leaf import POINTS_PER_ROW
from vision.score_maps import ScoreMaps
from vision.strips import STRIPS_PER_LEAF


def fitted_to_tops(maps: ScoreMaps, counts: Sequence[int], loose: float) -> FittedBook:
    """The book, in pixels of the picture, that suits the marked tops as far as the corners of the maps allow.

    counts: of the 24 strips, dark negative; rows of which more or fewer checkers are marked say nothing. loose: see
    `fit_book`.
    """
    numbers = maps.view.numbers
    known = [
        (*divmod(strip, STRIPS_PER_LEAF), index, *pixel)
        for strip, (tops, count) in enumerate(zip(maps.tops, counts, strict=True))
        if len(tops) == min(FULL_ROW, abs(count))
        for index, pixel in enumerate(maps.view.to_pixels(tops))
    ]
    leaf, place, index, x, y = np.array(known, np.float64).reshape(-1, 5).T
    column, far = place % POINTS_PER_ROW, place < POINTS_PER_ROW
    seen = SeenCheckers(leaf.astype(np.int64), column, far, index, np.column_stack((x, y)))
    return fit_book(numbers.corners, numbers.size, loose, seen)

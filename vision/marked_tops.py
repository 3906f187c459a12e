"""From the marks of checkers' tops: how large checkers are, and where the book lies more exactly.

With a ruler rows are counted better; corners that were found, or set with a finger, are off by a tenth of a point.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.book_shape import FittedBook, SeenCheckers, fit_book
from calibration.known_checkers import FULL_ROW
from calibration.leaf import POINTS_PER_ROW
from vision.score_maps import ScoreMaps
from vision.sheet.geometry import LEAF_LENGTH, LEFT, MARGIN
from vision.strips import STRIPS_PER_LEAF

Sizes = tuple[float, float]
"""A checker's radius, and the middle of a row's first one from the leaf's edge, in point widths."""
FEWEST = 4
"""Pairs of neighbours in rows that a checker's size is measured from, at the least."""
NEIGHBOURS = (0.6, 1.25)
"""Point widths from a checker's middle to the next one's, at the least and at the most: else one between them has not
been marked, or one twice."""


def measured(maps: ScoreMaps) -> Sizes | None:
    """What most rows agree on; None where too few checkers lie next to each other.

    Of photographs of 60 own boards (seeds 3,900,000 on) 41 of 64 are read whole with it, 40 without; of boards of any
    proportions (3,910,000 on) 21 of 65, 19 without.
    """
    length = maps.view.leaf_of(LEFT).length
    rows = []
    for strip, tops in enumerate(maps.tops):
        along = tops[:, 1] + 0.5 - MARGIN
        along = along if strip % STRIPS_PER_LEAF < POINTS_PER_ROW else LEAF_LENGTH - along
        rows += [along * length / LEAF_LENGTH] if len(along) else []
    gaps = np.concatenate([np.diff(row) for row in rows] or [np.zeros(0)])
    gaps = gaps[(gaps > NEIGHBOURS[0]) & (gaps < NEIGHBOURS[1])]
    if len(gaps) < FEWEST:
        return None
    return float(np.median(gaps)) / 2, float(np.median([row[0] for row in rows]))


def fitted_to_tops(maps: ScoreMaps, counts: Sequence[int], loose: float) -> FittedBook:
    """The book, in pixels of the picture, that suits the marked tops as far as the corners of the maps allow.

    counts: of the 24 strips; rows of which more or fewer checkers are marked say nothing. loose: see `fit_book`.
    Corners that were found on 75 own pictures (seeds 3,900,000 on) are off by 0.114 points on average, then by 0.100.
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

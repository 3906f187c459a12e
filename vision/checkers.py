"""Checkers on the points by colour alone: what separates mixtures.

Each pixel of a rectified leaf is asked which of three things explains its colour best: a light checker, a
dark one, or the bare board (shadow allowed). A checker's evidence is the mean under its top face; a point's
is that of the best row of checkers from the leaf's edge inwards, for each number of light and dark ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from calibration.board import Board, CheckerSize
from calibration.colours import bare_log_density, bare_sheet, lab_bins, to_lab
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import Appearance
from calibration.measure import MEASURING
from calibration.rows import FULL_ROW, disc_means, first_checker, further_checker, strips
from calibration.sheet import MARGIN, SCALE, Image, Sheet
from vision.sheet.channels import BOUND

Floats = npt.NDArray[np.float32]
SURROUNDINGS = 6
"""Pixels around a strip of a leaf's sheet that its scores depend on."""


class ColourRows:
    """Finds rows of checkers on one board's leaves by colour alone, at the sheets' full resolution."""

    def __init__(self, board: Board, appearance: Appearance) -> None:
        self._checker, self._colours = board.checker, appearance.colours
        self._sheets = [Sheet(leaf, POINTS_PER_ROW, board.checker.height) for leaf in board.leaves]
        self._bare = [bare_sheet(sheet.warp(appearance.bare)) for sheet in self._sheets]
        self._strips = [list(strips(sheet)) for sheet in self._sheets]

    def best(self, image: Image, places: Sequence[int]) -> list[dict[tuple[int, int], float]]:
        """For each place asked for: (light, dark) -> the best row's log-likelihood ratio, mixed ones too.

        image: BGR uint8 in the bare board's light. places: indices among the 24 strips, the left leaf's first.
        """
        profiles: dict[Side, list[Floats]] = {side: [] for side in SIDES}
        for leaf, strips_ in enumerate(self._strips):
            asked = [strips_[place - 12 * leaf] for place in places if place // 12 == leaf]
            scores = self._scores(leaf, image, sorted({strip.column for strip in asked}))
            for side, found in profiles.items():
                found += [strip.profile(scores[side])[0] for strip in asked]
        totals = best_rows(_stacked(profiles), self._checker, SCALE)
        return [{counts: float(values[n]) for counts, values in totals.items()} for n in range(len(places))]

    def likelier(self, leaf: int, image: Image) -> Floats:
        """(h, w) of a leaf's sheet: how much likelier each pixel is on a checker of either colour than on the bare
        board, as natural logarithm. image: as in `best`."""
        picture = self._sheets[leaf].warp(image)
        lab = to_lab(picture)
        bins = lab_bins(lab)
        known = np.maximum(*(self._colours[side].in_bins(bins) for side in SIDES))
        return np.clip(known - bare_log_density(picture, lab, self._bare[leaf]), -BOUND, BOUND)

    def _scores(self, leaf: int, image: Image, columns: Sequence[int]) -> dict[Side, Floats]:
        """Per side how well a checker's top face centred at each pixel of the sheet fits, at these columns' strips."""
        sheet = self._sheets[leaf].warp(image)
        scores = {side: np.zeros(sheet.shape[:2], np.float32) for side in SIDES}
        radius = MEASURING.face * self._checker.radius * SCALE
        reach = round(0.5 * SCALE) + SURROUNDINGS
        for first, last in _runs(columns):
            x0, x1 = (round((MARGIN + column + 0.5) * SCALE) for column in (first, last))
            where = (slice(None), slice(max(0, x0 - reach - SCALE // 4), x1 + reach + SCALE // 4))
            picture = sheet[where]
            lab = to_lab(picture)
            background = bare_log_density(picture, lab, self._bare[leaf].part(where))
            bins = lab_bins(lab)
            for side in SIDES:
                ratio = np.clip(self._colours[side].in_bins(bins) - background, -MEASURING.cap, MEASURING.cap)
                scores[side][where] = disc_means(ratio, radius)
        return scores


def _stacked(profiles: Mapping[Side, Sequence[Floats]]) -> dict[Side, Floats]:
    """Per side (points, rows): each strip's profile, cut to the shortest."""
    rows = min(len(profile) for profile in profiles[Side.LIGHT])
    return {side: np.stack([profile[:rows] for profile in profiles[side]]).astype(np.float32) for side in SIDES}


def best_rows(profiles: Mapping[Side, Floats], checker: CheckerSize, scale: int) -> dict[tuple[int, int], Floats]:
    """For each (light, dark) the best row's log-likelihood ratio against an empty point, for each of n points.

    profiles: per side (n, rows) mean log-ratios.
    """
    said = {side: MEASURING.row_weight * profiles[side] for side in SIDES}
    n = len(said[Side.LIGHT])
    ends: dict[tuple[int, int], Floats] = {}
    best: dict[tuple[int, int], Floats] = {(0, 0): np.zeros(n, np.float32)}
    for total in range(1, FULL_ROW + 1):
        for light in range(total + 1):
            dark = total - light
            ways = []
            for side, before in ((Side.LIGHT, (light - 1, dark)), (Side.DARK, (light, dark - 1))):
                if min(before) < 0:
                    continue
                if total == 1:
                    ways.append(first_checker(said[side], checker, scale))
                elif before in ends:
                    ways.append(further_checker(ends[before], said[side], checker, scale))
            ends[light, dark] = np.maximum.reduce(ways)
            best[light, dark] = ends[light, dark].max(axis=1)
    return best


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of neighbouring numbers; these are sorted."""
    for n, number in enumerate(numbers):
        if n == 0 or numbers[n - 1] != number - 1:
            first = number
        if n + 1 == len(numbers) or numbers[n + 1] != number + 1:
            yield first, number

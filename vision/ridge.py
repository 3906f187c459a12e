"""Checkers on the ridge: anywhere along it, side by side, a little to either side of its middle."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from calibration.board import CheckerSize
from calibration.rows import NEVER
from calibration.sheet import MARGIN, SCALE, Sheet
from vision.checkers import CHECKER_WEIGHT

Floats = npt.NDArray[np.float32]
MOST_ON_BAR = 4
"""More of one side on the bar at once is scored like this many: the ridge hardly holds more."""
RIDGE_DOUBT = 0.35
"""The ridge is no rectified plane: a checker there must look the part a little more."""


def ridge_profiles(sheet: Sheet, scores: Mapping[Side, Floats]) -> dict[Side, Floats]:
    """Per side the best score across the ridge for each row of its sheet."""
    middle = round((MARGIN + sheet.width / 2) * SCALE)
    aside = round(max(0.45, 0.42 * sheet.width) * SCALE)
    rows = slice(round((MARGIN + 0.3) * SCALE), round((MARGIN + sheet.leaf.length - 0.3) * SCALE))
    return {side: scores[side][rows, middle - aside : middle + aside].max(axis=1) for side in SIDES}


def ridge_scores(profiles: Mapping[Side, Floats], checker: CheckerSize) -> tuple[tuple[int, int, float], ...]:
    """(light, dark, log-likelihood ratio against an empty ridge), best first."""
    said = {side: CHECKER_WEIGHT * (profiles[side] - RIDGE_DOUBT) for side in SIDES}
    apart = int(0.9 * checker.pitch * SCALE)
    ends: dict[tuple[int, int], Floats] = {}
    scores = {(0, 0): 0.0}
    for total in range(1, MOST_ON_BAR + 1):
        for light in range(total + 1):
            dark = total - light
            ways = []
            for side, before in ((Side.LIGHT, (light - 1, dark)), (Side.DARK, (light, dark - 1))):
                if total == 1 and min(before) == 0:
                    ways.append(said[side])
                elif before in ends:
                    reached = np.full_like(said[side], NEVER)
                    reached[apart:] = np.maximum.accumulate(ends[before])[:-apart]
                    ways.append(reached + said[side])
            ends[light, dark] = np.maximum.reduce(ways)
            scores[light, dark] = float(ends[light, dark].max())
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return tuple((light, dark, round(score, 3)) for (light, dark), score in ordered if score > NEVER / 2)

"""Checkers on the points by colour alone: the classical way, and what tells mixtures apart.

Each pixel of a rectified leaf is asked which of three things explains its colour best: a light checker, a
dark one, or the bare board (shadow allowed). A checker's evidence is the mean under its top face; a point's
is that of the best row of checkers from the leaf's edge inwards, for each number of light and dark ones.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from calibration.board import CheckerSize
from calibration.rows import Strip, first_checker, next_checker

Floats = npt.NDArray[np.float32]

LONGEST_ROW = 6
CHECKER_WEIGHT = 9.0
"""How many independent looks at a checker's colour one top face is worth."""
COUNTER_EVIDENCE = 0.0
"""Mean log-ratio below which a top face rather speaks for the bare board."""
MIXED_PRICE = 4.0
"""Both colours on one point happens in illegal plays only."""


def stacked_profiles(strips_: list[Strip], scores: Mapping[Side, Floats]) -> dict[Side, Floats]:
    """Per side (points, rows): each strip's profile, cut to the shortest."""
    rows = min(len(strip.ys) for strip in strips_)
    return {
        side: np.stack([strip.profile(scores[side])[0][:rows] for strip in strips_]).astype(np.float32)
        for side in SIDES
    }


def best_rows(profiles: Mapping[Side, Floats], checker: CheckerSize, scale: int) -> dict[tuple[int, int], Floats]:
    """For each (light, dark) the best row's log-likelihood ratio against an empty point, for each of n points.

    profiles: per side (n, rows) mean log-ratios.
    """
    said = {side: CHECKER_WEIGHT * (profiles[side] - COUNTER_EVIDENCE) for side in SIDES}
    n = len(said[Side.LIGHT])
    ends: dict[tuple[int, int], Floats] = {}
    best: dict[tuple[int, int], Floats] = {(0, 0): np.zeros(n, np.float32)}
    for total in range(1, LONGEST_ROW + 1):
        for light in range(total + 1):
            dark = total - light
            ways = []
            for side, before in ((Side.LIGHT, (light - 1, dark)), (Side.DARK, (light, dark - 1))):
                if min(before) < 0:
                    continue
                if total == 1:
                    ways.append(first_checker(said[side], checker, scale))
                elif before in ends:
                    ways.append(next_checker(ends[before], said[side], checker, scale)[0])
            ends[light, dark] = np.maximum.reduce(ways)
            price = MIXED_PRICE if light and dark else 0.0
            best[light, dark] = ends[light, dark].max(axis=1) - price
    return best

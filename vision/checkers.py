"""Checkers on the points: from a picture to the log-likelihood of every count on every point.

Each pixel of a rectified leaf is asked which of three things explains its colour best: a light checker, a
dark one, or the bare board (shadow allowed). A checker's evidence is the mean under its top face; a point's
is that of the best row of checkers from the leaf's edge inwards, for each number of light and dark ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.position import CHECKERS, SIDES, Side
from calibration.board import CheckerSize
from calibration.rows import NEVER, Strip, first_checker, next_checker
from calibration.sheet import SCALE

Floats = npt.NDArray[np.float32]

LONGEST_ROW = 6
CHECKER_WEIGHT = 9.0
"""How many independent looks at a checker's colour one top face is worth."""
COUNTER_EVIDENCE = 0.25
"""Mean log-ratio below which a top face rather speaks for the bare board."""
MIXED_PRICE = 4.0
"""Both colours on one point happens in illegal plays only."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Best totals of rows on every point. totals: (light, dark) -> (24,) log-likelihood ratios against an empty point."""

    totals: Mapping[tuple[int, int], Floats]


def stacked_profiles(strips_: list[Strip], scores: Mapping[Side, Floats]) -> dict[Side, Floats]:
    """Per side (points, rows): each strip's profile, cut to the shortest."""
    rows = min(len(strip.ys) for strip in strips_)
    return {
        side: np.stack([strip.profile(scores[side])[0][:rows] for strip in strips_]).astype(np.float32)
        for side in SIDES
    }


def best_rows(profiles: Mapping[Side, Floats], checker: CheckerSize) -> dict[tuple[int, int], Floats]:
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
                    ways.append(first_checker(said[side], checker))
                elif before in ends:
                    ways.append(next_checker(ends[before], said[side], checker)[0])
            ends[light, dark] = np.maximum.reduce(ways)
            price = MIXED_PRICE if light and dark else 0.0
            best[light, dark] = ends[light, dark].max(axis=1) - price
    return best


def with_stacks(row_totals: Mapping[tuple[int, int], float], fits: int) -> tuple[tuple[int, int, float], ...]:
    """Scores of every count up to fifteen of one point, best first.

    A row holds at most `fits` checkers of one colour; further ones lie on top of it, which the row itself
    cannot tell: they score like the full row, a little less the higher they are.
    """
    scores = {counts: float(total) for counts, total in row_totals.items() if total > NEVER / 2}
    for stack in ((1, 0), (0, 1)):
        full = scores.get((stack[0] * fits, stack[1] * fits), NEVER)
        for count in range(fits + 1, CHECKERS + 1):
            key = (stack[0] * count, stack[1] * count)
            scores[key] = max(scores.get(key, NEVER), full - 0.7 - 0.15 * (count - fits))
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return tuple((light, dark, round(score, 3)) for (light, dark), score in ordered if score > NEVER / 2)


def row_capacity(checker: CheckerSize, length: float) -> int:
    """How many checkers lie in a row before people begin to stack: five, or fewer on a short leaf."""
    return max(3, min(5, int((0.56 * length - checker.first) / checker.pitch) + 1))


def rows_in_strip(length: float) -> int:
    return round(0.46 * length * SCALE)

"""Whether dice are as even as dice are: a Monte Carlo test of faces and doubles together.

The measure of unevenness of n rolls is Pearson's chi-squared of the six faces (2n dice) plus that of doubles (n rolls,
one in six). A fair pair throws each of the 36 outcomes equally often; of FAIR_PAIRS such pairs, thrown n times each by
a random generator with a fixed seed, the share counts that comes out at least as uneven. The share is Barnard's Monte
Carlo p-value, (1 + those at least as uneven) / (1 + FAIR_PAIRS): a fair pair falls below any level no more often than
the level says, for every n, which the tables of chi-squared promise for large n alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from bookgammon.plugins.players.facts import RollCount

FEWEST_ROLLS = 200
"""Below so many rolls no verdict is given: only dice that anybody would notice differ enough from fair ones."""
FAIR_PAIRS = 3_999
UNEVEN, DOUBTFUL = 0.01, 0.05
"""Shares of fair pairs that look at least as uneven, below which dice are called uneven, or in doubt.

So one fair pair in a hundred is called uneven. In 1,000 pairs of 500 rolls (`python -m lab.campaigns.fairness_power`)
that
finds the measured share of pairs with a face 1.25 times as likely that README.md names.
"""
_SEED = 19970101
_BATCH = 1_000
"""Fair pairs that are thrown at once, so that memory stays flat."""

Verdict = Literal["too few", "even", "in doubt", "uneven"]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Fairness:
    """share: of fair pairs that look at least as uneven after so many rolls, 0 to 1; None below FEWEST_ROLLS."""

    rolls: int
    share: float | None

    @property
    def verdict(self) -> Verdict:
        if self.share is None:
            return "too few"
        if self.share <= UNEVEN:
            return "uneven"
        return "in doubt" if self.share <= DOUBTFUL else "even"


@lru_cache(maxsize=256)
def fairness_of(count: RollCount) -> Fairness:
    """The test of these rolls; the same rolls always come to the same."""
    if count.rolls < FEWEST_ROLLS:
        return Fairness(count.rolls, None)
    found = unevenness(np.array([count.faces]), np.array([count.doubles]))[0]
    generator = np.random.default_rng(_SEED)
    as_uneven = 0
    for begin in range(0, FAIR_PAIRS, _BATCH):
        fair = unevenness(*fair_pairs(generator, count.rolls, min(_BATCH, FAIR_PAIRS - begin)))
        as_uneven += int(np.count_nonzero(fair >= found - _ROUNDING))
    return Fairness(count.rolls, (1 + as_uneven) / (1 + FAIR_PAIRS))


_ROUNDING = 1e-9
"""Equal counts may differ by this much in the sum of squares."""


def unevenness(faces: Counts, doubles: Counts) -> npt.NDArray[np.float64]:
    """faces: (pairs, 6), how often each lay up; doubles: (pairs,). Returns (pairs,): 0 for perfectly even ones."""
    dice = faces.sum(axis=1)
    rolls = dice / 2
    of_faces = ((faces - dice[:, None] / 6) ** 2).sum(axis=1) / (dice / 6)
    of_doubles = (doubles - rolls / 6) ** 2 / (rolls * 5 / 36)
    return np.asarray(of_faces + of_doubles, np.float64)


def fair_pairs(generator: np.random.Generator, rolls: int, pairs: int) -> tuple[Counts, Counts]:
    """So many fair pairs, thrown so often each: faces (pairs, 6) and doubles (pairs,)."""
    thrown = generator.multinomial(rolls, np.full(36, 1 / 36), size=pairs).reshape(pairs, 6, 6)
    return thrown.sum(axis=2) + thrown.sum(axis=1), np.trace(thrown, axis1=1, axis2=2)

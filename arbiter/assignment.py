"""What may lie on a board whose 25 places are each seen for themselves: the best counts for each number of checkers.

How deep a stack is can hardly be seen, but a side has fifteen checkers (R3). So the best counts are found for every
number of checkers in sight, and whoever asks weighs that number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

Count = tuple[int, int]
"""(light, dark) checkers on one place, or on several together."""
Assignment = tuple[float, tuple[Count, ...]]
"""The sum of the scores, and the counts, place by place."""


def best_assignments(
    places: Iterable[Sequence[tuple[Count, float]]], *, most: float = inf, reach: float = inf
) -> dict[Count, Assignment]:
    """For every total of checkers the best assignment that comes to it; none where no total is allowed.

    places: of each, what it may hold, with a score (in natural logarithms). most: of either side's checkers.
    reach: what is further behind the best one after any of the places is not followed.
    """
    best: dict[Count, Assignment] = {(0, 0): (0.0, ())}
    for options in places:
        hopeless = max((score for score, _ in best.values()), default=0.0) - reach
        further: dict[Count, Assignment] = {}
        for (light, dark), (before, chosen) in best.items():
            for count, gain in options if before >= hopeless else ():
                total, score = (light + count[0], dark + count[1]), before + gain
                if total[0] > most or total[1] > most:
                    continue
                known = further.get(total)
                if known is None or known[0] < score:
                    further[total] = (score, (*chosen, count))
        best = further
    return best

"""Checkers that hardly differ from what they lie on: what the look of such a place is worth.

How far each colour is from the ground of each point is measured when the board is learned (`Evidence.contrast`). Where
that is little, a lone checker may look like none, and a row longer or shorter than it is. So a count that such a place
does not look like may lie there all the same, at the cost of being misread so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arbiter.assignment import Count
from arbiter.referee.priors import FAINT, HARDLY_FAINT, OVERLOOKED, ROW_MISREAD

Costs = tuple[float | None, float | None]
"""How much more than on the faintest ground it costs that light's and dark's checkers are misread, in nats; None where
they are plainly seen."""
LONE, TALL = 2, 3
"""So many checkers and less may be overlooked; a row of so many and more may look longer or shorter than it is."""
MISCOUNTED = 2
"""By so many at most."""


def faint_costs(contrast: Sequence[tuple[float, float]]) -> tuple[Costs, ...]:
    """For every place: points 1 to 24 and the ridge, of which nothing is known. contrast: as in `Evidence`."""
    return _costs(tuple(contrast)) if contrast else ()


@lru_cache(maxsize=4)
def _costs(contrast: tuple[tuple[float, float], ...]) -> tuple[Costs, ...]:
    return (*((_cost(light), _cost(dark)) for light, dark in contrast), (None, None))


def _cost(contrast: float) -> float | None:
    if contrast >= HARDLY_FAINT:
        return None
    return max(0.0, contrast - FAINT) * OVERLOOKED / (HARDLY_FAINT - FAINT)


def misread_costs(count: Count, costs: Costs) -> dict[Count, float]:
    """What `count` may look like instead, each with its cost in nats."""
    found: dict[Count, float] = {}
    for side, more in enumerate(costs):
        number, other = count[side], count[1 - side]
        if more is None or not number or other:
            continue
        likes: dict[int, float] = {}
        if number <= LONE:
            likes[0] = OVERLOOKED + more
        if number >= TALL:
            steps = range(number - MISCOUNTED, number + MISCOUNTED + 1)
            likes |= {like: ROW_MISREAD + more for like in steps if like >= TALL and like != number}
        found |= {((like, 0) if side == 0 else (0, like)): cost for like, cost in likes.items()}
    return found


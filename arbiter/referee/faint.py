"""Checkers that hardly differ from what they lie on: what the look of such a place is worth.

How far each colour is from the ground of each point is measured when the board is learned (`Evidence.contrast`). Where
that is little, one or two checkers may look like none; that an empty point looks like more than that does not happen. A
colour that is faint anywhere melts into one shape where many lie in a row: such a row may look longer or shorter than
it is, on any ground. So a count that a place does not look like may lie there all the same, at the cost of being
misread so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

from arbiter.assignment import Count
from arbiter.referee import priors

MAY_BE_OVERLOOKED = 2
"""So many checkers of a point and less may look like none."""
TALL, MISCOUNTED = 4, 2
"""A row of so many and more may look like so many more or less."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What it costs (nats) that a colour is misread on a place. None: it is not.

    overlooked: it looks like none; miscounted: of a tall row; one_fewer: of the bar, where each lies by itself.
    """

    overlooked: float | None = None
    miscounted: float | None = None
    one_fewer: float | None = None

    def looks(self, number: int) -> dict[int, float]:
        """What so many checkers may look like instead, each with its cost."""
        found: dict[int, float] = {}
        if self.overlooked is not None and 1 <= number <= MAY_BE_OVERLOOKED:
            found[0] = self.overlooked
        if self.miscounted is not None and number >= TALL:
            like = range(max(TALL - 1, number - MISCOUNTED), number + MISCOUNTED + 1)
            found |= {other: self.miscounted for other in like if other != number}
        if self.one_fewer is not None and number:
            found[number - 1] = self.one_fewer
        return found

    def parts(self, one: int, other: int) -> bool:
        """Whether the place's look surely distinguishes these numbers of checkers."""
        return not ({one, *self.looks(one)} & {other, *self.looks(other)})


ON_BAR = Doubt(one_fewer=priors.OVERLOOKED_ON_BAR)
Doubts = tuple[Doubt, Doubt]
"""Of light's and of dark's checkers on one place."""
PLAIN: Doubts = (Doubt(), Doubt())


def doubts_of(contrast: Sequence[tuple[float, float]]) -> tuple[Doubts, ...]:
    """For every place: points 1 to 24 and the ridge; empty where no checkers are faint.

    The ridge is not measured: on boards with faint checkers any of them may be overlooked there.
    contrast: as in `Evidence`.
    """
    return _doubts(tuple(contrast)) if contrast else ()


@lru_cache(maxsize=4)
def _doubts(contrast: tuple[tuple[float, float], ...]) -> tuple[Doubts, ...]:
    faint = [min(place[side] for place in contrast) < priors.FAINT for side in (0, 1)]
    if not any(faint):
        return ()
    light, dark = (priors.ROW_MISREAD if one else None for one in faint)
    points = [(Doubt(_overlooked(one), light), Doubt(_overlooked(two), dark)) for one, two in contrast]
    return (*points, (ON_BAR, ON_BAR))


def _overlooked(contrast: float) -> float | None:
    at_none, per_lab = priors.OVERLOOKED
    return log(1 + exp(at_none + per_lab * contrast)) if contrast < priors.FAINT else None


def misread(count: Count, doubts: Doubts) -> dict[Count, float]:
    """What (light, dark) checkers may look like instead, each with its cost in nats; on points two colours are seen."""
    light, dark = count
    if ON_BAR in doubts:
        fewer = {(like, dark): cost for like, cost in doubts[0].looks(light).items()}
        return fewer | {(light, like): cost for like, cost in doubts[1].looks(dark).items()}
    if not dark:
        return {(like, 0): cost for like, cost in doubts[0].looks(light).items()}
    return {(0, like): cost for like, cost in doubts[1].looks(dark).items()} if not light else {}

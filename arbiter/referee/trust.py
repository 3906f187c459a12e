"""How far the faces read from a set of dice can be trusted: a table of confusions, learned as plays settle rolls.

A die that looks sure is not a die that is right. Most sets are read well. Where lens, light or the dice themselves
mislead the camera, some faces of a set look like another one, always the same, in about half of the throws. What is
unknown (whether the camera is misled, which sets and which of their faces) is weighed by what plays have settled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import exp, log, prod
from operator import mul

from arbiter.plays import Dice
from arbiter.position import Side
from arbiter.referee.priors import (
    CONFUSED_FACES,
    CONFUSED_SETS,
    DICE_AGAINST_BOARD,
    MISLED,
    MISREAD,
    TAKEN_FOR_ANOTHER,
)

FACES = range(6)
Owner = Side | None
Reading = tuple[Owner, int, int]
"""(whose set, face shown, face that it looked like), faces 1 to 6."""
Row = list[float]
"""Of each of the six faces: how often one looks like it, or what the looks at a die say of it."""
Way = tuple[float, Row]
"""One way in which a face may look: how likely that way is, and how often the face then looks like each of the six."""


@dataclass(frozen=True, slots=True)
class Trust:
    """seen: how often each reading was settled by a play."""

    seen: dict[Reading, int] = field(default_factory=dict)
    _beliefs: dict[Owner, _Belief] = field(default_factory=dict, compare=False, repr=False)

    def faces(self, owner: Owner, looked: Row) -> Row:
        """Log-likelihood of each face 1..6 of a die of that set, up to 0. looked: what its looks say of each face."""
        belief = self._belief(owner)
        heard = belief.heard(looked)
        return [log(belief.clear * ways[0] + belief.confused * mean) for ways, mean in heard]

    def pairs(self, owners: tuple[Owner, Owner], looked: tuple[Row, Row]) -> dict[Dice, float]:
        """The same of two dice at once. Where a face of their set is confused, it is for both of them."""
        if owners[0] is not owners[1]:
            one, two = (self.faces(owner, looks) for owner, looks in zip(owners, looked, strict=True))
            return {(a + 1, b + 1): one[a] + two[b] for a, b in product(FACES, repeat=2)}
        belief = self._belief(owners[0])
        first, second = (belief.heard(looks) for looks in looked)
        found = {}
        for a, b in product(FACES, repeat=2):
            (one_ways, one_mean), (two_ways, two_mean) = first[a], second[b]
            alike = zip(belief.ways[a], one_ways, two_ways, strict=True)
            confused = sum(w * one * two for (w, _), one, two in alike) if a == b else one_mean * two_mean
            found[a + 1, b + 1] = log(belief.clear * one_ways[0] * two_ways[0] + belief.confused * confused)
        return found

    def learned(self, readings: Iterable[Reading]) -> Trust:
        """After some more dice whose faces the play has settled."""
        seen = dict(self.seen)
        for reading in readings:
            seen[reading] = seen.get(reading, 0) + 1
        return Trust(seen)

    @property
    def misread(self) -> int:
        """Dice that were taken for another face."""
        return sum(count for (_, shown, looked), count in self.seen.items() if shown != looked)

    def _belief(self, owner: Owner) -> _Belief:
        if owner not in self._beliefs:
            owners = {owner, *(whose for whose, _, _ in self.seen)}
            odds = {whose: prod(against for against, _ in self._confusions(whose)) for whose in owners}
            clear, misled = (prod(1 - rare + rare * odds[whose] for whose in owners) for rare in CONFUSED_SETS)
            share = MISLED * misled / (MISLED * misled + (1 - MISLED) * clear)
            confused = sum(
                weight * rare * odds[owner] / (1 - rare + rare * odds[owner])
                for weight, rare in zip((1 - share, share), CONFUSED_SETS, strict=True)
            )
            self._beliefs[owner] = _Belief(confused, tuple(ways for _, ways in self._confusions(owner)))
        return self._beliefs[owner]

    def _confusions(self, owner: Owner) -> list[tuple[float, tuple[Way, ...]]]:
        return [
            _confusion(shown, tuple(self.seen.get((owner, shown + 1, looked + 1), 0) for looked in FACES))
            for shown in FACES
        ]


@dataclass(frozen=True, slots=True)
class _Belief:
    """What is thought of one set. confused: how likely some of its faces are taken for others; ways: how each face then
    looks, as it usually does first."""

    confused: float
    ways: tuple[tuple[Way, ...], ...]

    @property
    def clear(self) -> float:
        return 1 - self.confused

    def heard(self, looked: Row) -> list[tuple[Row, float]]:
        """How likely each face 1..6 would look so, in each of its ways, and in the mean of them."""
        top = max(looked)
        likes = [exp(DICE_AGAINST_BOARD * (value - top)) for value in looked]
        each = [[sum(map(mul, row, likes)) for _, row in ways] for ways in self.ways]
        return [
            (a, sum(w * b for (w, _), b in zip(ways, a, strict=True))) for ways, a in zip(self.ways, each, strict=True)
        ]


def _usual(shown: int) -> Row:
    return [1 - MISREAD if looked == shown else MISREAD / 5 for looked in FACES]


@lru_cache(maxsize=512)
def _confusion(shown: int, seen: tuple[int, ...]) -> tuple[float, tuple[Way, ...]]:
    """How much likelier a face of a confused set is to have looked so than one read well; and how it will look.

    seen: how often it looked like each of the six.
    """
    usual = _usual(shown)
    ways = [(1 - CONFUSED_FACES, usual)]
    for other in FACES:
        if other != shown:
            row = [(1 - TAKEN_FOR_ANOTHER) * often for often in usual]
            row[other] += TAKEN_FOR_ANOTHER
            against = prod((a / b) ** count for a, b, count in zip(row, usual, seen, strict=True))
            ways.append((CONFUSED_FACES / 5 * against, row))
    total = sum(weight for weight, _ in ways)
    return total, tuple((weight / total, row) for weight, row in ways)

"""How far the faces read from a set of dice can be trusted: a table of confusions, learned as plays settle rolls.

A die that looks sure is not a die that is right. Most sets are read well. Where lens, light or the dice themselves
mislead the camera, some faces of a set look like another one, always the same, in about half of the throws. What is
unknown (whether the camera is misled, which sets and which of their faces) is weighed by what plays have settled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log, prod

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
"""How often a face looks like each of the six."""


@dataclass(frozen=True, slots=True)
class Trust:
    """seen: how often each reading was settled by a play."""

    seen: dict[Reading, int] = field(default_factory=dict)
    _tables: dict[Owner, list[Row]] = field(default_factory=dict, compare=False, repr=False)

    def faces(self, owner: Owner, looked: list[float]) -> list[float]:
        """Log-likelihood of each face 1..6 of a die of that set, up to 0. looked: what its looks say of each face."""
        if owner not in self._tables:
            self._tables[owner] = self._table(owner)
        top = max(looked)
        likes = [exp(DICE_AGAINST_BOARD * (value - top)) for value in looked]
        return [log(sum(p * like for p, like in zip(row, likes, strict=True))) for row in self._tables[owner]]

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

    def _table(self, owner: Owner) -> list[Row]:
        """For each face shown, how often it looks like each of the six."""
        owners = {owner, *(whose for whose, _, _ in self.seen)}
        odds = {whose: self._odds(whose) for whose in owners}
        clear, misled = (prod(1 - rare + rare * odds[whose] for whose in owners) for rare in CONFUSED_SETS)
        share = MISLED * misled / (MISLED * misled + (1 - MISLED) * clear)
        bad = sum(
            weight * rare * odds[owner] / (1 - rare + rare * odds[owner])
            for weight, rare in zip((1 - share, share), CONFUSED_SETS, strict=True)
        )
        table = []
        for shown in FACES:
            _, confused = _of_confused_set(shown, self._looks_of(owner, shown))
            table.append([bad * p + (1 - bad) * q for p, q in zip(confused, _usual(shown), strict=True)])
        return table

    def _odds(self, owner: Owner) -> float:
        """How much likelier what was seen of this set is where it is confused than where it is not."""
        return prod(_of_confused_set(shown, self._looks_of(owner, shown))[0] for shown in FACES)

    def _looks_of(self, owner: Owner, shown: int) -> tuple[int, ...]:
        return tuple(self.seen.get((owner, shown + 1, looked + 1), 0) for looked in FACES)


def _usual(shown: int) -> Row:
    return [1 - MISREAD if looked == shown else MISREAD / 5 for looked in FACES]


@lru_cache(maxsize=512)
def _of_confused_set(shown: int, seen: tuple[int, ...]) -> tuple[float, Row]:
    """The likelihood of what was seen of one face, against that of a face read well; and what it will look like."""
    usual = _usual(shown)
    weights, rows = [1 - CONFUSED_FACES], [usual]
    for other in FACES:
        if other != shown:
            row = [(1 - TAKEN_FOR_ANOTHER) * often for often in usual]
            row[other] += TAKEN_FOR_ANOTHER
            against = prod((a / b) ** count for a, b, count in zip(row, usual, seen, strict=True))
            weights.append(CONFUSED_FACES / 5 * against)
            rows.append(row)
    total = sum(weights)
    mixed = [sum(w * row[looked] for w, row in zip(weights, rows, strict=True)) / total for looked in FACES]
    return total, mixed

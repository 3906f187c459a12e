"""How far the faces read from a set of dice can be trusted: a small table of confusions, learned as plays settle rolls.

A die that looks sure is not a die that is right. At first every set is taken for a good one; one that was
misread before is believed less, and the very confusion seen before least of all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, log

from arbiter.position import Side
from arbiter.referee.priors import BAD_SET, BAD_SETS, DICE_AGAINST_BOARD, FACE_KNOWN_AFTER, GOOD_SET

FACES = range(6)
Owner = Side | None
Reading = tuple[Owner, int, int]
"""(whose set, face shown, face that it looked like), faces 1 to 6."""


@dataclass(frozen=True, slots=True)
class Trust:
    """seen: how often each reading was settled by a play."""

    seen: dict[Reading, int] = field(default_factory=dict)
    _tables: dict[Owner, list[list[float]]] = field(default_factory=dict, compare=False, repr=False)

    def faces(self, owner: Owner, looked: list[float]) -> list[float]:
        """Log-likelihood of each face 1..6 of a die of that set, 0 for the best. looked: what its looks say of each."""
        if owner not in self._tables:
            errs = self._errs(owner)
            self._tables[owner] = [
                [self._taken_for(owner, shown + 1, other + 1, errs) for other in FACES] for shown in FACES
            ]
        top = max(looked)
        likes = [exp(DICE_AGAINST_BOARD * (value - top)) for value in looked]
        found = [log(sum(p * like for p, like in zip(row, likes, strict=True))) for row in self._tables[owner]]
        best = max(found)
        return [value - best for value in found]

    def learned(self, readings: list[Reading]) -> Trust:
        """After some more dice whose faces the play has settled."""
        seen = dict(self.seen)
        for reading in readings:
            seen[reading] = seen.get(reading, 0) + 1
        return Trust(seen)

    @property
    def misread(self) -> int:
        """Dice that were taken for another face."""
        return sum(count for (_, shown, looked), count in self.seen.items() if shown != looked)

    def _errs(self, owner: Owner) -> float:
        """How often a die of that set is misread, by how often it was."""
        of_set = [(shown != looked, count) for (whose, shown, looked), count in self.seen.items() if whose is owner]
        wrong = sum(count for misread, count in of_set if misread)
        right = sum(count for _, count in of_set) - wrong
        odds = BAD_SETS / (1 - BAD_SETS) * (BAD_SET / GOOD_SET) ** wrong * ((1 - BAD_SET) / (1 - GOOD_SET)) ** right
        bad = odds / (1 + odds)
        return bad * BAD_SET + (1 - bad) * GOOD_SET

    def _taken_for(self, owner: Owner, shown: int, looked: int, errs: float) -> float:
        usual = 1.0 - errs if shown == looked else errs / 5.0
        of_face = sum(count for (whose, face, _), count in self.seen.items() if whose is owner and face == shown)
        seen = self.seen.get((owner, shown, looked), 0)
        return (seen + FACE_KNOWN_AFTER * usual) / (of_face + FACE_KNOWN_AFTER)

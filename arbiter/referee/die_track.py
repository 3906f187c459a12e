"""One die that lies still: what all looks at it together say.

Light, distance and what lies beside it are the same in all of them, so a look that says what the last one said is
hardly news: a face read as a three at two to one stays one at about four to one, however long the die lies there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import log

from arbiter.position import Side
from arbiter.referee.evidence import DieSeen
from arbiter.seats import Leaf

SETTLED_LOOKS = 3
SETTLED_SECONDS = 0.12
GONE_LOOKS = 3
GONE_SECONDS = 0.15
UNDISTURBED_LOOKS = 10
"""Dice that seem gone although no hand came near are believed gone only after so many looks."""
FORGET = 0.93
LEAST_PROBABILITY = 0.02
STANDS_OUT = 1.5
"""So many times what the looks leave to each other face, and more than the least that tells it from none: of a die that
is misread they leave more to the right one, of one that is only hard to see about as much to all. Chosen on dice of
boards from seed 774000. Of 29 misread dice on small pictures of 47 others, 885000 to 885020 and 995000 to 995025, three
look sure, and leave 0.057 and more to the right face: none excludes it so. Dice that are read right and look sure leave
142 of 5,905 other faces open, and 9 of 790 on pictures as large as those of our games
(`python -m lab.benchmarks.dice_certainty`, with `--games` six boards from 775000)."""
ALIKE = 0.5
"""Share of what makes a look err that all looks at a die lying still have in common; the rest averages out. So many
looks count as 1 / ALIKE independent ones at most. Measured, like a temperature: with twice the mean of their
logarithms the looks at the dice of rendered games say most nearly how often they are right."""
SURE = 2.0
"""Lead of the best face over the second, in natural logarithms, that makes a value certain."""


@dataclass(slots=True)
class Faces:
    """scores: log-likelihoods of the faces, summed over looks, older ones fading; weight: of so many looks.

    shares: of each face, summed in the same way. Below LEAST_PROBABILITY it is they that tell one face from another.
    """

    scores: list[float] = field(default_factory=lambda: [0.0] * 6)
    shares: list[float] = field(default_factory=lambda: [0.0] * 6)
    weight: float = 0.0

    def update(self, probabilities: tuple[float, ...]) -> None:
        total = sum(probabilities) or 1.0
        for face, probability in enumerate(probabilities):
            self.shares[face] = FORGET * self.shares[face] + probability / total
            self.scores[face] = FORGET * self.scores[face] + log(max(probability / total, LEAST_PROBABILITY))
        self.weight = FORGET * self.weight + 1.0

    @property
    def looked(self) -> list[float]:
        """What all looks together say of each face, in natural logarithms; only differences mean anything."""
        worth = 1.0 / (1.0 + (self.weight - 1.0) * ALIKE) if self.weight else 0.0
        return [score * worth for score in self.scores]

    def may_show(self, face: int) -> bool:
        """Whether the looks leave anything to this face, from 1 to 6: the least that tells a face from none."""
        return self.shares[face - 1] >= LEAST_PROBABILITY * self.weight

    def excludes(self, face: int) -> bool:
        """Whether it plainly shows another face, from 1 to 6, than this one."""
        share, shown = self.shares[face - 1], max(self.shares)
        others = (sum(self.shares) - shown - share) / 4
        return not self.may_show(face) or share < STANDS_OUT * others

    @property
    def value(self) -> int:
        """The face that it looks most like."""
        return 1 + max(range(6), key=self.looked.__getitem__)

    @property
    def lead(self) -> float:
        """How far that face is before the second."""
        best, second = sorted(self.looked)[:-3:-1]
        return best - second


@dataclass(slots=True)
class Lie:
    """How a die lies and whose it is, by most of its looks. faulty: of so many it leans, or lies on a checker."""

    looks: int = 0
    off_leaves: int = 0
    faulty: int = 0
    sets: Counter[Side] = field(default_factory=Counter)
    leaves: Counter[Leaf] = field(default_factory=Counter)

    def update(self, die: DieSeen, *, faulty: bool, repeated: bool) -> None:
        self.looks += 1
        self.off_leaves += die.outside or die.leaf is None
        self.faulty += faulty
        if die.set and not repeated:
            self.sets[die.set] += 1
        if die.leaf and not repeated:
            self.leaves[die.leaf] += 1

    @property
    def outside(self) -> bool:
        return 2 * self.off_leaves > self.looks

    @property
    def bad(self) -> bool:
        return 2 * self.faulty > self.looks

    @property
    def leaf(self) -> Leaf | None:
        return self.leaves.most_common(1)[0][0] if self.leaves else None

    @property
    def owner(self) -> Side | None:
        """Whose set it belongs to by its look."""
        return self.sets.most_common(1)[0][0] if self.sets else None


@dataclass(slots=True, eq=False)
class Track:
    """One die lying at one spot, like no other. missed: clear looks in a row without it. hinted: a message said that
    it may not count."""

    center: tuple[float, float]
    first: float
    last: float
    missed: int = 0
    disturbed: bool = False
    spent: bool = False
    hinted: bool = False
    faces: Faces = field(default_factory=Faces)
    lie: Lie = field(default_factory=Lie)

    def update(self, die: DieSeen, time: float, *, faulty: bool, repeated: bool) -> None:
        self.center, self.last = die.center, time
        self.missed, self.disturbed = 0, False
        self.lie.update(die, faulty=faulty, repeated=repeated)
        if not repeated:
            self.faces.update(die.probabilities)

    @property
    def looks(self) -> int:
        return self.lie.looks

    @property
    def value(self) -> int:
        return self.faces.value

    @property
    def settled(self) -> bool:
        seen_long = self.looks >= SETTLED_LOOKS and self.last - self.first >= SETTLED_SECONDS
        return seen_long and (self.faces.lead >= SURE or self.looks >= 3 * SETTLED_LOOKS)

    def gone(self, time: float) -> bool:
        looks = GONE_LOOKS if self.disturbed else UNDISTURBED_LOOKS
        return self.missed >= looks and time - self.last >= GONE_SECONDS

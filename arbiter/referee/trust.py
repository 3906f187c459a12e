"""How far the faces read from a set of dice can be trusted: a table of confusions, learned as plays settle rolls.

A die that looks sure is not a die that is right. Most sets are read well. Where lens, light or the dice themselves
mislead the camera, some faces of a set look like another one, always the same, in about half of the throws. What is
unknown (whether the camera is misled, which sets and which of their faces) is weighed by what the dice of each turn
most likely showed. Nothing need be certain for that: a play that is illegal or was made with misread dice speaks for a
confusion by as much as it is likely that the dice were misread, and goes on to do so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
Row = list[float]
"""Of each of the six faces: how often one looks like it, or what the looks at a die say of it."""
Table = tuple[tuple[float, ...], ...]
"""Of each face shown, of each face that it may be taken for (itself: it is read well): in nats, or a share."""


@dataclass(frozen=True, slots=True)
class Trust:
    """known: of each set what speaks for a face being taken for another one, against its being read well (nats)."""

    known: dict[Owner, Table] = field(default_factory=dict)
    _beliefs: dict[Owner, _Belief] = field(default_factory=dict, compare=False, repr=False)

    def misleads(self, owner: Owner) -> float:
        """How likely some faces of this set are taken for others."""
        return self._belief(owner).confused

    def pairs(
        self, owners: tuple[Owner, Owner], looked: tuple[Row, Row], weight: float = DICE_AGAINST_BOARD
    ) -> dict[Dice, float]:
        """Log-likelihood of what two dice show, each from 1 to 6. looked: what its looks say of each face.

        Where a face of their set is confused, it is for both of them. weight: of the looks; 1 beside nothing else.
        """
        one, two = (self._belief(owner) for owner in owners)
        first, second = (_likelihoods(looks, weight) for looks in looked)
        found = {}
        for a, b in product(FACES, repeat=2):
            if one is not two:
                likely = one.mean(a, first[a]) * two.mean(b, second[b])
            elif a != b:
                likely = one.clear * first[a][a] * second[b][b]
                likely += one.confused * one.if_confused(a, first[a]) * one.if_confused(b, second[b])
            else:
                both = list(map(mul, first[a], second[a]))
                likely = one.mean(a, both)
            found[a + 1, b + 1] = log(likely)
        return found

    def learned(self, owners: tuple[Owner, Owner], looked: tuple[Row, Row], showed: Mapping[Dice, float]) -> Trust:
        """After a turn. showed: how likely each roll is, by now, to have been the one that the two dice showed."""
        pairs = self.pairs(owners, looked)
        faces = ([0.0] * 6, [0.0] * 6)
        for roll, share in showed.items():
            orders = {dice: exp(pairs[dice]) for dice in (roll, roll[::-1])}
            for dice, likely in orders.items():
                for shown, face in zip(faces, dice, strict=True):
                    shown[face - 1] += share * likely / sum(orders.values())
        known = self
        for owner, looks, shown in zip(owners, looked, faces, strict=True):
            known = known._settled(owner, _likelihoods(looks), shown)
        return known

    def _settled(self, owner: Owner, likelihoods: list[Row], shown: Row) -> Trust:
        belief, known = self._belief(owner), self.known.get(owner, NOTHING)
        # as likely as each face would be if the set were read well
        likely = [shown[face] * likelihoods[face][face] / belief.mean(face, likelihoods[face]) for face in FACES]
        after = []
        for face, ways in enumerate(likelihoods):
            share = likely[face] / sum(likely)
            says = (log(1 - share + share * way / ways[face]) for way in ways)
            after.append(tuple(min(before + now, SURE) for before, now in zip(known[face], says, strict=True)))
        return Trust({**self.known, owner: tuple(after)})

    def _belief(self, owner: Owner) -> _Belief:
        if owner not in self._beliefs:
            weighed = {whose: _weighed(self.known.get(whose, NOTHING)) for whose in {owner, *self.known}}
            odds, ways = weighed[owner]
            kinds = [  # of match, as likely as each is by now: nothing misleads the camera, or something does
                share * prod(1 - rare + rare * each for each, _ in weighed.values())
                for share, rare in zip((1 - MISLED, MISLED), CONFUSED_SETS, strict=True)
            ]
            confused = sum(
                share / sum(kinds) * rare * odds / (1 - rare + rare * odds)
                for share, rare in zip(kinds, CONFUSED_SETS, strict=True)
            )
            self._beliefs[owner] = _Belief(confused, ways)
        return self._beliefs[owner]


@dataclass(frozen=True, slots=True)
class _Belief:
    """What is thought of one set. confused: how likely some of its faces are taken for others; ways: for which ones."""

    confused: float
    ways: Table

    @property
    def clear(self) -> float:
        return 1 - self.confused

    def if_confused(self, face: int, likelihoods: Row) -> float:
        return float(sum(map(mul, self.ways[face], likelihoods)))

    def mean(self, face: int, likelihoods: Row) -> float:
        """How likely a face would look so. likelihoods: how likely, by what it may be taken for."""
        return self.clear * likelihoods[face] + self.confused * self.if_confused(face, likelihoods)


NOTHING: Table = ((0.0,) * 6,) * 6
SURE = 20.0
"""Nothing is ever known more surely than this (nats)."""


def _likelihoods(looked: Row, weight: float = DICE_AGAINST_BOARD) -> list[Row]:
    """Of each face that a die may show, of each that it may be taken for: how likely the die would look so."""
    top = max(looked)
    likes = [exp(weight * (value - top)) for value in looked]
    stray, found = MISREAD / 5 * sum(likes), []
    for shown in FACES:
        well = stray + (1 - 1.2 * MISREAD) * likes[shown]
        found.append([(1 - TAKEN_FOR_ANOTHER) * well + TAKEN_FOR_ANOTHER * like for like in likes])
        found[-1][shown] = well
    return found


def _weighed(known: Table) -> tuple[float, Table]:
    """How much likelier all that is known is of a confused set than of one read well; and for what its faces go."""
    total, ways = 1.0, []
    for face, row in enumerate(known):
        each = [CONFUSED_FACES / 5 * exp(says) for says in row]
        each[face] = 1 - CONFUSED_FACES
        total *= sum(each)
        ways.append(tuple(way / sum(each) for way in each))
    return total, tuple(ways)

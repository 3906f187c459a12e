"""What else the last plays may have been: what fitted nearly as well, or better, when a play was settled.

A camera hardly tells ten stacked checkers from eleven, nor one from none in a dark corner. The likeliest legal
result is recorded at once; the others are weighed on with every still board, as long as the play is not too long past.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from itertools import product

from arbiter.plays import Dice
from arbiter.position import BAR, CHECKERS, Position, Row, Side
from arbiter.reading import read_change
from arbiter.referee.candidates import View, counts, displaced, free_reading
from arbiter.referee.weighing import Chances

RIVAL = 6.0
"""How far behind the chosen result another one may be, in natural logarithms, to be kept in mind."""
LIKELIER = 2.0
"""How far before the chosen one a rival must come to take its place."""
AT_ONCE = 2.0
"""The most that one still board says for or against a rival: a checker pushed aside for a moment decides nothing."""
STILL_LEGAL, STILL_ILLEGAL = -3.0, 0.0
"""From here on a rival may explain what else breaks the rules: a legal one, and one that is itself against them."""
NEITHER = -1.5
"""A place further behind than this, for both, has changed meanwhile and tells nothing."""
ANOTHER_FAULT = 3.4
"""What a second fault in the same play costs: an illegal play is made once in thirty turns or so."""
TURNS = 16
"""So many turns back, of those that may have been others: a stack may stay too tall to be counted for long."""


@dataclass(slots=True)
class Settled:
    """turn: its number in this game, from 0. before: where it started.

    rolls: what may have been thrown, likeliest first; seen: it was, though perhaps not well.
    position: what was chosen of what the rules allow, or what stood against them.
    legal: what they allow at all, as far as it is in question; or what may as well have stood.
    rivals: each with how far it is before the chosen one; one against the rules is only there where it fitted
    better than all that they allow, though not so much better that it was taken for what lay there.
    fresh: the board has lain still ever since, so what it shows has been weighed already.
    """

    game: int
    turn: int
    before: Position
    side: Side
    rolls: tuple[Dice, ...]
    seen: bool
    position: Position
    legal: Collection[Position]
    rivals: dict[Position, float]
    fresh: bool = True

    @property
    def outweighs(self) -> bool:
        """No rival is left that might be right."""
        return not self.fresh and all(weight < STILL_LEGAL for weight in self.rivals.values())


class Rivals:
    """The last plays that may have been others."""

    def __init__(self) -> None:
        self._settled: deque[Settled] = deque()

    def settle(self, one: Settled) -> None:
        """A play was settled just now."""
        if one.rivals:
            self._settled.append(one)
        while self._settled and not 0 <= one.turn - self._settled[0].turn < TURNS:
            self._settled.popleft()

    def weigh(self, view: View, now: Position, mover: Side | None) -> None:
        """The board has lain still. mover: whose checkers may have been moved from `now` meanwhile."""
        for one in self._settled:
            if one.side is mover:
                continue
            for rival in one.rivals:
                gain = _gain(view, now, instead(now, one.position, rival))
                more = one.rivals[rival] + min(max(gain, -AT_ONCE), AT_ONCE)
                one.rivals[rival] = gain if one.fresh else more
            one.fresh = False

    def likelier(self) -> tuple[Settled, Position] | None:
        """A play that after all was rather another one; or surely itself, which may tell its roll."""
        for one in self._settled:
            legal = [rival for rival in one.rivals if rival in one.legal]
            best = max(legal, key=one.rivals.__getitem__, default=None)
            if best is not None and one.rivals[best] > LIKELIER:
                return one, best
            if one.rivals and not one.seen and one.outweighs:
                return one, one.position
        return None

    def standing(self) -> list[tuple[Settled, Position]]:
        """The rivals that may still be right, the legal ones first, of the last play first, the likeliest first."""
        found = [
            (one, rival)
            for one in reversed(self._settled)
            for rival in sorted(one.rivals, key=one.rivals.__getitem__, reverse=True)
            if one.rivals[rival] > (STILL_LEGAL if rival in one.legal else STILL_ILLEGAL)
        ]
        return sorted(found, key=lambda pair: pair[1] not in pair[0].legal)

    def decided(self, one: Settled) -> None:
        """This play is not doubted any more."""
        one.rivals.clear()

    def forget(self) -> None:
        self._settled.clear()


def near(view: View, chosen: Position, others: Collection[Position]) -> dict[Position, float]:
    """Those of the others that fit nearly as well as the chosen one, with how far they are before it."""
    fit = view.fit(chosen)
    behind = {position: view.fit(position) - fit for position in others if position != chosen}
    return {position: weight for position, weight in behind.items() if weight > -RIVAL}


def against_the_rules(view: View, chosen: Position, roll: Chances) -> dict[Position, float]:
    """What fits better than the chosen result of that roll, half a play perhaps; none where that is a legal one."""
    free = free_reading(view, roll.before)
    if not free.position.playable or free.position in roll.results:
        return {}
    return {free.position: free.score - view.fit(chosen)}


def may_have_stood(view: View, before: Position, side: Side, stood: Position) -> dict[Position, float]:
    """What fits nearly as well as an illegal play that stood, with one of his checkers elsewhere and no more moved."""
    row, moved = stood.row(side), displaced(before, stood)
    found = set[Position]()
    for start, end in product(range(BAR + 1), repeat=2):
        if start != end and row[start]:
            other = list(row)
            other[start] -= 1
            other[end] += 1
            found.add(stood.with_row(side, tuple(other)))
    possible = [position for position in found if position.playable and displaced(before, position) <= moved]
    return near(view, stood, possible)


def fewest_faults(
    before: Position, side: Side, dice: Dice, stood: Position, others: dict[Position, float]
) -> tuple[Position, dict[Position, float]]:
    """Which of these illegal plays was made, and how far the others are before it: who errs once seldom errs twice.

    others: as from `may_have_stood`; a legal one among them is no likelier for it: that was asked before the warning.
    """
    fits = {stood: 0.0, **others}
    faults = {position: _faults(before, side, dice, position) for position in fits}
    weights = {position: fits[position] - ANOTHER_FAULT * max(1, faults[position]) for position in fits}
    best = max((position for position in fits if faults[position] or position == stood), key=weights.__getitem__)
    top = weights.pop(best)
    return best, {other: weight - top for other, weight in weights.items()}


def _faults(before: Position, side: Side, dice: Dice, after: Position) -> int:
    account = read_change(before, side, dice, after)
    return sum(len(step.breaches) for step in account.steps) if account else 0


def instead(now: Position, chosen: Position, rival: Position) -> Position | None:
    """The board as it would be now, had that play been the rival; None where that cannot be."""
    rows = [
        tuple(a - b + c for a, b, c in zip(now.row(side), chosen.row(side), rival.row(side), strict=True))
        for side in (Side.LIGHT, Side.DARK)
    ]
    return Position(rows[0], rows[1]) if all(_possible(row) for row in rows) else None


def _possible(row: Row) -> bool:
    return min(row) >= 0 and sum(row) == CHECKERS


def _gain(view: View, now: Position, other: Position | None) -> float:
    """How much better `other` explains what is seen, at the places that tell the two apart."""
    if other is None:
        return 0.0
    gain = 0.0
    for place, one, two in zip(view.places, counts(now), counts(other), strict=True):
        if one != two and max(place.says(one), place.says(two)) > NEITHER:
            gain += place.says(two) - place.says(one)
    return gain

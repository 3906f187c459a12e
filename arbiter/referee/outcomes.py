"""What the rules allow for one roll from one position, and how well what is seen fits it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from arbiter.plays import Dice, Play, accepted_plays, passing_positions
from arbiter.position import BAR, OFF, Position, Row, Side
from arbiter.referee.likelihood import Count, FreeReading, View, counts, free_reading

ROLLS: tuple[Dice, ...] = tuple((low, high)[::-1] for low, high in combinations_with_replacement(range(1, 7), 2))


@dataclass(frozen=True, slots=True)
class RollOutcomes:
    """What the rules allow for one roll. passing: on the way, the start and all results included.

    changes: for each of them the places that differ from `before`, with their counts. most_off: how many checkers the
    mover may have borne off after it, those from before included.
    """

    before: Position
    side: Side
    results: dict[Position, Play]
    passing: frozenset[Position]
    changes: dict[Position, tuple[tuple[int, Count], ...]]
    most_off: int

    def allows(self, position: Position, *, finished: bool) -> bool:
        """Whether it may lie there; finished: as a whole play, otherwise on the way too."""
        return position in (self.results if finished else self.passing)

    def fits(self, view: View, among: Iterable[Position]) -> dict[Position, float]:
        """How well each of these positions, which are among `passing`, fits what is seen."""
        places = view.places
        was = [place.says(count) for place, count in zip(places, counts(self.before), strict=True)]
        total = sum(was)
        return {
            position: total + sum(places[place].says(count) - was[place] for place, count in self.changes[position])
            for position in among
        }

    def best(self, view: View, among: Iterable[Position]) -> tuple[Position, float]:
        """The position that fits best and its fit; whole plays first among equals."""
        fits = self.fits(view, among)
        best = max(fits, key=lambda position: (fits[position], position in self.results))
        return best, fits[best]


@lru_cache(maxsize=512)
def outcomes(before: Position, side: Side, dice: Dice) -> RollOutcomes:
    """dice in any order."""
    dice = (max(dice), min(dice))
    results = {play.result: play for play in accepted_plays(before, side, dice)}
    passing = passing_positions(before, side, dice) | results.keys()
    was = counts(before)
    changes = {
        position: tuple((place, now) for place, now in enumerate(counts(position)) if now != was[place])
        for position in passing
    }
    most_off = max(position.row(side)[OFF] for position in passing)
    return RollOutcomes(before, side, results, passing, changes, most_off)


def free_reading_of(view: View, roll: RollOutcomes) -> FreeReading:
    """What lies there by its look alone. Checkers that this roll may bear off are not missed: it costs nothing."""
    free, side = free_reading(view, roll.before), roll.side
    unmoved = free.position.row(side.other)[OFF] == roll.before.row(side.other)[OFF]
    if unmoved and roll.before.row(side)[OFF] < free.position.row(side)[OFF] <= roll.most_off:
        return FreeReading(free.position, view.fit(free.position))
    return free


def a_checker_in_hand(seen: Position, allowed: Position, side: Side) -> bool:
    """Whether one checker that is not in sight is all that parts the board from an allowed one.

    The mover holds one of their own, or a hit checker is not yet on the bar (held, or still on its point).
    """
    own = _lacking(seen.row(side), allowed.row(side))
    theirs = _lacking(seen.row(side.other), allowed.row(side.other))
    if own == [] and theirs is None:
        return _stands_where_hit(seen.row(side.other), allowed.row(side.other))
    if own is None or theirs is None:
        return False
    return (len(own) == 1 and not theirs) or (not own and theirs == [BAR])


def _lacking(seen: Row, allowed: Row) -> list[int] | None:
    """Places where `seen` lacks a checker, missing ones counting as off; None where it has one elsewhere."""
    pairs = list(zip(seen, allowed, strict=True))
    if any(now > should for now, should in pairs[1:]):
        return None
    return [place for place, (now, should) in enumerate(pairs) for _ in range(should - now)]


def _stands_where_hit(seen: Row, allowed: Row) -> bool:
    """One checker that should be on the bar stands on a point instead."""
    differences = [(place, now - should) for place, (now, should) in enumerate(zip(seen, allowed, strict=True))]
    odd = [difference for difference in differences if difference[1]]
    return len(odd) == 2 and odd[0][1] == 1 and odd[1] == (BAR, -1)

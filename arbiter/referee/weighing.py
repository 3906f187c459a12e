"""One look at the board against the rules: unchanged, played, under way, or against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from arbiter.plays import Dice, Play, accepted_plays, passing_positions
from arbiter.position import BAR, OFF, START, Position, Row, Side
from arbiter.referee.candidates import Count, FreeReading, View, counts, displaced, free_reading

ILLEGAL_MARGIN = 5.0
"""How much better than anything the rules allow a board must fit before it is taken for an illegal one."""
UPHEAVAL = 10
"""More checkers than this elsewhere is no play: the board is being cleared or set up."""
UNEXPLAINED = -30.0
"""So does a board whose best reading fits no better than this."""
START_FIT = -12.0
"""Fit from which the starting position is believed: about one misread place."""


class Kind(StrEnum):
    UNCHANGED = "unchanged"
    PLAYED = "played"  # a whole legal play
    UNDER_WAY = "under_way"  # some order of legal moves passes here
    IN_HAND = "in_hand"  # not legal, but only a checker in the hand away from being so
    ILLEGAL = "illegal"
    UPHEAVAL = "upheaval"


@dataclass(frozen=True, slots=True)
class Reading:
    """position: what lies there. play: set where that is the result of a legal play."""

    kind: Kind
    position: Position
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Chances:
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

    def best(self, view: View, among: Iterable[Position]) -> tuple[Position, float]:
        """The position that fits best and its fit; whole plays first among equals."""
        places = view.places
        was = [place.says(count) for place, count in zip(places, counts(self.before), strict=True)]
        fits = {
            position: sum(places[place].says(count) - was[place] for place, count in self.changes[position])
            for position in among
        }
        best = max(fits, key=lambda position: (fits[position], position in self.results))
        return best, fits[best] + sum(was)


@lru_cache(maxsize=64)
def chances(before: Position, side: Side, dice: Dice) -> Chances:
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
    return Chances(before, side, results, passing, changes, most_off)


def weigh_going(view: View, roll: Chances) -> Reading:
    """While the dice lie: anything on the way to a legal play is right (R59)."""
    allowed, fit = roll.best(view, roll.passing)
    free = _free(view, roll)
    if _upheaval(view, roll.before, free.position, fit):
        return Reading(Kind.UPHEAVAL, free.position)
    if free.position in roll.passing or free.score - fit < ILLEGAL_MARGIN:
        return _allowed(allowed, roll)
    near = any(_in_hand(free.position, other, roll.side) for other in roll.passing)
    return Reading(Kind.IN_HAND if near else Kind.ILLEGAL, free.position)


def weigh_finished(view: View, roll: Chances) -> Reading:
    """After the dice were lifted: only a whole legal play is right (R60, R75)."""
    best, fit = roll.best(view, roll.results)
    found, score = roll.best(view, roll.passing)
    free = _free(view, roll)
    if free.score > score:
        found, score = free.position, free.score
    if _upheaval(view, roll.before, found, fit):
        return Reading(Kind.UPHEAVAL, found)
    if found in roll.results or score - fit < ILLEGAL_MARGIN:
        return _allowed(best, roll)
    return Reading(Kind.UNCHANGED if found == roll.before else Kind.ILLEGAL, found)


def weigh_resting(view: View, known: Position) -> Reading:
    """Between turns: nothing should have changed."""
    free = free_reading(view, known)
    fit = view.fit(known)
    if _upheaval(view, known, free.position, fit):
        return Reading(Kind.UPHEAVAL, free.position)
    changed = free.position != known and free.score - fit >= ILLEGAL_MARGIN
    return Reading(Kind.ILLEGAL, free.position) if changed else Reading(Kind.UNCHANGED, known)


def shows_start(view: View) -> bool:
    """Whether the starting position stands there (R4)."""
    return view.fit(START) > START_FIT


def _free(view: View, roll: Chances) -> FreeReading:
    """What lies there by its look alone. Checkers that this roll may bear off are not missed: it costs nothing."""
    free, side = free_reading(view, roll.before), roll.side
    unmoved = free.position.row(side.other)[OFF] == roll.before.row(side.other)[OFF]
    if unmoved and roll.before.row(side)[OFF] < free.position.row(side)[OFF] <= roll.most_off:
        return FreeReading(free.position, view.fit(free.position))
    return free


def _upheaval(view: View, before: Position, seen: Position, allowed_fit: float) -> bool:
    """Far more has changed than a play changes, or nothing explains what is seen."""
    if max(allowed_fit, view.fit(seen)) < UNEXPLAINED:
        return True
    return allowed_fit < UNEXPLAINED and displaced(before, seen) > UPHEAVAL


def _allowed(position: Position, roll: Chances) -> Reading:
    play = roll.results.get(position)
    if position == roll.before:
        return Reading(Kind.UNCHANGED, position, play)
    return Reading(Kind.PLAYED if play else Kind.UNDER_WAY, position, play)


def _in_hand(seen: Position, allowed: Position, side: Side) -> bool:
    """Whether one checker that is not in sight is all that parts the board from an allowed one.

    The mover holds one of his own, or a hit checker is not yet on the bar (held, or still on its point).
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
    differences = [
        (place, now - should) for place, (now, should) in enumerate(zip(seen, allowed, strict=True))
    ]
    odd = [difference for difference in differences if difference[1]]
    return len(odd) == 2 and odd[0][1] == 1 and odd[1] == (BAR, -1)

"""What the rules allow for one roll from one position, and how well what is seen fits it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from arbiter.assignment import Count
from arbiter.closest_play import closest_play
from arbiter.plays import Dice, Play, PositionOfOtherGame, accepted_plays, passing_positions
from arbiter.position import BAR, OFF, Position, Side
from arbiter.referee import priors
from arbiter.referee.likelihood import BoardLikelihood, LikeliestBoard, displaced, likeliest_board

HIDES = 6
"""Nats by which a place that a checker may lie on unseen shows something else, at the most."""

Change = tuple[tuple[int, Count], ...]
"""The places in which a position differs from an earlier one, with their counts."""
Changes = dict[Position, Change]


def changes(before: Position, among: Iterable[Position]) -> Changes:
    was = before.places
    return {
        position: tuple((place, now) for place, now in enumerate(position.places) if now != was[place])
        for position in among
    }


def fits(
    likelihood: BoardLikelihood, before: Position, changed: Iterable[tuple[Position, Change]]
) -> dict[Position, float]:
    """How well each position fits what is seen, by what has changed since `before`."""
    places = likelihood.places
    was = [place.says(count) for place, count in zip(places, before.places, strict=True)]
    total = sum(was)
    return {
        position: total
        + sum(places[place].says(count) - was[place] for place, count in change)
        + likelihood.says_off(position.off)
        for position, change in changed
    }


@dataclass(frozen=True, slots=True)
class RollOutcomes:
    """What the rules allow for one roll. passing: on the way, the start and all results included.

    changes: from `before` to each of them. most_off: how many checkers the mover may have borne off after it, those
    from before included.
    """

    before: Position
    side: Side
    results: dict[Position, Play]
    passing: frozenset[Position]
    changes: Changes
    most_off: int

    def fits(self, likelihood: BoardLikelihood, among: Iterable[Position]) -> dict[Position, float]:
        """How well each of these positions, which are among `passing`, fits what is seen."""
        return fits(likelihood, self.before, ((position, self.changes[position]) for position in among))

    def best(self, likelihood: BoardLikelihood, among: Iterable[Position]) -> tuple[Position, float]:
        """The position that fits best and its fit; whole plays first among equals."""
        fits = self.fits(likelihood, among)
        best = max(fits, key=lambda position: (fits[position], position in self.results))
        return best, fits[best]


def outcomes(before: Position, side: Side, dice: Dice) -> RollOutcomes:
    """dice in any order."""
    return _outcomes(before, side, dice, before.known)


@lru_cache(maxsize=512)
def _outcomes(before: Position, side: Side, dice: Dice, _known: Hashable) -> RollOutcomes:
    dice = (max(dice), min(dice))
    results = {play.result: play for play in accepted_plays(before, side, dice)}
    passing = passing_positions(before, side, dice) | results.keys()
    most_off = max(position.row(side)[OFF] for position in passing)
    return RollOutcomes(before, side, results, passing, changes(before, passing), most_off)


def free_reading_of(likelihood: BoardLikelihood, roll: RollOutcomes) -> LikeliestBoard:
    """What lies there by its look alone. Checkers that this roll may bear off are not missed: it costs nothing."""
    side, off = roll.side, roll.before.row(roll.side)[OFF]
    leaving = roll.most_off - off
    free = likeliest_board(likelihood, roll.before, (leaving, 0) if side is Side.LIGHT else (0, leaving))
    unmoved = free.position.row(side.other)[OFF] == roll.before.row(side.other)[OFF]
    if unmoved and off < free.position.row(side)[OFF] <= roll.most_off:
        return LikeliestBoard(free.position, likelihood.as_seen.fit(free.position))
    return free


def count_missing(likelihood: BoardLikelihood, free: LikeliestBoard, roll: RollOutcomes) -> int:
    """How many of the mover's checkers are nowhere to be seen, at a table where that may be the ground's fault."""
    gone = free.position.row(roll.side)[OFF] - roll.most_off
    return max(0, gone) if likelihood.doubts else 0


def with_unseen(
    likelihood: BoardLikelihood, seen: Position, nearest: Position, side: Side, missing: int
) -> Position | None:
    """The board as seen with the mover's missing checkers where they would hardly be seen; None where they would be.

    Of several such places those that look least surely empty count, and of these the fewest pips from where the nearest
    legal board has them.
    """
    own, other, wanted = list(seen.row(side)), seen.row(side.other), nearest.row(side)
    faint = [
        point for point in range(1, BAR) if not own[point] and not other[BAR - point] and hides(likelihood, side, point)
    ]
    for _ in range(missing):
        if not faint:
            return None
        short = [point for point in range(1, BAR) if own[point] < wanted[point]] or [BAR]
        at = min(
            faint, key=lambda point: (_hidden(likelihood, side, point), min(abs(point - where) for where in short))
        )
        faint.remove(at)
        own[at], own[OFF] = 1, own[OFF] - 1
    return seen.with_row(side, tuple(own))


def hides(likelihood: BoardLikelihood, side: Side, point: int) -> bool:
    """Whether a checker of `side` on that point of its own would hardly be seen."""
    place, index = (point - 1, 0) if side is Side.LIGHT else (BAR - 1 - point, 1)
    return likelihood.doubts[place][index].overlooked is not None and _hidden(likelihood, side, point) < HIDES


def _hidden(likelihood: BoardLikelihood, side: Side, point: int) -> float:
    """How much, in nats, speaks against a checker of `side` on that point of its own, rounded."""
    light = side is Side.LIGHT
    place, count = (point - 1, (1, 0)) if light else (BAR - 1 - point, (0, 1))
    return round(-likelihood.places[place].says(count))


def moved_alone(side: Side, seen: Position, *known: Position) -> bool:
    """Whether none but `side` has moved or borne off a checker, apart from hits, since one of the known positions."""
    before = [position.row(side.other) for position in known]
    return all(now <= max(was) for now, *was in list(zip(seen.row(side.other), *before, strict=True))[:BAR])


def left_alone(seen: Position, before: Position, side: Side) -> Position:
    """The board as seen with the opponent's checkers where they lay before, apart from hits.

    side: who has moved. A checker that was landed on lies on the bar, seen there or not.
    """
    own, other, shown = seen.row(side), list(before.row(side.other)), seen.row(side.other)
    for point in range(1, BAR):
        if other[point] == 1 and own[BAR - point]:  # landing on more of them hits nobody
            if shown[point] and _may_share(before, side.other, point):
                continue
            other[point], other[BAR] = 0, other[BAR] + 1
    return _hit_in_passing(seen.with_row(side.other, tuple(other)), seen, side, seen.row(side.other)[BAR])


def _may_share(before: Position, side: Side, own: int) -> bool:
    """Whether a checker on that point of its own may be held there instead of being hit."""
    return isinstance(before, PositionOfOtherGame) and before.may_share(own if side is Side.LIGHT else BAR - own)


def hit_out_of_sight(seen: Position, before: Position, side: Side, dice: Dice) -> Position | None:
    """What `left_alone` says, but checkers that are seen nowhere lie on the bar; None where none is out of sight, or
    where the moves would not have hit them in passing."""
    alone = left_alone(seen, before, side)
    nowhere = max(0, seen.row(side.other)[OFF] - before.row(side.other)[OFF])
    position = _hit_in_passing(alone, seen, side, seen.row(side.other)[BAR] + nowhere)
    return position if position != alone and _moves_hit_all(before, side, dice, position) else None


def _hit_in_passing(position: Position, seen: Position, side: Side, on_bar: int) -> Position:
    """Single checkers of the opponent's that are seen no more put on the bar, until so many lie there."""
    shown, other = seen.row(side.other), list(position.row(side.other))
    for point in range(1, BAR):
        if other[BAR] < on_bar and other[point] == 1 and not shown[point]:
            other[point], other[BAR] = 0, other[BAR] + 1
    return position.with_row(side.other, tuple(other))


@lru_cache(maxsize=64)
def _moves_hit_all(before: Position, side: Side, dice: Dice, after: Position) -> bool:
    """Whether the moves of the simplest account hit every checker that lies on the bar."""
    account = closest_play(before, side, dice, after)
    return account is not None and account.opponent[BAR] >= after.row(side.other)[BAR]


def backwards(before: Position, side: Side, dice: Dice, after: Position) -> bool:
    """Whether the simplest account of an illegal play moves a checker away from home (R11): the camera misreads so far
    oftener than people play so."""
    if isinstance(before, PositionOfOtherGame):
        return "R11" in before.judged(side, dice, after).rules
    return _backwards(before, side, dice, after)


@lru_cache(maxsize=64)
def _backwards(before: Position, side: Side, dice: Dice, after: Position) -> bool:
    account = closest_play(before, side, dice, after)
    return account is not None and any("R11" in step.broken_rules for step in account.steps)


def cost_of_fault(nearest: Position, seen: Position) -> float:
    """nearest: of the positions that are allowed the one that fits best."""
    return priors.ILLEGAL_PLAY + priors.FAR_OFF * max(0, displaced(nearest, seen) - 2)


def cost_of_others(nearest: Position, seen: Position, player: Side) -> float:
    """What it costs beside that opposing checkers were put elsewhere than on the bar, by a play that is over."""
    now, was = seen.row(player.other)[:BAR], nearest.row(player.other)[:BAR]
    return priors.SECOND_FAULT * sum(max(0, here - there) for here, there in zip(now, was, strict=True))


def a_checker_in_hand(seen: Position, allowed: Position, side: Side) -> bool:
    """Whether one checker that is not in sight is all that parts the board from an allowed one.

    The mover holds one of their own, or a hit checker is not yet on the bar (held, or still on its point).
    """
    own, theirs = (
        [now - should for now, should in zip(seen.row(whose)[1:], allowed.row(whose)[1:], strict=True)]
        for whose in (side, side.other)
    )
    if any(own):
        return [more for more in own if more] == [-1] and not any(theirs)
    *points, bar = theirs
    return bar == -1 and [more for more in points if more] in ([], [1])

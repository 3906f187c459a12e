"""What must have happened while nobody looked: whole turns whose dice were never seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from arbiter.match.events import PlayMade
from arbiter.notation import format_play
from arbiter.plays import Dice, Play, Ways, results_of_any_roll
from arbiter.position import Position, Side
from arbiter.referee.likelihood import BoardLikelihood
from arbiter.referee.outcomes import Changes, RollOutcomes, changes, fits, moved_alone, outcomes
from arbiter.referee.priors import GLIMPSED_WRONG

CLEAR = 3.0
"""Results this near to the best one leave open which roll it was."""


@dataclass(frozen=True, slots=True)
class UnseenTurn:
    """A turn that leads to `position`. dice: None where several rolls do, or others lead to what looks about as well.

    fit: how well the position fits what is seen.
    """

    position: Position
    dice: Dice | None
    play: str
    fit: float

    def made(self, player: Side) -> PlayMade:
        return PlayMade(0, 0.0, player, self.dice, self.play, self.position)


def _changes(before: Position, side: Side) -> Changes:
    return _changes_of(before, side, before.known)


@lru_cache(maxsize=32)
def _changes_of(before: Position, side: Side, _known: Hashable) -> Changes:
    return changes(before, (result for result in results_of_any_roll(before, side) if result != before))


def unseen_turns(
    likelihood: BoardLikelihood, before: Position, side: Side, showing: tuple[int, ...], reach: float
) -> list[UnseenTurn]:
    """The turns whose results fit best, no more than `reach` behind the best of them, that one first.

    showing: the dice that were glimpsed, none to two; a turn with others costs GLIMPSED_WRONG.
    """
    possible = results_of_any_roll(before, side)
    glimpsed = {
        position: tuple(way for way in ways if not Counter(showing) - Counter(way[0]))
        for position, ways in possible.items()
    }
    weights = {
        position: fit if glimpsed[position] else fit - GLIMPSED_WRONG
        for position, fit in fits(likelihood, before, _changes(before, side).items()).items()
    }
    best = max(weights.values(), default=0.0)
    near = {
        position: glimpsed[position] or possible[position]
        for position in sorted(weights, key=weights.__getitem__, reverse=True)
        if best - weights[position] <= reach
    }
    clear = [position for position in near if best - weights[position] < CLEAR]
    rolls = {dice for position in clear for dice, _ in near[position]}
    return [
        _turn(position, ways, rolls if position in clear else set(), weights[position])
        for position, ways in near.items()
    ]


def turns_between(before: Position, side: Side, dice: Dice, seen: Position, *, finished: bool) -> list[UnseenTurn]:
    """The turns that `side` may have had unseen, if the other side has moved with `dice` since and `seen` lies there.

    finished: the other side's play is whole. None is returned after which the other side has not moved.
    """
    found = []
    for result, ways in results_of_any_roll(before, side).items():
        if result != seen and moved_alone(side.other, seen, result):
            after = outcomes(result, side.other, dice)
            if seen in (after.results if finished else after.passing):
                found.append(_turn(result, ways, {roll for roll, _ in ways}, 0.0))
    return found


def turns_after(roll: RollOutcomes, seen: Position, showing: tuple[int, ...]) -> list[tuple[UnseenTurn, Play]]:
    """The plays of the roll after each of which the other side may have had a turn unseen, so that `seen` lies there.

    showing: as for `unseen_turns`; `fit` of a turn is what it costs that other dice were glimpsed.
    """
    other, found = roll.side.other, []
    for result, play in roll.results.items():
        if result == seen or not moved_alone(other, seen, result):
            continue
        if ways := results_of_any_roll(result, other).get(seen):
            likely = tuple(way for way in ways if not Counter(showing) - Counter(way[0]))
            cost = 0.0 if likely else -GLIMPSED_WRONG
            found.append((_turn(seen, likely or ways, {dice for dice, _ in likely or ways}, cost), play))
    return found


def rolls_without_play(position: Position, side: Side) -> tuple[tuple[Dice, ...], float]:
    """The rolls that would leave `side` without any play (R30), and the share of all throws that they are."""
    staying = results_of_any_roll(position, side).get(position, ())
    rolls = tuple(dict.fromkeys(dice for dice, _ in staying))
    return rolls, sum(1 + (one != two) for one, two in rolls) / 36


def _turn(position: Position, ways: Ways, rolls: set[Dice], fit: float) -> UnseenTurn:
    """rolls: all that it may have been with."""
    dice, play = ways[0]
    return UnseenTurn(position, dice if rolls == {dice} else None, format_play(play), fit)

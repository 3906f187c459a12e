"""What must have happened while nobody looked: whole turns whose dice were never seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from arbiter.notation import format_play
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import BAR, OFF, Position, Side
from arbiter.referee.likelihood import Count, View, counts
from arbiter.referee.outcomes import ROLLS, outcomes
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


Ways = dict[Position, tuple[tuple[Dice, Play], ...]]


@lru_cache(maxsize=32)
def results_of_any_roll(before: Position, side: Side) -> Ways:
    """Every position that some legal play leads to, with the rolls and plays that do."""
    ways: dict[Position, tuple[tuple[Dice, Play], ...]] = {}
    for dice in ROLLS:
        for play in accepted_plays(before, side, dice):
            ways[play.result] = (*ways.get(play.result, ()), (dice, play))
    return ways


@lru_cache(maxsize=32)
def _changes(before: Position, side: Side) -> dict[Position, tuple[tuple[int, Count], ...]]:
    was = counts(before)
    return {
        result: tuple((place, now) for place, now in enumerate(counts(result)) if now != was[place])
        for result in results_of_any_roll(before, side)
    }


def unseen_turns(view: View, before: Position, side: Side, showing: tuple[int, ...], reach: float) -> list[UnseenTurn]:
    """The turns whose results fit best, no more than `reach` behind the best of them, that one first.

    showing: the dice that were glimpsed, none to two; a turn with others costs GLIMPSED_WRONG.
    """
    ways = results_of_any_roll(before, side)
    was = [place.says(count) for place, count in zip(view.places, counts(before), strict=True)]
    total = sum(was)
    fits: dict[Position, float] = {}
    for position, changed in _changes(before, side).items():
        if changed:
            fit = total + sum(view.places[place].says(count) - was[place] for place, count in changed)
            fits[position] = fit if _rolls(ways[position], showing) else fit - GLIMPSED_WRONG
    best = max(fits.values(), default=0.0)
    near = {position: fit for position, fit in fits.items() if best - fit <= reach}
    clear = [position for position, fit in near.items() if best - fit < CLEAR]
    rolls = {dice for position in clear for dice in _likely(ways[position], showing)}
    found = []
    for position in sorted(near, key=near.__getitem__, reverse=True):
        told = _told(ways[position], showing, rolls if position in clear else ROLLS)
        found.append(UnseenTurn(position, *told, near[position]))
    return found


def turns_between(before: Position, side: Side, dice: Dice, seen: Position, *, finished: bool) -> list[UnseenTurn]:
    """The turns that `side` may have had unseen, if the other side has moved with `dice` since and `seen` lies there.

    finished: the other side's play is whole. None is returned after which the other side has not moved.
    """
    found = []
    for result, ways in results_of_any_roll(before, side).items():
        led = result != seen and _may_have_led(result, seen, side)
        if led and outcomes(result, side.other, dice).allows(seen, finished=finished):
            found.append(UnseenTurn(result, *_told(ways, (), {roll for roll, _ in ways}), 0.0))
    return found


def dances(position: Position, side: Side) -> tuple[Dice, ...]:
    """The rolls that would leave `side`, on the bar, without any play (R30)."""
    if not position.row(side)[BAR]:
        return ()
    ways = results_of_any_roll(position, side).get(position, ())
    return tuple(dice for dice, play in ways if format_play(play) == NO_PLAY)


def _told(
    ways: tuple[tuple[Dice, Play], ...], showing: tuple[int, ...], rolls: Iterable[Dice]
) -> tuple[Dice | None, str]:
    """The roll, where it can only have been one, and the play."""
    possible = set(rolls)
    likely = _likely(ways, showing)
    dice, play = next((dice, play) for dice, play in ways if dice in likely)
    return (dice if possible == {dice} else None), format_play(play)


def _likely(ways: tuple[tuple[Dice, Play], ...], showing: tuple[int, ...]) -> list[Dice]:
    """The rolls that lead there with the dice that were glimpsed; where none does, those that lead there at all."""
    return _rolls(ways, showing) or _rolls(ways, ())


def _rolls(ways: tuple[tuple[Dice, Play], ...], showing: tuple[int, ...]) -> list[Dice]:
    return [dice for dice, _ in ways if not Counter(showing) - Counter(dice)]


def _may_have_led(result: Position, now: Position, side: Side) -> bool:
    """Whether only hits part this side's checkers in `result` from those that lie there now."""
    was, lies = result.row(side), now.row(side)
    return was[OFF] == lies[OFF] and all(a >= b for a, b in zip(was[1:BAR], lies[1:BAR], strict=True))

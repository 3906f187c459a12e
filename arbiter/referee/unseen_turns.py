"""What must have happened while nobody looked: whole turns whose dice were never seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from arbiter.match.events import PlayMade
from arbiter.notation import format_play
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import BAR, OFF, Position, Side
from arbiter.referee.likelihood import View
from arbiter.referee.outcomes import ROLLS, Changes, changes, fits, outcomes
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


Ways = tuple[tuple[Dice, Play], ...]
"""The rolls and plays that lead to one position."""


@lru_cache(maxsize=32)
def results_of_any_roll(before: Position, side: Side) -> dict[Position, Ways]:
    """Every position that some legal play leads to, with the rolls and plays that do."""
    ways: dict[Position, Ways] = {}
    for dice in ROLLS:
        for play in accepted_plays(before, side, dice):
            ways[play.result] = (*ways.get(play.result, ()), (dice, play))
    return ways


@lru_cache(maxsize=32)
def _changes(before: Position, side: Side) -> Changes:
    return changes(before, (result for result in results_of_any_roll(before, side) if result != before))


def unseen_turns(view: View, before: Position, side: Side, showing: tuple[int, ...], reach: float) -> list[UnseenTurn]:
    """The turns whose results fit best, no more than `reach` behind the best of them, that one first.

    showing: the dice that were glimpsed, none to two; a turn with others costs GLIMPSED_WRONG.
    """
    ways = results_of_any_roll(before, side)
    weights = {
        position: fit if _rolls(ways[position], showing) else fit - GLIMPSED_WRONG
        for position, fit in fits(view, before, _changes(before, side).items()).items()
    }
    best = max(weights.values(), default=0.0)
    near = {position: fit for position, fit in weights.items() if best - fit <= reach}
    clear = [position for position, fit in near.items() if best - fit < CLEAR]
    rolls = {dice for position in clear for dice in _likely(ways[position], showing)}
    return [
        UnseenTurn(position, *_told(ways[position], showing, rolls if position in clear else ROLLS), near[position])
        for position in sorted(near, key=near.__getitem__, reverse=True)
    ]


def turns_between(before: Position, side: Side, dice: Dice, seen: Position, *, finished: bool) -> list[UnseenTurn]:
    """The turns that `side` may have had unseen, if the other side has moved with `dice` since and `seen` lies there.

    finished: the other side's play is whole. None is returned after which the other side has not moved.
    """
    found = []
    for result, ways in results_of_any_roll(before, side).items():
        if result != seen and _may_have_led(result, seen, side):
            after = outcomes(result, side.other, dice)
            if seen in (after.results if finished else after.passing):
                found.append(UnseenTurn(result, *_told(ways, (), {roll for roll, _ in ways}), 0.0))
    return found


def dances(position: Position, side: Side) -> tuple[Dice, ...]:
    """The rolls that would leave `side`, on the bar, without any play (R30)."""
    if not position.row(side)[BAR]:
        return ()
    ways = results_of_any_roll(position, side).get(position, ())
    return tuple(dice for dice, play in ways if format_play(play) == NO_PLAY)


def _told(ways: Ways, showing: tuple[int, ...], rolls: Iterable[Dice]) -> tuple[Dice | None, str]:
    """The roll, where it can only have been one, and the play."""
    dice = _likely(ways, showing)[0]
    return (dice if set(rolls) == {dice} else None), format_play(dict(ways)[dice])


def _likely(ways: Ways, showing: tuple[int, ...]) -> list[Dice]:
    """The rolls that lead there with the dice that were glimpsed; where none does, those that lead there at all."""
    return _rolls(ways, showing) or _rolls(ways, ())


def _rolls(ways: Ways, showing: tuple[int, ...]) -> list[Dice]:
    return [dice for dice, _ in ways if not Counter(showing) - Counter(dice)]


def _may_have_led(result: Position, now: Position, side: Side) -> bool:
    """Whether only hits part this side's checkers in `result` from those that lie there now."""
    was, lies = result.row(side), now.row(side)
    return was[OFF] == lies[OFF] and all(a >= b for a, b in zip(was[1:BAR], lies[1:BAR], strict=True))

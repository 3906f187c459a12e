"""What must have happened while nobody looked: a roll that was never seen, a play changed afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from arbiter.notation import format_play
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import BAR, OFF, Position, Side
from arbiter.referee.candidates import View, free_reading
from arbiter.referee.rivals import near
from arbiter.referee.weighing import Chances, chances

CLEAR = 3.0
"""How near to the free reading, and how far before any other result, an implied one must be."""
ROLLS: tuple[Dice, ...] = tuple((low, high)[::-1] for low, high in combinations_with_replacement(range(1, 7), 2))


@dataclass(frozen=True, slots=True)
class Implied:
    """dice: None where several rolls lead to this position, or to others that fit about as well.

    rolls: what may have been thrown at all. rivals: the other results that fit nearly as well (`rivals`).
    """

    position: Position
    dice: Dice | None
    play: str
    rolls: tuple[Dice, ...] = ()
    rivals: dict[Position, float] = field(default_factory=dict)


def implied_play(
    view: View, before: Position, side: Side, *, certain: bool, showing: tuple[int, ...] = ()
) -> Implied | None:
    """The play that `side` must have made from `before`, with whatever roll.

    None where the board shows no result of any roll. certain: it is known from elsewhere that the turn was
    played, so of several results that fit as well the best is taken; the roll is never guessed at.
    showing: the dice that were seen, none to two.
    """
    ways: dict[Position, list[tuple[Dice, Play]]] = {}
    for dice in ROLLS:
        for play in accepted_plays(before, side, dice) if not Counter(showing) - Counter(dice) else ():
            if play.result != before:
                ways.setdefault(play.result, []).append((dice, play))
    best = _near_best(view, before, ways)
    if not best or (len(best) > 1 and not certain):
        return None
    rolls = {dice for position in best for dice, _ in ways[position]}
    dice, play = ways[best[0]][0]
    possible = tuple(roll for roll in ROLLS if not Counter(showing) - Counter(roll))
    rivals = near(view, best[0], ways)
    return Implied(best[0], dice if len(rolls) == 1 else None, format_play(play), possible, rivals)


def turn_between(before: Position, side: Side, dice: Dice, seen: Position, *, finished: bool) -> Implied | None:
    """The turn that `side` must have had unseen, if the other side has moved with `dice` since and `seen` lies there.

    None where no turn explains it, or several results do, or only one after which the other side has not moved.
    finished: the other side's play is whole.
    """
    ways: dict[Position, list[tuple[Dice, Play]]] = {}
    for roll in ROLLS:
        for play in accepted_plays(before, side, roll):
            if play.result in ways or _may_have_led(play.result, seen, side):
                ways.setdefault(play.result, []).append((roll, play))
    found = [result for result in ways if chances(result, side.other, dice).allows(seen, finished=finished)]
    if len(found) != 1 or found == [seen]:
        return None
    ((roll, play), *more) = ways[found[0]]
    return Implied(found[0], None if more else roll, format_play(play))


def _may_have_led(result: Position, now: Position, side: Side) -> bool:
    """Whether only hits part this side's checkers in `result` from those that lie there now."""
    was, lies = result.row(side), now.row(side)
    return was[OFF] == lies[OFF] and all(a >= b for a, b in zip(was[1:BAR], lies[1:BAR], strict=True))


def changed_play(view: View, now: Position, roll: Chances) -> Play | None:
    """Another legal result of the roll just played, where the board clearly shows that instead of `now`."""
    best = _near_best(view, now, roll.results)
    if len(best) != 1 or view.fit(best[0]) - view.fit(now) < CLEAR:
        return None
    return roll.results[best[0]]


def may_dance(position: Position, side: Side) -> bool:
    """Whether some roll would leave `side`, on the bar, without any play (R30)."""
    if not position.row(side)[BAR]:
        return False
    return any(format_play(play) == NO_PLAY for dice in ROLLS for play in accepted_plays(position, side, dice))


def _near_best(view: View, known: Position, positions: Iterable[Position]) -> list[Position]:
    """Those that fit about equally well, the best first; none where the board shows something else."""
    fits = {position: view.fit(position) for position in positions}
    best = max(fits.values(), default=float("-inf"))
    if free_reading(view, known).score - best > CLEAR:
        return []
    nearest = [position for position, fit in fits.items() if best - fit < CLEAR]
    return sorted(nearest, key=fits.__getitem__, reverse=True)

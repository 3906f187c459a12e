"""What must have happened while nobody looked: a roll that was never seen, a play changed afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from arbiter.candidates import View, free_reading
from arbiter.events import Dice
from arbiter.notation import NO_PLAY, format_play
from arbiter.plays import Play, accepted_plays
from arbiter.position import BAR, Position, Side
from arbiter.weighing import Chances

CLEAR = 3.0
"""How near to the free reading, and how far before any other result, an implied one must be."""
ROLLS: tuple[Dice, ...] = tuple(
    (low, high)[::-1] for low, high in combinations_with_replacement(range(1, 7), 2)
)


@dataclass(frozen=True, slots=True)
class Implied:
    """dice: None where several rolls lead to this position."""

    position: Position
    dice: Dice | None
    play: str


def implied_play(view: View, before: Position, side: Side) -> Implied | None:
    """The play that `side` must have made from `before`, with whatever roll; None where that is not clear."""
    ways: dict[Position, list[tuple[Dice, Play]]] = {}
    for dice in ROLLS:
        for play in accepted_plays(before, side, dice):
            if play.result != before:
                ways.setdefault(play.result, []).append((dice, play))
    position = _clear_best(view, before, list(ways))
    if position is None:
        return None
    dice, play = ways[position][0]
    return Implied(position, dice if len(ways[position]) == 1 else None, format_play(play))


def changed_play(view: View, now: Position, roll: Chances) -> Play | None:
    """Another legal result of the roll just played, where the board clearly shows that instead of `now`."""
    position = _clear_best(view, now, list(roll.results))
    if position is None or position == now or view.fit(position) - view.fit(now) < CLEAR:
        return None
    return roll.results[position]


def may_dance(position: Position, side: Side) -> bool:
    """Whether some roll would leave `side`, on the bar, without any play (R30)."""
    if not position.row(side)[BAR]:
        return False
    return any(
        format_play(play) == NO_PLAY for dice in ROLLS for play in accepted_plays(position, side, dice)
    )


def _clear_best(view: View, known: Position, positions: list[Position]) -> Position | None:
    if not positions:
        return None
    first, *rest = sorted(((view.fit(position), n) for n, position in enumerate(positions)), reverse=True)
    if free_reading(view, known).score - first[0] > CLEAR or (rest and first[0] - rest[0][0] < CLEAR):
        return None
    return positions[first[1]]

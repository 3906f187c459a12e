"""Which illegal play it was: of boards that look about alike, the one with the fewest faults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from arbiter.plays import Dice
from arbiter.position import BAR, Position, Side
from arbiter.reading import read_change
from arbiter.referee.likelihood import View, displaced
from arbiter.referee.priors import ALTERNATIVE, SECOND_FAULT


def may_have_stood(
    view: View, before: Position, side: Side, dice: Dice, stood: Position
) -> Iterator[tuple[Position, float]]:
    """What fits nearly as well as an illegal play that stood: one of the mover's checkers elsewhere, no more moved.

    Each with how much likelier it is: who errs once seldom errs twice. A legal one among them is none: that was asked
    before the warning.
    """
    row, moved, fit = stood.row(side), displaced(before, stood), view.fit(stood)
    for start, end in product(range(BAR + 1), repeat=2):
        if start == end or not row[start]:
            continue
        other = list(row)
        other[start] -= 1
        other[end] += 1
        position = stood.with_row(side, tuple(other))
        gain = view.fit(position) - fit
        if gain < -ALTERNATIVE or not position.playable or displaced(before, position) > moved:
            continue
        faults = _faults(before, side, dice, position)
        if faults:
            yield position, gain + SECOND_FAULT * (max(1, _faults(before, side, dice, stood)) - faults)


@lru_cache(maxsize=64)
def _faults(before: Position, side: Side, dice: Dice, after: Position) -> int:
    account = read_change(before, side, dice, after)
    return sum(len(step.breaches) for step in account.steps) if account else 0

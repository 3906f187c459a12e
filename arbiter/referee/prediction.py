"""How each hypothesis explains what is seen, and the likeliest explanations of all hypotheses together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbiter.match.state import Phase
from arbiter.referee import priors
from arbiter.referee.between_turns import late_dice, opening, to_roll
from arbiter.referee.correcting import being_corrected
from arbiter.referee.during_turn import play_ended, under_way
from arbiter.referee.executing import executing
from arbiter.referee.hypothesis import Explanation, Hypothesis
from arbiter.referee.situation import Situation

LATE = 8.0
"""Seconds after a play without dice in which they may still come into sight."""


def predicted(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """How one hypothesis explains what is seen."""
    state = one.state
    match state.phase:
        case Phase.MOVING if state.opponent and state.player is state.opponent.side:
            yield from executing(one, now)
        case Phase.MOVING:
            yield from play_ended(one, now) if now.ending else under_way(one, now)
        case Phase.CORRECTING:
            yield from being_corrected(one, now)
        case Phase.TO_ROLL | Phase.DOUBLED:
            yield from to_roll(one, now, state.player) if state.player else opening(one, now)
    last = state.last_recorded if now.roll and now.seen.clear else None
    if last and now.seen.time - last.event.time <= LATE:
        yield from late_dice(one, now, last)


def explanations(hypotheses: Sequence[Hypothesis], now: Situation, *, every: bool) -> list[Explanation]:
    """The hypotheses' explanations, the likeliest first.

    hypotheses: first the published one, which always predicts. every: also of those that cannot have the best
    explanation.
    """
    found: list[Explanation] = []
    best, reach = float("-inf"), priors.ALTERNATIVE if every else 0.0
    for one in sorted(hypotheses, key=lambda one: -one.weight):
        if one.weight < best - reach and one is not hypotheses[0]:
            continue
        for explanation in predicted(one, now):
            found.append(explanation)
            best = max(best, explanation.weight)
    return sorted(found, key=lambda explanation: -explanation.weight)


def explained(one: Hypothesis, found: Iterable[Explanation]) -> float:
    """How well this hypothesis explains the board."""
    mine = [each.weight for each in found if each.source is one and not each.illegal and not each.doubt]
    return max(mine) - one.weight if mine else 0.0


def on_the_way(one: Hypothesis, now: Situation) -> bool:
    """Whether what lies there is on the way to a legal play."""
    found = explanations((one,), now, every=True)
    return bool(found) and not found[0].illegal and not found[0].doubt

"""A finished play as the event that the rules make of it, whatever a camera has seen."""

from __future__ import annotations

from arbiter.match.events import IllegalPlay, PlayMade
from arbiter.match.play_fault import fault_of
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.verdict import judge


def judged_play(
    before: Position, side: Side, dice: Dice, after: Position, frame: int, time: float
) -> PlayMade | IllegalPlay:
    """The change from `before` to `after`: made, or finished against the rules.

    Raises ArbiterError where nothing can be judged in such a position.
    """
    verdict = judge(before, side, dice, after)
    if verdict.legal:
        return PlayMade(frame, time, side, dice, verdict.play, after)
    fault = fault_of(before, verdict, side, dice, after)
    return IllegalPlay(frame, time, side, dice, verdict.rules, verdict.message, after, provisional=False, fault=fault)

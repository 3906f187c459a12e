"""What is wrong with one illegal play, as data: made once here, shown by everybody, judged again by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.errors import ArbiterError
from arbiter.message import Message
from arbiter.notation import describe_change, format_play
from arbiter.plays import Dice, results_of_any_roll
from arbiter.position import Position, Side
from arbiter.verdict import CheckerMove, Verdict, checker_moves, judge


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """A play in notation and the board that it leaves."""

    play: str
    position: Position


@dataclass(frozen=True, slots=True)
class PlayFault:
    """One illegal play, explained.

    verdict, reason: what is wrong, and why where the verdict does not say it all.
    play: what was done, in notation. moved: each checker that moved. way_back: the fewest checkers to move so that the
    nearest legal play stands there. nearest: up to three legal plays, nearest first.
    other_roll: a roll by which the play is legal and which differs in one die alone; None where there is none.
    """

    verdict: Message
    reason: Message | None
    play: str
    moved: tuple[CheckerMove, ...]
    way_back: tuple[CheckerMove, ...]
    nearest: tuple[LegalPlay, ...]
    other_roll: Dice | None

    @property
    def sentences(self) -> Message:
        """Verdict and reason, one after the other."""
        return Message.joined(" ", (self.verdict, self.reason)) if self.reason else self.verdict


def fault_of(
    before: Position, verdict: Verdict, side: Side, dice: Dice, after: Position, likeliest: Sequence[Dice] = ()
) -> PlayFault:
    """The fault by which `verdict` calls the change from `before` to `after` illegal.

    likeliest: what the dice may show by their looks, the likeliest first: which of several other rolls is named.
    """
    fault = verdict.faults[0]
    return PlayFault(
        fault.verdict,
        fault.reason,
        verdict.play,
        checker_moves(before, after),
        verdict.way_back,
        tuple(LegalPlay(format_play(play), play.result) for play in verdict.nearest),
        _other_roll(before, side, dice, after, [(max(roll), min(roll)) for roll in likeliest]),
    )


def fault_kept(before: Position, side: Side, dice: Dice, after: Position, message: str) -> PlayFault:
    """The fault of a play whose event was kept without it. message: the event's own, for what cannot be judged."""
    try:
        verdict = judge(before, side, dice, after)
        if not verdict.legal:
            return fault_of(before, verdict, side, dice, after)
    except ArbiterError:
        pass  # not even a position, so that no legal play is near
    moved = checker_moves(before, after)
    return PlayFault(Message.joined("", (message,)), None, describe_change(before, side, after), moved, (), (), None)


def _other_roll(before: Position, side: Side, dice: Dice, after: Position, likeliest: Sequence[Dice]) -> Dice | None:
    ways = results_of_any_roll(before, side).get(after, ())
    found = [(max(roll), min(roll)) for roll, _play in ways if _but_one_die(roll, dice)]
    return min(found, key=lambda roll: likeliest.index(roll) if roll in likeliest else len(likeliest), default=None)


def _but_one_die(one: Dice, other: Dice) -> bool:
    left = list(other)
    for die in one:
        if die in left:
            left.remove(die)
    return len(left) == 1

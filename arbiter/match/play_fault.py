"""What is wrong with one illegal play, as data: made once here, shown by everybody, judged again by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.errors import ArbiterError
from arbiter.message import Message
from arbiter.notation import describe_change, format_play
from arbiter.plays import Dice, results_of_any_roll
from arbiter.position import SIDES, Position, Side
from arbiter.values import Sentence
from arbiter.verdict import CheckerMove, Verdict, checker_moves, judge


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """A play in notation and the board that it leaves."""

    play: Sentence
    position: Position


@dataclass(frozen=True, slots=True)
class PlayFault:
    """One illegal play, explained.

    verdict, reason: what is wrong, and why where the verdict does not say it all.
    play: what was done, in notation. moved: each checker that moved. way_back: the fewest checkers to move so that the
    nearest legal play stands there. nearest: up to three legal plays, nearest first.
    put_back, then: the way that people take: the wrong checkers back to where they began, then those of the nearest
    legal play. Faults kept by older versions lack both.
    other_roll: a roll by which the play is legal and which differs in one die alone; None where there is none.
    """

    verdict: Message
    reason: Message | None
    play: Sentence
    moved: tuple[CheckerMove, ...]
    way_back: tuple[CheckerMove, ...]
    nearest: tuple[LegalPlay, ...]
    other_roll: Dice | None
    put_back: tuple[CheckerMove, ...] = ()
    then: tuple[CheckerMove, ...] = ()

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
    back = _put_back(before, after, verdict.nearest[0].result)
    return PlayFault(
        fault.verdict,
        fault.reason,
        verdict.play,
        checker_moves(before, after),
        verdict.way_back,
        tuple(LegalPlay(format_play(play), play.result) for play in verdict.nearest),
        _other_roll(before, side, dice, after, [(max(roll), min(roll)) for roll in likeliest]),
        back,
        checker_moves(_moved(after, back), verdict.nearest[0].result),
    )


def _put_back(before: Position, after: Position, wanted: Position) -> tuple[CheckerMove, ...]:
    """Each checker that moved and stands where `wanted` has none, back to where it began."""
    surplus = {
        (side, place): here - there
        for side in SIDES
        for place, (here, there) in enumerate(zip(after.row(side), wanted.row(side), strict=True))
    }
    found = []
    for side, start, end in ((move.side, move.start, move.end) for move in checker_moves(before, after)):
        if start is not None and end is not None and surplus[side, end] > 0:
            surplus[side, end] -= 1
            found.append(CheckerMove(side, end, start))
    return tuple(found)


def _moved(position: Position, moves: Sequence[CheckerMove]) -> Position:
    """The board after these, which hit nobody."""
    for side in SIDES:
        row = list(position.row(side))
        for move in moves:
            if move.side is side and move.start is not None and move.end is not None:
                row[move.start] -= 1
                row[move.end] += 1
        position = position.with_row(side, tuple(row))
    return position


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

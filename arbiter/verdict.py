"""Verdicts that teach: was the play legal, and if not, what is wrong with it and what puts it right."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nsmallest

from arbiter.closest_play import NOWHERE, ClosestPlay, closest_play
from arbiter.fault import Fault, IllegalChange
from arbiter.fault_finding import find_faults
from arbiter.notation import describe_change, format_legs, format_play, place_name
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice, Moves, Play, PositionOfOtherGame, play_of, results_and_moves
from arbiter.position import BAR, SIDES, Position, Row, Side
from arbiter.values import Place

_NEAREST = 3


@dataclass(frozen=True, slots=True)
class CheckerMove:
    """Take one checker from start to end, in its own side's numbering; None: not on the table."""

    side: Side
    start: Place | None
    end: Place | None

    def __str__(self) -> str:
        """`light bar -> 7`, for people; points are that side's own."""
        places = ("nowhere" if place is None else place_name(place) for place in (self.start, self.end))
        return f"{self.side} {' -> '.join(places)}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the arbiter has to say about a finished play.

    play: what was done, in notation. rules, message: the numbers of all rules broken and one sentence,
    the most important first; empty for a legal play. faults: each rule with its own sentence.
    nearest: up to three legal plays, nearest to what was done first. way_back: the fewest checkers to
    move so that the nearest of them stands on the board.
    """

    legal: bool
    play: str
    rules: tuple[str, ...] = ()
    message: str = ""
    faults: tuple[Fault, ...] = ()
    nearest: tuple[Play, ...] = ()
    way_back: tuple[CheckerMove, ...] = ()


def judge(before: Position, side: Side, dice: Dice, after: Position) -> Verdict:
    """Judge the change from `before` to `after`, made by `side` with `dice` (R75).

    `after` may be anything a table can show, both colours on one point and missing checkers included.
    Raises CaseError for dice outside 1..6, IllegalPositionError for more than fifteen checkers in `before`.
    """
    if isinstance(before, PositionOfOtherGame):
        return before.judged(side, dice, after)
    own, other = after.row(side), after.row(side.other)
    found = list(results_and_moves(before, side, dice))
    for mine, theirs, moves in found:
        if mine == own and theirs == other:
            return Verdict(True, format_play(play_of(moves, mine, theirs, side)))
    reading = closest_play(before, side, dice, after)
    nearest = tuple(play_of(moves, mine, theirs, side) for mine, theirs, moves in _nearest(found, own, other))
    faults = find_faults(IllegalChange(before, side, dice, after, reading, nearest))
    return Verdict(
        legal=False,
        play=_played(reading, before, side, after),
        rules=tuple(fault.rule for fault in faults),
        message=faults[0].message,
        faults=faults,
        nearest=nearest,
        way_back=checker_moves(after, nearest[0].result),
    )


def _played(reading: ClosestPlay | None, before: Position, side: Side, after: Position) -> str:
    if reading is None:
        return describe_change(before, side, after)
    steps = [step for step in reading.steps if NOWHERE not in (step.start, step.end)]
    return format_legs((step.start, step.end, step.hit) for step in steps) if steps else NO_PLAY


def _nearest(found: list[tuple[Row, Row, Moves]], own: Row, other: Row) -> list[tuple[Row, Row, Moves]]:
    """The few whose boards are the fewest checkers, then the fewest pips, away from the rows given."""
    theirs_apart = {theirs: _apart(theirs, other) for theirs in {theirs for _mine, theirs, _moves in found}}

    def distance(result: tuple[Row, Row, Moves]) -> tuple[int, int]:
        (checkers, pips), (their_checkers, their_pips) = _apart(result[0], own), theirs_apart[result[1]]
        return checkers + their_checkers, pips + their_pips

    return nsmallest(_NEAREST, found, key=distance)


def _apart(one: Row, two: Row) -> tuple[int, int]:
    """(checkers to move, pips to move them) between two rows."""
    fewer = more = pips = ahead = 0
    for here, there in zip(reversed(one), reversed(two), strict=True):
        if here != there:
            difference = here - there
            ahead += difference
            if difference > 0:
                fewer += difference
            else:
                more -= difference
        pips += ahead if ahead >= 0 else -ahead
    return max(fewer, more), pips


def checker_moves(now: Position, wanted: Position) -> tuple[CheckerMove, ...]:
    """The fewest checkers to move so that `now` becomes `wanted`, paired farthest with farthest."""
    found: list[CheckerMove] = []
    for side in SIDES:
        here, there = now.row(side), wanted.row(side)
        starts: list[int | None] = [place for place in range(BAR, -1, -1) for _ in range(here[place] - there[place])]
        ends: list[int | None] = [place for place in range(BAR, -1, -1) for _ in range(there[place] - here[place])]
        longest = max(len(starts), len(ends))
        starts += [None] * (longest - len(starts))
        ends += [None] * (longest - len(ends))
        found += [CheckerMove(side, *pair) for pair in zip(starts, ends, strict=True)]
    return tuple(found)

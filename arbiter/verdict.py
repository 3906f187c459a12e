"""Verdicts that teach: was the play legal, and if not, what is wrong with it and what puts it right."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.faults import Fault, Scene, find_faults
from arbiter.notation import describe_change, format_legs, format_play, place_name
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice, Play, accepted_plays, legal_plays
from arbiter.position import BAR, SIDES, Position, Row, Side
from arbiter.reading import NOWHERE, Reading, read_change

_NEAREST = 3


@dataclass(frozen=True, slots=True)
class CheckerMove:
    """Take one checker from start to end, in its own side's numbering; None: not on the table."""

    side: Side
    start: int | None
    end: int | None

    def __str__(self) -> str:
        """`light bar -> 7`, for people; points are that side's own."""
        places = ("nowhere" if place is None else place_name(place) for place in (self.start, self.end))
        return f"{self.side} {' -> '.join(places)}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the arbiter has to say about a finished play.

    play: what was done, in notation. rules, message: the numbers of all rules broken and one sentence,
    the most telling first; empty for a legal play. faults: each rule with its own sentence.
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
    for play in accepted_plays(before, side, dice):
        if play.result == after:
            return Verdict(True, format_play(play))
    reading = read_change(before, side, dice, after)
    nearest = _nearest(legal_plays(before, side, dice), side, after)
    faults = find_faults(Scene(before, side, dice, after, reading, nearest))
    return Verdict(
        legal=False,
        play=_played(reading, before, side, after),
        rules=tuple(fault.rule for fault in faults),
        message=faults[0].message,
        faults=faults,
        nearest=nearest[:_NEAREST],
        way_back=checker_moves(after, nearest[0].result),
    )


def _played(reading: Reading | None, before: Position, side: Side, after: Position) -> str:
    if reading is None:
        return describe_change(before, side, after)
    steps = [step for step in reading.steps if NOWHERE not in (step.start, step.end)]
    return format_legs((step.start, step.end, step.hit) for step in steps) if steps else NO_PLAY


def _nearest(plays: tuple[Play, ...], side: Side, after: Position) -> tuple[Play, ...]:
    """The plays in order of how many checkers, then how many pips, their results are away from the board."""

    def distance(play: Play) -> tuple[int, int]:
        pairs = [(after.row(each), play.result.row(each)) for each in (side, side.other)]
        return sum(_checkers_apart(*pair) for pair in pairs), sum(_pips_apart(*pair) for pair in pairs)

    return tuple(sorted(plays, key=distance))


def _checkers_apart(one: Row, two: Row) -> int:
    fewer = sum(max(a - b, 0) for a, b in zip(one, two, strict=True))
    more = sum(max(b - a, 0) for a, b in zip(one, two, strict=True))
    return max(fewer, more)


def _pips_apart(one: Row, two: Row) -> int:
    pips, ahead = 0, 0
    for place in range(BAR, -1, -1):
        ahead += one[place] - two[place]
        pips += abs(ahead)
    return pips


def checker_moves(now: Position, wanted: Position) -> tuple[CheckerMove, ...]:
    """The fewest checkers to move so that `now` becomes `wanted`, paired farthest with farthest."""
    found: list[CheckerMove] = []
    for side in SIDES:
        here, there = now.row(side), wanted.row(side)
        starts: list[int | None] = [
            place for place in range(BAR, -1, -1) for _ in range(here[place] - there[place])
        ]
        ends: list[int | None] = [
            place for place in range(BAR, -1, -1) for _ in range(there[place] - here[place])
        ]
        longest = max(len(starts), len(ends))
        starts += [None] * (longest - len(starts))
        ends += [None] * (longest - len(ends))
        found += [CheckerMove(side, *pair) for pair in zip(starts, ends, strict=True)]
    return tuple(found)

"""Plays that break the rules, of the kinds that happen at tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numpy.random import Generator

from arbiter.notation import format_legs
from arbiter.plays import accepted_plays, legal_plays, passing_positions
from arbiter.position import BAR, Position, Side
from lab.simulator.positions import Ply

Step = tuple[Side, int, int]
"""Who, from and to, in that side's own numbering."""

KINDS = {
    "wrong_pips": "a checker was moved a number of pips that was not rolled",
    "bar": "another checker was moved while one was on the bar and could enter",
    "made_point": "a checker was put on a point held by two or more opposing checkers",
    "one_die": "only one die was played though both could be played",
    "backward": "a checker was moved backward",
    "third_checker": "more checkers were moved than the roll allows",
}


@dataclass(frozen=True)
class Deed:
    """What a player really does with their roll."""

    steps: tuple[Step, ...]
    after: Position
    why: str = ""
    """Empty for a legal play, else a kind, a colon and its explanation."""

    @property
    def legal(self) -> bool:
        return not self.why


def stepped(position: Position, steps: Iterable[Step]) -> Position:
    """The position after steps; a lone opposing checker is hit, a made point comes to hold both colours."""
    for side, start, end in steps:
        own, other = list(position.row(side)), list(position.row(side.other))
        own[start] -= 1
        own[end] += 1
        if 1 <= end <= 24 and other[25 - end] == 1 and start != end:
            other[25 - end] -= 1
            other[BAR] += 1
        position = position.with_row(side, tuple(own)).with_row(side.other, tuple(other))
    return position


def lawful(ply: Ply) -> Deed:
    steps = tuple((ply.side, move.start, move.end) for move in ply.play.moves)
    return Deed(steps, ply.play.result)


def notation(before: Position, deed: Deed) -> str:
    legs = []
    for side, start, end in deed.steps:
        hit = 1 <= end <= 24 and before.row(side.other)[25 - end] == 1
        legs.append((start, end, hit))
        before = stepped(before, [(side, start, end)])
    return format_legs(legs)


def blunder(ply: Ply, rng: Generator, kinds: tuple[str, ...] = tuple(KINDS)) -> Deed | None:
    """An illegal play for a roll, of one of the kinds, where the position allows one."""
    results = {play.result for play in accepted_plays(ply.before, ply.side, ply.dice)}
    passed = passing_positions(ply.before, ply.side, ply.dice)
    for kind in rng.permutation(kinds):
        for _ in range(40):
            steps = _attempt(str(kind), ply, rng)
            if not steps:
                continue
            after = stepped(ply.before, steps)
            on_the_way = after in passed
            if after not in results and after != ply.before and on_the_way == (kind == "one_die"):
                return Deed(tuple(steps), after, f"{kind}: {KINDS[str(kind)]}")
    return None


def _attempt(kind: str, ply: Ply, rng: Generator) -> list[Step]:
    """Steps that break a rule in that way, or nothing."""
    side, own = ply.side, ply.before.row(ply.side)
    good = legal_plays(ply.before, side, ply.dice)
    steps: list[Step] = [(side, m.start, m.end) for m in good[int(rng.integers(len(good)))].moves]
    held = [p for p in range(1, 25) if own[p]]
    if not held or not steps:
        return []
    start = held[int(rng.integers(len(held)))]
    if kind == "one_die":
        return steps[:1] if len(steps) == 2 else []
    first, end = _wrong_move(kind, ply, steps, start, rng)
    if kind != "bar" and own[BAR] and steps[0][1] != BAR:
        return []
    there = 1 <= end <= 24 and stepped(ply.before, first).row(side)[start] > 0
    if not there or (kind == "bar" and not own[BAR]):
        return []
    held_against = stepped(ply.before, first).row(side.other)[25 - end] >= 2
    return [*first, (side, start, end)] if held_against == (kind == "made_point") else []


def _wrong_move(kind: str, ply: Ply, steps: list[Step], start: int, rng: Generator) -> tuple[list[Step], int]:
    """The legal steps that come first, and where a checker from `start` then goes."""
    die = ply.dice[int(rng.integers(2))]
    if kind == "bar":
        return [], start - die
    if kind == "backward":
        return steps[:1], start + die
    if kind == "third_checker":
        return steps, start - int(rng.integers(1, 7))
    if kind == "made_point":
        return steps[:1], start - die
    pips = [n for n in range(1, 13) if n not in (*ply.dice, sum(ply.dice))]
    return steps[:1] if len(steps) >= 2 else [], start - int(rng.choice(pips))

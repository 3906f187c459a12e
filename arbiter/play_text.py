"""What a written play means: text to the ways of the checkers, and those to the legal plays they fit.

A stop that is written out is landed on, so a blot there is hit, star or no star: `24/20 20/18` hits
on 20, `24/18` does not. The order of the pieces is free.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.moves import HITTING, QUIET, Dice, Move
from arbiter.plays import Play, accepted_plays, play_of
from arbiter.position import BAR, CHECKERS, OFF, Position, Row, Side

NO_PLAY = "no play"
"""What is written for a turn in which nothing moves."""

Chain = tuple[tuple[int, bool], ...]
"""One checker's whole way: its start, then every stop named, each with whether it hits there."""

LONGEST_TEXT = 200
"""Characters. Nobody writes more about fifteen checkers."""

_PIECE = re.compile(r"(bar|\d{1,2})((?:/(?:off|bar|\d{1,2})\*?)+)(?:\(([1-9]\d?)\))?", re.IGNORECASE)
_NOTHING = {
    "", NO_PLAY, "no move", "no moves", "(no move)", "(no play)", "no legal move", "no legal moves", "cannot move",
    "can't move", "dance", "dances", "pass", "passes", "(pass)",
}  # fmt: skip
_PLACES = {"bar": BAR, "off": OFF}


def shown_play(play: str) -> str:
    """A play in notation, or in words where nothing was played."""
    return Message("no play") if play == NO_PLAY else play


def parse_chains(text: str) -> tuple[Chain, ...]:
    """The ways of the checkers that a text names; empty for `no play`.

    Raises NotationError naming the piece that cannot be read or runs backward, and for text longer than
    LONGEST_TEXT or of more checkers than a side has.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            Message("A play has at most {most} characters, not {count}.", most=LONGEST_TEXT, count=len(text))
        )
    if not text or text.strip().lower() in _NOTHING:
        return ()
    chains: list[Chain] = []
    for piece in text.replace(",", " ").split():
        chain, times = _parse_piece(piece)
        if times == 1:
            chains.append(chain)
        else:
            chains += [chain] * times
        if len(chains) > CHECKERS:
            raise NotationError(Message("A play moves at most {most} checkers.", most=CHECKERS))
    return tuple(chains)


@lru_cache(maxsize=4096)
def _parse_piece(piece: str) -> tuple[Chain, int]:
    """One checker's way and how many checkers go it. Kept: a record writes the same few hundred again and again."""
    match = _PIECE.fullmatch(piece)
    if match is None:
        raise NotationError(
            Message('"{piece}" is not a move; write moves like 13/7*, bar/21(2) or 6/off.', piece=piece)
        )
    chain = ((_place(match[1]), False), *map(_stop, match[2][1:].split("/")))
    if chain[0][0] > BAR or any(later[0] >= sooner[0] for sooner, later in pairwise(chain)):
        raise NotationError(
            Message('"{piece}" does not run forward from the bar or a point 1 to 24.', piece=piece)
        )
    return chain, int(match[3] or 1)


def _stop(text: str) -> tuple[int, bool]:
    return _place(text.rstrip("*")), text.endswith("*")


def _place(text: str) -> int:
    return int(text) if text.isdecimal() else _PLACES[text.lower()]


def without_stars(chains: Iterable[Chain]) -> tuple[Chain, ...]:
    """The same ways with no hit named."""
    return tuple(tuple((place, False) for place, _hit in chain) for chain in chains)


def fitting_plays(chains: Sequence[Chain], position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    """The legal plays that these ways can mean, those that hit no more than is named; empty where none can.

    Raises CaseError and IllegalPositionError as `legal_plays` does.
    """
    starred = {place for chain in chains for place, hit in chain if hit}
    target = row_after(position.row(side), chains)
    theirs = position.row(side.other)
    named = starred | {
        place for chain in chains for place, _hit in chain[1:] if place > OFF and theirs[25 - place] == 1
    }
    fitting = [
        (len(_hits(play)), play)
        for play in accepted_plays(position, side, dice)
        if play.result.row(side) == target and named <= _hits(play)
    ]
    fewest = min((hits for hits, _play in fitting), default=0)
    return tuple(play for hits, play in fitting if hits == fewest)


def row_after(row: Row, chains: Iterable[Chain]) -> Row | None:
    """The mover's row after these ways; None where a checker is missing at a start."""
    counts = list(row)
    for chain in chains:
        counts[chain[0][0]] -= 1
        counts[chain[-1][0]] += 1
    return tuple(counts) if min(counts) >= 0 else None


def _hits(play: Play) -> set[int]:
    return {move.end for move in play.moves if move.hit}


def play_as_written(chains: Sequence[Chain], position: Position, side: Side, dice: Dice) -> Play | None:
    """The play that these ways name by themselves, where it uses the whole roll and is legal, farthest first.

    A short cut for what records write: using the whole roll, it needs no other play to be compared with. None too
    where only a comparison decides what is meant. Stars are not looked at.
    """
    legs = [(chain[at - 1][0], chain[at][0]) for chain in chains for at in range(1, len(chain))]
    if dice[0] == dice[1]:
        legs = _single_legs(legs, dice[0])
        return _made(legs, dice * 2, position, side) if len(legs) == 4 else None
    if len(legs) == 1:
        return _in_one_piece(legs[0], chains[0][1][1], position, side, dice)
    if len(legs) != 2:
        return None
    legs.sort(reverse=True)
    start, end = legs[0]
    for order in (dice, dice[::-1]):
        if end == OFF or start - end == order[0]:
            play = _made(legs, order, position, side)
            if play:
                return play
    return None


def _single_legs(legs: list[tuple[int, int]], die: int) -> list[tuple[int, int]]:
    """Of a double: the stretches of one die each, farthest first."""
    single = [
        (place, max(place - die, end)) for start, end in legs for place in range(start, end, -die)
    ]
    single.sort(reverse=True)
    return single


def _in_one_piece(leg: tuple[int, int], starred: bool, position: Position, side: Side, dice: Dice) -> Play | None:
    """One checker by both dice, hitting on its way no more than it must; None where that could be two plays."""
    (start, end), high = leg, max(dice)
    if end == OFF or start - end != sum(dice) or (starred and position.row(side.other)[25 - end] != 1):
        return None
    low = min(dice)
    one = _made([(start, start - high), (start - high, end)], (high, low), position, side)
    two = _made([(start, start - low), (start - low, end)], (low, high), position, side)
    if one is None or two is None:
        return one or two
    hits = [sum(move.hit for move in play.moves) for play in (one, two)]
    if hits[0] == hits[1]:
        return one if one.result == two.result else None
    return one if hits[0] < hits[1] else two


def _made(legs: Sequence[tuple[int, int]], dice: Sequence[int], position: Position, side: Side) -> Play | None:
    """The play of these stretches in this order, one die each; None where the rules forbid one."""
    rows = (position.light, position.dark) if side is Side.LIGHT else (position.dark, position.light)
    own, other = list(rows[0]), list(rows[1])
    moves: list[Move] = []
    for (start, end), die in zip(legs, dice, strict=True):
        hit = _move(own, other, start, end, die)
        if hit is None:
            return None
        moves.append((HITTING if hit else QUIET)[die][start].move)
    return play_of(tuple(moves), tuple(own), tuple(other), side)


def _move(own: list[int], other: list[int], start: int, end: int, die: int) -> bool | None:
    """Make one move in place and say whether it hits; None, and nothing done, where the rules forbid it."""
    if not own[start] or (own[BAR] and start != BAR):
        return None
    if end == OFF:
        outside = any(own[7:])
        if outside or start > die or (start < die and any(own[start + 1 : 7])):
            return None
        hit = False
    elif start - end != die or other[25 - end] > 1:
        return None
    else:
        hit = other[25 - end] == 1
        other[25 - end] = 0 if hit else other[25 - end]
        other[BAR] += hit
    own[start] -= 1
    own[end] += 1
    return hit

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
_NOTHING = {"", NO_PLAY, "no move", "cannot move", "dance", "dances"}
_PLACES = {"bar": BAR, "off": OFF}


def parse_chains(text: str) -> tuple[Chain, ...]:
    """The ways of the checkers that a text names; empty for `no play`.

    Raises NotationError naming the piece that cannot be read or runs backward, and for text longer than
    LONGEST_TEXT or of more checkers than a side has.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            Message("A play has at most {most} characters, not {count}.", most=LONGEST_TEXT, count=len(text))
        )
    if text.strip().lower() in _NOTHING:
        return ()
    chains: list[Chain] = []
    for piece in text.replace(",", " ").split():
        chain, times = _parse_piece(piece)
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
    """The play in which each stretch is one die, where it uses the whole roll and is legal, farthest first.

    A short cut for what most records write: using the whole roll, it needs no other play to be compared with.
    Stars are not looked at.
    """
    double = dice[0] == dice[1]
    legs = [(start, end) for chain in chains for (start, _), (end, _hit) in pairwise(chain)]
    if len(legs) != (4 if double else 2):
        return None
    legs.sort(reverse=True)
    orders: tuple[tuple[int, ...], ...] = (dice * 2,) if double else (dice, dice[::-1])
    for order in orders:
        own, other = list(position.row(side)), list(position.row(side.other))
        moves: list[Move] = []
        for (start, end), die in zip(legs, order, strict=True):
            hit = _move(own, other, start, end, die)
            if hit is None:
                break
            moves.append((HITTING if hit else QUIET)[die][start][3])
        else:
            return play_of(tuple(moves), tuple(own), tuple(other), side)
    return None


def _move(own: list[int], other: list[int], start: int, end: int, die: int) -> bool | None:
    """Make one move in place and tell whether it hits; None, and nothing done, where the rules forbid it."""
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

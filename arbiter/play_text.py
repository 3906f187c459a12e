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
from arbiter.moves import Dice
from arbiter.plays import Play, accepted_plays
from arbiter.position import BAR, CHECKERS, OFF, Position, Row, Side
from arbiter.whole_roll import one_checker, play_of_legs

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

    A short cut for what records write. None too where only a comparison decides what is meant. Stars are not looked at.
    """
    legs = [(chain[at - 1][0], chain[at][0]) for chain in chains for at in range(1, len(chain))]
    if dice[0] == dice[1]:
        legs = _single_legs(legs, dice[0])
    elif len(legs) == 1:
        return one_checker(legs[0], chains[0][1][1], position, side, dice)
    return play_of_legs(legs, position, side, dice)


def _single_legs(legs: list[tuple[int, int]], die: int) -> list[tuple[int, int]]:
    """Of a double: the stretches of one die each."""
    return [(place, max(place - die, end)) for start, end in legs for place in range(start, end, -die)]

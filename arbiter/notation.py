"""Standard notation of plays: `13/7*/4`, `bar/21(2)`, `6/off`, written and read back.

Points are the mover's own. A checker that moves by several dice is written in one piece, naming
only the stops where it hits; `(2)` repeats. The pieces run from the farthest start to the nearest,
longer before shorter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from arbiter.errors import NotationError
from arbiter.plays import Dice, Move, Play, accepted_plays
from arbiter.position import BAR, OFF, Position, Row, Side

NO_PLAY = "no play"
"""What is written for a turn in which nothing moves."""

Leg = tuple[int, int, bool]
"""Start, end, hit: one stretch of one checker's way, in the mover's own numbering."""
Chain = tuple[tuple[int, bool], ...]
"""One checker's whole way: its start, then every stop named, each with whether it hits there."""

_PIECE = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-9]\d?)\))?", re.IGNORECASE)
_STOP = re.compile(r"/(off|\d{1,2})(\*?)", re.IGNORECASE)
_NOTHING = {"", NO_PLAY, "no move", "cannot move", "dance", "dances"}


def place_name(place: int) -> str:
    """`bar`, `off`, or the number of the point."""
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def format_play(play: Play) -> str:
    """The play in standard notation; `no play` where nothing moves."""
    return format_moves(play.moves)


def format_moves(moves: Iterable[Move]) -> str:
    return format_legs((move.start, move.end, move.hit) for move in moves)


def format_legs(legs: Iterable[Leg]) -> str:
    """Stretches in notation, those of one checker joined; `no play` where there are none."""
    chains: list[list[tuple[int, bool]]] = []
    for start, end, hit in sorted(legs, key=lambda leg: (-leg[0], -leg[1], not leg[2])):
        # only forward stretches are joined: what went backward was certainly a checker of its own
        arrived = [chain for chain in chains if chain[-1][0] == start and end < start < chain[0][0]]
        if not arrived:
            chains.append([(start, False), (end, hit)])
            continue
        joined = min(arrived, key=lambda chain: chain[-1][1])
        if not joined[-1][1]:
            joined.pop()
        joined.append((end, hit))
    ways: dict[tuple[int, ...], list[str]] = {}
    for chain in sorted(chains, key=lambda chain: (-chain[0][0], chain[-1][0], not chain[-1][1])):
        ways.setdefault(tuple(place for place, _hit in chain), []).append(_chain_text(chain))
    texts = (texts[0] + (f"({len(texts)})" if len(texts) > 1 else "") for texts in ways.values())
    return " ".join(texts) or NO_PLAY


def _chain_text(chain: list[tuple[int, bool]]) -> str:
    return "/".join(place_name(place) + ("*" if hit else "") for place, hit in chain)


def parse_chains(text: str) -> tuple[Chain, ...]:
    """The ways of the checkers that a text names; empty for `no play`.

    Raises NotationError naming the piece that cannot be read or runs backward.
    """
    if text.strip().lower() in _NOTHING:
        return ()
    chains: list[Chain] = []
    for piece in text.replace(",", " ").split():
        match = _PIECE.fullmatch(piece)
        if match is None:
            raise NotationError(f'"{piece}" is not a move; write moves like 13/7*, bar/21(2) or 6/off.')
        stops = [(_place(stop), bool(star)) for stop, star in _STOP.findall(match[2])]
        chain = ((_place(match[1]), False), *stops)
        places = [place for place, _hit in chain]
        if max(places) > BAR or any(later >= sooner for sooner, later in pairwise(places)):
            raise NotationError(f'"{piece}" does not run forward from the bar or a point 1 to 24.')
        chains += [chain] * int(match[3] or 1)
    return tuple(chains)


def _place(text: str) -> int:
    return {"bar": BAR, "off": OFF}.get(text.lower()) or (0 if text.lower() == "off" else int(text))


def find_play(text: str, position: Position, side: Side, dice: Dice) -> Play:
    """The legal play that a text names; missing hit marks are forgiven where only one play fits.

    Raises NotationError where the text cannot be read, is no legal play, or could be two.
    """
    chains = parse_chains(text)
    target = row_after(position.row(side), chains)
    named = {place for chain in chains for place, hit in chain if hit}
    fitting = [
        play
        for play in accepted_plays(position, side, dice)
        if play.result.row(side) == target and named <= _hits(play)
    ]
    if not fitting:
        raise NotationError(f'"{text}" is not a legal play of {dice[0]}-{dice[1]} here.')
    exact = [play for play in fitting if _hits(play) == named]
    best = exact or [
        play for play in fitting if len(_hits(play)) == min(len(_hits(other)) for other in fitting)
    ]
    if len(best) > 1:
        raise NotationError(f'"{text}" could be {" or ".join(map(format_play, best))}.')
    return best[0]


def row_after(row: Row, chains: Iterable[Chain]) -> Row | None:
    """The mover's row after these ways; None where a checker is missing at a start."""
    counts = list(row)
    for chain in chains:
        counts[chain[0][0]] -= 1
        counts[chain[-1][0]] += 1
    return tuple(counts) if min(counts) >= 0 else None


def _hits(play: Play) -> set[int]:
    return {move.end for move in play.moves if move.hit}


def describe_change(before: Position, side: Side, after: Position) -> str:
    """What the mover's checkers did, read from the two boards alone; `no play` where none moved.

    Checkers are paired farthest with farthest; a star marks a point where an opposing blot was left
    for the bar. Vanished or added checkers are not told.
    """
    own, now = before.row(side), after.row(side)
    theirs, theirs_now = before.row(side.other), after.row(side.other)
    starts = [place for place in range(25, -1, -1) for _ in range(own[place] - now[place])]
    ends = [place for place in range(25, -1, -1) for _ in range(now[place] - own[place])]
    hit_left = theirs_now[BAR] - theirs[BAR]
    legs: list[Leg] = []
    for start, end in zip(starts, ends, strict=False):
        hit = hit_left > 0 and 0 < end < BAR and theirs[25 - end] > theirs_now[25 - end]
        hit_left -= hit
        legs.append((start, end, hit))
    return format_legs(legs)

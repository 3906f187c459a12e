"""Standard notation of plays: `13/7*/4`, `bar/21(2)`, `6/off`, written and read back.

Points are the mover's own. A checker that moves by several dice is written in one piece, naming
only the stops where it hits; `(2)` repeats. The pieces run from the farthest start to the nearest,
longer before shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.play_text import NO_PLAY, fitting_plays, parse_chains
from arbiter.plays import Dice, Move, Play, PlayOfOtherGame
from arbiter.position import BAR, OFF, Position, Side

Leg = tuple[int, int, bool]
"""Start, end, hit: one stretch of one checker's way, in the mover's own numbering."""


def place_name(place: int) -> str:
    """`bar`, `off`, or the number of the point."""
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def format_roll(dice: Dice) -> str:
    """A roll as people write it, the higher number first, in whatever order the dice were seen."""
    return f"{max(dice)}-{min(dice)}"


def format_play(play: Play) -> str:
    """The play in standard notation; `no play` where nothing moves."""
    return play.text if isinstance(play, PlayOfOtherGame) else _moves_text(play.moves)


@lru_cache(maxsize=4096)
def _moves_text(moves: tuple[Move, ...]) -> str:
    return format_moves(moves)


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


def find_play(text: str, position: Position, side: Side, dice: Dice) -> Play:
    """The legal play that a text names; missing hit marks are forgiven where only one play fits.

    Raises NotationError where the text cannot be read, is no legal play, or could be two.
    """
    fitting = fitting_plays(parse_chains(text), position, side, dice)
    if not fitting:
        raise NotationError(
            Message('"{text}" is not a legal play of {high}-{low} here.', text=text, high=dice[0], low=dice[1])
        )
    return only_play(text, fitting)


def only_play(text: str, fitting: Sequence[Play]) -> Play:
    """The one of the plays that fit a text. Raises NotationError where there are two."""
    if len(fitting) > 1:
        raise NotationError(
            Message('"{text}" could be {plays}.', text=text, plays=' or '.join(map(format_play, fitting)))
        )
    return fitting[0]


def describe_change(before: Position, side: Side, after: Position) -> str:
    """What the mover's checkers did, read from the two boards alone; `no play` where none moved.

    Checkers are paired farthest with farthest; a star marks a point where an opposing blot was left
    for the bar. Vanished or added checkers are left out.
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

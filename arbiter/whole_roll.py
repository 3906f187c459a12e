"""Plays that use the whole roll, found from their moves or from the board they leave, without a search.

Whoever moves as often as the dice allow at most needs no other play to be compared with: it is legal if each of its
moves is. So what a record says can be checked by making it. Where that does not tell, `arbiter.plays` finds all plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbiter.moves import HITTING, QUIET, Dice, Move
from arbiter.plays import Play, play_of
from arbiter.position import BAR, OFF, Position, Row, Side

Leg = tuple[int, int]
"""Start and end of one move with one die, in the mover's own numbering."""


def play_of_legs(legs: Sequence[Leg], position: Position, side: Side, dice: Dice) -> Play | None:
    """The play of these moves, farthest first; None where they do not use the whole roll, or the rules forbid one."""
    ordered = sorted(legs, reverse=True)
    if dice[0] == dice[1]:
        return _made(ordered, dice * 2, position, side) if len(ordered) == 4 else None
    if len(ordered) != 2:
        return None
    start, end = ordered[0]
    for order in (dice, dice[::-1]):
        if end == OFF or start - end == order[0]:
            play = _made(ordered, order, position, side)
            if play:
                return play
    return None


def play_to(after: Position, position: Position, side: Side, dice: Dice) -> Play | None:
    """The play that leaves this board; None where none that uses the whole roll does."""
    for legs in _ways(position.row(side), after.row(side), dice):
        play = play_of_legs(legs, position, side, dice)
        if play is not None and play.result == after:
            return play
    return None


def one_checker(leg: Leg, starred: bool, position: Position, side: Side, dice: Dice) -> Play | None:
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


def _ways(own: Row, now: Row, dice: Dice) -> Iterator[list[Leg]]:
    """How the mover's checkers may have come from one row to the other, one die a move."""
    if dice[0] == dice[1]:
        yield _doubles_way(own, now, dice[0])
        return
    starts = [place for place in range(BAR, OFF, -1) for _ in range(own[place] - now[place])]
    ends = [place for place in range(BAR, OFF - 1, -1) for _ in range(now[place] - own[place])]
    if len(starts) == len(ends) == 2:
        yield [(starts[0], ends[0]), (starts[1], ends[1])]
        yield [(starts[0], ends[1]), (starts[1], ends[0])]
    elif len(starts) == len(ends) == 1:
        for stop in (starts[0] - die for die in dice):
            if stop > ends[0]:
                yield [(starts[0], stop), (stop, ends[0])]


def _doubles_way(own: Row, now: Row, die: int) -> list[Leg]:
    """The one way there is: what stands too many on a place, farthest first, goes on by one die."""
    counts, legs = list(own), list[Leg]()
    for place in range(BAR, OFF, -1):
        end = max(place - die, OFF)
        going = counts[place] - now[place]
        if going < 0 or len(legs) + going > 4:
            return []
        counts[end] += going
        legs += [(place, end)] * going
    return legs


def _made(legs: Sequence[Leg], dice: Sequence[int], position: Position, side: Side) -> Play | None:
    """The play of these moves in this order, one die each; None where the rules forbid one."""
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

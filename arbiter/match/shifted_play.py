"""The same play from another position: what its checkers do where others stand by then."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from arbiter.errors import ArbiterError, NotationError
from arbiter.message import Message
from arbiter.notation import place_name
from arbiter.play_text import Chain, fitting_plays, parse_chains, row_after, without_stars
from arbiter.plays import Dice
from arbiter.position import BAR, Position, Row, Side


class ShiftError(ArbiterError):
    """The play cannot be made from there; the text says why."""


def board_after(text: str, position: Position, side: Side) -> Position:
    """The board after a play as it is written, legal or not.

    Raises NotationError where the text cannot be read, ShiftError where a checker is missing.
    """
    return _moved(parse_chains(text), position, side)


def shifted(play: str, side: Side, dice: Dice | None, old: Position, after: Position, new: Position) -> Position:
    """The board after a play that led from `old` to `after`, made from `new` instead.

    Raises ShiftError where it cannot be made at all; whether it is legal there is not asked.
    """
    try:
        chains: Sequence[Chain] = parse_chains(play)
        written = row_after(old.row(side), chains) == after.row(side)
    except NotationError:
        written = False
    if not written:  # the text does not say what happened: an unseen play, a checker put back
        return _changed_alike(old, after, new)
    if dice is not None and chains:
        fitting = fitting_plays(chains, new, side, dice) or fitting_plays(without_stars(chains), new, side, dice)
        if fitting:
            return fitting[0].result
    return _moved(chains, new, side)


def _moved(chains: Sequence[Chain], position: Position, side: Side) -> Position:
    for chain in chains:
        start, end = chain[0][0], chain[-1][0]
        if not position.row(side)[start]:
            move = f"{place_name(start)}/{place_name(end)}"
            if start == BAR:
                raise ShiftError(Message("{move} needs a checker on the bar.", move=move))
            raise ShiftError(Message("{move} needs a checker on {point}.", move=move, point=start))
        position = position.moved(side, pairwise(place for place, _hit in chain))
    return position


def _changed_alike(old: Position, after: Position, new: Position) -> Position:
    rows: list[Row] = []
    for was, became, now in zip(old.rows, after.rows, new.rows, strict=True):
        row = tuple(count + now[place] - was[place] for place, count in enumerate(became))
        if min(row) < 0:
            raise ShiftError(Message("The checkers that moved in it stand elsewhere."))
        rows.append(row)
    return Position(*rows)  # what no longer stands alone on its point is found by whoever judges it

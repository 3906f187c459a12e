"""Which kind of decision something is: by the words that players use, and from the position alone.

GNU Backgammon sorts positions alike (`race`, `contact`, `bearoff`); its kinds are about evaluators, these about people.
"""

from __future__ import annotations

from typing import Literal, get_args

from arbiter.message import Message
from arbiter.position import BAR, OFF, SIDES, START, Position, Side

Kind = Literal["opening", "contact", "bear-off against contact", "race", "bear-off", "double", "take"]
KINDS: tuple[Kind, ...] = get_args(Kind)

KIND_NAMES: dict[Kind, Message] = {
    "opening": Message("Opening"),
    "contact": Message("Contact"),
    "bear-off against contact": Message("Bear-off against contact"),
    "race": Message("Race"),
    "bear-off": Message("Bear-off"),
    "double": Message("Doubling"),
    "take": Message("Taking"),
}

Decision = Literal["play", "double", "take"]
"""Play these dice; double or roll; take a double or drop."""

MOST_MOVED = 4
"""Checkers of each side that are not where they started: after two plays of each an opening is over."""


def kind_of(decision: Decision, position: Position, side: Side) -> Kind:
    """side: who decides."""
    if decision != "play":
        return decision
    home = not any(position.row(side)[7 : BAR + 1])
    if not position.contact:
        return "bear-off" if home else "race"
    if home:
        return "bear-off against contact"
    return "opening" if all(_moved(position, each) <= MOST_MOVED for each in SIDES) else "contact"


def _moved(position: Position, side: Side) -> int:
    """How many checkers have left where they started; one borne off ends any opening."""
    row, start = position.row(side), START.row(side)
    if row[OFF]:
        return sum(row)
    return sum(max(0, there - here) for here, there in zip(row, start, strict=True))

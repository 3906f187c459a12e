"""One broken rule in words, and the change to a board in which it is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from arbiter.closest_play import ClosestPlay
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Dice, Play
from arbiter.position import Position, Row, Side


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule. message: the one sentence that says how, which records and files keep.

    verdict, reason: the same as two sentences, for a page: "8/9 goes backward." and "Checkers move only towards their
    own home." No reason where the verdict says it all, or where only the roll could be added.
    """

    rule: str
    message: Message
    verdict: Message
    reason: Message | None = None

    @classmethod
    def whole(cls, rule: str, message: Message) -> Self:
        """A fault whose one sentence is its verdict."""
        return cls(rule, message, message)


@dataclass(frozen=True, slots=True)
class IllegalChange:
    """A change that is not legal. nearest: all legal plays, nearest to what was done first."""

    before: Position
    side: Side
    dice: Dice
    after: Position
    reading: ClosestPlay | None
    nearest: tuple[Play, ...]

    @property
    def double(self) -> bool:
        return self.dice[0] == self.dice[1]

    @property
    def roll(self) -> str:
        return f"{self.dice[0]}-{self.dice[1]}"

    @property
    def own(self) -> Row:
        return self.before.row(self.side)

    @property
    def other(self) -> Row:
        return self.before.row(self.side.other)

    @property
    def example(self) -> str:
        return format_play(self.nearest[0])

"""The one door for rulebooks: where a game starts, what may be played, what is wrong, when it is over.

Backgammon is one; Abak Evolution (`arbiter.abak`) is another, and is loaded when somebody asks for it.
What a position holds is the rulebook's own: counts for backgammon, stacks of classes for Abak Evolution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeVar, overload

from arbiter.errors import CaseError
from arbiter.message import Message
from arbiter.plays import Dice, Play, legal_plays
from arbiter.position import START, Position, Side
from arbiter.rulebook import RULES
from arbiter.scoring import Kind, finisher, kind_of_win
from arbiter.verdict import Verdict, judge

if TYPE_CHECKING:
    from arbiter.abak.book import Abak

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)


class Turn(Protocol[P_co]):
    """A whole legal play: what it leads to."""

    @property
    def result(self) -> P_co: ...


class Ruling(Protocol):
    """Whether a play was legal; else the rules that it breaks and one sentence."""

    @property
    def legal(self) -> bool: ...
    @property
    def play(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def message(self) -> str: ...


class Ending(NamedTuple):
    """Who has won by bearing off, and how high before the rules of the match (`scoring.game_points`)."""

    winner: Side
    kind: Kind


class Rulebook(Protocol[P]):
    """The rules of one game. Everything follows from a position; none is kept."""

    @property
    def start(self) -> P:
        """Where a game begins."""

    @property
    def rules(self) -> Mapping[str, Message]:
        """What its verdicts cite: one sentence for each number."""

    def legal_plays(self, position: P, side: Side, dice: Dice) -> Sequence[Turn[P]]:
        """One play for each distinct position; raises CaseError for dice that are none."""

    def judge(self, before: P, side: Side, dice: Dice, after: P) -> Ruling:
        """What is to be said about a finished play: the rule and the way back."""

    def ending(self, position: P) -> Ending | None:
        """Who has won, None while the game goes on."""

    def seen(self, position: P) -> Position:
        """What a camera sees of a position."""


def ending(position: Position, start: Position) -> Ending | None:
    """The end of a game by its counts (R7, R42 to R44)."""
    winner = finisher(position)
    return Ending(winner, kind_of_win(position, winner, start)) if winner else None


@dataclass(frozen=True, slots=True)
class Backgammon:
    """Backgammon, from whichever position its games begin with."""

    start: Position = START

    @property
    def rules(self) -> Mapping[str, Message]:
        return RULES

    def legal_plays(self, position: Position, side: Side, dice: Dice) -> Sequence[Play]:
        return legal_plays(position, side, dice)

    def judge(self, before: Position, side: Side, dice: Dice, after: Position) -> Verdict:
        return judge(before, side, dice, after)

    def ending(self, position: Position) -> Ending | None:
        return ending(position, self.start)

    def seen(self, position: Position) -> Position:
        return position


RULEBOOKS = ("backgammon", "abak")


@overload
def rulebook(name: Literal["backgammon"]) -> Backgammon: ...
@overload
def rulebook(name: Literal["abak"]) -> Abak: ...
def rulebook(name: str) -> Backgammon | Abak:
    """The rulebook of this name, one of `RULEBOOKS`, with what is usually agreed. Raises CaseError for another."""
    if name == "backgammon":
        return Backgammon()
    if name == "abak":
        from arbiter.abak.book import Abak  # noqa: PLC0415 - backgammon alone does not need it

        return Abak()
    raise CaseError(Message('There are no rules "{name}": give "backgammon" or "abak".', name=name))

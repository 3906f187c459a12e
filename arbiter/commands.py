"""What people tell the referee by touch: one more input beside the camera."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.errors import ArbiterError
from arbiter.events import Dice, Kind
from arbiter.position import START, Position, Side


class BadCommand(ArbiterError):
    """Something that cannot be done now; the text says why."""


@dataclass(frozen=True, slots=True)
class CorrectDice:
    """The dice in play show this (or, before a roll was seen: this was rolled). player: only to change it.

    Equal opening dice are a tie: the cube is turned where that is agreed (R53), else the tie is refused (R9).
    """

    dice: Dice
    player: Side | None = None


@dataclass(frozen=True, slots=True)
class CorrectPosition:
    """This is what lay there when the turn began: the last play had this result."""

    position: Position


@dataclass(frozen=True, slots=True)
class Double:
    """The player on turn doubles (R47)."""


@dataclass(frozen=True, slots=True)
class Take:
    """The doubled player takes (R49)."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The doubled player drops (R50)."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """The doubled player takes, turns the cube again and keeps it (R52); the doubler rolls on or drops."""


@dataclass(frozen=True, slots=True)
class LetStand:
    """The illegal play just finished stands (R63, R64)."""


@dataclass(frozen=True, slots=True)
class Misread:
    """The camera misread: the play warned of was a legal one."""


@dataclass(frozen=True, slots=True)
class Resign:
    """`player` gives the game up and the opponent has accepted it at this value: entered once they agree."""

    player: Side
    kind: Kind = "single"


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game begins; player is set where it is taken up in its middle with that player on roll."""

    position: Position = START
    player: Side | None = None
    cube: int = 1
    owner: Side | None = None


Command = (
    CorrectDice | CorrectPosition | Double | Take | Drop | Beaver | LetStand | Misread | Resign | NewGame
)

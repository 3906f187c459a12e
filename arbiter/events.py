"""What happened at the table: plain, immutable, and enough to rebuild the state by folding them.

Every event carries `frame` (newest frame used, counted from 0) and `time` (seconds of the source).
`EVENTS` maps the name used in JSON to the class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from arbiter.position import Position, Side
from arbiter.rules import Rules

Dice = tuple[int, int]
Kind = Literal["single", "gammon", "backgammon"]


@dataclass(frozen=True, slots=True)
class Event:
    name: ClassVar[str] = ""
    frame: int
    time: float


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """names and score are (light, dark)."""

    name: ClassVar[str] = "match"
    rules: Rules
    names: tuple[str, str] = ("Light", "Dark")
    score: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """player is set where the game is taken up in its middle, with that player on roll."""

    name: ClassVar[str] = "game"
    position: Position
    player: Side | None = None
    cube: int = 1
    owner: Side | None = None
    crawford: bool = False


@dataclass(frozen=True, slots=True)
class RollSeen(Event):
    name: ClassVar[str] = "roll"
    player: Side
    dice: Dice


@dataclass(frozen=True, slots=True)
class BadRoll(Event):
    name: ClassVar[str] = "bad_roll"
    player: Side
    rules: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class PlayMade(Event):
    """A legal play, final. dice is None where the roll was never seen and the play does not determine it."""

    name: ClassVar[str] = "play"
    player: Side
    dice: Dice | None
    play: str
    position: Position


@dataclass(frozen=True, slots=True)
class IllegalPlay(Event):
    """provisional: the dice still lie, so the player may yet put it right (R59)."""

    name: ClassVar[str] = "illegal"
    player: Side
    dice: Dice
    rules: tuple[str, ...]
    message: str
    position: Position
    provisional: bool


@dataclass(frozen=True, slots=True)
class WarningWithdrawn(Event):
    """A provisional warning whose cause was taken back while the dice lie."""

    name: ClassVar[str] = "withdrawn"
    player: Side


@dataclass(frozen=True, slots=True)
class PlayCorrected(Event):
    """A finished illegal play was put right; position is a legal result."""

    name: ClassVar[str] = "corrected"
    player: Side
    play: str
    position: Position


@dataclass(frozen=True, slots=True)
class PlayStood(Event):
    """An illegal play that the opponent let stand (R64)."""

    name: ClassVar[str] = "stood"
    player: Side
    play: str
    position: Position


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """value: the stake if taken."""

    name: ClassVar[str] = "double"
    player: Side
    value: int


@dataclass(frozen=True, slots=True)
class Taken(Event):
    name: ClassVar[str] = "take"
    player: Side
    value: int


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    name: ClassVar[str] = "drop"
    player: Side


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """points: what the winner scores, cube included."""

    name: ClassVar[str] = "game_over"
    winner: Side
    points: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """score: (light, dark)."""

    name: ClassVar[str] = "match_over"
    winner: Side
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Note(Event):
    """Anything else worth saying: board moved, camera back."""

    name: ClassVar[str] = "note"
    message: str


EVENTS: dict[str, type[Event]] = {
    cls.name: cls
    for cls in (
        MatchStarted, GameStarted, RollSeen, BadRoll, PlayMade, IllegalPlay, WarningWithdrawn, PlayCorrected,
        PlayStood, Doubled, Taken, Dropped, GameOver, MatchOver, Note,
    )
}  # fmt: skip

"""What happened by people's entries: corrections, resignations, undo, edited turns, seats, pauses, a chouette."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from arbiter.match.events import (
    BackInStep,
    BadRoll,
    ClockPressed,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    IntendedCube,
    IntendedPlay,
    MatchOver,
    MatchStarted,
    Misplaced,
    Note,
    OutOfStep,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    TimeRanOut,
    WarningWithdrawn,
)
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position, SeenPosition, Side
from arbiter.scoring import Kind
from arbiter.seats import Home
from arbiter.values import Count, Die, Name, Place, Points, Sentence, Stack


@dataclass(frozen=True, slots=True)
class PositionEntered(Event):
    """People entered what lies there, and the camera does not outvote it. It goes with the event before it."""

    name: ClassVar[str] = "entered"
    position: SeenPosition


@dataclass(frozen=True, slots=True)
class CameraDiffers(Event):
    """How the camera reads a board on which people have entered something else; None: no otherwise any more."""

    name: ClassVar[str] = "differs"
    position: SeenPosition | None


@dataclass(frozen=True, slots=True)
class CorrectionDemanded(Event):
    """The opponent of `player` wants the finished illegal play of `player` put right: it does not stand now (R63)."""

    name: ClassVar[str] = "demand"
    player: Side


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """`player` offers to give the game up at this value; the game waits for nobody's answer."""

    name: ClassVar[str] = "resign"
    player: Side
    kind: Kind


@dataclass(frozen=True, slots=True)
class ResignationRefused(Event):
    """The opponent of `player` plays on, for more."""

    name: ClassVar[str] = "refuse"
    player: Side


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last action is taken back: the state is what it was before it. message: what was undone.

    keeps_roll: a roll that is taken back comes again in its turn (`MatchState.kept_rolls`).
    again: the play before it is made again with the same dice, as the coach has offered.
    """

    name: ClassVar[str] = "undo"
    message: Sentence = ""
    keeps_roll: bool = False
    again: bool = False


HintAbout = Literal["play", "cube"]


@dataclass(frozen=True, slots=True)
class HintTaken(Event):
    """`player` has asked the coach what to play with this roll, or what to do about the cube."""

    name: ClassVar[str] = "hint"
    player: Side
    about: HintAbout


@dataclass(frozen=True, slots=True)
class TurnRevised(Event):
    """Later looks show that a finished turn was another one. What follows replaces it, and is one action with it.

    follows: of so many events. game, turn: counted from 1. message: what it was, and what it is now.
    """

    name: ClassVar[str] = "revise"
    game: Count
    turn: Count
    message: Message
    follows: Count


CubeEdit = Literal["none", "taken"]
"""Before a roll: no double, or one that was taken."""


@dataclass(frozen=True, slots=True)
class TurnEdited(Event):
    """A finished turn was another one: the record is replayed with the change (`arbiter.match.editing`).

    game: counted from 1; turn: of this game, counted from 1. What is None, or empty, stays as it was recorded.
    play: in notation, as it leads to `position`.
    """

    name: ClassVar[str] = "edit"
    game: Count
    turn: Count
    dice: Dice | None = None
    play: Sentence = ""
    position: Position | None = None
    cube: CubeEdit | None = None


@dataclass(frozen=True, slots=True)
class StackTold(Event):
    """People say which classes of checkers lie on light's point, from below; 0: on light's bar, 25: on dark's."""

    name: ClassVar[str] = "stack"
    point: Place
    stack: Stack


@dataclass(frozen=True, slots=True)
class ScoreCorrected(Event):
    """score: (light, dark)."""

    name: ClassVar[str] = "score"
    score: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class PlayersNamed(Event):
    """names: (light, dark)."""

    name: ClassVar[str] = "names"
    names: tuple[Name, Name]


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """Who sits at the picture's lower edge, and at which side of theirs both home boards lie (R5)."""

    name: ClassVar[str] = "seats"
    near: Side
    home: Home


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """Nothing that the camera sees counts until the match is resumed."""

    name: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    name: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class ChouetteFounded(Event):
    """From now on this is a chouette (R65 to R67). rolls: everybody's name and first die, none alike.

    box: the checkers with which the first box plays.
    """

    name: ClassVar[str] = "chouette"
    rolls: tuple[tuple[Name, Die], ...]
    box: Side = Side.LIGHT


@dataclass(frozen=True, slots=True)
class PlayerJoined(Event):
    """Somebody new at the end of the chouette's line."""

    name: ClassVar[str] = "join"
    player: Name


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    name: ClassVar[str] = "leave"
    player: Name


@dataclass(frozen=True, slots=True)
class TeamAnswered(Event):
    """Who of the team takes the box's double; all others drop (R71). `take` or `drop` follows for the side."""

    name: ClassVar[str] = "team"
    takers: tuple[Name, ...]


EVENTS: dict[str, type[Event]] = {
    cls.name: cls
    for cls in (
        MatchStarted, GameStarted, RollSeen, BadRoll, PlayMade, IllegalPlay, WarningWithdrawn, PlayCorrected,
        PlayStood, IntendedPlay, IntendedCube, Misplaced, Doubled, Taken, Dropped, ClockPressed, TimeRanOut, GameOver,
        MatchOver, Note, OutOfStep, BackInStep, PositionEntered, CameraDiffers, CorrectionDemanded, Resigned,
        ResignationRefused, Undone, HintTaken, TurnRevised, TurnEdited, ScoreCorrected, PlayersNamed, Seated, Paused,
        Resumed, ChouetteFounded, PlayerJoined, PlayerLeft, TeamAnswered, StackTold,
    )
}  # fmt: skip

"""The record of a match: what `.mat`, SGF and the plain log are written from and read into.

Light is the left column of a `.mat` file and White in SGF, dark the right column and Black.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.plays import ROLLS, Dice, RollSource, accepted_plays
from arbiter.position import START, Position, Side
from arbiter.rules import ABAK, Rules
from arbiter.scoring import Kind

NO_OTHER_PROGRAM = Message(
    "Other programs do not know Abak Evolution: take it as plain text, or as this program's own JSON."
)
CubeVerb = Literal["double", "beaver", "take", "drop"]
Ending = Literal["off", "drop", "resign"]

MOST_GAMES = 10_000
"""That a reader takes from one file."""
RESIGNS = "resigns"
"""In place of a play: the player gave the game up after the roll."""
NOT_READ: dict[RollSource, str] = {"inferred": "inferred from the play", "entered": "entered by hand"}
"""How a roll is known that was not read from its dice, in the words of every format."""


@dataclass(frozen=True, slots=True)
class Played:
    """One turn. dice: None where the roll was never seen. after: what stood on the board then.

    illegal: it broke the rules and stood (R64); then `play` only describes it.
    unplayed: the game ended after the roll, before anything was played; `play` is `no play` or RESIGNS.
    source: how the roll is known, where it is. note: what people wrote to it.
    """

    side: Side
    dice: Dice | None
    play: str
    after: Position
    illegal: bool = False
    unplayed: bool = False
    source: RollSource = "read"
    note: str = ""


@dataclass(frozen=True, slots=True)
class CubeTurned:
    """value: the stake offered, taken or dropped. note: what people wrote to it."""

    side: Side
    verb: CubeVerb
    value: int
    note: str = ""


Action = Played | CubeTurned


@dataclass(frozen=True, slots=True)
class Result:
    """points: what the winner scored. ending: by bearing off, a drop, or resignation."""

    winner: Side
    points: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class GameRecord:
    """score: (light, dark) before it. result: None where the game was broken off.

    cube, owner: the stake it began with, more than one after automatic doubles (R53), and whose it was
    where the game was taken up in its middle. start: the board then.
    """

    score: tuple[int, int]
    actions: tuple[Action, ...] = ()
    result: Result | None = None
    crawford: bool = False
    cube: int = 1
    owner: Side | None = None
    start: Position = START


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """What a record says of its occasion; empty where not known. date: `yyyy.mm.dd`."""

    event: str = ""
    round: str = ""
    place: str = ""
    date: str = ""
    transcriber: str = ""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """names: (light, dark)."""

    names: tuple[str, str]
    rules: Rules
    games: tuple[GameRecord, ...] = ()
    header: MatchHeader = MatchHeader()

    @property
    def score(self) -> tuple[int, int]:
        """(light, dark) after the last finished game."""
        light, dark = self.games[0].score if self.games else (0, 0)
        for game in self.games:
            light, dark = game.score
            if game.result and game.result.winner is Side.LIGHT:
                light += game.result.points
            elif game.result:
                dark += game.result.points
        return light, dark

    def name(self, side: Side) -> str:
        return self.names[0] if side is Side.LIGHT else self.names[1]


def check_for_others(match: MatchRecord) -> None:
    """Raises NotationError where no other program knows the game."""
    if match.rules.variant == ABAK:
        raise NotationError(NO_OTHER_PROGRAM)


def kind_of_points(points: int, cube: int) -> Kind:
    """What a win of so many points was, with the cube at that value."""
    if points <= cube:
        return "single"
    return "gammon" if points <= 2 * cube else "backgammon"


LIKELY_FIRST = sorted(ROLLS, key=lambda dice: (dice[0] == dice[1], dice))
"""Doubles last: a plain roll is the likelier one."""


def fitting_roll(before: Position, action: Played) -> Dice:
    """The smallest roll with which the play is legal; the first of all where none is."""
    for roll in LIKELY_FIRST:
        if any(play.result == action.after for play in accepted_plays(before, action.side, roll)):
            return roll
    return LIKELY_FIRST[0]

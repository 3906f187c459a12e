"""The state of the match: a fold over events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbiter.events import Dice, GameOver, IllegalPlay
from arbiter.position import START, Position, Side
from arbiter.rules import Rules


class Phase(StrEnum):
    SETTING_UP = "setting_up"  # before the first roll of a game; the board may be anything
    TO_ROLL = "to_roll"
    MOVING = "moving"  # dice lie, the play is provisional
    CORRECTING = "correcting"  # an illegal play is finished and may still be put right
    DOUBLED = "doubled"  # a double waits for its answer
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Cube:
    value: int = 1
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the record: who, with what dice, played what; illegal where it stood against the rules."""

    player: Side
    dice: Dice | None
    play: str
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything the page and the lights show.

    names, score: (light, dark). player: whose turn it is, None before the opening roll.
    position: where the turn started (MOVING, CORRECTING) or stands now.
    turns: the plays of this game, oldest first.
    """

    rules: Rules = Rules()
    names: tuple[str, str] = ("Light", "Dark")
    score: tuple[int, int] = (0, 0)
    game: int = 0
    crawford: bool = False
    phase: Phase = Phase.SETTING_UP
    position: Position = START
    player: Side | None = None
    dice: Dice | None = None
    cube: Cube = Cube()
    warning: IllegalPlay | None = None
    turns: tuple[Turn, ...] = ()
    result: GameOver | None = None
    notes: tuple[str, ...] = ()

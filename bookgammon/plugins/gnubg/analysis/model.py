"""What the engine found: plays and cube actions judged, game by game.

Equities are normalised to the cube before the decision (EMG in a match): +1 wins its value, -1 loses it. An error is
the equity lost, zero or more. Chances are the decider's, between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from arbiter.plays import Dice
from arbiter.position import Side

CubeVerb = Literal["no double", "double", "take", "drop"]
Reason = Literal["illegal", "unseen", "mixed", "entered"]


@dataclass(frozen=True, slots=True)
class Chances:
    """To win, to win at least a gammon, a backgammon, and to lose so."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play that could be made. moves: (from, to) in the mover's numbering, 25 the bar, 0 off. equity: cubeful."""

    play: str
    moves: tuple[tuple[int, int], ...]
    equity: float
    chances: Chances


@dataclass(frozen=True, slots=True)
class PlayJudged:
    """action: its place among the game's actions in the record. cube: the stake.

    candidates: best first, the best few and what was played; empty where nothing could be played. played: the index
    of what was played. unforced: there was a choice. luck: of the roll, in equity.
    """

    action: int
    side: Side
    cube: int
    dice: Dice
    candidates: tuple[RatedPlay, ...]
    played: int
    unforced: bool
    luck: float

    @property
    def error(self) -> float:
        return max(0.0, self.candidates[0].equity - self.chosen.equity) if self.chosen else 0.0

    @property
    def chosen(self) -> RatedPlay | None:
        return self.candidates[self.played] if self.candidates else None


@dataclass(frozen=True, slots=True)
class CubeJudged:
    """side: who decided. The equities and chances are the (possible) doubler's. cube: the stake before.

    A double that was not made (`no double`) stands before the play of the same action.
    """

    action: int
    side: Side
    cube: int
    verb: CubeVerb
    no_double: float
    double_take: float
    double_drop: float
    chances: Chances

    @property
    def error(self) -> float:
        offered = min(self.double_take, self.double_drop)
        match self.verb:
            case "no double":
                lost = offered - self.no_double
            case "double":
                lost = self.no_double - offered
            case "take":
                lost = self.double_take - self.double_drop
            case "drop":
                lost = self.double_drop - self.double_take
        return max(0.0, lost)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A turn that is not judged: an illegal play that stood, a roll that was not seen, both colours on a point, or
    a board that was entered, to which its play does not lead."""

    action: int
    side: Side
    cube: int
    reason: Reason


Judged = PlayJudged | CubeJudged | LeftOut


@dataclass(frozen=True, slots=True)
class Stake:
    """Light's chance to win the match after winning so many points, and after losing them."""

    win: float
    lose: float

    def chance(self, side: Side, equity: float) -> float:
        """The chance of a side to win the match with this equity of its own."""
        light = equity if side is Side.LIGHT else -equity
        mine = (self.win + self.lose + light * (self.win - self.lose)) / 2
        return mine if side is Side.LIGHT else 1 - mine

    def equity(self, side: Side, chance: float) -> float:
        """The other way round."""
        light = chance if side is Side.LIGHT else 1 - chance
        mine = (2 * light - (self.win + self.lose)) / (self.win - self.lose)
        return mine if side is Side.LIGHT else -mine

    @property
    def span(self) -> float:
        """What a point of equity is worth in chance of the match."""
        return (self.win - self.lose) / 2


@dataclass(frozen=True, slots=True)
class Count:
    """How many decisions a side had: plays, plays with a choice, cube decisions, close or actual ones of them."""

    plays: int
    unforced: int
    cube: int
    close_cube: int


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """One game. stakes: what each value is worth at this score, empty in money play. counts: (light, dark).

    sgf: the game as the engine saves it, its analysis in it, the players called Light and Dark.
    """

    decisions: tuple[Judged, ...]
    counts: tuple[Count, Count]
    stakes: Mapping[int, Stake]
    sgf: str

    def count(self, side: Side) -> Count:
        return self.counts[0] if side is Side.LIGHT else self.counts[1]

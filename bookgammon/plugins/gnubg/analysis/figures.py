"""What the decisions of a match come to: errors, luck and rates of a player.

The rate is GNU Backgammon's "error rate": equity lost, in thousandths of a point normalised to the cube (mEMG), for
each play with a choice and each close or actual cube decision. eXtreme Gammon's PR counts alike in the main and is
500 instead of 1000 times the same average: about half of the rate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter.position import Side
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, GameAnalysis, Judged, LeftOut, PlayJudged

DOUBTFUL, BAD, VERY_BAD = 0.03, 0.06, 0.12
"""Equity lost from which on GNU Backgammon marks a decision so."""
_PR_OF_RATE = 0.5


@dataclass(frozen=True, slots=True)
class Figures:
    """One player's. Sums of equity lost, and what they cost: chance of the match, or points in money play.

    marked: how many decisions were (doubtful, bad, very bad). left_out: how many plays are not judged:
    (illegal ones that stood, unseen rolls, those with both colours on a point, those after which
    the board was entered otherwise).
    """

    plays: int
    unforced: int
    close_cube: int
    play_error: float
    cube_error: float
    play_cost: float
    cube_cost: float
    luck: float
    luck_cost: float
    marked: tuple[int, int, int]
    cube_errors: int
    left_out: tuple[int, int, int, int]

    @property
    def error(self) -> float:
        return self.play_error + self.cube_error

    @property
    def cost(self) -> float:
        return self.play_cost + self.cube_cost

    @property
    def decisions(self) -> int:
        """What the error rate is an average over."""
        return self.unforced + self.close_cube

    @property
    def rate(self) -> float:
        """mEMG for each decision."""
        return 1000 * self.error / self.decisions if self.decisions else 0.0

    @property
    def performance(self) -> float:
        """About what eXtreme Gammon calls PR."""
        return _PR_OF_RATE * self.rate


@dataclass(frozen=True, slots=True)
class Mistake:
    """One decision that lost something. game: its index in the match. cost: as in `Figures`."""

    game: int
    decision: PlayJudged | CubeJudged
    cost: float


def figures(games: Iterable[GameAnalysis], side: Side) -> Figures:
    """One player's, over these games."""
    games = tuple(games)
    counts = [game.count(side) for game in games]
    own = [(game, each) for game in games for each in game.decisions if each.side is side]
    plays = [(game, each) for game, each in own if isinstance(each, PlayJudged)]
    cube = [(game, each) for game, each in own if isinstance(each, CubeJudged)]
    left = [each.reason for _, each in own if isinstance(each, LeftOut)]
    errors = [*(each.error for _, each in plays), *(each.error for _, each in cube)]
    marks = [sum(low <= error < high for error in errors) for low, high in ((DOUBTFUL, BAD), (BAD, VERY_BAD))]
    return Figures(
        plays=sum(count.plays for count in counts),
        unforced=sum(count.unforced for count in counts),
        close_cube=sum(count.close_cube for count in counts),
        play_error=math.fsum(each.error for _, each in plays),
        cube_error=math.fsum(each.error for _, each in cube),
        play_cost=math.fsum(each.error * worth(game, each) for game, each in plays),
        cube_cost=math.fsum(each.error * worth(game, each) for game, each in cube),
        luck=math.fsum(each.luck for _, each in plays),
        luck_cost=math.fsum(each.luck * worth(game, each) for game, each in plays),
        marked=(marks[0], marks[1], sum(error >= VERY_BAD for error in errors)),
        cube_errors=sum(each.error >= DOUBTFUL for _, each in cube),
        left_out=(left.count("illegal"), left.count("unseen"), left.count("mixed"), left.count("entered")),
    )


def worst(games: Sequence[GameAnalysis | None], many: int = 5) -> tuple[Mistake, ...]:
    """The decisions that cost most, dearest first."""
    found = [
        Mistake(number, decision, decision.error * worth(game, decision))
        for number, game in enumerate(games)
        if game is not None
        for decision in game.decisions
        if not isinstance(decision, LeftOut) and decision.error >= DOUBTFUL
    ]
    return tuple(sorted(found, key=lambda mistake: -mistake.cost)[:many])


def worth(game: GameAnalysis, decision: Judged) -> float:
    """What a point of a decision's equity is worth: in chance of the match, or in points in money play."""
    stake = game.stakes.get(decision.cube)
    return stake.span if stake else decision.cube

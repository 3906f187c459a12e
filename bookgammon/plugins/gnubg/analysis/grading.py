"""Single decisions graded while they matter: the best plays with a roll, what a play or a cube action cost.

The engine stays up (`gnubg_process`) and analyses a game of this one decision, with the settings by which it analyses
whole games later: so a figure is the one that the match's analysis shows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.message import Message
from arbiter.plays import accepted_plays
from arbiter.position import Position, Side
from arbiter.records import CubeTurned, GameRecord, Played
from arbiter.records.model import Action
from arbiter.records.plain_boards import plain_board
from arbiter.rules import Rules
from arbiter.scoring import double_refusal
from arbiter.xgid import MatchPosition, format_xgid
from bookgammon.errors import AnalysisError
from bookgammon.plugins.gnubg.analysis.bounds import check_candidate
from bookgammon.plugins.gnubg.analysis.engine_games import (
    KEPT,
    engine_score,
    game_analysis,
    job_of,
    not_understood,
    rated_play,
)
from bookgammon.plugins.gnubg.analysis.figures import worth
from bookgammon.plugins.gnubg.analysis.game_jobs import found_in, settings
from bookgammon.plugins.gnubg.analysis.gnubg_process import HUNG_S, GnubgProcess, Stopped
from bookgammon.plugins.gnubg.analysis.match_analysis import PLIES
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, CubeVerb, GameAnalysis, PlayJudged, RatedPlay

_CANDIDATES, _WITHIN = 16, 0.32
"""Its "large" move filter, by which games are analysed: so many further plays are looked at, and so far behind."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A decision judged. worth: of a point of equity, in chance of the match, or in points for money."""

    decision: PlayJudged | CubeJudged
    worth: float

    @property
    def cost(self) -> float:
        """What it lost: chance of the match, or points for money; 0 for the best."""
        return self.decision.error * self.worth


class Grader:
    """Asks for one thread alone, like its process.

    All its answers are given for `at.turn`, with the cube as it lies before any double, and raise AnalysisError, one
    sentence, where the engine does not answer, AnalysisStopped where `stopped` says so.
    """

    def __init__(self, process: GnubgProcess | None = None, plies: int = PLIES) -> None:
        self._process, self._plies = process or GnubgProcess(), plies

    def close(self) -> None:
        """Ends the engine."""
        self._process.close()

    def best_plays(self, at: MatchPosition, stopped: Stopped, most: int = KEPT) -> tuple[RatedPlay, ...]:
        """The best plays with `at.dice`, best first; none where nothing can be played."""
        if at.dice is None:
            return ()
        if at.position.mixed:
            raise AnalysisError(Message("GNU Backgammon knows no board with both colours on a point."))
        plays = accepted_plays(at.position, at.turn, at.dice)
        if not any(play.moves for play in plays):
            return ()
        asked: dict[str, object] = {
            "xgid": engine_xgid(at),
            "plies": self._plies,
            "noise": 0.0,
            "candidates": _CANDIDATES,
            "within": _WITHIN,
            "most": most,
        }
        found = self._process.ask("plays", asked, HUNG_S[self._plies], stopped)
        names = {play.result: play for play in plays}
        try:
            rated = tuple(
                rated_play(at.position, at.turn, each["moves"], names, each["equity"], each["chances"])
                for each in found
            )
            for play in rated:
                check_candidate(play)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise not_understood() from error
        return rated

    def play(self, at: MatchPosition, after: Position, stopped: Stopped) -> tuple[Graded, ...]:
        """The play with `at.dice` that leads to `after`, and before it not to have doubled, where that was possible.

        Empty where `after` is no legal result, or nothing was rolled.
        """
        plays = accepted_plays(at.position, at.turn, at.dice) if at.dice else ()
        if not any(play.result == after for play in plays):
            return ()
        found = self._analysed(at, (Played(at.turn, at.dice, "", after),), stopped)
        return tuple(
            Graded(each, worth(found, each)) for each in found.decisions if isinstance(each, PlayJudged | CubeJudged)
        )

    def cube(self, at: MatchPosition, verb: CubeVerb, stopped: Stopped) -> Graded | None:
        """What `at.turn` (no double, double) or their opponent (take, drop) does; None where no cube can be turned."""
        rules = _rules(at)
        if double_refusal(rules, at.turn, at.cube, at.owner, crawford=at.crawford):
            return None
        actions = (
            CubeTurned(at.turn, "double", 2 * at.cube),
            CubeTurned(at.turn.other, "drop" if verb == "drop" else "take", 2 * at.cube),
        )
        found = self._analysed(at, actions, stopped)
        judged = {each.verb: each for each in found.decisions if isinstance(each, CubeJudged)}
        if verb == "no double" and "double" in judged:
            judged[verb] = replace(judged["double"], verb=verb)
        return Graded(judged[verb], worth(found, judged[verb])) if verb in judged else None

    def _analysed(self, at: MatchPosition, actions: tuple[Action, ...], stopped: Stopped) -> GameAnalysis:
        rules = _rules(at)
        game = GameRecord(at.score, actions, None, at.crawford, at.cube, at.owner, at.position)
        commands = settings(self._plies, rules.beavers, 1)
        found = found_in(self._process, job_of(rules, game), commands, HUNG_S[self._plies], stopped)
        return game_analysis(game, found)


def _rules(at: MatchPosition) -> Rules:
    return Rules(length=at.length, jacoby=at.jacoby, beavers=at.beavers)


def engine_xgid(at: MatchPosition) -> str:
    """The same of a score that the engine knows (`engine_games.engine_score`)."""
    length, score = engine_score(at.length, at.score)
    return mover_xgid(replace(at, length=length, score=score))


def mover_xgid(at: MatchPosition) -> str:
    """The XGID of the position with its mover as the upper-case player, who is on roll.

    Where both colours stand on a point it is the nearest board without that.
    """
    at = replace(at, position=plain_board(at.position))
    if at.turn is Side.LIGHT:
        return format_xgid(at)
    light, dark = at.score
    return format_xgid(
        replace(
            at,
            position=Position(at.position.dark, at.position.light),
            turn=Side.LIGHT,
            owner=at.owner and at.owner.other,
            score=(dark, light),
        )
    )

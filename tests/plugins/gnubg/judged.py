"""What an engine may say of any match, good and bad, without one: for the pages of the analysis."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from arbiter.notation import format_play
from arbiter.plays import accepted_plays
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    Count,
    CubeJudged,
    GameAnalysis,
    Judged,
    LeftOut,
    PlayJudged,
    RatedPlay,
    Stake,
)
from bookgammon.plugins.gnubg.analysis.report import board_before, report_of_analysis
from bookgammon.plugins.gnubg.pages import AnalysisReport, Status

CHANCES = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
LOST = (0.0, 0.05, 0.1, 0.3)
"""What one decision after the other costs: nothing, or enough for each mark."""


class JudgedMatch:
    """Fulfils `bookgammon.plugins.gnubg.pages.Analyses` for one match, all of whose games are analysed."""

    def __init__(self, record: MatchRecord) -> None:
        costs = (LOST[number % len(LOST)] for number in count())
        games = tuple(_judged(game, costs, record.rules.length) for game in record.games)
        self._analysis = MatchAnalysis(record, games, 2, "GNU Backgammon", "2026-01-02")

    def newest(self) -> int:
        return 1

    def status(self, match: int) -> Status:
        return Status("ready", len(self._analysis.games), len(self._analysis.games))

    def report(self, match: int) -> AnalysisReport:
        return report_of_analysis(self._analysis)

    def begin(self, match: int) -> Status:
        return self.status(match)

    def picture(self, match: int, frame: int) -> None:
        return None


def _judged(game: GameRecord, costs: Iterator[float], length: int) -> GameAnalysis:
    decisions = tuple(
        each for number, action in enumerate(game.actions) for each in _decisions(game, number, action, costs)
    )
    many = Count(len(decisions), len(decisions), 1, 1)
    cubes = {2**power: Stake(0.6, 0.4) for power in range(12)} if length else {}
    return GameAnalysis(decisions, (many, many), cubes, "")


def _decisions(
    game: GameRecord, number: int, action: Played | CubeTurned, costs: Iterator[float]
) -> Iterator[Judged]:
    side = action.side
    if isinstance(action, CubeTurned):
        if action.verb in ("double", "take", "drop"):
            cost = next(costs) if action.verb == "double" else LOST[-1]
            take = 1 + cost if action.verb == "take" else 1 - cost
            yield CubeJudged(number, side, max(1, action.value // 2), action.verb, 0.8 + cost, take, 1.0, CHANCES)
        return
    if action.illegal or action.dice is None:
        yield LeftOut(number, side, 1, "illegal" if action.illegal else "unseen")
        return
    before = board_before(game, number)
    if before.mixed or action.after.mixed:
        yield LeftOut(number, side, 1, "mixed")
        return
    plays = accepted_plays(before, side, action.dice)
    if action.after not in [play.result for play in plays]:
        yield LeftOut(number, side, 1, "entered")
        return
    cost = next(costs)
    if cost == LOST[1]:
        yield CubeJudged(number, side, 1, "no double", 0.5, 0.9, 1.0, CHANCES)
    rated = tuple(RatedPlay(format_play(play), (), 0.1, CHANCES) for play in plays[:1])
    worse = tuple(RatedPlay(action.play or each.play, (), 0.1 - cost, CHANCES) for each in rated)
    yield PlayJudged(number, side, 1, action.dice, (*rated, *worse), 1 if rated else 0, True, 0.05 - cost)

"""An analysis for other programs: as JSON, a line a decision and one with both players' figures, and as SGF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbiter.message import Message
from arbiter.plays import legal_plays
from arbiter.position import SIDES
from arbiter.records import MatchRecord
from arbiter.records.mat import clean_name
from arbiter.records.sgf import COLOURS
from bookgammon.errors import AnalysisError
from bookgammon.plugins.gnubg.analysis.figures import Figures, figures, worth
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    CubeJudged,
    GameAnalysis,
    Judged,
    LeftOut,
    PlayJudged,
    RatedPlay,
)
from bookgammon.plugins.gnubg.analysis.report import board_before, light_chance
from bookgammon.plugins.gnubg.analysis.situation import caveats

Json = dict[str, Any]


def lines_of(analysis: MatchAnalysis, *, jacoby_assumed: bool = False) -> Iterator[Json]:
    """game and action count from 1. Equities are normalised to the cube; costs are chances of the match or points.

    jacoby_assumed: the record does not say whether the rule was agreed.
    """
    record = analysis.record
    for number, (game, played) in enumerate(zip(analysis.games, record.games, strict=True), start=1):
        for decision in game.decisions if game else ():
            line = decision_json(game, decision) if game else {}
            if isinstance(decision, PlayJudged):
                plays = legal_plays(board_before(played, decision.action), decision.side, decision.dice)
                line["legal_plays"] = len(plays)
            yield {"game": number, **line}
    yield {
        "names": dict(zip(SIDES, record.names, strict=True)),
        "length": record.rules.length,
        "games": len(analysis.games),
        "analysed": len(analysis.known),
        "engine": analysis.engine,
        "plies": analysis.plies,
        "jacoby": record.rules.jacoby_applies if record.rules.length == 0 else None,
        "caveats": list(caveats(record, jacoby_assumed=jacoby_assumed)),
        "players": {side: figures_json(figures(analysis.known, side)) for side in SIDES},
    }


def decision_json(game: GameAnalysis, decision: Judged) -> Json:
    plain: Json = {"action": decision.action + 1, "player": decision.side, "cube": decision.cube}
    match decision:
        case LeftOut():
            return {**plain, "kind": decision.reason}
        case CubeJudged():
            return {
                **plain,
                "kind": decision.verb,
                "no_double": decision.no_double,
                "double_take": decision.double_take,
                "double_drop": decision.double_drop,
                "chances": _chances(decision.chances),
                **_lost(game, decision),
            }
        case PlayJudged():
            return {
                **plain,
                "kind": "play",
                "dice": list(decision.dice),
                "forced": not decision.unforced,
                "luck": decision.luck,
                "plays": [_candidate(each) for each in decision.candidates],
                "played": decision.played if decision.candidates else None,
                **_lost(game, decision),
                "match_chance": _match_chance(game, decision),
            }


def figures_json(plain: Figures) -> Json:
    doubtful, bad, very_bad = plain.marked
    illegal, unseen, mixed, entered = plain.left_out
    return {
        "plays": plain.plays,
        "unforced": plain.unforced,
        "close_cube": plain.close_cube,
        "decisions": plain.decisions,
        "play_error": plain.play_error,
        "cube_error": plain.cube_error,
        "error": plain.error,
        "cost": plain.cost,
        "error_rate": plain.rate,
        "performance": plain.performance,
        "luck": plain.luck,
        "luck_cost": plain.luck_cost,
        "doubtful": doubtful,
        "bad": bad,
        "very_bad": very_bad,
        "cube_mistakes": plain.cube_errors,
        "illegal": illegal,
        "unseen": unseen,
        "mixed": mixed,
        "entered": entered,
    }


def _match_chance(game: GameAnalysis, decision: PlayJudged) -> float | None:
    """Light's, once the play is made; None in money play."""
    return light_chance(game, decision) if decision.cube in game.stakes else None


def _lost(game: GameAnalysis, decision: PlayJudged | CubeJudged) -> Json:
    return {"error": decision.error, "cost": decision.error * worth(game, decision)}


def _candidate(candidate: RatedPlay) -> Json:
    return {"play": candidate.play, "equity": candidate.equity, "chances": _chances(candidate.chances)}


def _chances(chances: Chances) -> Json:
    return {
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
    }


def match_sgf(analysis: MatchAnalysis) -> str:
    """Raises AnalysisError where a game is not analysed yet."""
    if not analysis.whole:
        raise AnalysisError(Message("The match is not wholly analysed yet: try again when it is."))
    return "\n".join(_named(game.sgf, analysis.record, number) for number, game in enumerate(analysis.known))


def _named(sgf: str, record: MatchRecord, number: int) -> str:
    """The players' names and the game's number, which the engine does not know; all stand in the root node."""
    root, rest = sgf[: sgf.index("\n")], sgf[sgf.index("\n") :]
    root = root.replace("[game:0]", f"[game:{number}]", 1)
    for side in SIDES:
        name = clean_name(record.name(side), side.capitalize()).replace("\\", "\\\\").replace("]", "\\]")
        root = root.replace(f"P{COLOURS[side]}[{side.capitalize()}]", f"P{COLOURS[side]}[{name}]", 1)
    return root + rest

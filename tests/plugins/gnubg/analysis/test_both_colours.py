"""A play put a checker on a made point, and it stood: analysis, hints and opponent go on all the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arbiter.match.events import GameStarted, MatchStarted, PlayMade, PlayStood, RollSeen
from arbiter.match.fold import fold
from arbiter.plays import accepted_plays, legal_plays
from arbiter.position import START, Position, Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition, parse_xgid
from bookgammon.errors import AnalysisError
from bookgammon.opponent.protocol import situation_of
from bookgammon.plugins.gnubg.analysis.as_json import lines_of
from bookgammon.plugins.gnubg.analysis.engine_games import Found, cube_values, game_analysis, game_to_sgf
from bookgammon.plugins.gnubg.analysis.figures import figures
from bookgammon.plugins.gnubg.analysis.grading import Grader
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis
from bookgammon.plugins.gnubg.analysis.model import LeftOut
from bookgammon.plugins.gnubg.analysis.report import report_of_analysis
from bookgammon.plugins.gnubg.analysis.words import left_out_line
from bookgammon.plugins.gnubg.gnubg_opponent import LEVELS, GnubgOpponent

LIGHT, DARK = Side.LIGHT, Side.DARK
FIRST = next(play for play in legal_plays(START, LIGHT, (6, 2)) if play.result.light[18] and play.result.light[11])


def beside(position: Position) -> Position:
    """Dark puts a checker beside light's blot on light's 18-point, and hits nothing."""
    row = list(position.dark)
    row[13] -= 1
    row[7] += 1
    return replace(position, dark=tuple(row))


STOOD = beside(FIRST.result)
AFTER = accepted_plays(STOOD, LIGHT, (3, 1))[0].result
RECORD = MatchRecord(
    ("Ada", "Grace"),
    Rules(length=5),
    (
        GameRecord(
            (0, 0),
            (
                Played(LIGHT, (6, 2), "24/18 13/11", FIRST.result),
                Played(DARK, (4, 2), "13/7", STOOD, illegal=True),
                CubeTurned(LIGHT, "double", 2),
                CubeTurned(DARK, "take", 2),
                Played(LIGHT, (3, 1), "some play", AFTER),
            ),
        ),
    ),
)
CUBE = {"nd-cubeful-eq": 0.2, "dt-cubeful-eq": 0.9, "probs": [0.5, 0.1, 0.0, 0.1, 0.0]}
COUNTED = {
    "moves": {"total-moves": 1, "unforced-moves": 1},
    "cube": {"total-cube": 1, "close-cube": 1},
}


def account() -> dict[str, Any]:
    """What the engine makes of it: the first play and the cube."""
    best = {"move": [[24, 18], [13, 11]], "score": 0.1, "probs": [0.5, 0.1, 0.0, 0.1, 0.0]}
    return {
        "stakes": [(0.6, 0.4)] * len(cube_values(RECORD.games[0])),
        "stats": {"X": COUNTED, "O": COUNTED},
        "actions": [
            {"action": "move", "player": "X", "analysis": {"moves": [best], "imove": 0}},
            {"action": "double", "player": "X", "analysis": CUBE},
            {"action": "take", "player": "O"},
        ],
    }


@pytest.fixture
def analysis() -> MatchAnalysis:
    game = game_analysis(RECORD.games[0], Found(account(), "sgf\n"))
    return MatchAnalysis(RECORD, (game,), 0, "GNU Backgammon", "now")


def test_a_play_from_such_a_board_is_left_out_and_the_rest_is_reported(analysis: MatchAnalysis) -> None:
    (game,) = analysis.known
    assert [each.reason for each in game.decisions if isinstance(each, LeftOut)] == ["illegal", "mixed"]
    report = report_of_analysis(analysis)
    assert [each.what for each in report.games[0].decisions][-1] == "both colours on a point, not judged"
    doubled = next(each for each in report.worst if each.what in {"wrong take", "wrong double"})
    assert doubled.position == STOOD
    assert not parse_xgid(doubled.xgid).position.mixed
    assert "one play with both colours on a point" in left_out_line("Ada", figures(analysis.known, LIGHT))
    assert len(list(lines_of(analysis))) == len(game.decisions) + 1


def test_the_engine_is_given_no_board_with_both_colours_on_a_point() -> None:
    for node in game_to_sgf(RECORD.rules, RECORD.games[0]).split(";"):
        white, black = (set(_stones(node, key)) for key in ("AW", "AB"))
        assert not white & black - {"y"}


def _stones(node: str, key: str) -> list[str]:
    """The places that a property of SGF lists."""
    after = node.partition(key)[2]
    found = []
    while after.startswith("["):
        place, _, after = after[1:].partition("]")
        found.append(place)
    return found


class Answering:
    """In the engine's place: gives this answer, and remembers what was asked."""

    def __init__(self, answer: object) -> None:
        self.answer, self.asked = answer, list[dict[str, Any]]([{}])

    def ask(self, kind: str, asked: dict[str, Any], patience: float, stopped: Callable[[], bool]) -> object:
        self.asked.append(asked)
        return self.answer


def never() -> bool:
    """Somebody waits."""
    return False


def test_the_opponent_plays_the_legal_play_that_is_nearest_to_what_the_engine_says() -> None:
    state = fold(
        (
            MatchStarted(0, 0.0, Rules(length=5)),
            GameStarted(0, 0.0, START),
            RollSeen(1, 1.0, LIGHT, (6, 2)),
            PlayMade(2, 2.0, LIGHT, (6, 2), "24/18 13/11", FIRST.result),
            RollSeen(3, 3.0, DARK, (4, 2)),
            PlayStood(4, 4.0, DARK, "13/7", STOOD),
        )
    )
    engine = Answering([{"moves": [[8, 5], [6, 5]], "equity": 0.0, "chances": [0.5] * 5}])
    found = GnubgOpponent(LEVELS["expert"], engine).plays(situation_of(state, LIGHT), (3, 1), never)  # type: ignore[arg-type]
    assert found in accepted_plays(STOOD, LIGHT, (3, 1))
    assert (found.result.light[5], found.result.light[8]) == (2, 2)
    assert not parse_xgid(engine.asked[-1]["xgid"]).position.mixed


def test_a_hint_on_such_a_board_is_refused_in_a_sentence() -> None:
    with pytest.raises(AnalysisError, match="both colours on a point"):
        Grader(Answering([])).best_plays(MatchPosition(STOOD, LIGHT, (3, 1), length=5), never)  # type: ignore[arg-type]

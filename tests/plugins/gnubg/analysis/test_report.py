"""What a reader is told beside the numbers, without the engine: rules, caveats, and the situation of a decision."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.position import Side
from arbiter.records import MatchRecord, read_record
from arbiter.rules import STARTS
from bookgammon.plugins.gnubg.analyse import _jacoby, _leaves_jacoby_open
from bookgammon.plugins.gnubg.analysis.as_json import lines_of
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    Count,
    CubeJudged,
    GameAnalysis,
    PlayJudged,
    RatedPlay,
    Stake,
)
from bookgammon.plugins.gnubg.analysis.report import report_of_analysis
from bookgammon.plugins.gnubg.analysis.situation import caveats

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
MATCH = """ 5 point match

 Game 1
 Anna : 1                    Ben : 3
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2)  Doubles => 2               Takes
  3) 42: 8/4 6/4
"""
MONEY = MATCH.replace("5 point match", "0 point match").replace("Anna : 1", "Anna : 0").replace("Ben : 3", "Ben : 0")


def analysis_of(text: str) -> MatchAnalysis:
    """Ben's take was wrong, and Anna's opening play one of those that there are."""
    play = PlayJudged(0, Side.LIGHT, 1, (3, 1), (RatedPlay("8/5 6/5", ((8, 5), (6, 5)), 0.1, EVEN),), 0, True, 0.0)
    take = CubeJudged(3, Side.DARK, 1, "take", 0.8, 1.4, 1.0, EVEN)
    count = Count(1, 1, 1, 1)
    game = GameAnalysis((play, take), (count, count), {1: Stake(0.7, 0.3)}, "")
    return MatchAnalysis(read_record(text), (game,), 2, "GNU Backgammon", "2026-01-02")


def test_a_wrong_take_is_drawn_with_the_cube_that_was_offered_turn_and_score() -> None:
    (mistake,) = report_of_analysis(analysis_of(MATCH)).worst
    assert mistake.situation == "Anna doubles to 2; Ben answers. Anna 1, Ben 3, to 5."
    assert (mistake.cube.value, mistake.cube.y) == (2, mistake.drawing.height / 2)
    assert mistake.xgid


def test_a_play_says_who_was_on_turn_and_who_held_the_cube() -> None:
    analysis = analysis_of(MATCH)
    (game,) = analysis.known
    bad = RatedPlay("8/4 6/4", ((8, 4), (6, 4)), -0.4, EVEN)
    late = PlayJudged(4, Side.LIGHT, 2, (4, 2), (replace(bad, equity=0.1), bad), 1, True, 0.0)
    worse = replace(game, decisions=(late,), stakes={2: Stake(0.8, 0.2)})
    (mistake,) = report_of_analysis(replace(analysis, games=(worse,))).worst
    assert mistake.situation.startswith("Anna on turn, Ben holds the cube at 2.")
    assert mistake.cube.y < mistake.drawing.height / 4, "at Ben's end, the far one"


def test_json_says_how_many_plays_there_were() -> None:
    first, _, last = lines_of(analysis_of(MATCH))
    assert len(first["plays"]) == 1
    assert first["legal_plays"] == 16  # of an opening 3-1
    assert (last["jacoby"], last["caveats"]) == (None, [])


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        (MONEY, True),
        (f'; [Jacoby "Off"]\n{MONEY}', False),
        (f'; [Jacoby "On"]\n{MONEY}', False),
        (MATCH, False),
    ],
)
def test_a_file_for_money_may_leave_the_jacoby_rule_open(text: str, is_open: bool, tmp_path: Path) -> None:
    path = tmp_path / "evening.mat"
    path.write_text(text)
    assert _leaves_jacoby_open(path, read_record(path)) is is_open


@pytest.mark.parametrize(
    ("given", "typed", "agreed"),
    [("no", None, False), ("yes", None, True), (None, None, True), (None, "n\n", False), (None, "", True)],
)
def test_the_jacoby_rule_is_asked_for_where_somebody_may_answer(
    given: str | None, typed: str | None, agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.StringIO(typed or "")
    monkeypatch.setattr(terminal, "isatty", lambda: typed is not None)
    monkeypatch.setattr(sys, "stdin", terminal)
    assert _jacoby(given) is agreed


def money(record: MatchRecord, jacoby: bool | None) -> MatchRecord:
    return replace(record, rules=replace(record.rules, jacoby=jacoby))


def test_what_it_was_analysed_by_is_said() -> None:
    record = read_record(MONEY)
    assert caveats(money(record, False), jacoby_assumed=False) == ("Analysed without the Jacoby rule.",)
    (assumed,) = caveats(money(record, True), jacoby_assumed=True)
    assert assumed.endswith("it is analysed with it.")
    assert caveats(read_record(MATCH)) == ()
    (game,) = record.games
    few = replace(read_record(MATCH), games=(replace(game, start=STARTS["hypergammon"]),))
    (rough,) = caveats(few)
    assert "expects no gammons" in rough

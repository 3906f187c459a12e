"""Matches longer than the engine's table of match equities, and answers that no engine should give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace

import pytest

from arbiter.notation import format_play
from arbiter.plays import legal_plays
from arbiter.position import START, Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played
from arbiter.rules import Rules
from bookgammon.errors import AnalysisError
from bookgammon.plugins.gnubg.analysis.bounds import checked
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.engine_games import FARTHEST, Found, engine_score, game_analysis, job_of
from bookgammon.plugins.gnubg.analysis.game_jobs import analyse, process_for
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, GameAnalysis, PlayJudged, Stake


def taken_at(length: int, score: tuple[int, int] = (0, 0)) -> MatchRecord:
    """A match in whose first game a double is taken."""
    first = legal_plays(START, Side.LIGHT, (3, 1))[0]
    second = legal_plays(first.result, Side.DARK, (6, 4))[0]
    actions = (
        Played(Side.LIGHT, (3, 1), format_play(first), first.result),
        CubeTurned(Side.DARK, "double", 2),
        CubeTurned(Side.LIGHT, "take", 2),
        Played(Side.DARK, (6, 4), format_play(second), second.result),
    )
    return MatchRecord(("Ann", "Ben"), Rules(length=length), (GameRecord(score, actions, None),))


def analysed(gnubg: Engine, records: Sequence[MatchRecord]) -> list[Found]:
    """What the engine finds in their first games."""
    with closing(process_for(gnubg, background=False)) as process:
        return list(analyse(process, [job_of(record.rules, record.games[0]) for record in records], plies=0))


def test_a_take_is_judged_in_matches_of_every_length(gnubg: Engine) -> None:
    records = [taken_at(length) for length in range(1, 100)]
    records += [taken_at(99, score) for score in ((98, 0), (40, 3), (98, 98))]
    found = analysed(gnubg, records)
    for record, each in zip(records, found, strict=True):
        analysis = game_analysis(record.games[0], each)
        assert len([one for one in analysis.decisions if isinstance(one, PlayJudged)]) == 2
        for stake in analysis.stakes.values():
            assert 0 <= stake.lose <= stake.win <= 1
            assert stake.lose < stake.win or max(record.games[0].score) == 98


@pytest.mark.parametrize(
    ("length", "score", "given"),
    [
        (0, (10**9, 0), (0, (10**9, 0))),
        (7, (3, 2), (7, (3, 2))),
        (64, (0, 0), (64, (0, 0))),
        (99, (0, 0), (64, (0, 0))),
        (99, (98, 0), (64, (63, 0))),
        (99, (50, 60), (99, (50, 60))),
        (5, (7, 0), (64, (63, 59))),
    ],
)
def test_the_engine_is_given_scores_that_are_in_its_table(
    length: int, score: tuple[int, int], given: tuple[int, tuple[int, int]]
) -> None:
    found, (light, dark) = engine_score(length, score)
    assert (found, (light, dark)) == given
    assert not found or all(0 < found - points <= FARTHEST for points in (light, dark))


def answered(gnubg: Engine, record: MatchRecord) -> Found:
    return analysed(gnubg, [record])[0]


def stakes_the_wrong_way_round(found: Found) -> None:
    found.account["stakes"] = [[0.2, 0.8] for _ in found.account["stakes"]]


def endless_equity(found: Found) -> None:
    found.account["actions"][-1]["analysis"]["moves"][0]["score"] = float("inf")


def no_chances(found: Found) -> None:
    found.account["actions"][-1]["analysis"]["moves"][0]["probs"] = [7.0] * 5


def a_play_beyond_the_last(found: Found) -> None:
    found.account["actions"][-1]["analysis"]["imove"] = 10**6


@pytest.mark.parametrize("spoil", [stakes_the_wrong_way_round, endless_equity, no_chances, a_play_beyond_the_last])
def test_what_no_position_is_worth_is_one_sentence(gnubg: Engine, spoil: Callable[[Found], None]) -> None:
    record = taken_at(7)
    found = answered(gnubg, record)
    spoil(found)
    with pytest.raises(AnalysisError, match="does not know"):
        game_analysis(record.games[0], found)


def test_stakes_that_are_equal_leave_the_cube_unjudged(gnubg: Engine) -> None:
    record = taken_at(7)
    found = answered(gnubg, record)
    found.account["stakes"] = [[1.0, 1.0] for _ in found.account["stakes"]]
    analysis = game_analysis(record.games[0], found)
    assert all(isinstance(one, PlayJudged) for one in analysis.decisions)


def test_an_analysis_of_another_game_is_none(gnubg: Engine) -> None:
    game = taken_at(7).games[0]
    analysis = game_analysis(game, answered(gnubg, taken_at(7)))
    assert checked(analysis, game) == analysis
    for wrong in spoilt(analysis):
        with pytest.raises(ValueError, match="no "):
            checked(wrong, game)


def spoilt(analysis: GameAnalysis) -> list[GameAnalysis]:
    play = next(one for one in analysis.decisions if isinstance(one, PlayJudged))
    cube = next(one for one in analysis.decisions if isinstance(one, CubeJudged))
    return [
        replace(analysis, stakes={1: Stake(0.4, 0.5)}),
        *(
            replace(analysis, decisions=(one,))
            for one in (
                replace(play, action=99),
                replace(play, side=play.side.other),
                replace(play, played=40),
                replace(play, luck=float("nan")),
                replace(play, dice=(7, 1)),
                replace(cube, verb="hope"),  # type: ignore[arg-type]
                replace(cube, no_double=float("inf")),
            )
        ),
    ]

"""A match analysed: what is left out, what is kept, what is made anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbiter.records import MatchRecord, Played, read_record
from bookgammon.errors import AnalysisError
from bookgammon.plugins.gnubg.analysis.as_json import match_sgf
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.figures import figures, worst
from bookgammon.plugins.gnubg.analysis.match_analysis import (
    AnalysisPlace,
    MatchAnalysis,
    analysed,
    fingerprint,
    kept_analysis,
)
from bookgammon.plugins.gnubg.analysis.model import GameAnalysis, LeftOut, PlayJudged
from bookgammon.plugins.gnubg.analysis.store import FILE, AnalysisStore

NOBODY = Engine("/nowhere/gnubg", "none")
"""Cannot be run: what it is asked for must be kept already."""


@pytest.fixture(scope="module")
def analysis(record: MatchRecord, gnubg: Engine) -> MatchAnalysis:
    return _whole(record, gnubg)


def _whole(record: MatchRecord, engine: Engine, place: AnalysisPlace | None = None) -> MatchAnalysis:
    *_, last = analysed(record, engine, place=place, plies=0, background=False)
    return last


def _changed(record: MatchRecord, number: int, **fields: Any) -> MatchRecord:
    """The same match with another play at that place of its first game."""
    game = record.games[0]
    action = game.actions[number]
    assert isinstance(action, Played)
    actions = (*game.actions[:number], replace(action, **fields), *game.actions[number + 1 :])
    return replace(record, games=(replace(game, actions=actions),))


def _judged(game: GameAnalysis) -> dict[int, PlayJudged]:
    return {each.action: each for each in game.decisions if isinstance(each, PlayJudged)}


@pytest.mark.parametrize(("fields", "reason"), [({"illegal": True}, "illegal"), ({"dice": None}, "unseen")])
def test_what_cannot_be_judged_is_left_out_and_the_rest_is_as_before(
    fields: dict[str, object], reason: str, record: MatchRecord, analysis: MatchAnalysis, gnubg: Engine
) -> None:
    (game,) = _whole(_changed(record, 10, **fields), gnubg).known
    (whole,) = analysis.known
    left = [each for each in game.decisions if isinstance(each, LeftOut)]
    assert [(each.action, each.reason) for each in left] == [(10, reason)]
    judged, before = _judged(game), _judged(whole)
    assert judged == {number: each for number, each in before.items() if number != 10}
    side = left[0].side
    lost = figures([whole], side).play_error - figures([game], side).play_error
    assert lost == pytest.approx(before[10].error)
    assert figures([game], side).decisions == figures([whole], side).decisions - before[10].unforced


def test_the_worst_play_comes_first_and_is_the_dearest(analysis: MatchAnalysis) -> None:
    (game,) = analysis.known
    mistakes = worst(analysis.games)
    assert len(mistakes) == 5
    errors = sorted((each.error for each in _judged(game).values()), reverse=True)
    assert [each.decision.error for each in mistakes] == errors[:5]
    # at one point all a game is worth is the match: a point of equity is half of it
    assert mistakes[0].cost == pytest.approx(mistakes[0].decision.error / 2)


def test_what_is_kept_is_what_was_found(
    record: MatchRecord, analysis: MatchAnalysis, gnubg: Engine, tmp_path: Path
) -> None:
    with AnalysisStore(tmp_path / FILE) as store:
        place = AnalysisPlace(store, "journal", 7)
        _whole(record, gnubg, place)
        assert kept_analysis(record, place, 0).known == tuple(
            replace(game, sgf=kept.sgf)  # the engine's SGF tells the time it was saved
            for game, kept in zip(analysis.known, kept_analysis(record, place, 0).known, strict=True)
        )
        assert kept_analysis(record, place, 0).engine == gnubg.version
        assert _whole(record, NOBODY, place).whole
        assert not kept_analysis(record, place, 1).known  # it was not looked at so closely
        assert not kept_analysis(record, AnalysisPlace(store, "journal", 8), 0).known
        store.forget("journal", 7)
        assert not kept_analysis(record, place, 0).known


def test_a_corrected_record_is_analysed_anew(record: MatchRecord, gnubg: Engine, tmp_path: Path) -> None:
    corrected = _changed(record, 10, dice=None)
    assert fingerprint(record, 0) != fingerprint(corrected, 0)
    with AnalysisStore(tmp_path / FILE) as store:
        place = AnalysisPlace(store, "journal", 1)
        _whole(record, gnubg, place)
        assert not kept_analysis(corrected, place, 0).known
        with pytest.raises(AnalysisError):
            _whole(corrected, NOBODY, place)
        _whole(corrected, gnubg, place)
        assert kept_analysis(corrected, place, 0).whole


def test_other_names_are_the_same_record(record: MatchRecord) -> None:
    assert fingerprint(record, 0) == fingerprint(replace(record, names=("Quinn", "Robin")), 0)


def test_the_engines_sgf_bears_the_players_names_and_is_read_back(record: MatchRecord, analysis: MatchAnalysis) -> None:
    named = replace(analysis, record=replace(record, names=("Q]uinn\\", "Robin")))
    text = match_sgf(named)
    assert "A[" in text
    assert "Q\\]uinn" in text
    again = read_record(text)
    assert again.names[1] == "Robin"
    assert again.games[0].actions == record.games[0].actions


def test_a_game_that_is_being_played_waits(record: MatchRecord, tmp_path: Path) -> None:
    going_on = replace(record, games=(replace(record.games[0], result=None),))
    *_, last = analysed(going_on, NOBODY, plies=0, finished_only=True)
    assert last.known == ()

"""Matches analysed beside the table: when the engine may run, what is shown when, and its troubles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from arbiter.match.events import GameOver
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.position import Side
from arbiter.records import MatchRecord, read_record
from bookgammon.errors import EngineMissingError
from bookgammon.history.archive import Archive
from bookgammon.plugins.gnubg import analyst as analysts
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis
from bookgammon.plugins.gnubg.analysis.store import store_beside
from bookgammon.plugins.gnubg.analyst import Analyst
from bookgammon.table.table import FrameTime, TableUpdate
from tests.plugins.gnubg.analysis.conftest import DATA
from tests.plugins.gnubg.analysis.played import events_of, journal_with

OVER = GameOver(0, 0.0, Side.LIGHT, 1, "single")


@pytest.fixture(scope="module")
def money() -> MatchRecord:
    record = read_record((DATA / "match-04-money.sgf").read_text(encoding="utf-8"))
    return replace(record, games=record.games[:2])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def _started(path: Path, playing: int | None) -> Analyst:
    """At 0 plies, and not behind everything else that the machine has to do."""
    return Analyst(path, Archive(path, lambda: playing), lambda: playing, plies=0, background=False)


def _glance(phase: Phase, *events: GameOver) -> TableUpdate:
    return TableUpdate(replace(MatchState(), phase=phase), FrameTime(), events, None)


def _until(true: Callable[[], object]) -> None:
    for _ in range(1200):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def _state(analyst: Analyst, match: int) -> str:
    status = analyst.status(match)
    assert status is not None
    return status.state


def _idle_after(analyst: Analyst, cores: list[int], number: int) -> bool:
    return len(cores) == number and not analyst._wanted


def test_the_journal_of_a_match_gives_its_record_back(record: MatchRecord, money: MatchRecord) -> None:
    for each in (record, money):
        assert record_of(events_of(each)).games == each.games


def test_a_finished_match_is_analysed_when_asked_for_and_told_with_its_steps(
    path: Path, record: MatchRecord, gnubg: Engine
) -> None:
    entry = journal_with(path, record)
    with _started(path, None) as analyst:
        status = analyst.status(entry.id)
        assert status is not None
        assert status.state == "none"
        analyst.begin(entry.id)
        _until(lambda: _state(analyst, entry.id) == "ready")
        told = analyst.report(entry.id)
    assert told is not None
    assert [each.number for each in told.worst] == [1, 2, 3, 4, 5]
    assert told.worst[0].what == "6-6: 21/3 9/3"
    assert told.worst[0].better == "9/3(2) 8/2*(2)"
    assert sum(len(game.chances) for game in told.games) <= len(record.games[0].actions)
    marks = [chance.mistake for chance in told.games[0].chances if chance.mistake]
    assert sorted(marks) == [1, 2, 3, 4, 5]
    assert told.games[0].chances[-1].light == pytest.approx(0.0)  # dark bore off


def test_nothing_of_a_match_for_points_is_shown_before_it_is_over(path: Path, gnubg: Engine) -> None:
    long = read_record((DATA / "match-02-5pt.sgf").read_text(encoding="utf-8"))
    entry = journal_with(path, long, games=1)
    with _started(path, entry.id) as analyst:
        analyst.on_update(_glance(Phase.GAME_OVER, OVER))
        _until(lambda: not analyst._wanted)
        status = analyst.begin(entry.id)
        assert status is not None
        assert status.state == "hidden"
        assert analyst.report(entry.id) is None
    with _started(path, None) as analyst:  # another match is at the table, this one was given up
        told = analyst.report(entry.id)
        assert told is not None
        assert len(told.games) == 1


def test_for_money_each_finished_game_is_shown(path: Path, money: MatchRecord, gnubg: Engine) -> None:
    entry = journal_with(path, money, games=1)
    with _started(path, entry.id) as analyst:
        analyst.on_update(_glance(Phase.GAME_OVER, OVER))
        _until(lambda: analyst.report(entry.id))
        told = analyst.report(entry.id)
    assert told is not None
    assert told.chance_of == "the game"


def test_while_a_game_goes_on_it_waits_until_somebody_asks(path: Path, money: MatchRecord, gnubg: Engine) -> None:
    entry = journal_with(path, money)
    with _started(path, entry.id) as analyst:
        analyst.on_update(_glance(Phase.MOVING, OVER))
        status = analyst.status(entry.id)
        assert status is not None
        assert status.state == "waiting"
        analyst.begin(entry.id)
        _until(lambda: _state(analyst, entry.id) == "ready")


def test_a_match_of_a_film_is_analysed_unasked_at_the_next_rest(path: Path, record: MatchRecord, gnubg: Engine) -> None:
    entry = journal_with(path, record)
    with _started(path, None) as analyst:
        analyst.on_update(_glance(Phase.MOVING))
        analyst.add(entry.id)
        assert _state(analyst, entry.id) == "waiting"
        analyst.on_update(_glance(Phase.GAME_OVER, OVER))
        _until(lambda: _state(analyst, entry.id) == "ready")


def test_one_core_while_a_match_is_played_and_all_of_them_once_it_is_over(
    path: Path, record: MatchRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    cores: list[int] = []

    def noted(record: MatchRecord, engine: object, **how: object) -> Iterator[MatchAnalysis]:
        cores.append(int(str(how["cores"])))
        yield MatchAnalysis(record, (), 0)

    monkeypatch.setattr(analysts, "analysed", noted)
    monkeypatch.setattr(analysts, "find_engine", lambda: Engine("gnubg", "GNU Backgammon"))
    monkeypatch.setattr(analysts, "CORES", 4)
    entry = journal_with(path, record)
    with _started(path, entry.id) as analyst:
        for number, phase in enumerate((Phase.GAME_OVER, Phase.MATCH_OVER), 1):
            analyst.on_update(_glance(phase, OVER))
            _until(partial(_idle_after, analyst, cores, number))
    assert cores == [1, 4]


def test_a_missing_engine_is_told_on_the_page_and_can_be_asked_again(
    path: Path, record: MatchRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Engine:
        raise EngineMissingError("It is not installed.")

    monkeypatch.setattr(analysts, "find_engine", missing)
    entry = journal_with(path, record)
    with _started(path, None) as analyst:
        analyst.begin(entry.id)
        _until(lambda: _state(analyst, entry.id) == "trouble")
        status = analyst.status(entry.id)
        assert status is not None
        assert status.sentence == "It is not installed."


def test_a_deleted_match_takes_its_analysis_along(path: Path, record: MatchRecord, gnubg: Engine) -> None:
    entry = journal_with(path, record)
    with _started(path, None) as analyst:
        analyst.begin(entry.id)
        _until(lambda: _state(analyst, entry.id) == "ready")
    Archive(path, lambda: None).delete(entry.id)
    again = journal_with(path, record)
    assert again.id == entry.id  # numbers are used again: what was kept must not come back
    with _started(path, None) as analyst:
        assert analyst.report(again.id) is None


def test_a_match_that_is_not_there_has_no_analysis(path: Path, record: MatchRecord) -> None:
    journal_with(path, record)
    with _started(path, None) as analyst:
        assert analyst.status(99) is None
        assert analyst.report(99) is None
        assert analyst.begin(99) is None
    assert not store_beside(path).exists()

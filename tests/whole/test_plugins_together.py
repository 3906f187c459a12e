"""Plugins that do not need each other, where one changes what the other keeps or says."""

from __future__ import annotations

from pathlib import Path

from bookgammon.history.journal import FILE, Journal
from bookgammon.plugins.club.outbox import JournalEvents, SentMark
from bookgammon.plugins.films.job import RecordingJob
from bookgammon.plugins.films.keeping import keep_matches
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.store import Origin, PastDecision, StudyStore, study_beside
from tests.plugins.films.test_job import done
from tests.plugins.players.test_index import WON, begun, played
from tests.plugins.players.test_names import path, register_of

__all__ = ["done", "path"]


def test_the_club_is_not_informed_of_a_match_on_a_film(done: RecordingJob, tmp_path: Path) -> None:
    with Journal(tmp_path / FILE) as journal:
        journal.begin("2026-01-02T20:00:00+00:00", "0")
        assert keep_matches(done, journal) == (2, 3)
    assert JournalEvents(tmp_path / FILE).after(SentMark(0)) == ()


def test_what_is_practised_follows_the_name(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), *WON)
    exercise = exercise_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
    with StudyStore(study_beside(path)) as store:
        for name in ("Ada", "Cleo"):
            store.add(name, Origin(list="Openings"), (PastDecision(exercise, "13/7", 0.1),))
    register_of(path).rename("Ada", "Eve")
    with StudyStore(study_beside(path)) as store:
        assert store.learners() == ("Cleo", "Eve")
    register_of(path).remove("Eve", matches=False)
    with StudyStore(study_beside(path)) as store:
        assert store.learners() == ("Cleo",)
    assert b"Eve" not in study_beside(path).read_bytes()

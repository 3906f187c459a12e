"""Notes to exercises."""

from __future__ import annotations

from pathlib import Path

from bookgammon.history.journal import FILE
from bookgammon.plugins.notes.store import NotesStore, notes_beside
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.store import Origin, PastDecision, StudyStore, study_beside
from bookgammon.plugins.study.store import forget_match as forget_exercises


def test_notes_to_exercises_go_with_their_list_and_their_match(tmp_path: Path) -> None:
    journal = tmp_path / FILE
    one, two = (exercise_of(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:5:10") for dice in ("31", "42"))
    with StudyStore(study_beside(journal)) as store:
        store.add("Ada", Origin("Openings"), [PastDecision(one, "", 0.0)])
        store.add("Ada", Origin(match=7, game=0), [PastDecision(two, "13/9", 0.1)])
    with NotesStore(notes_beside(journal)) as notes:
        for each in (one, two):
            notes.keep_exercise("Ada", each.xgid, "mine")
    forget_exercises(journal, 7)
    with NotesStore(notes_beside(journal)) as notes:
        assert notes.of_exercises("Ada") == {one.xgid: "mine"}

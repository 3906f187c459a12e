"""What is practised is kept by learner and goes with its match, list or learner; strangers' cells do no harm."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bookgammon.errors import StudyError
from bookgammon.plugins.study.exercise import Exercise, exercise_of
from bookgammon.plugins.study.schedule import Memory, after
from bookgammon.plugins.study.store import (
    FILE,
    Origin,
    PastAnswer,
    PastDecision,
    StudyStore,
    checked_name,
    forget_match,
    is_ours,
)

NOW = datetime(2026, 1, 2, 20, tzinfo=UTC)
PLAY, OTHER, CUBE = (
    exercise_of(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:5:10") for dice in ("31", "42", "00")
)


def past(exercise: Exercise, lost: float) -> PastDecision:
    return PastDecision(exercise, "13/9", lost)


def filled(path: Path) -> StudyStore:
    store = StudyStore(path / FILE)
    store.add("Ada", Origin("List"), [PastDecision(CUBE, "", 0.0)])
    store.add("Ada", Origin(match=1, game=0), [past(PLAY, 0.1), past(OTHER, 0.3)])
    store.add("Ben", Origin(match=1, game=0), [past(PLAY, 0.2)])
    return store


def test_what_cost_most_comes_first_and_lists_after_matches(tmp_path: Path) -> None:
    with filled(tmp_path) as store:
        assert [each.exercise for each in store.exercises("Ada")] == [OTHER, PLAY, CUBE]
        assert store.lists("Ada") == (("List", 1),)
        assert store.learners() == ("Ada", "Ben")


def test_the_same_decision_is_kept_once(tmp_path: Path) -> None:
    with filled(tmp_path) as store:
        assert store.add("Ada", Origin("More"), [past(PLAY, 0.0), past(exercise_of(PLAY.xgid), 0.0)]) == 0


def test_an_answer_moves_its_day_and_is_remembered(tmp_path: Path) -> None:
    memory = after(Memory(), "good", NOW)
    with filled(tmp_path) as store:
        number = store.exercises("Ben")[0].id
        given = PastAnswer(number, NOW, "opening", 0.0, "good")
        store.answered(given, "8/5 6/5", memory)
        assert store.exercises("Ben")[0].memory == memory
        assert store.answers("Ben") == (given,)
        assert store.answers("Ada") == ()
        store.answered(PastAnswer(999, NOW, "opening", 0.0, "good"), "8/5 6/5", memory)  # deleted meanwhile
        assert store.answers("Ben") == (given,)


def test_a_match_takes_along_what_is_practised_of_it(tmp_path: Path) -> None:
    with filled(tmp_path) as store:
        store.answered(PastAnswer(3, NOW, "opening", 0.0, "good"), "13/9", after(Memory(), "good", NOW))
    forget_match(tmp_path / "journal.sqlite", 1)
    with StudyStore(tmp_path / FILE) as store:
        assert [each.exercise for each in store.exercises("Ada")] == [CUBE]
        assert (store.learners(), store.answers("Ada")) == (("Ada",), ())


def test_a_game_that_was_corrected_keeps_what_is_still_in_it(tmp_path: Path) -> None:
    with filled(tmp_path) as store:
        before = store.exercises("Ada")[0]
        store.replace_game("Ada", Origin(match=1, game=0), [past(OTHER, 0.3)])
        assert store.exercises("Ada")[0] == before
        assert [each.exercise for each in store.exercises("Ada")] == [OTHER, CUBE]


def test_lists_and_learners_are_removed_and_renamed(tmp_path: Path) -> None:
    with filled(tmp_path) as store:
        store.forget_list("Ada", "List")
        assert [each.exercise for each in store.exercises("Ada")] == [OTHER, PLAY]
        store.rename_learner("Ada", "Ben")
        assert store.learners() == ("Ben",)
        assert [each.exercise for each in store.exercises("Ben")] == [OTHER, PLAY]
        store.forget_learner("Ben")
        assert store.learners() == ()


def test_what_is_kept_is_for_its_owner_alone_and_gone_when_it_is_removed(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with StudyStore(path) as store:
        store.add("Rumpelstiltskin", Origin("List of straw"), [past(PLAY, 0.1)])
        if os.name != "nt":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert b"Rumpelstiltskin" in path.read_bytes()
        store.forget_learner("Rumpelstiltskin")
    assert b"Rumpelstiltskin" not in path.read_bytes()
    assert b"straw" not in path.read_bytes()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b", 7, None])
def test_a_name_is_one_short_line(name: object) -> None:
    with pytest.raises(StudyError):
        checked_name(name, "no")  # type: ignore[arg-type]  # what a form may send
    assert checked_name("  Ada  Maria ", "no") == "Ada Maria"  # type: ignore[arg-type]  # what a form may send


def test_cells_that_hold_anything_are_passed_over(tmp_path: Path) -> None:
    filled(tmp_path).__exit__()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("UPDATE exercises SET xgid = 'nonsense' WHERE id = 1")
        db.execute("UPDATE exercises SET card = '{', due = 'never' WHERE id = 2")
        db.execute("UPDATE exercises SET kind = 'prime' WHERE id = 3")
        db.execute("INSERT INTO answers VALUES (2, 'never', '', 'much', 'good')")
        db.commit()
    with StudyStore(tmp_path / FILE) as store:
        (left,) = store.exercises("Ada")
        assert (left.exercise, left.memory.new) == (PLAY, True)
        assert store.answers("Ada") == ()


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("CREATE TABLE theirs (a)")
        db.commit()
    with pytest.raises(StudyError, match="is from another program or a newer version"):
        StudyStore(tmp_path / FILE)
    assert not is_ours(tmp_path / FILE)
    (tmp_path / "torn").write_bytes(b"SQLite format 3\0" + b"\xff" * 200)
    with pytest.raises(StudyError, match="Drills cannot be kept in"):
        StudyStore(tmp_path / "torn")

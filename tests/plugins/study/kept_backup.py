"""Drills among what a backup holds (`tests.plugged`)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bookgammon.history.journal import FILE
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.schedule import Memory, after
from bookgammon.plugins.study.store import Origin, PastAnswer, PastDecision, StudyStore, study_beside

FILES = ("study.sqlite",)
EXERCISE = exercise_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
ANSWERED = datetime(2026, 2, 1, 20, tzinfo=UTC)


def fill(folder: Path) -> None:
    with StudyStore(study_beside(folder / FILE)) as drills:
        drills.add("Ada", Origin("Openings"), [PastDecision(EXERCISE, "", 0.0)])
        drills.add("Ben", Origin(match=1, game=0), [PastDecision(EXERCISE, "13/9", 0.1)])
        drills.answered(PastAnswer(1, ANSWERED, "opening", 0.2, "again"), "13/9", after(Memory(), "again", ANSWERED))


def told(folder: Path) -> dict[str, bytes]:
    if not (practised := study_beside(folder / FILE)).exists():
        return {}
    with StudyStore(practised) as drills:
        each = [(drills.exercises(name), drills.answers(name)) for name in ("Ada", "Ben")]
        return {practised.name: repr(each).encode()}

"""What learners write to exercises: kept by the plugin `notes`, shown once an exercise is answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bookgammon.errors import NotesError
from bookgammon.plugins.notes.store import NotesStore, notes_beside
from bookgammon.plugins.study.exercise import Exercise, Listed
from web.errors import UnavailableError


class ExerciseNotes:
    """Those that belong to a journal. Raises UnavailableError, one sentence, where they cannot be read or written."""

    def __init__(self, journal: Path) -> None:
        self._path = notes_beside(journal)

    def of(self, learner: str) -> dict[str, str]:
        """By the exercises' XGIDs."""
        with self._open() as store:
            return store.of_exercises(learner) if store else {}

    def add(self, learner: str, listed: Iterable[Listed]) -> None:
        """What a list says of its exercises, where nothing is written yet."""
        notes = {each.exercise.xgid: each.note for each in listed if each.note}
        if notes:
            with self._open(made=True) as store:
                if store:
                    store.add_exercises(learner, notes)

    def keep(self, learner: str, exercise: Exercise, text: str) -> None:
        with self._open(made=True) as store:
            if store:
                store.keep_exercise(learner, exercise.xgid, text)

    def keep_only(self, learner: str, exercises: Iterable[Exercise]) -> None:
        """What is written to other exercises of theirs goes."""
        with self._open() as store:
            if store:
                store.keep_exercises_only(learner, [each.xgid for each in exercises])

    @contextmanager
    def _open(self, *, made: bool = False) -> Iterator[NotesStore | None]:
        """None where nothing was ever written. made: the file is made then."""
        if not made and not self._path.exists():
            yield None
            return
        try:
            with NotesStore(self._path) as store:
                yield store
        except NotesError as error:
            raise UnavailableError(str(error)) from error

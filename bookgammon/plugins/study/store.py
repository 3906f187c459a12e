"""What is practised and how it went: tables of our own in `study.sqlite`, beside the journal and apart from it.

Everything belongs to one learner, by their name as matches have it. Exercises of a match go with it when it is deleted,
and what was practised of them too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import get_args

from arbiter.errors import ArbiterError
from arbiter.message import Message
from arbiter.xgid import parse_xgid
from bookgammon.errors import NotesError, StudyError
from bookgammon.files.own_database import DatabaseKind, OwnDatabase, is_made_by
from bookgammon.history.journal import FILE as JOURNAL
from bookgammon.plugins.gnubg.analysis.decision_kinds import KINDS, Kind
from bookgammon.plugins.notes.store import NotesStore, notes_beside
from bookgammon.plugins.study.exercise import Exercise
from bookgammon.plugins.study.schedule import Memory, Rating, card_is_sound

FILE = "study.sqlite"
_APPLICATION_ID = 0x42675374  # "BgSt"
_VERSION = 1
_SCHEMA = f"""
CREATE TABLE exercises (
    id INTEGER PRIMARY KEY,
    learner TEXT NOT NULL,
    xgid TEXT NOT NULL,
    kind TEXT NOT NULL,
    list TEXT NOT NULL,
    match INTEGER,
    game INTEGER,
    decided TEXT NOT NULL,
    lost REAL NOT NULL,
    card TEXT NOT NULL DEFAULT '',
    due TEXT NOT NULL DEFAULT '',
    UNIQUE (learner, xgid)
);
CREATE TABLE answers (
    exercise INTEGER NOT NULL REFERENCES exercises (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    answer TEXT NOT NULL,
    lost REAL NOT NULL,
    rating TEXT NOT NULL,
    PRIMARY KEY (exercise, at)
) WITHOUT ROWID;
CREATE TABLE lent (
    match INTEGER PRIMARY KEY
);
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_VERSION};
"""
"""exercises.list: the name of the list it came with, empty for a decision of a match. decided, lost: what was decided
in that match, and the equity it lost. card: FSRS's own; due: ISO 8601 in UTC, empty before the first answer. lent: the
match whose board is used for drills, until its own position lies there again."""
_KIND = DatabaseKind(
    _SCHEMA,
    _APPLICATION_ID,
    _VERSION,
    StudyError,
    trouble=Message("Drills cannot be kept in {path} ({error}): make room on the disk; no match is touched."),
)
LONGEST_NAME = 40
"""Characters of a learner's or a list's name."""


@dataclass(frozen=True, slots=True)
class KeptExercise:
    """An exercise as it is kept. decided: in the match that it is from, in notation or the cube's verb.

    own: it is from a match, not from a list.
    """

    id: int
    exercise: Exercise
    kind: Kind
    decided: str
    own: bool
    memory: Memory


@dataclass(frozen=True, slots=True)
class Origin:
    """Where exercises come from: a list of that name, or a game of a match, which counts from 0."""

    list: str = ""
    match: int | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a match that lost something: what was decided, in notation or the cube's verb."""

    exercise: Exercise
    decided: str
    lost: float


@dataclass(frozen=True, slots=True)
class PastAnswer:
    """One answer of a drill. exercise: its number. at: in UTC. lost: equity."""

    exercise: int
    at: datetime
    kind: Kind
    lost: float
    rating: Rating


def study_beside(journal: Path) -> Path:
    """The file of the drills that belong to a data folder."""
    return journal.parent / FILE


def is_ours(path: Path) -> bool:
    """Whether a file of drills was made by our own words, to the letter."""
    return is_made_by(path, _SCHEMA)


def forget_match(journal: Path, match: int) -> None:
    """Delete what is practised of a match, where anything is. Raises StudyError."""
    path = study_beside(journal)
    if path.exists():
        with StudyStore(path) as store:
            store.forget_match(match)
            _forget_notes(journal, store)


def _forget_notes(journal: Path, store: StudyStore) -> None:
    """Notes to exercises that are there no longer go with them."""
    path = notes_beside(journal)
    if not path.exists():
        return
    try:
        with NotesStore(path) as notes:
            for learner in notes.learners():
                notes.keep_exercises_only(learner, [each.exercise.xgid for each in store.exercises(learner)])
    except NotesError as error:
        raise StudyError(str(error)) from error


def copy_drills(kept: Path, copy: Path) -> None:
    """What is practised, at one moment. Raises StudyError."""
    with StudyStore(kept) as store:
        store.copy_to(copy)


def learner_changed(journal: Path, name: str, new: str | None) -> None:
    """A learner is called otherwise, or (None) everything of theirs goes. Raises StudyError.

    The demo's players practise nothing.
    """
    path = study_beside(journal)
    if journal.name != JOURNAL or not path.exists():
        return
    with StudyStore(path) as store:
        if new is None:
            store.forget_learner(name)
        else:
            store.rename_learner(name, new)


def checked_name(name: object, what: Message) -> str:
    """A learner's or a list's name on one line. Raises StudyError with `what` where it is none."""
    found = " ".join(name.split()) if isinstance(name, str) else ""
    if not found or len(found) > LONGEST_NAME or not found.isprintable():
        raise StudyError(what)
    return found


class StudyStore(OwnDatabase):
    """An open file of drills. Raises StudyError, one sentence, for whatever goes wrong with it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _KIND)

    # ------------------------------------------------------------------ what is practised

    def add(self, learner: str, origin: Origin, found: Iterable[PastDecision]) -> int:
        """What the learner does not have yet is added; how many exercises these were."""
        with self._transaction():
            before = self._db.total_changes
            self._db.executemany(
                "INSERT OR IGNORE INTO exercises (learner, xgid, kind, list, match, game, decided, lost)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        learner,
                        each.exercise.xgid,
                        each.exercise.kind,
                        origin.list,
                        origin.match,
                        origin.game,
                        each.decided,
                        each.lost,
                    )
                    for each in found
                ],
            )
            return self._db.total_changes - before

    def replace_game(self, learner: str, origin: Origin, found: Sequence[PastDecision]) -> None:
        """What a game of a match holds for a learner now: what it no longer has is forgotten, the rest stays."""
        kept = [each.exercise.xgid for each in found]
        with self._transaction():
            rows = self._db.execute(
                "SELECT id, xgid FROM exercises WHERE learner = ? AND match = ? AND game = ?",
                (learner, origin.match, origin.game),
            ).fetchall()
            gone = [(row["id"],) for row in rows if row["xgid"] not in kept]
            self._db.executemany("DELETE FROM exercises WHERE id = ?", gone)
        self.add(learner, origin, found)

    def forget_match(self, match: int) -> None:
        with self._transaction():
            self._db.execute("DELETE FROM exercises WHERE match = ?", (match,))
            self._db.execute("DELETE FROM lent WHERE match = ?", (match,))

    def forget_list(self, learner: str, name: str) -> None:
        with self._transaction():
            self._db.execute("DELETE FROM exercises WHERE learner = ? AND list = ? AND match IS NULL", (learner, name))

    def forget_learner(self, learner: str) -> None:
        with self._transaction():
            self._db.execute("DELETE FROM exercises WHERE learner = ?", (learner,))

    def rename_learner(self, old: str, new: str) -> None:
        """What both have stays as the new name has it."""
        with self._transaction():
            self._db.execute("UPDATE OR IGNORE exercises SET learner = ? WHERE learner = ?", (new, old))
            self._db.execute("DELETE FROM exercises WHERE learner = ?", (old,))

    def learners(self) -> tuple[str, ...]:
        """Whoever has exercises, by name."""
        with self._explained():
            rows = self._db.execute("SELECT DISTINCT learner FROM exercises ORDER BY learner").fetchall()
        return tuple(str(row["learner"]) for row in rows)

    def lists(self, learner: str) -> tuple[tuple[str, int], ...]:
        """Names of the learner's lists, and how many exercises each has."""
        with self._explained():
            rows = self._db.execute(
                "SELECT list, COUNT(*) AS many FROM exercises WHERE learner = ? AND match IS NULL"
                " GROUP BY list ORDER BY list",
                (learner,),
            ).fetchall()
        return tuple((str(row["list"]), int(row["many"])) for row in rows)

    def exercises(self, learner: str) -> tuple[KeptExercise, ...]:
        """All of a learner's: those of matches first, what lost most first, then the lists' in their order."""
        with self._explained():
            rows = self._db.execute(
                "SELECT * FROM exercises WHERE learner = ? ORDER BY match IS NULL, lost DESC, id", (learner,)
            ).fetchall()
        found = []
        for row in rows:
            try:
                found.append(_kept(row))
            except (ArbiterError, ValueError, TypeError, AttributeError, OverflowError):  # a cell may hold anything
                continue
        return tuple(found)

    # ------------------------------------------------------------------ how it went

    def answered(self, given: PastAnswer, answer: str, memory: Memory) -> None:
        """One more answer, and when the exercise comes again. It may have been deleted meanwhile."""
        with self._transaction():
            changed = self._db.execute(
                "UPDATE exercises SET card = ?, due = ? WHERE id = ?",
                (memory.card, memory.due.isoformat(), given.exercise),
            )
            if changed.rowcount:
                self._db.execute(
                    "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)",
                    (given.exercise, given.at.isoformat(), answer, given.lost, given.rating),
                )

    def answers(self, learner: str) -> tuple[PastAnswer, ...]:
        """All of a learner's, oldest first."""
        with self._explained():
            rows = self._db.execute(
                "SELECT answers.*, exercises.kind FROM answers JOIN exercises ON exercises.id = answers.exercise"
                " WHERE learner = ? ORDER BY answers.at",
                (learner,),
            ).fetchall()
        found = []
        for row in rows:
            try:
                at = datetime.fromisoformat(row["at"]).astimezone(UTC)
                lost = float(row["lost"])
            except (ValueError, TypeError, OverflowError):
                continue
            if row["kind"] in KINDS and row["rating"] in get_args(Rating):
                found.append(PastAnswer(row["exercise"], at, row["kind"], lost, row["rating"]))
        return tuple(found)

    # ------------------------------------------------------------------ whose board is used

    def lend(self, match: int) -> None:
        """The board of this match is used for drills from now on."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO lent VALUES (?)", (match,))

    def give_back(self) -> None:
        """The board shows its match again."""
        with self._transaction():
            self._db.execute("DELETE FROM lent")

    def is_lent(self, match: int) -> bool:
        with self._explained():
            return self._db.execute("SELECT 1 FROM lent WHERE match = ?", (match,)).fetchone() is not None


def _kept(row: sqlite3.Row) -> KeptExercise:
    """Raises ArbiterError, ValueError or TypeError for what we have not written."""
    if row["kind"] not in KINDS:
        raise ValueError(row["kind"])
    exercise, card = _exercise(row["xgid"]), row["card"]
    known = card and card_is_sound(card)
    memory = Memory(card, datetime.fromisoformat(row["due"]).astimezone(UTC)) if known else Memory()
    return KeptExercise(row["id"], exercise, row["kind"], str(row["decided"]), row["match"] is not None, memory)


@lru_cache(maxsize=4096)
def _exercise(xgid: str) -> Exercise:
    """Whether anything is to be decided there was asked when it was added."""
    return Exercise(parse_xgid(xgid))

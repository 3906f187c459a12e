"""Notes as they are kept: tables of our own in `notes.sqlite`, beside the journal and apart from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from arbiter.message import Message
from bookgammon.errors import NotesError
from bookgammon.files.own_database import DatabaseKind, OwnDatabase, is_made_by
from bookgammon.history.journal import FILE as JOURNAL
from bookgammon.plugins.notes.places import NotePlace, tidy_text

FILE = "notes.sqlite"
_APPLICATION_ID = 0x42674E6F  # "BgNo"
_VERSION = 1
_SCHEMA = f"""
CREATE TABLE turns (
    match INTEGER NOT NULL,
    game INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    part INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, game, turn, part)
) WITHOUT ROWID;
CREATE TABLE exercises (
    learner TEXT NOT NULL,
    xgid TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (learner, xgid)
) WITHOUT ROWID;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_VERSION};
"""
_KIND = DatabaseKind(
    _SCHEMA,
    _APPLICATION_ID,
    _VERSION,
    NotesError,
    trouble=Message("Notes cannot be kept in {path} ({error}): make room on the disk; no match is touched."),
)


def notes_beside(journal: Path) -> Path:
    """The file of the notes that belong to a data folder."""
    return journal.parent / FILE


def is_ours(path: Path) -> bool:
    """Whether a file of notes was made by our own words, to the letter."""
    return is_made_by(path, _SCHEMA)


def copy_notes(kept: Path, copy: Path) -> None:
    """The notes, at one moment. Raises NotesError."""
    with NotesStore(kept) as store:
        store.copy_to(copy)


def forget_match(journal: Path, match: int) -> None:
    """Delete what was written to a match, where anything was. Raises NotesError."""
    path = notes_beside(journal)
    if journal.name == JOURNAL and path.exists():
        with NotesStore(path) as store:
            store.forget_match(match)


def learner_changed(journal: Path, name: str, new: str | None) -> None:
    """Whoever practises is called otherwise, or (None) what they wrote to exercises goes. Raises NotesError."""
    path = notes_beside(journal)
    if journal.name != JOURNAL or not path.exists():
        return
    with NotesStore(path) as store:
        if new is None:
            store.keep_exercises_only(name, ())
        else:
            store.rename_learner(name, new)


class NotesStore(OwnDatabase):
    """An open file of notes. Raises NotesError, one sentence, for whatever goes wrong with it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _KIND)

    # ------------------------------------------------------------------ of matches

    def of_match(self, match: int) -> dict[NotePlace, str]:
        with self._explained():
            rows = self._db.execute("SELECT game, turn, part, text FROM turns WHERE match = ?", (match,)).fetchall()
        return {NotePlace(row["game"], row["turn"], row["part"]): tidy_text(str(row["text"])) for row in rows}

    def keep(self, match: int, place: NotePlace, text: str) -> None:
        """Instead of what stood there; nothing takes it away."""
        key = (match, place.game, place.turn, place.part)
        with self._transaction():
            self._db.execute("DELETE FROM turns WHERE match = ? AND game = ? AND turn = ? AND part = ?", key)
            if kept := tidy_text(text):
                self._db.execute("INSERT INTO turns VALUES (?, ?, ?, ?, ?)", (*key, kept))

    def add(self, match: int, notes: Mapping[NotePlace, str]) -> None:
        """What a record brings, where nothing is written yet."""
        with self._transaction():
            self._db.executemany(
                "INSERT OR IGNORE INTO turns VALUES (?, ?, ?, ?, ?)",
                [(match, place.game, place.turn, place.part, text) for place, text in notes.items()],
            )

    def forget_match(self, match: int) -> None:
        with self._transaction():
            self._db.execute("DELETE FROM turns WHERE match = ?", (match,))

    # ------------------------------------------------------------------ of exercises

    def of_exercises(self, learner: str) -> dict[str, str]:
        """By the exercises' XGIDs."""
        with self._explained():
            rows = self._db.execute("SELECT xgid, text FROM exercises WHERE learner = ?", (learner,)).fetchall()
        return {str(row["xgid"]): tidy_text(str(row["text"])) for row in rows}

    def keep_exercise(self, learner: str, xgid: str, text: str) -> None:
        """Instead of what stood there; nothing takes it away."""
        with self._transaction():
            self._db.execute("DELETE FROM exercises WHERE learner = ? AND xgid = ?", (learner, xgid))
            if kept := tidy_text(text):
                self._db.execute("INSERT INTO exercises VALUES (?, ?, ?)", (learner, xgid, kept))

    def add_exercises(self, learner: str, notes: Mapping[str, str]) -> None:
        """What a list brings, where nothing is written yet."""
        kept = [(learner, xgid, text) for xgid, note in notes.items() if (text := tidy_text(note))]
        with self._transaction():
            self._db.executemany("INSERT OR IGNORE INTO exercises VALUES (?, ?, ?)", kept)

    def keep_exercises_only(self, learner: str, xgids: Iterable[str]) -> None:
        """Delete the learner's notes to all other exercises."""
        stay = frozenset(xgids)
        with self._transaction():
            rows = self._db.execute("SELECT xgid FROM exercises WHERE learner = ?", (learner,)).fetchall()
            gone = [(learner, row["xgid"]) for row in rows if row["xgid"] not in stay]
            self._db.executemany("DELETE FROM exercises WHERE learner = ? AND xgid = ?", gone)

    def learners(self) -> tuple[str, ...]:
        """Whoever has notes to exercises."""
        with self._explained():
            rows = self._db.execute("SELECT DISTINCT learner FROM exercises ORDER BY learner").fetchall()
        return tuple(str(row["learner"]) for row in rows)

    def rename_learner(self, old: str, new: str) -> None:
        """What both have stays as the new name has it."""
        with self._transaction():
            self._db.execute("UPDATE OR IGNORE exercises SET learner = ? WHERE learner = ?", (new, old))
            self._db.execute("DELETE FROM exercises WHERE learner = ?", (old,))

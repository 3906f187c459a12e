"""How the journal's file is opened: made where there is none, brought up to date, or read from a copy.

Every function raises JournalError, one sentence, for what is no journal of ours or cannot be opened. `path` is the
journal that people know, which the sentence names; `file` is what is opened for it.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from arbiter.message import Message
from bookgammon.errors import JournalDamaged, JournalEmpty, JournalError, JournalHeldUp
from bookgammon.files.atomic_files import OWNER_ONLY
from bookgammon.history import schema
from bookgammon.history.database_files import COMING, copied_files
from bookgammon.history.troubles import DAMAGED, explained

_LOCK_WAIT_S = 2.0
_SETTINGS = {
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "secure_delete": "ON",  # names that are deleted are overwritten
    "journal_size_limit": "0",  # and are cut off the log as soon as it begins anew
}


@dataclass(frozen=True, slots=True)
class OpenedJournal:
    """copy: the folder of the copy that is read in place of the journal. older: the file as it was, where it is of an
    older version and the copy was brought up to date."""

    db: sqlite3.Connection
    copy: TemporaryDirectory[str] | None = None
    older: Path | None = None


def opened_to_read(path: Path) -> OpenedJournal:
    """The journal, which stays as it is."""
    if path.with_name(COMING).exists():
        raise JournalHeldUp(
            Message(
                "A restore into {parent} is under way or was cut off: the next bookgammon play, history "
                "or restore finishes it.",
                parent=path.parent,
            )
        )
    try:
        db = _connected(path, path, "ro")
        try:
            is_older = _version_of(path, db, read_only=True) < schema.VERSION
            if not is_older:
                return OpenedJournal(db)
        except BaseException:
            db.close()
            raise
        db.close()
    except JournalHeldUp:
        if not path.is_file() or os.access(path.parent, os.W_OK):
            raise
        is_older = False  # who is refused here cannot know; the copy is brought up to date all the same
    folder = TemporaryDirectory(prefix="bookgammon-")
    try:
        with explained(path):
            copy = copied_files(path, Path(folder.name))
            older = copied_files(copy, copy.parent, "as-it-was.sqlite") if is_older else None
        return OpenedJournal(opened_to_write(path, copy), folder, older)
    except BaseException:
        folder.cleanup()
        raise


def opened_to_write(path: Path, file: Path) -> sqlite3.Connection:
    """The journal, made or brought up to date where need be; nobody else holds it."""
    with suppress(OSError):  # SQLite below reports what cannot be made or changed
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, OWNER_ONLY))
        file.chmod(OWNER_ONLY)  # the log beside it takes its rights from it
    db = _connected(path, file, "rwc")
    try:
        version = _version_of(path, db, read_only=False)
        with explained(path):
            if version == 0:
                schema.create(db)
            elif version < schema.VERSION:
                _bring_up(path, db, version)
            db.execute("PRAGMA journal_mode = WAL")
            for name, value in _SETTINGS.items():
                db.execute(f"PRAGMA {name} = {value}")
            db.execute("BEGIN IMMEDIATE")  # what another program holds is refused now, not at the first roll
            db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def _bring_up(path: Path, db: sqlite3.Connection, version: int) -> None:
    """A journal of an older version becomes one of today's."""
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise JournalDamaged(DAMAGED.filled(path=path))
    schema.migrate(db, version)


def _connected(path: Path, file: Path, mode: str) -> sqlite3.Connection:
    with explained(path):
        where = f"{file.absolute().as_uri()}?mode={mode}"
        db = sqlite3.connect(where, uri=True, timeout=_LOCK_WAIT_S, isolation_level=None)
    # text that is no text any more is damage, which the seals show
    db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return db


def _version_of(path: Path, db: sqlite3.Connection, *, read_only: bool) -> int:
    """Of the schema; 0 where the file is still empty."""
    with explained(path):
        db.execute("BEGIN")  # one moment for all questions: another process may be making the file
        application = int(db.execute("PRAGMA application_id").fetchone()[0])
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        tables = schema.tables(db)
        ours = schema.is_ours(db, version)
        db.execute("COMMIT")
    if not tables and application == 0:
        if read_only:
            raise JournalEmpty(Message("The journal {path} is still empty: no match was begun in it.", path=path))
        return 0
    if application != schema.APPLICATION_ID and not {"matches", "events"} <= set(tables):
        raise JournalError(
            Message(
                "{path} is a database of another program: move it away or choose another --data folder.", path=path
            )
        )
    if application == schema.APPLICATION_ID and version > schema.VERSION:
        raise JournalError(
            Message(
                "The journal {path} is from a newer version of Bookgammon: update the program or choose "
                "another --data folder.",
                path=path,
            )
        )
    if application != schema.APPLICATION_ID or schema.COLUMNS.get(version) != tables or not ours:
        raise JournalDamaged(DAMAGED.filled(path=path))
    return version

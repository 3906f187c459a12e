"""The file `two-books.sqlite` in the data folder: how it is made and opened, and which rooms it knows.

It holds keys, so it is for its owner alone. What was committed survives kill -9 and a pulled plug.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arbiter.message import Message
from bookgammon.files.atomic_files import OWNER_ONLY, transaction
from bookgammon.files.own_database import is_made_by
from two_books.errors import LinkStoreError
from two_books.link import Role

FILE = "two-books.sqlite"
APPLICATION_ID = 0x42475442
VERSION = 1
SCHEMA = """
CREATE TABLE rooms (
    id BLOB PRIMARY KEY, role TEXT NOT NULL, code TEXT NOT NULL, opened REAL NOT NULL, signing BLOB NOT NULL,
    peer_key BLOB, peer_run INTEGER NOT NULL, run INTEGER NOT NULL, own INTEGER NOT NULL, decided INTEGER NOT NULL,
    difference TEXT
) WITHOUT ROWID;
CREATE TABLE entries (
    room BLOB NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL, author TEXT NOT NULL,
    own INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL, signature BLOB NOT NULL, hash BLOB NOT NULL,
    link BLOB NOT NULL, PRIMARY KEY (room, number), UNIQUE (room, author, own)
) WITHOUT ROWID;
CREATE TABLE outbox (
    room BLOB NOT NULL REFERENCES rooms ON DELETE CASCADE, own INTEGER NOT NULL, at INTEGER NOT NULL,
    body TEXT NOT NULL, signature BLOB NOT NULL, PRIMARY KEY (room, own)
) WITHOUT ROWID;
CREATE TABLE refusals (
    room BLOB NOT NULL REFERENCES rooms ON DELETE CASCADE, own INTEGER NOT NULL, signature BLOB NOT NULL,
    reason TEXT NOT NULL, PRIMARY KEY (room, own)
) WITHOUT ROWID;
CREATE TABLE played (
    room BLOB NOT NULL REFERENCES rooms ON DELETE CASCADE, journal INTEGER NOT NULL, PRIMARY KEY (room, journal)
) WITHOUT ROWID
"""
"""played: which matches of our journal a room's log holds."""
_WAIT_S = 5.0


@dataclass(frozen=True, slots=True)
class KnownRoom:
    """code: its invitation, which is a secret. opened: seconds since 1970."""

    id: bytes
    role: Role
    code: str
    opened: float


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Whatever SQLite says becomes one sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise LinkStoreError(
            Message("The shared log cannot be kept in {path} ({error}).", path=path, error=error)
        ) from error


def known_rooms(path: Path) -> tuple[KnownRoom, ...]:
    """The rooms that this table was in, the newest first."""
    if not path.exists():
        return ()
    db = opened(path)
    try:
        with explained(path):
            rows = db.execute("SELECT id, role, code, opened FROM rooms ORDER BY opened DESC").fetchall()
    finally:
        db.close()
    return tuple(KnownRoom(*row) for row in rows)


def forget_room(path: Path, room: bytes) -> None:
    """Delete everything that is kept of a room; nothing of it stays in the files."""
    db = opened(path)
    try:
        with explained(path):
            db.execute("DELETE FROM rooms WHERE id = ?", (room,))
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        db.close()


def forget_match(path: Path, journal: int) -> tuple[bytes, ...]:
    """Our journal forgets a match: the rooms none of whose matches it holds any more go too, and are given.

    Raises LinkStoreError.
    """
    if not path.exists():
        return ()
    db = opened(path)
    try:
        with explained(path):
            found = db.execute("SELECT room FROM played WHERE journal = ?", (journal,)).fetchall()
            with transaction(db):
                db.execute("DELETE FROM played WHERE journal = ?", (journal,))
            others = {room for (room,) in db.execute("SELECT DISTINCT room FROM played")}
    finally:
        db.close()
    gone = tuple(room for (room,) in found if room not in others)
    for room in gone:
        forget_room(path, room)
    return gone


def is_ours(path: Path) -> bool:
    """Whether a file was made by our own words, to the letter."""
    return is_made_by(path, SCHEMA)


def copy_file(path: Path, copy: Path) -> None:
    """The file as it stands at one moment, in a file of its own; for a backup. Raises LinkStoreError.

    It holds keys as the file itself does. A table whose file was put back from it catches up with the other one.
    """
    db = opened(path)
    try:
        with explained(copy):
            os.close(os.open(copy, os.O_WRONLY | os.O_CREAT, OWNER_ONLY))
            target = sqlite3.connect(copy)
            try:
                db.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")  # one file, whole in itself
            finally:
                target.close()
    finally:
        db.close()


def opened(path: Path) -> sqlite3.Connection:
    """The file, made where there is none; raises LinkStoreError. Whoever uses it from several threads locks."""
    with explained(path):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWNER_ONLY))
        path.chmod(OWNER_ONLY)
        db = sqlite3.connect(path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        with explained(path):
            for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
                db.execute(f"PRAGMA {setting}").fetchall()
            with transaction(db):
                _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    if tables and (application, version) != (APPLICATION_ID, VERSION):
        raise LinkStoreError(
            Message(
                "{path} is from another program or a newer version: update this one, or move the file away.", path=path
            )
        )
    if not tables:
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")

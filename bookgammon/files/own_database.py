"""A small SQLite file of ours beside the journal: opened, made where it is missing, and every fault one sentence."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

from arbiter.message import Message
from bookgammon.errors import CompanionError
from bookgammon.files.atomic_files import OWNER_ONLY, transaction

_WAIT_S = 5.0
_FOREIGN = Message(
    "{path} is from another program or a newer version: update this one, or move the file away and begin anew."
)


@dataclass(frozen=True, slots=True)
class DatabaseKind:
    """schema: its statements, application id and version among them. refusal: what is raised for whatever goes wrong.

    trouble, foreign: sentences with {path} and {error}, and with {path} for a file that is none of ours.
    derived: all of it can be made again, so that a damaged file is deleted and made anew by whoever opens it next.
    """

    schema: str
    application_id: int
    version: int
    refusal: type[CompanionError]
    trouble: Message
    foreign: Message = _FOREIGN
    derived: bool = False


class OwnDatabase:
    """An open file of that kind, which several threads and processes may open at once."""

    def __init__(self, path: Path, kind: DatabaseKind) -> None:
        self._path, self._kind = path, kind
        with self._explained():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWNER_ONLY))
            self._db = sqlite3.connect(path, timeout=_WAIT_S, isolation_level=None)
        try:
            with self._explained():
                self._prepare()
        except kind.refusal:
            self._db.close()
            raise
        self._db.row_factory = sqlite3.Row
        # text that is no text any more is damage, and no reason to show nothing
        self._db.text_factory = lambda data: data.decode("utf-8", "replace")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def copy_to(self, path: Path) -> None:
        """The file as it stands at one moment, as a file of its own."""
        with self._explained():
            copy = sqlite3.connect(path)
            try:
                self._db.backup(copy)
            finally:
                copy.close()

    def _prepare(self) -> None:
        """Makes the tables where there are none yet; two may both be the first to ask."""
        kind = self._kind
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.execute("PRAGMA secure_delete = ON")  # names that are deleted are overwritten
        with self._transaction():
            (application,) = self._db.execute("PRAGMA application_id").fetchone()
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            (tables,) = self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
            if tables and (application != kind.application_id or not 0 < version <= kind.version):
                raise kind.refusal(kind.foreign.filled(path=self._path))
            if tables and version < kind.version:
                self._bring_up(version)
                self._db.execute(f"PRAGMA user_version = {kind.version}")
            if not tables:
                for statement in kind.schema.split(";"):
                    self._db.execute(statement)
            elif kind.derived and _tables_of(self._db) != _tables_of_schema(kind.schema):
                raise sqlite3.DatabaseError(Message("its tables are not as they were made"))

    def _bring_up(self, version: int) -> None:
        """What a file of an older version lacks; within the transaction that opens it."""
        del version
        raise self._kind.refusal(self._kind.foreign.filled(path=self._path))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained(), transaction(self._db):
            yield

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if self._kind.derived and type(error) is sqlite3.DatabaseError:  # damaged, not locked or without room
                with suppress(OSError):
                    self._path.unlink(missing_ok=True)
            raise self._kind.refusal(self._kind.trouble.filled(path=self._path, error=error)) from error


def is_made_by(path: Path, schema: str) -> bool:
    """Whether a file was made by our own words, to the letter: strangers' tables may do what nobody asks.

    Whatever else is wrong with it shows when it is read.
    """
    try:
        with closing(sqlite3.connect(path)) as found:
            return _tables_of(found) == _tables_of_schema(schema)
    except (sqlite3.Error, UnicodeDecodeError):
        return False


@cache
def _tables_of_schema(schema: str) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in schema.split(";"):
            made.execute(statement)
        return _tables_of(made)


def _tables_of(db: sqlite3.Connection) -> list[tuple[str, str]]:
    rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return sorted((str(name), " ".join(str(sql).split())) for name, sql in rows)

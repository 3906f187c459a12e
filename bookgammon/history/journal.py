"""The journal: every event in SQLite before anybody sees it.

One connection writes, that of the table's thread; whoever reads opens a connection of his own with
`read_only=True`. What was committed survives kill -9 and a pulled plug (WAL, synchronous=FULL).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arbiter.errors import ArbiterError
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import Event, MatchOver, Undone
from bookgammon.errors import JournalError, JournalHeldUp

APPLICATION_ID = 0x42674A6C  # "BgJl"
SCHEMA_VERSION = 1
_LOCK_WAIT_S = 2.0

_SCHEMA = f"""
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    source TEXT NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    frame INTEGER NOT NULL,
    time REAL NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""

_PRIMARY_CODE = 0xFF  # SQLite's extended result codes carry the plain one in their lowest byte

_LOCKED = "The journal {path} is locked by another program: close that one and try again."
_RIGHTS = "The journal {path} may not be written: change its rights or choose another --data folder."
_DAMAGED = "{path} is not a journal or is damaged: move it away or choose another --data folder."
_OTHER = "The journal {path} cannot be used ({error}): check the disk or choose another --data folder."
_TROUBLES = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _RIGHTS,
    sqlite3.SQLITE_PERM: _RIGHTS,
    sqlite3.SQLITE_AUTH: _RIGHTS,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_FULL: (
        "The disk is full, so the journal {path} cannot be written:"
        " make room and start again, nothing recorded so far is lost."
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "The journal {path} cannot be opened: check that its folder exists and may be written."
    ),
    sqlite3.SQLITE_CONSTRAINT: (
        "Another Bookgammon writes to the journal {path}: close it or choose another --data folder."
    ),
}


_PASSING = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
    )
)
"""Troubles that somebody can end without ending the program."""


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """One match in the journal. started: ISO 8601, told by who began it; ended: it came to its end."""

    id: int
    started: str
    source: str
    ended: bool


class Journal:
    """An open journal. Raises JournalError, one sentence, for whatever goes wrong with the file."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        with self._explained():
            where = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
            self._db = sqlite3.connect(where, uri=True, timeout=_LOCK_WAIT_S, isolation_level=None)
        try:
            with self._explained():
                self._prepare(read_only)
        except JournalError:
            self._db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def begin(self, started: str, source: str) -> MatchEntry:
        """A new, empty match."""
        with self._transaction():
            cursor = self._db.execute(
                "INSERT INTO matches (started, source) VALUES (?, ?)", (started, source)
            )
        return MatchEntry(int(cursor.lastrowid or 0), started, source, ended=False)

    def append(self, match: MatchEntry, events: Sequence[Event]) -> None:
        """Commit one frame's events together: after a crash a frame has happened wholly or not at all.

        The end of the match ends it here too.
        """
        if not events:
            return
        with self._transaction():
            (count,) = self._db.execute(
                "SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE match = ?", (match.id,)
            ).fetchone()
            self._db.executemany(
                "INSERT INTO events (match, seq, frame, time, json) VALUES (?, ?, ?, ?, ?)",
                [
                    (match.id, seq, event.frame, event.time, json.dumps(event_to_json(event)))
                    for seq, event in enumerate(events, count)
                ],
            )
            for event in events:
                if isinstance(event, MatchOver | Undone):  # the end of a match can be taken back
                    self._end(match, isinstance(event, MatchOver))

    def end(self, match: MatchEntry) -> None:
        """Nothing more will happen in this match."""
        with self._transaction():
            self._end(match)

    def delete(self, match: int) -> None:
        """Forget a match and all that happened in it."""
        with self._transaction():
            self._db.execute("DELETE FROM events WHERE match = ?", (match,))
            self._db.execute("DELETE FROM matches WHERE id = ?", (match,))

    def matches(self) -> tuple[MatchEntry, ...]:
        """All matches, oldest first."""
        with self._explained():
            rows = self._db.execute("SELECT id, started, source, ended FROM matches ORDER BY id").fetchall()
        return tuple(
            MatchEntry(number, started, source, bool(ended)) for number, started, source, ended in rows
        )

    def unfinished(self) -> MatchEntry | None:
        """The newest match, where it was cut off before its end."""
        last = self.matches()[-1:]
        return last[0] if last and not last[0].ended else None

    def length(self, match: MatchEntry) -> int:
        """How many events the match has."""
        with self._explained():
            (count,) = self._db.execute("SELECT COUNT(*) FROM events WHERE match = ?", (match.id,)).fetchone()
        return int(count)

    def events(self, match: MatchEntry) -> tuple[Event, ...]:
        """The match's events, oldest first."""
        with self._explained():
            rows = self._db.execute(
                "SELECT json FROM events WHERE match = ? ORDER BY seq", (match.id,)
            ).fetchall()
        try:
            return tuple(event_from_json(json.loads(text)) for (text,) in rows)
        except (ArbiterError, ValueError) as error:
            raise JournalError(
                f"The journal {self.path} holds an event that cannot be read, so the match cannot go on:"
                " move the file away to begin a new one."
            ) from error

    def _end(self, match: MatchEntry, ended: bool = True) -> None:
        self._db.execute("UPDATE matches SET ended = ? WHERE id = ?", (int(ended), match.id))

    def pragma(self, name: str, value: int | None = None) -> int:
        """A setting of the database as it stands now, after changing it where a value is given."""
        with self._explained():
            row = self._db.execute(f"PRAGMA {name}" + ("" if value is None else f" = {value}")).fetchone()
        return int(row[0]) if row else 0

    def _prepare(self, read_only: bool) -> None:
        self._db.execute("BEGIN")  # one moment for both questions: another process may be making the file
        application = self.pragma("application_id")
        (tables,) = self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        self._db.execute("COMMIT")
        if application != APPLICATION_ID and tables:
            raise JournalError(
                f"{self.path} is a database of another program: move it away or choose another --data folder."
            )
        if application != APPLICATION_ID and read_only:
            raise JournalError(f"The journal {self.path} is still empty: no match was begun in it.")
        if application == APPLICATION_ID and self.pragma("user_version") != SCHEMA_VERSION:
            raise JournalError(
                f"The journal {self.path} is from another version of Bookgammon: update the program"
                " or choose another --data folder."
            )
        if read_only:
            return
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if application == APPLICATION_ID:
            with (
                self._transaction()
            ):  # a journal that another program holds is refused now, not at the first roll
                pass
        else:
            self._db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:  # Ctrl-C too: what is not committed must not be read back as if it were
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE
            kind = JournalHeldUp if code in _PASSING else JournalError
            raise kind(_TROUBLES.get(code, _OTHER).format(path=self.path, error=error)) from error

"""What SQLite complains about, as one sentence for a person."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbiter.message import Message
from bookgammon.errors import JournalDamaged, JournalError, JournalHeldUp

_PRIMARY_CODE = 0xFF  # SQLite's extended result codes carry the plain one in their lowest byte

_LOCKED = Message("The journal {path} is locked by another program: close that one and try again.")
_RIGHTS = Message("The journal {path} may not be written: change its rights or choose another --data folder.")
MATCH_DAMAGED = Message(
    "The journal {path} is damaged, match {match} in it cannot be read: the next bookgammon play sets "
    "the journal aside whole and saves what can be read."
)
DAMAGED = Message(
    "{path} is not a journal or is damaged: the next bookgammon play sets it aside whole and saves what can be read."
)
_OTHER = Message("The journal {path} cannot be used ({error}): check the disk or choose another --data folder.")
_SENTENCES = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _RIGHTS,
    sqlite3.SQLITE_PERM: _RIGHTS,
    sqlite3.SQLITE_AUTH: _RIGHTS,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: (
        Message(
            "The disk is full, so the journal {path} cannot be written: make room, nothing recorded so far is lost."
        )
    ),
    sqlite3.SQLITE_CANTOPEN: (
        Message("The journal {path} cannot be opened: check that its folder exists and may be written.")
    ),
    sqlite3.SQLITE_CONSTRAINT: DAMAGED,
}
_DAMAGE = frozenset((sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CONSTRAINT))
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


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What goes wrong with the journal at `path` inside the block is a JournalError of the kind that fits."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE
        kind = JournalDamaged if code in _DAMAGE else JournalHeldUp if code in _PASSING else JournalError
        raise kind(_SENTENCES.get(code, _OTHER).filled(path=path, error=error)) from error
    except OSError as error:
        raise JournalHeldUp(_OTHER.filled(path=path, error=error.strerror)) from error

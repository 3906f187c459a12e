"""A damaged journal: set aside whole; what can be read of it is saved into a new one."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from arbiter.errors import ArbiterError
from arbiter.match.event_json import event_from_json
from arbiter.message import Message
from bookgammon.errors import JournalDamaged, JournalEmpty
from bookgammon.history import schema
from bookgammon.history.database_files import (
    ROLLBACK,
    TORN,
    copied_files,
    database_files,
    lost_commits,
    remove_files,
    remove_log,
)
from bookgammon.history.journal import Journal
from bookgammon.history.schema import NO_SEAL, match_seal, sound
from bookgammon.history.troubles import explained

_TORN = Message(
    "The last thing written into the journal was not whole and is left out: the power may have failed just then."
)
_NEVER = "1970-01-01T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class _Saved:
    """One match as far as it can be read. whole: nothing of it is missing."""

    id: int
    started: str
    source: str
    ended: bool
    texts: tuple[str, ...]
    whole: bool


def checked(path: Path, today: str) -> str:
    """Make sure that a journal is what was written; a damaged one is set aside and replaced by what can be read.

    Only for whoever holds the data folder's lock. today: for the name of the one set aside. Gives a sentence
    for people, empty where all is well. Raises JournalError.
    """
    if not path.exists():
        return ""
    _roll_back(path)
    with explained(path):
        lost = lost_commits(path)
    if lost <= TORN:
        try:
            with Journal(path, read_only=True) as journal:  # a writer would change what may have to be set aside
                journal.check()
            return _TORN if lost else ""
        except JournalEmpty:
            return ""
        except JournalDamaged:
            pass
    with explained(path):
        return _replaced(path, today)


def _roll_back(path: Path) -> None:
    """Take back what was cut off while the journal was first made or brought up to date, which is no damage.

    Until it is in WAL mode a transaction that was cut off waits beside it, and nobody who only reads may take it back.
    """
    if not path.with_name(path.name + ROLLBACK).exists():
        return
    # whoever reads it next reports what is wrong
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(sqlite3.connect(path)) as db:
        db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()


def _replaced(path: Path, today: str) -> str:
    fresh = path.with_name(f".{path.name}.rescue")
    remove_files(fresh)
    with TemporaryDirectory(prefix="bookgammon-") as folder:  # nothing is written into the damaged one
        saved = list(_readable(copied_files(path, Path(folder))))
    with Journal(fresh) as journal:
        for match in saved:
            journal.adopt(match.started, match.source, match.ended or not match.whole, match.texts, match.id)
    kept_as = _unused(path, today)
    for file in database_files(path):
        kept = kept_as.with_name(kept_as.name + file.name.removeprefix(path.name))
        shutil.copy2(file, kept)
        with kept.open("rb") as copy:
            os.fsync(copy.fileno())
    remove_log(path)  # beside another database it would be taken for that one's
    os.replace(fresh, path)
    whole = sum(match.whole for match in saved)
    return Message(
        "The journal was damaged: it is kept as {name}, and what could be read of it ({whole}, "
        "{part}) is in a new one.",
        name=kept_as.name,
        whole=Message.counted("{count} match whole", "{count} matches whole", whole),
        part=Message.counted("{count} match in part", "{count} matches in part", len(saved) - whole),
    )


def _unused(path: Path, today: str) -> Path:
    number, kept_as = 1, path.with_name(f"{path.stem}-damaged-{today}{path.suffix}")
    while kept_as.exists():
        number += 1
        kept_as = path.with_name(f"{path.stem}-damaged-{today}-{number}{path.suffix}")
    return kept_as


def _readable(copy: Path) -> Iterator[_Saved]:
    """Every match of a damaged journal of whatever version; nothing where not even its tables can be read."""
    with closing(sqlite3.connect(copy)) as db:
        db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        try:
            tables = schema.tables(db)
        except sqlite3.Error:
            return
        columns = tables.get("events", "")
        sealed = columns == schema.COLUMNS[2]["events"]
        if not sealed and columns != schema.COLUMNS[1]["events"]:
            return
        for number in sorted(set(_numbers(db))):
            match = _match(db, number, sealed=sealed)
            if match.texts or match.whole:  # else the number itself is damage
                yield match


def _numbers(db: sqlite3.Connection) -> Iterator[int]:
    for question in ("SELECT id FROM matches", "SELECT DISTINCT match FROM events"):
        with suppress(sqlite3.Error):
            for (number,) in db.execute(question):
                if isinstance(number, int) and number > 0:
                    yield number


def _match(db: sqlite3.Connection, number: int, *, sealed: bool) -> _Saved:
    rows = list(_rows(db, number, sealed=sealed))
    texts = tuple(text for text, _ in sound(number, rows)) if sealed else tuple(_unbroken(rows))
    whole = len(texts) == len(rows)
    entry = ("", "", True, 0, NO_SEAL, b"")
    with suppress(sqlite3.Error):
        columns = "started, source, ended" + (", count, last_seal, seal" if sealed else f", {len(texts)}, x'', x''")
        entry = db.execute(f"SELECT {columns} FROM matches WHERE id = ?", (number,)).fetchone() or entry  # noqa: S608 - ours
    started, source, ended, count, last, seal = entry
    typed = isinstance(count, int) and isinstance(last, bytes)  # a cell may hold anything
    expected = match_seal(number, str(started), str(source), bool(ended), count, last) if typed else None
    if not typed or (sealed and seal != expected):
        started, source, ended, whole = "", "", True, False
    return _Saved(number, _a_time(started), str(source), bool(ended), texts, whole and count == len(texts))


def _rows(db: sqlite3.Connection, number: int, *, sealed: bool) -> Iterator[tuple[int, str, bytes]]:
    """Up to the first that SQLite cannot read."""
    columns = "seq, json, seal" if sealed else "seq, json, x''"
    with suppress(sqlite3.Error):
        yield from db.execute(f"SELECT {columns} FROM events WHERE match = ? ORDER BY seq", (number,))  # noqa: S608 - ours


def _unbroken(rows: list[tuple[int, str, bytes]]) -> Iterator[str]:
    """Without seals, up to the first gap or the first that is no event."""
    for place, (seq, text, _) in enumerate(rows):
        try:
            event_from_json(json.loads(text))
        except (ArbiterError, ValueError, TypeError, RecursionError):
            return
        if seq != place:
            return
        yield text


def _a_time(text: object) -> str:
    try:
        return datetime.fromisoformat(str(text)).isoformat()
    except ValueError:
        return _NEVER

"""What the journal's database looks like, and how one of an older version becomes one of today's.

A version that was released stays in MIGRATIONS for good, and a journal of it among the tests.

Seals are hashes by which damage inside the journal is noticed. Each event's seal is made of its own text and the seal
before it, the match's seal of its row and its last event's seal; so nothing can be changed, lost or moved unnoticed.
They are no defence against somebody who means harm.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator

from bookgammon.files.atomic_files import transaction

APPLICATION_ID = 0x42674A6C  # "BgJl"
VERSION = 2
OF_RECORDING = "recording:"
"""How the source of a match begins that was made of a film: no table goes on with it, and no club is informed."""
OF_ELSEWHERE = "elsewhere:"
"""How the source of a match begins that was brought in; what tells it from others follows."""

_MATCHES = """
CREATE TABLE {name} (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    source TEXT NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0,
    count INTEGER NOT NULL DEFAULT 0,
    last_seal BLOB NOT NULL,
    seal BLOB NOT NULL
)
"""
_EVENTS = """
CREATE TABLE {name} (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    json TEXT NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID
"""
_OF_VERSION_1 = (
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, started TEXT NOT NULL, source TEXT NOT NULL,"
    " ended INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE events (match INTEGER NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL, frame INTEGER NOT NULL,"
    " time REAL NOT NULL, json TEXT NOT NULL, PRIMARY KEY (match, seq)) WITHOUT ROWID",
)
COLUMNS = {
    1: {"matches": "id started source ended", "events": "match seq frame time json"},
    2: {"matches": "id started source ended count last_seal seal", "events": "match seq json seal"},
}
"""Of every version's tables: a journal whose version says otherwise is damaged."""


def create(db: sqlite3.Connection) -> None:
    """Make the tables in an empty database, in one transaction."""
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    with transaction(db):
        if not tables(db):  # another process may have been faster
            db.execute(_MATCHES.format(name="matches"))
            db.execute(_EVENTS.format(name="events"))
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {VERSION}")


def tables(db: sqlite3.Connection) -> dict[str, str]:
    """The columns of each table, in order, with blanks between them. Raises sqlite3.Error."""
    try:
        # anything else (a trigger, a view) would do by itself what nobody asked for, so it counts as a strange table
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type <> 'index'")]
    except UnicodeDecodeError as error:  # SQLite names what is damaged, and Python cannot read the name
        damage = sqlite3.DatabaseError("the tables' names are damaged")
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage from error
    columns = {name: db.execute("SELECT name FROM pragma_table_info(?)", (name,)).fetchall() for name in names}
    return {name: " ".join(column for (column,) in found) for name, found in columns.items()}


def next_number(db: sqlite3.Connection) -> int:
    """Of the match that is begun next: reserved only inside the transaction that begins it. Raises sqlite3.Error."""
    (newest,) = db.execute("SELECT COALESCE(MAX(id), 0) FROM matches").fetchone()
    return int(newest) + 1


def is_ours(db: sqlite3.Connection, version: int) -> bool:
    """Whether everything in the database was made by our own words, to the letter.

    Columns of the right names may still do what nobody asked for: drop what conflicts, compute themselves.
    """
    made = _OF_VERSION_1 if version == 1 else (_MATCHES.format(name="matches"), _EVENTS.format(name="events"))
    found = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return sorted(_plain(str(sql)) for (sql,) in found) == sorted(map(_plain, made))


def _plain(sql: str) -> str:
    """Without the blanks, and the quotes that SQLite puts around a renamed table."""
    return "".join(sql.replace('"events"', "events").replace('"matches"', "matches").split())


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Step by step up to VERSION, each step in a transaction of its own. Raises sqlite3.Error."""
    db.execute("PRAGMA foreign_keys = OFF")
    for number in range(version, VERSION):
        with transaction(db):
            MIGRATIONS[number](db)
            db.execute(f"PRAGMA user_version = {number + 1}")
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    db.execute("VACUUM")  # pages change their layout, and nothing deleted before stays readable


def _seal_everything(db: sqlite3.Connection) -> None:
    """1 to 2: seals, by which damage is noticed; frame and time stand in the event's JSON alone."""
    db.execute(_MATCHES.format(name="sealed_matches"))
    db.execute(_EVENTS.format(name="sealed_events"))
    matches = db.execute("SELECT id, started, source, ended FROM matches ORDER BY id").fetchall()
    for number, started, source, ended in matches:
        seal, count = NO_SEAL, 0
        rows = db.execute("SELECT json FROM events WHERE match = ? ORDER BY seq", (number,)).fetchall()
        for count, (text,) in enumerate(rows, 1):
            seal = event_seal(seal, number, count - 1, text)
            db.execute("INSERT INTO sealed_events VALUES (?, ?, ?, ?)", (number, count - 1, text, seal))
        whole = match_seal(number, started, source, bool(ended), count, seal)
        row = (number, started, source, ended, count, seal, whole)
        db.execute("INSERT INTO sealed_matches VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    for name in ("events", "matches"):
        db.execute(f"DROP TABLE {name}")
        db.execute(f"ALTER TABLE sealed_{name} RENAME TO {name}")


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _seal_everything}
"""From each released version to the next one."""


NO_SEAL = b""
"""Of a match without events."""
_BYTES = 12


def event_seal(before: bytes, match: int, seq: int, text: str) -> bytes:
    """Of one event's JSON, at its place; before: the seal of the event before it."""
    return _hash(before, f"{match}:{seq}:{text}")


def match_seal(match: int, started: str, source: str, ended: bool, count: int, last: bytes) -> bytes:
    """Of a match's row; last: the seal of its last event."""
    return _hash(last, "\0".join((str(match), started, source, str(int(ended)), str(count))))


def sound(match: int, rows: Iterable[tuple[int, str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The events' texts and seals, from (seq, text, seal) in order, up to the first that is not what was written."""
    before = NO_SEAL
    for place, (seq, text, seal) in enumerate(rows):
        if seq != place or not isinstance(text, str) or event_seal(before, match, place, text) != seal:
            return
        before = seal
        yield text, seal


def _hash(before: bytes, text: str) -> bytes:
    return hashlib.sha256(before + b"\0" + text.encode("utf-8", "surrogatepass")).digest()[:_BYTES]

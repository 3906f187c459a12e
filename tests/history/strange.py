"""Strangers' backups: journals with right seals in tables that do what nobody asked for, and zips that never end."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from arbiter.match.events import Event, Note
from bookgammon.history import schema
from bookgammon.history.backup import MANIFEST
from bookgammon.history.journal import FILE, Journal

WHEN = "2026-01-02T20:00:00+00:00"
MATCHES = (
    "CREATE TABLE matches (id INTEGER PRIMARY KEY{key}, started TEXT NOT NULL, source TEXT NOT NULL,"
    " ended INTEGER NOT NULL DEFAULT 0, count INTEGER NOT NULL DEFAULT 0, last_seal BLOB NOT NULL,"
    " seal BLOB NOT NULL{more})"
)
EVENTS = (
    "CREATE TABLE events (match INTEGER NOT NULL{refers}, seq INTEGER NOT NULL{seq}, json TEXT NOT NULL{json},"
    " seal BLOB NOT NULL{seal}{more}, PRIMARY KEY (match, seq){key}){end}"
)
NOTHING = {"key": "", "more": "", "refers": "", "seq": "", "json": "", "seal": "", "end": " WITHOUT ROWID"}
CONFLICTS = ("IGNORE", "REPLACE", "FAIL", "ROLLBACK", "ABORT")


def schemas() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names and statements of more than fifty."""
    for how in CONFLICTS:
        on = f" ON CONFLICT {how}"
        yield f"events' key, {how}", (matches(), events(key=on))
        yield f"matches' key, {how}", (matches(key=on), events())
        yield f"unique text, {how}", (matches(), events(json=f" UNIQUE{on}"))
        yield f"unique seal, {how}", (matches(), events(seal=f" UNIQUE{on}"))
        for kind in ("VIRTUAL", "STORED"):
            made = f", kind TEXT GENERATED ALWAYS AS (substr(json, 1, 9)) {kind}, UNIQUE (match, kind){on}"
            yield f"unique generated {kind}, {how}", (matches(), events(more=made))
        yield f"not null, {how}", (matches(), events(seq=on))
        made = f", early INTEGER GENERATED ALWAYS AS (nullif(seq < 3, 0)) NOT NULL{on}"
        yield f"generated not null, {how}", (matches(), events(more=made))
    for when in ("BEFORE", "AFTER"):
        for what in ("SELECT RAISE(IGNORE)", "DELETE FROM events WHERE seq > 2", "UPDATE events SET json = 'x'"):
            trigger = f"CREATE TRIGGER t {when} INSERT ON events WHEN NEW.seq > 2 BEGIN {what}; END"
            yield f"trigger {when} {what}", (matches(), events(), trigger)
    index = "CREATE UNIQUE INDEX i ON events"
    yield "unique index", (matches(), events(), f"{index} (json)")
    yield "partial index", (matches(), events(), f"{index} (match) WHERE seq > 2")
    yield "plain index", (matches(), events(), "CREATE INDEX i ON events (json)")
    yield "check", (matches(), events(json=" CHECK (seq < 3)"))
    yield "references", (matches(), events(refers=" REFERENCES matches (id) ON DELETE SET NULL"))
    yield "with rowid", (matches(), events(end=""))
    yield "strict", (matches(), events(end=" WITHOUT ROWID, STRICT"))
    yield "collation", (matches(), events(json=" COLLATE NOCASE"))
    yield "default", (matches(), events(json=" DEFAULT (hex(randomblob(9)))"))
    yield "one more table", (matches(), events(), "CREATE TABLE more (a)")
    yield "one more view", (matches(), events(), "CREATE VIEW more AS SELECT * FROM events")
    yield "capitals", (matches(), events().replace("TABLE events", "TABLE EVENTS"))
    yield "comment", (matches(), events().replace("seq INTEGER", "seq /* */ INTEGER"))
    yield "heavy column", (matches(), events(more=", big TEXT AS (hex(zeroblob(100000000)))"))


def matches(**parts: str) -> str:
    return MATCHES.format(**{**NOTHING, **parts})


def events(**parts: str) -> str:
    return EVENTS.format(**{**NOTHING, **parts})


def played(count: int) -> list[Event]:
    return [Note(frame, frame / 10, f"event {frame}") for frame in range(count)]


def journal_with(statements: tuple[str, ...], folder: Path) -> bytes:
    """A journal of these tables with a short match in it, sealed as ours are."""
    folder.mkdir(parents=True, exist_ok=True)
    right, strange = folder / "right.sqlite", folder / "strange.sqlite"
    with Journal(right) as journal:
        journal.append(journal.begin(WHEN, "0"), played(3))
    with closing(sqlite3.connect(right)) as source, closing(sqlite3.connect(strange)) as db:
        for statement in statements[:2]:
            db.execute(statement)
        for table, columns in schema.COLUMNS[2].items():
            names = ", ".join(columns.split())
            marks = ", ".join("?" * len(columns.split()))
            rows = source.execute(f"SELECT {names} FROM {table}").fetchall()  # noqa: S608 - our own names
            with suppress(sqlite3.IntegrityError):
                db.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608 - our own names
        for statement in statements[2:]:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {schema.VERSION}")
        db.commit()
    return strange.read_bytes()


def zipped(files: Mapping[str, bytes], *, kind: int = zipfile.ZIP_DEFLATED, matches: object = 1) -> bytes:
    """A backup of these files, with its list."""
    packed = io.BytesIO()
    told = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    with zipfile.ZipFile(packed, "w", kind) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr(MANIFEST, json.dumps({"format": 1, "matches": matches, "files": told}))
    return packed.getvalue()


def backup_with(statements: tuple[str, ...], folder: Path) -> bytes:
    return zipped({FILE: journal_with(statements, folder)})

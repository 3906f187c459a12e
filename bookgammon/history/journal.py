"""The journal: every event in SQLite before anybody sees it.

One connection writes, that of the table's thread; whoever reads opens a connection of its own with
`read_only=True`. What was committed survives kill -9 and a pulled plug (WAL, synchronous=FULL). What was damaged
since is noticed by its seals (`schema.py`) and never read as true.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Self

from arbiter.match.beginnings import has_begun
from arbiter.match.entered_events import TurnEdited, Undone
from arbiter.match.event_json import EventError, event_from_json, event_to_json
from arbiter.match.events import Event, MatchOver
from arbiter.match.fold import fold
from arbiter.match.state import Phase
from arbiter.message import Message
from bookgammon.errors import JournalDamaged, JournalError
from bookgammon.files.atomic_files import OWNER_ONLY, transaction
from bookgammon.history import schema
from bookgammon.history.journal_opening import OpenedJournal, opened_to_read, opened_to_write
from bookgammon.history.schema import NO_SEAL, OF_ELSEWHERE, OF_RECORDING, event_seal, match_seal, sound
from bookgammon.history.troubles import DAMAGED, MATCH_DAMAGED, explained

FILE, DEMO_FILE = "journal.sqlite", "demo.sqlite"  # of `play` and of `demo`


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """One match in the journal. started: ISO 8601, kept with who began it; ended: it came to its end.

    seal: of its row, as it was listed; another one where anything of the match is another.
    """

    id: int
    started: str
    source: str
    ended: bool
    seal: bytes = field(default=NO_SEAL, compare=False)


def events_of(texts: Iterable[str]) -> tuple[Event, ...]:
    """The events of a match from their JSON. Raises EventError, which names the event by its number and the field."""
    events = []
    for number, text in enumerate(texts, 1):
        try:
            events.append(event_from_json(json.loads(text)))
        except (ValueError, RecursionError) as error:
            reason = error if isinstance(error, EventError) else Message("it is no JSON.")
            raise EventError(Message("event {number}: {reason}", number=number, reason=reason)) from error
    return tuple(events)


class Journal:
    """An open journal. Raises JournalError, one sentence, for whatever goes wrong with the file.

    A writer brings an older journal up to date. A reader reads such a one, or one on a read-only disk, from a copy.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        opened = opened_to_read(path) if read_only else OpenedJournal(opened_to_write(path, path))
        self._db, self._copy, self._older = opened.db, opened.copy, opened.older

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()
        if self._copy is not None:
            self._copy.cleanup()

    @property
    def is_older(self) -> bool:
        """Whether the file is of an older version and is read from a copy that was brought up to date."""
        return self._older is not None

    def begin(self, started: str, source: str) -> MatchEntry:
        """A new, empty match."""
        with self._transaction():
            match = MatchEntry(schema.next_number(self._db), started, source, ended=False)
            self._write(match, 0, NO_SEAL)
        return match

    def append(self, match: MatchEntry, events: Sequence[Event]) -> None:
        """Commit one frame's events together: after a crash a frame has happened wholly or not at all.

        The end of the match ends it here too. Raises JournalDamaged where the match is not as it was written.
        """
        if not events:
            return
        with self._transaction():
            self._append(match, events)

    def begin_after(self, last: MatchEntry, started: str, source: str, events: Sequence[Event]) -> MatchEntry:
        """End a match and begin the next one with these events: all of it, or nothing where the disk fails."""
        with self._transaction():
            entry, count, seal = self._row(last.id)
            self._write(MatchEntry(last.id, entry.started, entry.source, ended=True), count, seal)
            match = MatchEntry(schema.next_number(self._db), started, source, ended=False)
            self._write(match, 0, NO_SEAL)
            self._append(match, events)
        return match

    def _append(self, match: MatchEntry, events: Sequence[Event]) -> None:
        """Within a transaction."""
        if events:
            entry, count, seal = self._row(match.id)
            ended = entry.ended
            for seq, event in enumerate(events, count):
                text = json.dumps(event_to_json(event))
                seal = event_seal(seal, match.id, seq, text)
                self._db.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (match.id, seq, text, seal))
                if isinstance(event, MatchOver | Undone):  # the end of a match can be taken back
                    ended = isinstance(event, MatchOver)
            if any(isinstance(event, TurnEdited) for event in events):
                ended = self._ended_by_now(match, count, entry.ended)
            self._write(MatchEntry(match.id, entry.started, entry.source, ended), count + len(events), seal)

    def _ended_by_now(self, match: MatchEntry, count: int, ended: bool) -> bool:
        """Whether the match is at its end after an edit, which may have brought it about or taken it back.

        count: of its events before the edit; ended: as it stood then, perhaps because another match was begun.
        """
        rows = self._db.execute("SELECT json FROM events WHERE match = ? ORDER BY seq", (match.id,)).fetchall()
        events = self._events_of(match, (text for (text,) in rows))
        was, now = (fold(each).phase is Phase.MATCH_OVER for each in (events[:count], events))
        return ended if was is now else now

    def adopt(self, started: str, source: str, ended: bool, texts: Sequence[str], number: int | None = None) -> int:
        """Take a whole match over, in the place of the one of that number; without one as the newest. Its number."""
        with self._transaction():
            match, seal = MatchEntry(number or schema.next_number(self._db), started, source, ended), NO_SEAL
            self._db.execute("DELETE FROM events WHERE match = ?", (match.id,))
            self._write(match, 0, NO_SEAL)
            rows = list[tuple[int, int, str, bytes]]()
            for seq, text in enumerate(texts):
                seal = event_seal(seal, match.id, seq, text)
                rows.append((match.id, seq, text, seal))
            self._db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
            self._write(match, len(texts), seal)
        return match.id

    def end(self, match: MatchEntry) -> None:
        """Nothing more will happen in this match."""
        with self._transaction():
            entry, count, seal = self._row(match.id)
            self._write(MatchEntry(match.id, entry.started, entry.source, ended=True), count, seal)

    def forget_unbegun(self, goes_on: MatchEntry | None) -> None:
        """Matches of a table in which nothing was played are kept no longer, but for the one that goes on now."""
        for match in self.at_table():
            if match != goes_on and not has_begun(self.events(match)):
                self.delete(match.id)

    def delete(self, match: int) -> None:
        """Forget a match and all that happened in it: nothing of it stays in the files."""
        with self._transaction():
            self._db.execute("DELETE FROM events WHERE match = ?", (match,))
            self._db.execute("DELETE FROM matches WHERE id = ?", (match,))
        with self._explained():
            self._db.execute("PRAGMA incremental_vacuum").fetchall()
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def settle(self) -> None:
        """Bring what is in the log into the database. Waits for nobody: what others still read stays in the log."""
        with self._explained():
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def matches(self) -> tuple[MatchEntry, ...]:
        """All matches, oldest first. Raises JournalDamaged where the list is not whole."""
        with self._one_moment():
            rows = self._db.execute("SELECT id, started, source, ended, seal FROM matches ORDER BY id").fetchall()
            self._check_list([row[0] for row in rows])
        return tuple(
            MatchEntry(number, str(started), str(source), bool(ended), seal if isinstance(seal, bytes) else NO_SEAL)
            for number, started, source, ended, seal in rows
        )

    def numbers_of(self, sources: Sequence[str]) -> dict[str, int]:
        """The matches with these sources, by them, where there are any. Raises JournalDamaged as `matches` does."""
        with self._one_moment():
            self._check_list([number for (number,) in self._db.execute("SELECT id FROM matches ORDER BY id")])
            found = [self._db.execute("SELECT source, id FROM matches WHERE source = ?", (each,)) for each in sources]
            return {str(source): int(number) for rows in found for source, number in rows}

    def _check_list(self, numbers: Sequence[int]) -> None:
        """Raises JournalDamaged where the list of the matches is not whole: no seal reports one that is left out."""
        (newest,) = self._db.execute("SELECT MAX(match) FROM events").fetchone()
        if any(later <= sooner for sooner, later in pairwise((0, *numbers))) or (newest or 0) > max(numbers, default=0):
            raise JournalDamaged(DAMAGED.filled(path=self.path))

    def at_table(self) -> tuple[MatchEntry, ...]:
        """The same without those that were made of films, or played elsewhere."""
        return tuple(match for match in self.matches() if not match.source.startswith((OF_RECORDING, OF_ELSEWHERE)))

    def unfinished(self) -> MatchEntry | None:
        """The newest match of a table, where it was cut off before its end."""
        return next((match for match in self.at_table()[-1:] if not match.ended), None)

    def length(self, match: MatchEntry) -> int:
        """How many events the match has."""
        with self._explained():
            (count,) = self._db.execute("SELECT COUNT(*) FROM events WHERE match = ?", (match.id,)).fetchone()
        return int(count)

    def events(self, match: MatchEntry) -> tuple[Event, ...]:
        """The match's events, oldest first. Raises JournalDamaged where one is not what was written."""
        return self._events_of(match, self.texts(match))

    def _events_of(self, match: MatchEntry, texts: Iterable[str]) -> tuple[Event, ...]:
        try:
            return events_of(texts)
        except EventError as error:
            raise JournalError(
                Message(
                    "The journal {path} holds an event that cannot be read, so the match cannot go on: "
                    "update the program or choose another --data folder. In match {match}: {error}",
                    path=self.path,
                    match=match.id,
                    error=error,
                )
            ) from error

    def texts(self, match: MatchEntry) -> tuple[str, ...]:
        """The same as they were written, in JSON."""
        with self._one_moment():
            rows = self._db.execute(
                "SELECT seq, json, seal FROM events WHERE match = ? ORDER BY seq", (match.id,)
            ).fetchall()
            _, count, last = self._row(match.id)
        found = tuple(sound(match.id, rows))
        if (len(found), found[-1][1] if found else NO_SEAL) != (count, last):
            raise JournalDamaged(MATCH_DAMAGED.filled(path=self.path, match=match.id))
        return tuple(text for text, _ in found)

    def check(self) -> None:
        """Everything in it is what was written. Raises JournalDamaged."""
        with self._explained():
            said = self._db.execute("PRAGMA integrity_check(1)").fetchone()
        if said != ("ok",):
            raise JournalDamaged(DAMAGED.filled(path=self.path))
        for match in self.matches():
            self.texts(match)

    def copy_to(self, path: Path) -> None:
        """The journal as it stands at one moment, in a file of its own; one of an older version stays that."""
        with self._explained():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWNER_ONLY))
            copy = sqlite3.connect(path)
            stored = self._db if self._older is None else sqlite3.connect(self._older)
            try:
                stored.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, whole in itself
            finally:
                copy.close()
                if stored is not self._db:
                    stored.close()

    def pragma(self, name: str, value: int | None = None) -> int:
        """A setting of the database as it stands now, after changing it where a value is given."""
        with self._explained():
            row = self._db.execute(f"PRAGMA {name}" + ("" if value is None else f" = {value}")).fetchone()
        return int(row[0]) if row else 0

    # -------------------------------------------------------------- rows

    def _row(self, number: int) -> tuple[MatchEntry, int, bytes]:
        """A match's entry, how many events it has, and the seal of the last."""
        with self._explained():
            row = self._db.execute(
                "SELECT started, source, ended, count, last_seal, seal FROM matches WHERE id = ?", (number,)
            ).fetchone()
        if row is None:
            raise JournalError(
                Message(
                    "The journal {path} has no match {number} any more: it was deleted.", path=self.path, number=number
                )
            )
        started, source, ended, count, last, seal = row
        typed = isinstance(last, bytes) and isinstance(count, int)
        if not typed or match_seal(number, str(started), str(source), bool(ended), count, last) != seal:
            raise JournalDamaged(MATCH_DAMAGED.filled(path=self.path, match=number))
        return MatchEntry(number, started, source, bool(ended)), count, last

    def _write(self, match: MatchEntry, count: int, last: bytes) -> None:
        seal = match_seal(match.id, match.started, match.source, match.ended, count, last)
        row = (match.id, match.started, match.source, int(match.ended), count, last, seal)
        self._db.execute(
            "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
            " ended = excluded.ended, count = excluded.count, last_seal = excluded.last_seal, seal = excluded.seal",
            row,
        )

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is written inside the block is committed together, or nothing of it: the disk is waited for once."""
        with self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._db.in_transaction:
            yield
            return
        with self._explained(), transaction(self._db):
            yield

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        """What is read inside the block belongs together, whatever is written meanwhile."""
        with self._explained():
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                if self._db.in_transaction:
                    self._db.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        with explained(self.path):
            yield

"""Which events are on their way to the broker: sent in order, a few at a time, forgotten once acknowledged.

The journal is the queue. Nothing is held in memory but the few that wait for their acknowledgement, so a broker that
is gone for hours costs nothing. How far the broker has acknowledged them is kept over a restart.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from arbiter.match.events import Event
from bookgammon.errors import JournalError
from bookgammon.files.atomic_files import write_atomically
from bookgammon.history.journal import Journal, MatchEntry
from bookgammon.plugins.club.topics import match_key

WINDOW = 16
"""Events on their way at once."""
MOST_BEHIND = 2000
"""Events of one match that are sent after a break; of more, the newest. A long match has about 1,000."""
MOST_MATCHES = 4
"""Of more matches than these nothing is sent after a break: a table that was at home for weeks."""
MOST_AGAIN = 500
"""Events that one request may have sent again."""


@dataclass(frozen=True, slots=True)
class NumberedEvent:
    """match: its number in the journal; key: its name in messages; number: counts the match's events from 1."""

    match: int
    key: str
    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class SentMark:
    """All events of the journal's `match` up to and including `number`.

    key: the match's name in messages, because a deleted match's number in the journal may be given again.
    """

    match: int
    number: int = 0
    key: str = ""


class EventSource(Protocol):
    """Where numbered events come from. Both raise JournalError."""

    def after(self, mark: SentMark) -> Sequence[NumberedEvent]:
        """The next events, oldest first: those of the mark's match, else of the next match that has any."""

    def between(self, key: str, first: int, last: int) -> Sequence[NumberedEvent]:
        """Some events of one match again; nothing where there is no such match."""


class JournalEvents:
    """Fulfils EventSource from the journal of a data folder, with a connection of its own for each question."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def after(self, mark: SentMark) -> Sequence[NumberedEvent]:
        with Journal(self._path, read_only=True) as journal:
            for entry in journal.at_table()[-MOST_MATCHES:]:
                if entry.id < mark.match:
                    continue
                done = mark.number if match_key(entry.id, entry.started) == mark.key else 0
                count = journal.length(entry)
                if count > done:
                    return _numbered(journal, entry, max(done, count - MOST_BEHIND))
        return ()

    def between(self, key: str, first: int, last: int) -> Sequence[NumberedEvent]:
        with Journal(self._path, read_only=True) as journal:
            for entry in journal.at_table():
                if match_key(entry.id, entry.started) == key:
                    found = _numbered(journal, entry, first - 1)
                    return [one for one in found if one.number <= last][:MOST_AGAIN]
        return ()


def _numbered(journal: Journal, entry: MatchEntry, skip: int) -> list[NumberedEvent]:
    key = match_key(entry.id, entry.started)
    events = journal.events(entry)
    return [NumberedEvent(entry.id, key, number, event) for number, event in enumerate(events[skip:], skip + 1)]


class Outbox:
    """mark: what the broker had acknowledged when the program last ran. keep: called whenever that grows.

    Belongs to one thread; only `grown` may be called from another.
    """

    def __init__(self, source: EventSource, mark: SentMark, keep: Callable[[SentMark], None]) -> None:
        self._source, self._keep = source, keep
        self._acknowledged = self._sent = mark
        self._ready: deque[NumberedEvent] = deque()
        self._again: deque[NumberedEvent] = deque()
        self._on_their_way: dict[int, NumberedEvent | None] = {}
        self._arrived: set[int] = set()
        self._may_have_grown = True
        self.match: tuple[str, int] | None = (mark.key, mark.number) if mark.number else None
        """(key, how many events of it were sent) of the newest match that anything was sent of."""
        self.before: tuple[str, int] | None = None
        """The same of the match before that one."""

    @property
    def idle(self) -> bool:
        """Whether everything that is known of has been acknowledged."""
        return not (self._may_have_grown or self._ready or self._again or self._on_their_way)

    def grown(self) -> None:
        """There may be new events in the journal."""
        self._may_have_grown = True

    def restart(self) -> None:
        """A new connection: whatever was not acknowledged is sent once more."""
        self._sent = self._acknowledged
        self._ready.clear()
        self._again.clear()
        self._on_their_way.clear()
        self._arrived.clear()
        self._may_have_grown = True

    def take(self) -> NumberedEvent | None:
        """The next event to send; None while enough are on their way, or none is left."""
        if len(self._on_their_way) >= WINDOW:
            return None
        if self._again:
            return self._again[0]
        if not self._ready and self._may_have_grown:
            self._may_have_grown = False
            try:
                self._ready.extend(self._source.after(self._sent))
            except JournalError:  # the table reports it; the next event brings us back
                return None
            self._may_have_grown = bool(self._ready)
        return self._ready[0] if self._ready else None

    def sent(self, message: int, event: NumberedEvent) -> None:
        """`event`, which `take` gave, is on its way as the connection's `message`."""
        if self._again and self._again[0] is event:
            self._again.popleft()
            self._on_their_way[message] = None
            return
        self._ready.popleft()
        self._sent = SentMark(event.match, event.number, event.key)
        self._on_their_way[message] = event
        if self.match is not None and self.match[0] != event.key:
            self.before = self.match
        self.match = (event.key, event.number)

    def acknowledged(self, message: int) -> None:
        """The broker has it. The mark only grows over what was acknowledged without a gap."""
        if message not in self._on_their_way:
            return
        self._arrived.add(message)
        grown = False
        while self._on_their_way and (first := next(iter(self._on_their_way))) in self._arrived:
            event = self._on_their_way.pop(first)
            self._arrived.discard(first)
            if event is not None:
                self._acknowledged = SentMark(event.match, event.number, event.key)
                grown = True
        if grown:
            self._keep(self._acknowledged)

    def send_again(self, key: str, first: int, last: int) -> None:
        """Somebody missed these; a request that is still being answered is not joined by another."""
        if self._again:
            return
        try:
            self._again.extend(self._source.between(key, first, last))
        except JournalError:
            return


FILE = "broker-sent.json"
WRITE_S = 2.0


class KeptMark:
    """path: the file. where: broker and topic that it is true of; for others the table begins with `fresh`.

    A mark that could not be written, or is older than it might be, costs events sent twice, which their numbers show.
    """

    def __init__(self, path: Path, where: str, fresh: SentMark) -> None:
        self._path, self._where = path, where
        kept = self._read()
        self.mark = kept if kept and kept.match <= fresh.match else fresh
        self._written, self._written_at = self.mark, 0.0

    def keep(self, mark: SentMark) -> None:
        self.mark = mark

    def write_sometimes(self, now: float) -> None:
        """Write it where it has changed and the last time was a while ago; now: of a steady clock."""
        if now - self._written_at >= WRITE_S:
            self._written_at = now
            self.write()

    def write(self) -> None:
        if self.mark == self._written:
            return
        text = json.dumps({"where": self._where, **asdict(self.mark)})
        try:
            write_atomically(self._path, text + "\n")
        except OSError:  # the journal reports its own trouble; this file only saves work
            return
        self._written = self.mark

    def _read(self) -> SentMark | None:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            if found["where"] == self._where:
                return SentMark(int(found["match"]), int(found["number"]), str(found["key"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return None

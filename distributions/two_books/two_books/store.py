"""What a table keeps of one room: log, outbox, keys and what was refused.

Each change is one transaction on the disk (WAL, synchronous FULL) before anybody hears of it. A log that was altered
since is noticed when it is opened, as it is signed and chained.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from arbiter.message import Message
from bookgammon.files.atomic_files import transaction
from two_books.canonical import canonical, read_canonical
from two_books.errors import LinkStoreError, TooMuchError
from two_books.handshake import Met
from two_books.invitation import Invitation, code_of
from two_books.keys import SigningKey
from two_books.link import Body, Difference, Entry, Role
from two_books.messages import entry_from_json, entry_to_json, reason_from_json, reason_to_json
from two_books.signed_log import NO_HASH, Authors, BrokenLogError, Proposal, SignedEntry, Tip, proposed, verify_log
from two_books.store_file import explained, opened

MOST_WAITING = 2_000
"""Proposals without a number; a match of an hour has some 600 entries."""


class LinkStore:
    """One room's part of the file, from any thread. Raises LinkStoreError for whatever goes wrong with the file.

    clock: seconds since 1970.
    """

    def __init__(
        self, path: Path, invitation: Invitation, role: Role, clock: Callable[[], float] = time.time
    ) -> None:
        self._path, self._clock, self.role = path, clock, role
        self.room = invitation.room
        self._lock = threading.RLock()
        self.met: Met | None = None
        self.difference: Difference | None = None
        self.decided = 0
        """At the host: the guest's running number up to which it has decided."""
        self._own = 0
        self._tip = Tip()
        self._waiting: dict[int, Proposal] = {}
        self._entries: list[SignedEntry] = []
        self._plain: tuple[Entry, ...] = ()
        self._numbers: dict[tuple[Role, int], int] = {}
        self._db = opened(path)
        try:
            self._enter(invitation)
            self._load()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # ------------------------------------------------------------------ what there is

    @property
    def tip(self) -> Tip:
        return self._tip

    @property
    def authors(self) -> Authors:
        mine, theirs = self.key.public, self.met.key if self.met else None
        return Authors(mine, theirs) if self.role == "host" else Authors(theirs or b"", mine)

    @property
    def log(self) -> Sequence[Entry]:
        """All entries; does not change when the log grows."""
        with self._lock:
            return self._plain

    def entries(self, after: int = 0) -> Sequence[Entry]:
        return self.log[after:]

    def signed(self, after: int = 0, most: int | None = None) -> Sequence[SignedEntry]:
        with self._lock:
            return tuple(self._entries[after : None if most is None else after + most])

    def hash_at(self, number: int) -> bytes | None:
        """Of the entry with this number; None where there is none yet."""
        with self._lock:
            if number == 0:
                return NO_HASH
            return self._entries[number - 1].hash if number <= len(self._entries) else None

    def number_of(self, author: Role, own: int) -> int | None:
        """The number that a proposal got."""
        with self._lock:
            return self._numbers.get((author, own))

    def waiting(self) -> Sequence[Proposal]:
        """Ours that have no number yet, in order."""
        with self._lock:
            return tuple(self._waiting.values())

    @property
    def own(self) -> int:
        """The running number of the newest thing that this table said."""
        return self._own

    @property
    def collides(self) -> bool:
        """Whether something waits under a number that the log has for something else: a backup was put back."""
        with self._lock:
            return any((self.role, own) in self._numbers for own in self._waiting)

    def refusal_of(self, own: int) -> tuple[bytes, str] | None:
        """At the host: the signature of the guest's proposal with that number which was refused, and why."""
        with self._explained():
            row = self._db.execute(
                "SELECT signature, reason FROM refusals WHERE room = ? AND own = ?", (self.room, own)
            ).fetchone()
        try:
            return None if row is None else (bytes(row[0]), reason_from_json(json.loads(row[1])))
        except (ValueError, TypeError) as error:
            raise self._damaged() from error

    # ------------------------------------------------------------------ what changes

    def propose(self, body: Body) -> Proposal:
        """Sign it and keep it. Raises TooMuchError too."""
        text = canonical(dict(body))
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                raise TooMuchError(
                    Message("Too much waits for the other table already: nothing more is noted until it is back.")
                )
            own = self._own + 1
            said = proposed(self.key, self.room, self.role, own, round(self._clock() * 1000), text)
            row = (self.room, own, said.at, text.decode("ascii"), said.signature)
            with self._transaction():
                self._db.execute("INSERT INTO outbox VALUES (?, ?, ?, ?, ?)", row)
                self._db.execute("UPDATE rooms SET own = ? WHERE id = ?", (own, self.room))
            self._own = own
            self._waiting[own] = said
        return said

    def append(self, entries: Sequence[SignedEntry]) -> None:
        """Checked entries that follow; ours among them wait no longer."""
        with self._lock:
            tip = self._tip
            with self._transaction():
                for entry in entries:
                    said = entry.proposal
                    row = (
                        self.room, entry.number, said.by, said.own, said.at, said.body.decode("ascii"),
                        said.signature, entry.hash, entry.link,
                    )  # fmt: skip
                    self._db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
                    if said.by == self.role:
                        gone = (self.room, said.own, said.signature)
                        self._db.execute("DELETE FROM outbox WHERE room = ? AND own = ? AND signature = ?", gone)
                    tip = tip.after(entry)
                own, decided = max(self._own, tip.own(self.role)), max(self.decided, tip.guest)
                self._db.execute("UPDATE rooms SET own = ?, decided = ? WHERE id = ?", (own, decided, self.room))
            self._own, self.decided = own, decided
            self._took(entries)

    def refuse(self, said: Proposal, reason: str) -> None:
        """At the host: a proposal of the guest's does not fit, for good."""
        row = (self.room, said.own, said.signature, json.dumps(reason_to_json(reason)))
        with self._lock:
            with self._transaction():
                self._db.execute("INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?)", row)
                self._db.execute("UPDATE rooms SET decided = ? WHERE id = ?", (said.own, self.room))
            self.decided = said.own

    def withdraw(self, said: Proposal) -> None:
        """A proposal of ours was refused: it waits no longer."""
        with self._lock:
            with self._transaction():
                self._db.execute("DELETE FROM outbox WHERE room = ? AND own = ?", (self.room, said.own))
            self._waiting.pop(said.own, None)

    def renumber(self, least: int = 0, *, only: int | None = None) -> None:
        """What waits, or only that one of it, gets fresh running numbers above `least` and all that were used."""
        with self._lock:
            own = max(self._own, self._tip.own(self.role), least)
            moved = dict[int, Proposal]()
            with self._transaction():
                for said in self._waiting.values():
                    if only not in (None, said.own):
                        continue
                    own += 1
                    moved[said.own] = proposed(self.key, self.room, self.role, own, said.at, said.body)
                    row = (own, moved[said.own].signature, self.room, said.own)
                    self._db.execute("UPDATE outbox SET own = ?, signature = ? WHERE room = ? AND own = ?", row)
                self._db.execute("UPDATE rooms SET own = ? WHERE id = ?", (own, self.room))
            self._own = own
            kept = [moved.get(each, said) for each, said in self._waiting.items()]
            self._waiting = {said.own: said for said in sorted(kept, key=lambda said: said.own)}

    def meet(self, met: Met) -> None:
        """Who is in the other seat, from now on."""
        with self._lock:
            if met == self.met:
                return
            with self._transaction():
                row = (met.key, met.run, self.room)
                self._db.execute("UPDATE rooms SET peer_key = ?, peer_run = ? WHERE id = ?", row)
            self.met = met

    def part(self, number: int, theirs: SignedEntry | None) -> None:
        """The two logs part at this entry; nothing is appended any more."""
        with self._lock:
            text = json.dumps([number, None if theirs is None else entry_to_json(theirs)])
            with self._transaction():
                self._db.execute("UPDATE rooms SET difference = ? WHERE id = ?", (text, self.room))
            self.difference = self._difference(text)

    def note_played(self, journal: int) -> None:
        """The log holds the match with that number of our journal, and is forgotten with it."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO played VALUES (?, ?)", (self.room, journal))

    # ------------------------------------------------------------------ opening

    def _enter(self, invitation: Invitation) -> None:
        """A row for the room, with a key of its own; the number of this start is greater than any before."""
        with self._transaction():
            row = self._db.execute("SELECT role, run FROM rooms WHERE id = ?", (self.room,)).fetchone()
            if row is None:
                made = (self.room, self.role, code_of(invitation), self._clock(), SigningKey.new())
                self._db.execute("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, NULL, 0, 0, 0, 0, NULL)", made)
            elif row[0] != self.role:
                raise LinkStoreError(
                    Message("This invitation is this table's own: the other table has to take it.")
                    if row[0] == "host"
                    else Message("At this table the invitation was taken already: the other table is the host.")
                )
            run = max((row[1] if row else 0) + 1, round(self._clock() * 1000))  # greater after a restored backup too
            code = code_of(invitation)  # the broker may be another one
            self._db.execute("UPDATE rooms SET run = ?, code = ? WHERE id = ?", (run, code, self.room))

    def _load(self) -> None:
        with self._explained():
            (signing, peer_key, peer_run, self.run, self._own, self.decided, difference) = self._db.execute(
                "SELECT signing, peer_key, peer_run, run, own, decided, difference FROM rooms WHERE id = ?",
                (self.room,),
            ).fetchone()
            rows = self._db.execute(
                "SELECT number, author, own, at, body, signature, hash, link FROM entries WHERE room = ?"
                " ORDER BY number",
                (self.room,),
            ).fetchall()
            outbox = self._db.execute(
                "SELECT own, at, body, signature FROM outbox WHERE room = ? ORDER BY own", (self.room,)
            ).fetchall()
        try:
            self.key = SigningKey(signing)
            self.met = Met(peer_key, peer_run) if peer_key is not None else None
            entries = [
                SignedEntry(number, Proposal(author, own, at, body.encode("ascii"), signature), digest, link)
                for number, author, own, at, body, signature, digest, link in rows
            ]
            verify_log(self.room, self.authors, entries)
            self._waiting = {
                own: Proposal(self.role, own, at, body.encode("ascii"), signature)
                for own, at, body, signature in outbox
            }
            self._took(entries)
            self.difference = self._difference(difference) if difference else None
        except (BrokenLogError, ValueError, TypeError, AttributeError) as error:
            raise self._damaged() from error

    def _took(self, entries: Sequence[SignedEntry]) -> None:
        for entry in entries:
            self._entries.append(entry)
            self._numbers[entry.proposal.by, entry.proposal.own] = entry.number
            ours = self._waiting.get(entry.proposal.own) if entry.proposal.by == self.role else None
            if ours is not None and ours.signature == entry.proposal.signature:
                del self._waiting[ours.own]
            self._tip = self._tip.after(entry)
        self._plain += tuple(entry.plain() for entry in entries)

    def _difference(self, text: str) -> Difference:
        number, theirs = json.loads(text)
        ours = self._plain[number - 1] if number <= len(self._plain) else None
        return Difference(number, ours, None if theirs is None else entry_from_json(theirs).plain())

    def _damaged(self) -> LinkStoreError:
        return LinkStoreError(
            Message("The shared log in {path} is not as it was written: put a backup back.", path=self._path)
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained(), transaction(self._db):
            yield

    @contextmanager
    def _explained(self) -> Iterator[None]:
        with self._lock, explained(self._path):
            yield


def body_of(proposal: Proposal) -> Body:
    """What a proposal says."""
    body: Body = read_canonical(proposal.body)
    return body

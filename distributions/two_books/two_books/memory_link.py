"""Both ends of a link in one process, without a line and without a disk: for tests and for the demo.

The rules are those of the real one: the host numbers, a refused proposal is gone, what is said while the other table is
away waits or is lost. Nothing is delivered until somebody calls `deliver`, or the `with` block of `delivering` runs.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from arbiter.message import Message
from bookgammon.workers.worker import Worker, Workers
from two_books.canonical import canonical, read_canonical
from two_books.link import Accepts, Body, Entry, Hears, Peer, Refusal, Role
from web.containment import contained

_PART = Message("the link to the other table")
_AWAY = Message("The other table cannot be reached.")
_PERIOD_S = 0.01
_MOST_ROUNDS = 10_000
"""Of one delivery: two listeners that answer each other for ever are a fault of theirs."""


class MemoryLinks:
    """The two ends. clock: seconds since 1970. away: nothing passes while it is true."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._lock = threading.RLock()
        self._clock = clock
        self._away = False
        self.host = MemoryLink(self, "host")
        self.guest = MemoryLink(self, "guest")

    @property
    def away(self) -> bool:
        return self._away

    @away.setter
    def away(self, away: bool) -> None:
        with self._lock:
            self._away = away
            for end in (self.host, self.guest):
                end._peer_is(_AWAY if away else "")

    def deliver(self) -> None:
        """Everything that is on its way arrives, answers to it included. Not to be called by who hears it."""
        for _ in range(_MOST_ROUNDS):
            with self._lock:
                hand_over = self._next()
            if hand_over is None:
                return
            contained("who hears the other table", hand_over, None)
        raise RuntimeError("the two tables answer each other for ever")

    @contextmanager
    def delivering(self, workers: Workers) -> Iterator[None]:
        """Deliver in a thread of its own while the block runs."""

        def run(worker: Worker) -> None:
            while not worker.wait(_PERIOD_S):
                self.deliver()

        worker = Worker(workers, "two books in memory", _PART, run)
        worker.start()
        try:
            yield
        finally:
            worker.stop()

    def _next(self) -> Callable[[], None] | None:
        """One step; what is to be called after it, outside of the lock."""
        for end in (self.host, self.guest):
            if end._to_tell:
                return end._to_tell.popleft()
        if self.host._decide(self.host):
            return lambda: None
        if not self._away and self.host._decide(self.guest):
            self.guest._catch_up(self.host)  # at once: what waits no more is in the log, also at the guest
            return lambda: None
        if not self._away:
            return self.guest._catch_up(self.host) or self.host._hear(self.guest) or self.guest._hear(self.host)
        return None


class MemoryLink:
    """One end; fulfils `two_books.link.Link`. Made by MemoryLinks."""

    def __init__(self, links: MemoryLinks, role: Role) -> None:
        self._links, self._role, self._lock = links, role, links._lock
        self._hears: Hears | None = None
        self._accepts: Accepts = lambda _, __: ""
        self._log: list[Entry] = []
        self._waiting: deque[tuple[Body, float]] = deque()
        self._to_tell: deque[Callable[[], None]] = deque()
        self._presence: Body | None = None
        self._said: deque[tuple[str, Any]] = deque()
        self._peer = Peer()

    def attach(self, hears: Hears, accepts: Accepts = lambda _, __: "") -> None:
        """Who hears what comes, and at the host who is asked before a proposal gets its number."""
        self._hears, self._accepts = hears, accepts

    @property
    def role(self) -> Role:
        return self._role

    def propose(self, body: Body) -> None:
        with self._lock:
            self._waiting.append((read_canonical(canonical(body)), round(self._links._clock(), 3)))

    def waiting(self) -> Sequence[Body]:
        with self._lock:
            return tuple(body for body, _ in self._waiting)

    def entries(self, after: int = 0) -> Sequence[Entry]:
        with self._lock:
            return tuple(self._log[after:])

    def peer(self) -> Peer:
        return self._peer

    def say_presence(self, presence: Body) -> None:
        with self._lock:
            self._presence = read_canonical(canonical(presence))
            self._said.append(("presence", self._presence))

    def say_phrase(self, phrase: str) -> None:
        with self._lock:
            if not self._links.away:
                self._said.append(("phrase", phrase))

    def show_picture(self, jpeg: bytes) -> None:
        with self._lock:
            if not self._links.away:
                self._said.append(("picture", jpeg))

    def ask_attachment(self, name: str) -> None:
        with self._lock:
            if not self._links.away:
                self._said.append(("asks", name))

    # ------------------------------------------------------------------ steps, within the lock

    def _publish(self, what: str, value: object) -> None:
        if self._hears is not None:
            self._to_tell.append(partial(getattr(self._hears, what), value))

    def _decide(self, author: MemoryLink) -> bool:
        """At the host: the author's first proposal gets its number or is refused; whether there was one."""
        if not author._waiting:
            return False
        body, at = author._waiting[0]
        entry = Entry(len(self._log) + 1, author.role, body, at)
        fault = Message("The other table cannot judge that.")
        reason = contained("what the log accepts", lambda: self._accepts(tuple(self._log), entry), fault)
        author._waiting.popleft()
        if reason:
            author._publish("refused", Refusal(body, reason))
        else:
            self._log.append(entry)
            self._publish("log_grew", (entry,))
        return True

    def _catch_up(self, host: MemoryLink) -> Callable[[], None] | None:
        new = tuple(host._log[len(self._log) :])
        if not new:
            return None
        self._log += new
        self._publish("log_grew", new)
        return lambda: None

    def _hear(self, other: MemoryLink) -> Callable[[], None] | None:
        if not other._said:
            return None
        kind, value = other._said.popleft()
        if kind == "presence":
            self._peer = Peer(seen=0.0, delay=0.0, presence=value)
            self._publish("peer_changed", self._peer)
        elif kind == "asks":
            self._to_tell.append(partial(self._bring, value))
        elif kind == "attachment":
            if self._hears is not None:
                self._to_tell.append(partial(self._hears.attachment, *value))
        else:
            self._publish(kind, value)
        return lambda: None

    def _bring(self, name: str) -> None:
        data = self._hears.attachment_asked(name) if self._hears else None
        with self._lock:
            if data is not None and not self._links.away:
                self._said.append(("attachment", (name, data)))

    def _peer_is(self, trouble: str) -> None:
        before = self._peer
        self._peer = Peer(before.seen, before.delay, before.presence, before.difference, trouble)
        if self._peer != before:
            self._publish("peer_changed", self._peer)

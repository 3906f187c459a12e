"""How two sessions find each other: greetings sealed with the room's secret, signed, and answered.

A table signs with one key for as long as the room is used. The first key that is heard in the other seat is pinned:
from then on nobody else sits there, though they have the invitation. Each start of a table has a greater number than
the one before, so that a greeting which somebody recorded and sends again is none.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from two_books.keys import SESSION_BYTES, Ephemeral, Room, SigningKey, is_signed, other
from two_books.link import Role
from two_books.messages import Hello, read_hello, written_hello
from two_books.rates import Bucket
from two_books.sealing import Head, Kind, Opener, Sealer

_GREETING = b"hello"
_TRAFFIC = (Kind.LOG, Kind.NOW, Kind.PICTURE, Kind.ATTACHMENT)
OPENINGS_A_SECOND, VERIFICATIONS_A_SECOND, STRANGERS_A_SECOND = 200.0, 20.0, 1.0
"""Greetings of sessions that are not known: so many are tried. Of those that open and name the other table's key so
many are checked further, and so many that name another one; these do not keep the other table from being heard."""


@dataclass(frozen=True, slots=True)
class Met:
    """The table in the other seat. key: it signs with. run: the newest start of it that was heard."""

    key: bytes
    run: int


@dataclass(frozen=True, slots=True)
class Greeted:
    """What a greeting brought. new: a session that was not known. answer: it does not know this session yet."""

    met: Met
    new: bool
    answer: bool


@dataclass(frozen=True, slots=True)
class Intruder:
    """Somebody with the invitation who is not the table in that seat. session: theirs, for the answer."""

    session: bytes


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The other table says that somebody else sits where we want to."""


@dataclass(slots=True)
class Traffic:
    """What passes between two sessions that know each other. session: the other table's."""

    session: bytes
    sealers: dict[Kind, Sealer]
    openers: dict[Kind, Opener]
    confirmed: bool = field(default=False)
    """Whether anything of theirs has opened, so that they know of this session."""

    def seal(self, kind: Kind, content: bytes) -> bytes:
        return self.sealers[kind].seal(content)

    def open(self, head: Head, frame: bytes) -> bytes | None:
        """None for what is not theirs, or was opened before."""
        opener = self.openers.get(head.kind)
        content = opener.open(head, frame) if opener else None
        self.confirmed = self.confirmed or content is not None
        return content


class Handshake:
    """One session of a table. run: the number of this start. met: who was in the other seat before."""

    def __init__(self, room: Room, role: Role, key: SigningKey, run: int, met: Met | None) -> None:
        self._room, self._role, self._key, self._run = room, role, key, run
        self.met = met
        self.session = secrets.token_bytes(SESSION_BYTES)
        self.traffic: Traffic | None = None
        self._half = Ephemeral()
        self._sealer = Sealer(self._greeting_key(role, self.session), room.id, role, Kind.HELLO, self.session)
        self._opener: tuple[bytes, Opener] | None = None
        """Of the other table's session: it opens none of its greetings twice."""
        self._newest: tuple[bytes, Opener] | None = None
        """Of the session whose greeting opened last, whoever it is."""
        self._openings = Bucket(OPENINGS_A_SECOND)
        self._verifications = Bucket(VERIFICATIONS_A_SECOND)
        self._strangers = Bucket(STRANGERS_A_SECOND, 3.0)

    def hello(self, to: bytes = b"", *, refused: bool = False) -> bytes:
        """A greeting, as a frame. to: the session that it answers; without one, that of the other table's newest."""
        to = to or (self.traffic.session if self.traffic else b"")
        hello = Hello(self._run, self._key.public, self._half.public, to, refused)
        signature = self._key.sign(_GREETING, *self._signed(self._role, self.session, hello))
        return self._sealer.seal(written_hello(replace(hello, signature=signature)))

    def heard(self, head: Head, frame: bytes, now: float) -> Greeted | Intruder | TurnedAway | None:
        """What a greeting brings; None for what is none, recorded, or too much. now: steady clock, seconds."""
        hello = self._read(head, frame, now)
        if hello is None:
            return None
        same = self.traffic is not None and self.traffic.session == head.session
        if hello.refused:
            ours = hello.to == self.session and (self.met is None or self.met.key == hello.key)
            return TurnedAway() if ours else None
        if self.met and hello.key != self.met.key:
            return Intruder(head.session)
        return self._greet(head.session, hello, same)

    def _read(self, head: Head, frame: bytes, now: float) -> Hello | None:
        """A greeting that is signed by its key and is no recorded one."""
        content = self._open(head, frame, now)
        if content is None:
            return None
        try:
            hello = read_hello(content)
        except ValueError:
            return None
        rate = self._strangers if self.met and hello.key != self.met.key else self._verifications
        if self._is_recorded(hello, head.session) or not rate.takes(now):
            return None
        signed = self._signed(other(self._role), head.session, hello)
        return hello if is_signed(hello.key, hello.signature, _GREETING, *signed) else None

    def _is_recorded(self, hello: Hello, session: bytes) -> bool:
        """Of a start that is over, or of another session with the number of the one that is known."""
        if self.met is None or hello.key != self.met.key:
            return False
        known = self.traffic.session if self.traffic else session
        return hello.run < self.met.run or (hello.run == self.met.run and session != known)

    def _greet(self, session: bytes, hello: Hello, same: bool) -> Greeted | None:
        if not same:
            try:
                agreed = self._half.agreed(hello.half)
            except ValueError:
                return None
            self.traffic, self._opener = self._traffic(session, agreed), self._newest
        self.met = Met(hello.key, hello.run)
        return Greeted(self.met, not same, hello.to != self.session)

    def _open(self, head: Head, frame: bytes, now: float) -> bytes | None:
        known = self._opener
        if known and known[0] == head.session:
            # the newest says all; one that is older than it may be a copy
            return known[1].open(head, frame) if head.number > known[1].newest else None
        if not self._openings.takes(now):
            return None
        theirs = other(self._role)
        opener = Opener(self._greeting_key(theirs, head.session), self._room.id, theirs)
        content = opener.open(head, frame)
        if content is not None:
            self._newest = (head.session, opener)
        return content

    def _greeting_key(self, role: Role, session: bytes) -> bytes:
        return self._room.derived(_GREETING, role.encode(), session)

    def _signed(self, role: Role, session: bytes, hello: Hello) -> tuple[bytes, ...]:
        number, refused = hello.run.to_bytes(8, "big"), bytes([hello.refused])
        return (self._room.id, role.encode(), session, number, hello.key, hello.half, hello.to, refused)

    def _traffic(self, session: bytes, agreed: bytes) -> Traffic:
        theirs = other(self._role)
        sessions = (self.session, session) if self._role == "host" else (session, self.session)

        def key(role: Role, kind: Kind) -> bytes:
            return self._room.derived(b"traffic", role.encode(), bytes([kind]), *sessions, also=agreed)

        sealers = {
            kind: Sealer(key(self._role, kind), self._room.id, self._role, kind, self.session) for kind in _TRAFFIC
        }
        return Traffic(session, sealers, {kind: Opener(key(theirs, kind), self._room.id, theirs) for kind in _TRAFFIC})

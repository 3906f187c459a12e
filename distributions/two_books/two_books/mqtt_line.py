"""The line by a broker: each table publishes on a topic of its own and hears the other's, at least once (QoS 1).

The connection is the club's. Nothing is retained, so that a broker keeps nothing of a match, and what it loses is said
again.
"""

from __future__ import annotations

import ssl
from pathlib import Path

from bookgammon.errors import BrokerSettingsError
from bookgammon.plugins.club.broker import Broker, broker_from
from bookgammon.plugins.club.connection import Connection, Line
from bookgammon.workers.worker import Workers
from two_books.invitation import Address
from two_books.keys import Room, other
from two_books.line import Inbox, Outbox
from two_books.link import Role

WINDOW = 24
"""Frames on their way to the broker at once."""
PICTURE_WINDOW = 4
PERIOD_S = 1.0


class MqttLine:
    """Fulfils FrameLine, and the connection's Listener in the connection's thread."""

    def __init__(self, broker: Broker, room: Room, role: Role, inbox: Inbox, workers: Workers) -> None:
        self._inbox = inbox
        self._ours, self._theirs = room.topic(role), room.topic(other(role))
        self._outbox = Outbox()
        self._line: Line | None = None
        self._on_their_way: set[int] = set()
        self._connection = Connection(broker, "books", self, subscribe=((self._theirs, 1),), workers=workers)

    def start(self) -> None:
        self._connection.start()

    def stop(self) -> None:
        self._connection.stop()

    def send(self, frame: bytes) -> None:
        if self._line is not None:
            self._outbox.put(frame)
            self._connection.wake()

    def vouch(self, source: int) -> None:
        """A broker does not say who published."""

    # ------------------------------------------------------------------ in the connection's thread

    def connected(self, line: Line) -> None:
        self._outbox.clear()
        self._on_their_way.clear()
        self._line = line
        self._inbox.is_up()

    def received(self, topic: str, payload: bytes, retained: bool) -> None:
        if topic == self._theirs and not retained:
            self._inbox.put(payload)

    def acknowledged(self, message: int) -> None:
        self._on_their_way.discard(message)

    def due(self, now: float) -> float:
        del now
        line = self._line
        while line is not None and len(self._on_their_way) < WINDOW:
            frame = self._outbox.take(picture=len(self._on_their_way) < PICTURE_WINDOW)
            if frame is None:
                break
            self._on_their_way.add(line.publish(self._ours, frame))
        return PERIOD_S

    def lost(self, sentence: str) -> None:
        self._line = None
        self._outbox.clear()
        self._inbox.is_down(sentence)

    def farewell(self) -> None:
        return

    def finished(self) -> bool:
        return not self._on_their_way


def broker_of(address: Address, folder: Path) -> Broker:
    """The broker that an invitation names. Raises BrokerSettingsError.

    Login and authority are those of `broker.toml`, where that names the same broker: a club's password goes to no
    broker that somebody wrote into an invitation.
    """
    encrypted = address.way == "mqtts"
    try:
        kept = broker_from(folder, None)
    except BrokerSettingsError:
        if (folder / "broker.toml").exists():
            raise
        kept = None
    if kept and (kept.host, kept.port, kept.tls is not None) == (address.host, address.port, encrypted):
        return kept
    return Broker(address.host, address.port, ssl.create_default_context() if encrypted else None)

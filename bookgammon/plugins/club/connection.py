"""A connection to the broker in a thread of its own, made again for as long as it takes.

Whoever uses it is a `Listener` and is called in that thread alone. A broker that is gone, slow, full or stalled is
noticed by silence and costs the rest of the program nothing.
"""

from __future__ import annotations

import os
import random
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from arbiter.message import Message
from bookgammon.plugins.club.broker import Broker
from bookgammon.workers.worker import Worker, Workers
from web.containment import contained

KEEPALIVE_S = 8
"""After one and a half of these without a word the broker publishes a table's last will (MQTT 3.1.1, 3.1.2.10)."""
CONNECT_S = 5.0
ANSWER_S = 10.0
"""A broker that accepts the line but says nothing for so long is as good as gone."""
FIRST_WAIT_S, MOST_WAIT_S = 0.5, 5.0
REFUSED_WAIT_S = 30.0
FAREWELL_S = 0.8
MOST_READ = 200
"""Packets in one go, so that a flood cannot keep us from anything else."""
_PART = Message("the connection to the club's broker")
_TALK = "what goes to the broker and comes from it"


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes, retained, once it has lost us."""

    topic: str
    payload: str


class Line(Protocol):
    """What a listener may do while the connection stands."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> int:
        """Send with the broker's acknowledgement asked for; gives the number that it will be acknowledged under."""


class Listener(Protocol):
    """Who uses a connection."""

    def connected(self, line: Line) -> None: ...
    def received(self, topic: str, payload: bytes, retained: bool) -> None: ...
    def acknowledged(self, message: int) -> None: ...
    def due(self, now: float) -> float:
        """Do what is to be done now (steady clock); gives how many seconds until the next time."""

    def lost(self, sentence: str) -> None:
        """The connection is gone, or could not be made."""

    def farewell(self) -> None:
        """The program ends: last words."""

    def finished(self) -> bool:
        """Whether the last messages were acknowledged."""


class Connection:
    """name: begins the client's id, and names the thread. subscribe: (topic, QoS). will: published should we vanish."""

    def __init__(
        self,
        broker: Broker,
        name: str,
        listener: Listener,
        *,
        subscribe: Sequence[tuple[str, int]] = (),
        will: Will | None = None,
        workers: Workers | None = None,
    ) -> None:
        self._broker, self._listener = broker, listener
        self._subscribe, self._will = tuple(subscribe), will
        self._client_id = f"{name}-{os.urandom(4).hex()}"
        self._wake_sender, self._wake_receiver = socket.socketpair()
        self._wake_sender.setblocking(False)
        self._wake_receiver.setblocking(False)
        self._ending = threading.Event()
        self._begun = False
        self._over = threading.Event()
        self._worker = Worker(workers or Workers(), f"broker {name}", _PART, self._run, on_given_up=self._let_go)
        self._up = False
        self._refused = ""

    def start(self) -> None:
        self._begun = True
        self._worker.start()

    def wake(self) -> None:
        """There is something to do: `due` is called soon. From any thread, never waits."""
        try:
            self._wake_sender.send(b"!")
        except OSError:  # it has been rung often enough, or nobody listens any more
            return

    def stop(self) -> None:
        """Last words, then the end; gives up after about a second, whatever the broker does."""
        self._ending.set()
        self.wake()
        if self._begun:
            self._over.wait(FAREWELL_S + 0.4)
        else:
            self._let_go()
        self._worker.stop(0.0)

    def _run(self, worker: Worker) -> None:
        """Until the end. A fault ends the connection, and another one is made."""
        wait = FIRST_WAIT_S
        while not self._ending.is_set():
            self._up, self._refused = False, ""
            worker.works_on()
            trouble = self._once()
            if self._ending.is_set():
                break
            worker.waits_for(trouble)
            contained(_TALK, partial(self._listener.lost, trouble), None)
            wait = FIRST_WAIT_S if self._up else min(2 * wait, MOST_WAIT_S)
            # not all tables of a hall at the same moment
            self._ending.wait((REFUSED_WAIT_S if self._refused else wait) * random.uniform(0.6, 1.2))  # noqa: S311 - no secret
        self._let_go()

    def _let_go(self) -> None:
        self._over.set()
        self._wake_receiver.close()
        self._wake_sender.close()

    def _once(self) -> str:
        """One connection from its beginning to its end; gives what ended it, one sentence."""
        client = self._client()
        try:
            client.connect(self._broker.host, self._broker.port, keepalive=KEEPALIVE_S)
            return self._serve(client)
        except ssl.SSLCertVerificationError as error:
            return Message(
                "The broker {broker} shows a certificate that cannot be trusted ({reason}).",
                broker=self._broker,
                reason=error.verify_message,
            )
        except (OSError, mqtt.WebsocketConnectionError) as error:
            return Message(
                "The broker {broker} cannot be reached ({reason}).", broker=self._broker, reason=error.strerror or error
            )
        finally:
            line = client.socket()
            if line is not None:
                line.close()

    def _client(self) -> mqtt.Client:
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2, self._client_id, protocol=mqtt.MQTTv311, reconnect_on_failure=False
        )
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(0)  # the listeners bound what is on its way
        if self._broker.tls:
            client.tls_set_context(self._broker.tls)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password)
        if self._will:
            client.will_set(self._will.topic, self._will.payload, qos=1, retain=True)
        line = _Client(client)

        def on_connect(_: object, __: object, ___: object, reason: ReasonCode, ____: object) -> None:
            if reason.is_failure:
                self._refused = str(reason)
                return
            if self._subscribe:
                client.subscribe(list(self._subscribe))
            self._up = True
            contained(_TALK, partial(self._listener.connected, line), None)

        def on_message(_: object, __: object, message: mqtt.MQTTMessage) -> None:
            received = partial(self._listener.received, message.topic, bytes(message.payload), message.retain)
            contained(_TALK, received, None)

        def on_publish(_: object, __: object, message: int, *___: object) -> None:
            contained(_TALK, partial(self._listener.acknowledged, message), None)

        client.on_connect, client.on_message, client.on_publish = on_connect, on_message, on_publish
        return client

    def _serve(self, client: mqtt.Client) -> str:
        begun = time.monotonic()
        leave = 0.0
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_receiver, selectors.EVENT_READ)
            registered: Any = client.socket()
            selector.register(registered, selectors.EVENT_READ)
            while client.socket() is not None and not self._refused:
                now = time.monotonic()
                if self._ending.is_set():
                    if not leave:
                        leave = now + FAREWELL_S
                        if self._up:
                            contained(_TALK, self._listener.farewell, None)
                    if not self._up or now > leave or self._listener.finished():
                        client.disconnect()
                        return ""
                if not self._up and now - begun > ANSWER_S:
                    return Message("The broker {broker} does not answer.", broker=self._broker)
                wait = contained(_TALK, partial(self._listener.due, now), 0.5) if self._up else 0.5
                if self._ending.is_set():
                    wait = min(wait, 0.05)
                wants = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.want_write() else 0)
                if client.socket() is None:
                    break
                selector.modify(registered, wants)
                ready = {key.fileobj: events for key, events in selector.select(max(0.0, min(wait, 1.0)))}
                if self._wake_receiver in ready:
                    _drain(self._wake_receiver)
                events = ready.get(registered, 0)
                if events & selectors.EVENT_READ:
                    _read(client)
                if events & selectors.EVENT_WRITE:
                    client.loop_write()
                client.loop_misc()
        if self._refused:
            return Message(
                "The broker {broker} refuses us ({reason}): check user and password.",
                broker=self._broker,
                reason=self._refused,
            )
        return Message("The broker {broker} is gone.", broker=self._broker)


class _Client:
    def __init__(self, client: mqtt.Client) -> None:
        self._client = client

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> int:
        return self._client.publish(topic, payload, qos=1, retain=retain).mid


def _read(client: mqtt.Client) -> None:
    """What has come, up to a share; what TLS holds already decrypted no selector would notice."""
    for _ in range(MOST_READ):
        client.loop_read()
        line = client.socket()
        if line is None or not (_pending(line) or _more(line)):
            return
    while (line := client.socket()) is not None and _pending(line):
        client.loop_read()


def _more(line: Any) -> bool:
    """Whether more has come."""
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except (OSError, ValueError):  # nothing, or TLS, which cannot be peeked into
        return False


def _pending(line: object) -> int:
    return line.pending() if isinstance(line, ssl.SSLSocket) else 0


def _drain(bell: socket.socket) -> None:
    try:
        while bell.recv(256):
            pass
    except BlockingIOError:
        return

"""The line in one network, without a broker: the host listens, the guest connects. The frames are the same.

Only addresses of the local network are let in. Who is connected proves that they have the invitation by their first
frames or is closed; until then nothing is said to them, and a stranger costs a few frames at most.
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from typing import Self

from arbiter.message import Message
from bookgammon.access.addresses import own_address
from bookgammon.workers.worker import Worker, Workers
from outside.network import is_local
from two_books.invitation import Address
from two_books.line import Inbox, Outbox
from two_books.rates import Bucket
from two_books.tcp_frames import FrameSocket, TooLongError

PERIOD_S = 1.0
CONNECT_S = 5.0
FIRST_WAIT_S, MOST_WAIT_S = 0.5, 5.0
STILL_S = 20.0
"""A connection without a word for so long is as good as gone: words of presence come every few seconds."""
MOST_CONNECTIONS = 6
CONNECTIONS_A_SECOND = 5.0
UNPROVEN_FRAMES, UNPROVEN_S = 6, 10.0
"""So many frames, or so long, and one of them must have been the other table's."""
_PART = Message("the line to the other table")


def local_address() -> Address:
    """Where the other table finds this one in the same network: this machine's address, and a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        port: int = probe.getsockname()[1]
    return Address("tcp", own_address(), port)


class _TcpLine(ABC):
    """What both ends have in common: a thread, frames to send, and a way to wake it."""

    def __init__(self, name: str, inbox: Inbox, workers: Workers) -> None:
        self._inbox = inbox
        self._outbox = Outbox()
        self._vouched: deque[int] = deque(maxlen=MOST_CONNECTIONS)
        self._ending = threading.Event()
        self._wake_sender, self._wake_receiver = socket.socketpair()
        self._wake_sender.setblocking(False)
        self._wake_receiver.setblocking(False)
        self._worker = Worker(workers, name, _PART, self._run, wake=self._wake)

    def start(self) -> None:
        self._worker.start()

    def stop(self) -> None:
        self._ending.set()
        self._worker.stop()
        self._wake_sender.close()
        self._wake_receiver.close()

    def send(self, frame: bytes) -> None:
        self._outbox.put(frame)
        self._wake()

    def vouch(self, source: int) -> None:
        self._vouched.append(source)
        self._wake()

    def _wake(self) -> None:
        with suppress(OSError):  # it has been woken often enough, or nobody listens any more
            self._wake_sender.send(b"!")

    def _run(self, worker: Worker) -> None:
        wait = FIRST_WAIT_S
        while not self._ending.is_set():
            begun = time.monotonic()
            worker.works_on()
            trouble = self._once()
            if self._ending.is_set():
                return
            worker.waits_for(trouble)
            self._inbox.is_down(trouble)
            wait = FIRST_WAIT_S if time.monotonic() - begun > STILL_S else min(2 * wait, MOST_WAIT_S)
            self._ending.wait(wait)

    @abstractmethod
    def _once(self) -> str:
        """Until the line ends; why it did, one sentence."""

    def _frames_to_send(self) -> list[bytes]:
        found = list[bytes]()
        while (frame := self._outbox.take()) is not None:
            found.append(frame)
        return found

    def _drain_wakes(self) -> None:
        with suppress(BlockingIOError):
            while self._wake_receiver.recv(256):
                pass


class GuestLine(_TcpLine):
    """Connects to the host's table, again and again."""

    def __init__(self, address: Address, inbox: Inbox, workers: Workers) -> None:
        super().__init__("two books guest line", inbox, workers)
        self._address = address

    def _once(self) -> str:
        where = Message("{host}:{port}", host=self._address.host, port=self._address.port)
        try:
            connected = socket.create_connection((self._address.host, self._address.port), CONNECT_S)
        except (OSError, UnicodeError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or error
            return Message("The other table at {where} cannot be reached ({reason}).", where=where, reason=reason)
        with connected, selectors.DefaultSelector() as selector:
            line = FrameSocket(connected, time.monotonic())
            selector.register(self._wake_receiver, selectors.EVENT_READ)
            selector.register(connected, selectors.EVENT_READ)
            self._outbox.clear()
            self._inbox.is_up()
            try:
                while not self._ending.is_set():
                    self._turn(line, selector)
            except (OSError, TooLongError):
                pass
        return Message("The line to the other table at {where} is gone.", where=where)

    def _turn(self, line: FrameSocket, selector: selectors.BaseSelector) -> None:
        wants = selectors.EVENT_READ | (selectors.EVENT_WRITE if line.wants_to_send else 0)
        selector.modify(line.connection, wants)
        ready = {key.fileobj: events for key, events in selector.select(PERIOD_S)}
        self._drain_wakes()
        now = time.monotonic()
        if ready.get(line.connection, 0) & selectors.EVENT_READ:
            for frame in line.read(now):
                self._inbox.put(frame)
        line.flush()
        for frame in self._frames_to_send():
            line.send(frame)
        if now - line.heard_at > STILL_S:
            raise ConnectionError("nothing is heard")


class HostLine(_TcpLine):
    """Listens at the port that the invitation names, on every address of this machine."""

    def __init__(self, address: Address, inbox: Inbox, workers: Workers) -> None:
        super().__init__("two books host line", inbox, workers)
        self._address = address
        self._connections: dict[int, FrameSocket] = {}
        self._count = 0
        self._accepts = Bucket(CONNECTIONS_A_SECOND)

    def _once(self) -> str:
        family = socket.AF_INET6 if ":" in self._address.host else socket.AF_INET
        try:
            listening = socket.create_server(("", self._address.port), family=family, backlog=MOST_CONNECTIONS)
        except OSError as error:
            return Message(
                "This table cannot wait for the other one at port {port} ({reason}).",
                port=self._address.port,
                reason=error.strerror or error,
            )
        with listening, selectors.DefaultSelector() as selector, self:
            listening.setblocking(False)
            selector.register(listening, selectors.EVENT_READ)
            selector.register(self._wake_receiver, selectors.EVENT_READ)
            self._outbox.clear()
            self._inbox.is_up()
            while not self._ending.is_set():
                self._turn(listening, selector)
        return ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()

    def _turn(self, listening: socket.socket, selector: selectors.BaseSelector) -> None:
        for connection in self._connections.values():
            wants = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.wants_to_send else 0)
            selector.modify(connection.connection, wants)
        ready = {key.fileobj: events for key, events in selector.select(PERIOD_S)}
        self._drain_wakes()
        now = time.monotonic()
        while self._vouched:
            if (vouched := self._connections.get(self._vouched.popleft())) is not None:
                vouched.vouched = True
        if listening in ready:
            self._accept(listening, selector, now)
        to_send = self._frames_to_send()
        for number, connection in tuple(self._connections.items()):
            try:
                self._serve(number, connection, bool(ready.get(connection.connection, 0) & selectors.EVENT_READ), now)
                for frame in to_send if connection.vouched else ():
                    connection.send(frame)
            except (OSError, TooLongError):
                self._close(number, selector)

    def _serve(self, number: int, connection: FrameSocket, readable: bool, now: float) -> None:
        if readable:
            for frame in connection.read(now):
                self._inbox.put(frame, number)
        connection.flush()
        strange = connection.frames > UNPROVEN_FRAMES or now - connection.opened_at > UNPROVEN_S
        if now - connection.heard_at > STILL_S or (strange and not connection.vouched):
            raise ConnectionError("nothing of the other table's is heard")

    def _accept(self, listening: socket.socket, selector: selectors.BaseSelector, now: float) -> None:
        try:
            accepted, address = listening.accept()
        except OSError:  # it was gone before we came to it
            return
        if not is_local(str(address[0])) or not self._accepts.takes(now):
            accepted.close()
            return
        if len(self._connections) >= MOST_CONNECTIONS:
            oldest = min(self._connections, key=lambda each: (self._connections[each].vouched, each))
            self._close(oldest, selector)
        self._count += 1
        self._connections[self._count] = FrameSocket(accepted, now)
        selector.register(accepted, selectors.EVENT_READ)

    def _close(self, number: int, selector: selectors.BaseSelector) -> None:
        gone = self._connections.pop(number)
        selector.unregister(gone.connection)
        gone.close()

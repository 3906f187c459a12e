"""The thread that keeps a strip lit. The table only leaves it a picture to paint and never waits for it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from arbiter.message import Message
from firmware_bridge.errors import PortError
from firmware_bridge.network_wire import open_network
from firmware_bridge.protocol import LedProtocol, Rgb
from firmware_bridge.protocols.adalight import ADALIGHT
from firmware_bridge.wire import GONE, Wire, open_wire
from outside.network import Resolve, addresses_of
from outside.threads import MakeThread, plain_thread

Paint = Callable[[float], Sequence[Rgb]]
"""The colours of the whole strip at a time of the strip's clock; as many each time."""
Open = Callable[[str, int], Wire]

FRAME_S = 1 / 30
AGAIN_S = 0.8
"""A picture that does not change is sent again: WLED falls back to its own effect after 2.5 s."""
HELLO_S = 5.0
ASK_AFTER_S = 0.4
ASK_EVERY_S = 1.0
RETRY_S = 0.5
_STOP_S = 0.6
_FAREWELLS = 3
"""Times that a controller in the network is given back its own lights: one packet may be lost."""


class LightStrip:
    """Feeds the LED controller that somebody named, at a port or in the network, through every unplugging.

    paint is called in this object's own thread, at most thirty times a second. hello_s: how long to wait for a word
    from the controller before going on without it; one in the network says none. resolve: finds that one's address.
    open_port: opens the line in place of what the protocol asks for. thread: makes that thread. fed: set once pictures
    go to it. Call `start` and `stop`.
    """

    def __init__(
        self,
        port: str,
        baud: int,
        paint: Paint,
        *,
        protocol: LedProtocol = ADALIGHT,
        open_port: Open | None = None,
        resolve: Resolve = addresses_of,
        hello_s: float = HELLO_S,
        clock: Callable[[], float] = time.monotonic,
        thread: MakeThread = plain_thread,
    ) -> None:
        self._port, self._baud, self._paint, self._protocol = port, baud, paint, protocol
        self._open, self._hello_s, self._clock = open_port or self._line, hello_s, clock
        self._resolve = resolve
        self._news: deque[str] = deque(maxlen=20)
        self._said = ""
        self.fed = threading.Event()
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._thread = thread("lights", self._run)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Lights out, port closed; a port that hangs is left behind."""
        self._stopping.set()
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join(_STOP_S)

    def wake(self) -> None:
        """There is something new to paint. Returns at once."""
        self._woken.set()

    def news(self) -> tuple[str, ...]:
        """What became of the lights since the last call, one sentence each. Returns at once."""
        found = []
        while self._news:
            found.append(self._news.popleft())
        return tuple(found)

    def _line(self, port: str, baud: int) -> Wire:
        """The line that the protocol asks for."""
        network = self._protocol.network
        return open_network(port, network, self._resolve) if network else open_wire(port, baud)

    def _run(self) -> None:
        lost = False
        while not self._stopping.is_set():
            try:
                wire = self._open(self._port, self._baud)
            except PortError as error:
                self._report(str(error))
                lost = True
                self._stopping.wait(RETRY_S)
                continue
            try:
                if self._protocol.network is None:
                    self._wait_for_hello(wire)
                if lost:
                    self._report(Message("The lights are back."))
                self._said = ""
                self._feed(wire)
            except GONE:
                self._report(self._gone)
                lost = True
            finally:
                _let_go(wire)
            self._stopping.wait(RETRY_S if lost else 0)

    @property
    def _gone(self) -> str:
        if self._protocol.network:
            return Message("The lights cannot be reached over the network: they go on as soon as they can.")
        return Message("The lights are gone: they go on when their cable is plugged in again.")

    def _report(self, sentence: str) -> None:
        if sentence != self._said:
            self._news.append(sentence)
        self._said = sentence

    def _wait_for_hello(self, wire: Wire) -> None:
        """An Arduino has been reset by the opening; WLED is up already, and answers a question."""
        began = self._clock()
        ask_at, received = began + ASK_AFTER_S, b""
        while not self._stopping.is_set() and self._clock() < began + self._hello_s:
            received = (received + wire.read(max(1, wire.in_waiting)))[-64:]
            if self._protocol.who_speaks(received):
                return
            if self._clock() >= ask_at:
                wire.write(self._protocol.question)
                ask_at += ASK_EVERY_S

    def _feed(self, wire: Wire) -> None:
        first = tuple(self._paint(self._clock()))
        frame = self._protocol.frame
        pause = max(self._protocol.seconds_between_frames(len(first), self._baud), 0.0)
        dark = frame([(0, 0, 0)] * len(first))
        # a parser that does not step back may have been left in the middle of something: the first frame wakes it
        for _ in range(2):
            wire.write(dark)
            time.sleep(pause)
        self.fed.set()
        sent, sent_at, due = b"", 0.0, self._clock()
        while not self._stopping.is_set():
            self._woken.clear()
            wanted = frame(self._paint(self._clock()))
            if wanted != sent or self._clock() - sent_at >= AGAIN_S:
                sent, sent_at = wanted, self._clock()
                wire.write(wanted)
                _overhear(wire)
                time.sleep(max(0.0, sent_at + pause - self._clock()))
            due = max(due + FRAME_S, self._clock())
            if self._woken.wait(due - self._clock()):
                due = self._clock()
        time.sleep(pause)
        wire.write(dark)
        time.sleep(pause)
        if network := self._protocol.network:
            for _ in range(_FAREWELLS):
                wire.write(network.farewell)
                time.sleep(pause)


def _let_go(wire: Wire) -> None:
    with suppress(*GONE):  # it may have gone away by itself
        wire.close()


def _overhear(wire: Wire) -> None:
    """What the controller says while it is fed is of no use, but must not pile up."""
    if waiting := wire.in_waiting:
        wire.read(waiting)

"""LED controllers at the other end of a pseudo terminal or of a network: WLED's and Adalight's behaviour, and what
happens to cables and packets."""

from __future__ import annotations

import os
import random
import select
import socket
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, Self

Rgb = tuple[int, int, int]
Picture = tuple[Rgb, ...]


class Brain(Protocol):
    """What a controller does with each byte; the answer goes back over the line."""

    shown: list[Picture]

    def hello(self) -> bytes: ...
    def take(self, byte: int) -> bytes: ...


class AdalightSketch:
    """Adafruit's LEDstream: looks for the letters one byte at a time and does not step back.

    A wrong check byte ends the header; there is none over the colours. It says `Ada` and a line feed every second
    until data come (here more often: a test need not wait).
    """

    def __init__(self) -> None:
        self.shown: list[Picture] = []
        self.strays = bytearray()
        self._header = bytearray()
        self._colours = bytearray()
        self._wanted = 0

    def hello(self) -> bytes:
        return b"Ada\n"

    def take(self, byte: int) -> bytes:
        if self._wanted:
            self._colours.append(byte)
            if len(self._colours) == self._wanted:
                self.shown.append(picture(bytes(self._colours)))
                self._colours.clear()
                self._wanted = 0
            return b""
        self._header.append(byte)
        letters = min(len(self._header), 3)
        if self._header[:letters] != b"Ada"[:letters]:
            self.strays += self._header
            self._header.clear()
        elif len(self._header) == 6:
            high, low, check = self._header[3:]
            if check == high ^ low ^ 0x55:
                self._wanted = 3 * (high * 256 + low + 1)
            self._header.clear()
        return b""


class Wled:
    """WLED's serial input: silent until asked, Adalight among other messages told apart by their first byte."""

    def __init__(self) -> None:
        self._adalight = AdalightSketch()
        self._inside = 0
        self.shown = self._adalight.shown
        self.commands = bytearray()

    def hello(self) -> bytes:
        return b""

    def take(self, byte: int) -> bytes:
        if not self._inside and byte != ord("A"):
            self.commands.append(byte)
            return b"WLED 0.15.0\r\n" if byte == ord("v") else b""
        before = len(self.shown)
        self._inside += 1
        self._adalight.take(byte)
        if len(self.shown) > before or self._adalight.strays:
            self._adalight.strays.clear()
            self._inside = 0
        return b""


def picture(colours: bytes) -> Picture:
    """Three bytes an LED."""
    return tuple((colours[i], colours[i + 1], colours[i + 2]) for i in range(0, len(colours), 3))


class WledRealtime:
    """WLED's realtime input by UDP: the last packet of whatever sender is shown, each for the seconds that it says.

    It shows its own lights (`live` is False) when that time has passed or a packet says so. strange: packets that it
    does not know.
    """

    def __init__(self, leds: int) -> None:
        self.shown: list[Picture] = []
        self.strip: list[Rgb] = [(0, 0, 0)] * leds
        self.live_until = 0.0
        self.strange = 0

    @staticmethod
    def hello() -> bytes:
        """What it says of itself to all, now and then."""
        return b"\xff\x01" + bytes((192, 168, 1, 7)) + b"kitchen".ljust(32, b"\0") + bytes(6)

    @property
    def live(self) -> bool:
        return time.monotonic() < self.live_until

    def datagram(self, data: bytes) -> None:
        if len(data) < 2 or data[0] not in (2, 4):
            self.strange += 1
            return
        self.live_until = time.monotonic() + data[1]
        if data[1] == 0:
            return
        first, colours = (int.from_bytes(data[2:4], "big"), data[4:]) if data[0] == 4 else (0, data[2:])
        for led, rgb in enumerate(picture(colours), first):
            if led < len(self.strip):
                self.strip[led] = rgb
        self.shown.append(tuple(self.strip))


class NetworkController:
    """A controller in the network of this machine: a socket whose datagrams a brain takes, but for those that are lost.

    lost: share of them. `leave` and `come_back` are what happens to its power.
    """

    def __init__(self, brain: WledRealtime, lost: float = 0.0, seed: int = 1) -> None:
        self.brain, self._lost, self._random = brain, lost, random.Random(seed)
        self.taken = self.dropped = 0
        self.port = 0
        self.come_back()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def come_back(self) -> None:
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.bind(("127.0.0.1", self.port))
        self._line.settimeout(0.02)
        self.port = int(self._line.getsockname()[1])
        self._off = threading.Event()
        self._thread = threading.Thread(target=self._live, name="controller", daemon=True)
        self._thread.start()

    def leave(self) -> None:
        self._off.set()
        self._thread.join()
        self._line.close()

    def _live(self) -> None:
        while not self._off.is_set():
            try:
                data = self._line.recv(2048)
            except TimeoutError:
                continue
            if self._random.random() < self._lost:
                self.dropped += 1
                continue
            self.taken += 1
            self.brain.datagram(data)


class Controller:
    """A controller plugged in where `link` points. `pull` is what happens to cables.

    baud: bytes are taken no faster than a line of that speed brings them; 0: at once.
    """

    def __init__(self, link: Path, brain: Brain, baud: int = 0) -> None:
        self.brain, self._byte_s = brain, 10 / baud if baud else 0.0
        self.received = bytearray()
        self._here, there = os.openpty()
        tty.setraw(there)
        self._there: int | None = there
        self._pulled = threading.Event()
        fresh = link.with_name(f"{link.name}.new")
        fresh.symlink_to(os.ttyname(there))
        os.replace(fresh, link)
        self._link = link
        self._thread = threading.Thread(target=self._live, name="controller", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()

    def pull(self) -> None:
        """Without a warning, in the middle of whatever goes over the line."""
        if self._pulled.is_set():
            return
        self._pulled.set()
        self._thread.join()
        self._link.unlink(missing_ok=True)
        os.close(self._here)

    def _live(self) -> None:
        next_hello, busy_until = 0.0, time.monotonic()
        while not self._pulled.is_set():
            now = time.monotonic()
            if not self.received and now >= next_hello and self.brain.hello():
                os.write(self._here, self.brain.hello())
                next_hello = now + 0.02
            if not select.select([self._here], [], [], 0.005)[0]:
                busy_until = time.monotonic()
                continue
            try:
                data = os.read(self._here, 64)
            except OSError:  # nobody has it open any more
                time.sleep(0.005)
                continue
            if self._there is not None:  # kept open until somebody else has it open
                os.close(self._there)
                self._there = None
            busy_until += len(data) * self._byte_s
            if busy_until > time.monotonic():
                time.sleep(busy_until - time.monotonic())
            self.received += data
            for byte in data:
                if answer := self.brain.take(byte):
                    os.write(self._here, answer)


def until(met: Callable[[], object], patience: float = 180.0) -> None:
    """Waits for a condition that must come true; how soon is not this test's affair."""
    end = time.monotonic() + patience
    while not met():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.002)


DOUBLES: dict[str, Callable[[], Brain]] = {"adalight": AdalightSketch}
"""The test double of each registered protocol of a serial line, by the protocol's name."""
NETWORK_DOUBLES: dict[str, Callable[[int], WledRealtime]] = {"wled-udp": WledRealtime}
"""Those of the protocols for controllers in the network; they are told how many LEDs they have."""

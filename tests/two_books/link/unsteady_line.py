"""A proxy before a broker that cuts, delays, reorders and doubles what is published, in both directions."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random

from tests.ports import free_port

_PUBLISH = 3


class UnsteadyLine:
    """Listens at `port` and passes MQTT on. slowest: seconds; twice: share of messages that come twice.

    delayed: share that is held back; the others go at once and overtake them. Belongs to a thread of its own.
    """

    def __init__(
        self, broker_port: int, seed: int, *, slowest: float = 5.0, twice: float = 0.2, delayed: float = 0.5
    ) -> None:
        self.port = free_port()
        self.bytes = 0
        self._broker_port, self._lot, self._slowest, self._twice = broker_port, Random(seed), slowest, twice
        self._delayed = delayed
        self._cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait()

    def cut(self) -> None:
        """Every connection ends, and none is made."""
        self._cut = True
        self._loop.call_soon_threadsafe(self._close_all)

    def mend(self) -> None:
        self._cut = False

    def hold_back(self, delayed: float) -> None:
        """From now on that share of the messages; so many come twice as before."""
        self._delayed = delayed

    def calm(self) -> None:
        """From now on everything goes at once, and once."""
        self._slowest = self._twice = 0.0

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()
        server.close()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0.05))  # so that what was aborted is closed
        self._loop.close()

    def _close_all(self) -> None:
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def _serve(self, near_reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        if self._cut:
            near.transport.abort()
            return
        try:
            far_reader, far = await asyncio.open_connection("127.0.0.1", self._broker_port)
        except OSError:
            near.transport.abort()
            return
        self._writers |= {near, far}
        try:
            with suppress(asyncio.CancelledError):  # the proxy is closed
                await asyncio.gather(self._pass(near_reader, far), self._pass(far_reader, near))
        finally:
            self._writers -= {near, far}
            near.transport.abort()
            far.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            async for packet in _packets(reader):
                self.bytes += len(packet)
                if packet[0] >> 4 != _PUBLISH:
                    writer.write(packet)
                    continue
                for _ in range(2 if self._lot.random() < self._twice else 1):
                    delay = self._lot.uniform(0, self._slowest) if self._lot.random() < self._delayed else 0.0
                    self._loop.call_later(delay, _write, writer, packet)
        for each in tuple(self._writers):
            if each is writer:
                each.transport.abort()


def _write(writer: asyncio.StreamWriter, packet: bytes) -> None:
    if not writer.transport.is_closing():
        writer.write(packet)


async def _packets(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """MQTT's packets: a byte, their length in groups of seven bits, and as many bytes."""
    while True:
        head = bytearray(await reader.readexactly(1))
        length, shift = 0, 0
        while True:
            (byte,) = await reader.readexactly(1)
            head.append(byte)
            length |= (byte & 127) << shift
            shift += 7
            if not byte & 128:
                break
        yield bytes(head) + await reader.readexactly(length)

"""A thousand trickling connections and two hundred event streams: `python -m lab.campaigns.web_crowd [--seconds 30]`.

All come from a process of their own, the trickling ones from forty addresses of this machine, and come back whenever
they are thrown out. Meanwhile a paired device gives a command five times a second, each over a new connection, and a
stand-in for the table works and publishes fifteen times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace

import numpy as np

from tests.commands.program import environment
from tests.web.tables import to_roll
from web.app import create_app
from web.control import add_control
from web.guard import COOKIE
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer

TRICKLING, STREAMS, ADDRESSES = 1000, 200, 40
RATE = 15.0
_PART = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"a" * 4000


@dataclass(frozen=True, slots=True)
class Measured:
    """In seconds, sorted: how long each command took, and how late each picture of the table was.

    busy: the share of one core that the server's process took, table included.
    """

    commands: list[float]
    late: list[float]
    refused: int
    busy: float

    def told(self) -> str:
        def at(values: list[float], share: float) -> str:
            return f"{1000 * values[min(len(values) - 1, int(share * len(values)))]:.0f} ms"

        return (
            f"{len(self.commands)} commands, {self.refused} failed: median {at(self.commands, 0.5)},"
            f" p95 {at(self.commands, 0.95)}, slowest {at(self.commands, 1)};"
            f" table late by p95 {at(self.late, 0.95)}, at most {at(self.late, 1)}; busy {100 * self.busy:.0f} %"
        )


@contextmanager
def crowd(port: int, trickling: int, streams: int) -> Iterator[None]:
    """A crowd in a process of its own, at full strength when the block begins."""
    words = [sys.executable, "-m", "lab.campaigns.web_crowd", "--crowd", str(port), str(trickling), str(streams)]
    with subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE) as running:
        assert running.stdout
        running.stdout.readline()
        try:
            yield
        finally:
            running.kill()


def measure(seconds: float, around: Callable[[PageServer], Iterator[None]]) -> Measured:
    """A paired device and a table at work, with whatever `around` does to the server meanwhile."""
    hub, pairing = Hub(to_roll()), Pairing()
    app = create_app(hub, pairing=pairing)
    add_control(app, lambda _: None)
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    key = pairing.join(pairing.code, "tablet").key
    late: list[float] = []
    over = threading.Event()
    table = threading.Thread(target=_table, args=(hub, late, over))
    commands, refused = list[float](), 0
    try:
        with contextmanager(around)(server):
            table.start()
            cpu, end = time.process_time(), time.monotonic() + seconds
            while time.monotonic() < end:
                began = time.monotonic()
                refused += not _command(server.port, key)
                commands.append(time.monotonic() - began)
                time.sleep(0.2)
            busy = (time.process_time() - cpu) / seconds
    finally:
        over.set()
        server.stop()
        if table.ident:
            table.join()
    return Measured(sorted(commands), sorted(late), refused, busy)


def _command(port: int, key: str) -> bool:
    headers = {"Content-Type": "application/json", "Cookie": f"{COOKIE}={key}", "Origin": f"http://127.0.0.1:{port}"}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as line, suppress(OSError):
        line.request("POST", "/api/tell", json.dumps({"command": "undo"}), headers)
        return line.getresponse().status == 200
    return False


def _table(hub: Hub, late: list[float], over: threading.Event) -> None:
    """Works for about a third of the time, as the table does, and publishes something new with each picture."""
    view, rng = to_roll(), np.random.default_rng(1)
    picture = rng.integers(0, 255, (540, 960, 3), np.uint8)
    due = time.monotonic()
    number = 0
    while not over.is_set():
        np.median(picture[::4, ::4], axis=(0, 1))
        hub.publish(replace(view, notice=str(number)))
        number += 1
        due += 1 / RATE
        pause = due - time.monotonic()
        if pause > 0:
            over.wait(pause)
        late.append(max(0.0, time.monotonic() - due))
        due = max(due, time.monotonic() - 1.0)


async def _be_a_crowd(port: int, trickling: int, streams: int) -> None:
    there = [0]
    tasks = [asyncio.create_task(_trickle(port, number, there)) for number in range(trickling)]
    tasks += [asyncio.create_task(_watch(port, number, there)) for number in range(streams)]
    while there[0] < 0.8 * len(tasks):
        await asyncio.sleep(0.05)
    print("there", flush=True)
    await asyncio.gather(*tasks)


async def _trickle(port: int, number: int, there: list[int]) -> None:
    first = True
    while True:
        with suppress(OSError):
            source = (f"127.0.1.{number % ADDRESSES + 1}", 0)
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
            there[0], first = there[0] + first, False
            for at in range(len(_PART)):
                writer.write(_PART[at : at + 1])
                await writer.drain()
                await asyncio.sleep(1.0 + number % 7 / 7)
        await asyncio.sleep(1.0)


async def _watch(port: int, number: int, there: list[int]) -> None:
    first = True
    while True:
        with suppress(OSError):
            source = (f"127.0.2.{number % ADDRESSES + 1}", 0)
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
            there[0], first = there[0] + first, False
            writer.write(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while await reader.read(65536):
                pass
        await asyncio.sleep(1.0)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--crowd", type=int, nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.crowd:
        asyncio.run(_be_a_crowd(*args.crowd))

    def nobody(_: PageServer) -> Iterator[None]:
        yield

    def everybody(server: PageServer) -> Iterator[None]:
        with crowd(server.port, TRICKLING, STREAMS):
            yield

    print(f"alone:       {measure(args.seconds, nobody).told()}", flush=True)
    measured = measure(args.seconds, everybody)
    print(f"in a crowd:  {measured.told()}", flush=True)
    return 1 if measured.refused else 0


if __name__ == "__main__":
    sys.exit(main())

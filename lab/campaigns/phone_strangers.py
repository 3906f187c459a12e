"""A telephone that sends over HTTPS while strangers do what they can: is each refused, and is its pace kept?

    python -m lab.campaigns.phone_strangers [--seconds S]

Strangers: unpaired senders, a second paired one, 50 MB, the wrong type, 20,000 pixels, bodies that drip, handshakes
that never come, all from a process of their own. Prints how long the telephone's pictures waited for their answer,
alone and among them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.access.door_certificate import door_context
from bookgammon.cameras.telephone import Telephone
from bookgammon.table.page import Page
from tests.phone.test_phone_source import JPEG, wide
from tests.phone.test_secure_door import NAMES, WHERE, Ports, opened, pair, secure, trust_in
from web.phone import PICTURE

PACE_S = 0.1
STARTING_S = 3.0
"""Until the strangers' process has begun."""
JPEG_TYPE = {"Content-Type": "image/jpeg"}

Headers = dict[str, str]


def pictures(doors: Ports, headers: Headers, seconds: float) -> list[float]:
    """Seconds that each picture waited for its answer, at the pace of a busy table."""
    waits = []
    with secure(doors) as connection:
        end = time.monotonic() + seconds
        while (began := time.monotonic()) < end:
            connection.request("POST", WHERE, JPEG, headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200
            waits.append(time.monotonic() - began)
            time.sleep(max(0.0, PACE_S - waits[-1]))
    return waits


def asking(doors: Ports, where: str, data: bytes, headers: Headers) -> int:
    with secure(doors) as connection:
        connection.request("POST", where, data, headers)
        return connection.getresponse().status


def dripping(doors: Ports, stopped: threading.Event) -> int:
    """A body that never comes to its end; 0 where the server hangs up."""
    with socket.create_connection(("127.0.0.1", doors.plain), 30) as stream:
        head = f"POST {PICTURE} HTTP/1.1\r\nHost: 127.0.0.1:{doors.plain}\r\nContent-Length: 60000\r\n\r\n"
        stream.sendall(head.encode())
        with suppress(OSError):
            while not stopped.wait(0.5):
                stream.sendall(b"x")
    return 0


def silent(doors: Ports, stopped: threading.Event) -> int:
    """Half a handshake; 0 where the server hangs up."""
    with socket.create_connection(("127.0.0.1", doors.secure), 30) as stream:
        stream.sendall(b"\x16\x03\x01")
        with suppress(OSError):
            stream.recv(1)
    return 0


def strangers(plain: int, port: int, folder: Path, devices: tuple[Headers, Headers], line: Connection) -> None:
    """All of them, two threads each, until the line closes; then it is sent how often each was answered what."""
    doors, (first, second) = Ports(plain, port, trust_in(folder)), devices
    answers: Counter[tuple[str, int]] = Counter()
    stopped = threading.Event()
    unpaired, other = {"Origin": first["Origin"], **JPEG_TYPE}, WHERE.replace("a" * 32, "b" * 32)
    large, many_pixels = bytes(50 * 2**20), wide(20_000, 20_000)
    ways: dict[str, Callable[[], int]] = {
        "not paired": lambda: asking(doors, WHERE, JPEG, unpaired),
        "second": lambda: asking(doors, other, JPEG, second),
        "50 MB": lambda: asking(doors, WHERE, large, unpaired),
        "wrong type": lambda: asking(doors, WHERE, JPEG, {**second, "Content-Type": "image/png"}),
        "20,000 pixels": lambda: asking(doors, WHERE, many_pixels, first),
        "drips": lambda: dripping(doors, stopped),
        "no handshake": lambda: silent(doors, stopped),
    }

    def go(name: str, way: Callable[[], int]) -> None:
        while not stopped.wait(0.05):
            try:
                answers[name, way()] += 1
            except (OSError, HTTPException):
                answers[name, 0] += 1

    for item in ways.items():
        for _ in range(2):
            threading.Thread(target=go, args=item, daemon=True).start()
    line.recv()
    stopped.set()
    line.send(answers.copy())


@contextmanager
def crowd(doors: Ports, folder: Path, devices: tuple[Headers, Headers]) -> Iterator[None]:
    """Strangers at the doors; at the end it is printed what they were answered."""
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=strangers, args=(doors.plain, doors.secure, folder, devices, theirs), daemon=True)
    process.start()
    try:
        time.sleep(STARTING_S)
        yield
        ours.send(None)
        for (name, status), count in sorted(ours.recv().items()):
            print(f"  {name}: {count} times {status or 'shown out'}")
    finally:
        process.kill()
        process.join()


def told(name: str, waits: list[float]) -> None:
    middle, most = np.percentile(waits, [50, 95])
    load = os.getloadavg()[0]
    print(f"{name}: {len(waits)} pictures, median {middle:.3f} s, p95 {most:.3f} s (load {load:.0f})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0)
    args = parser.parse_args()
    phone = Telephone()
    source = phone.open()
    threading.Thread(target=lambda: [None for _ in source.items()], daemon=True).start()
    with tempfile.TemporaryDirectory() as scratch:
        context = door_context(Path(scratch), NAMES)
        with Page((), Seats(Side.LIGHT), "127.0.0.1", 0, telephone=phone, secure=context) as page, closing(source):
            doors = opened(page, Path(scratch))
            with secure(doors) as connection:
                first = {**pair(doors, connection), **JPEG_TYPE}
            with secure(doors) as connection:
                second = {**pair(doors, connection), **JPEG_TYPE}
            told("alone", pictures(doors, first, args.seconds))
            with crowd(doors, Path(scratch), (first, second)):
                told("among strangers", pictures(doors, first, args.seconds))


if __name__ == "__main__":
    main()

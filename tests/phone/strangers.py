"""A telephone that sends over HTTPS while strangers do what they can: is each refused, and is its pace kept?

    python -m tests.phone.strangers [--seconds S]

Strangers: unpaired senders, a second paired one, 50 MB, the wrong type, 20,000 pixels, bodies that drip, handshakes
that never come. Prints how long the telephone's pictures waited for their answer, alone and among them.
"""

from __future__ import annotations

import argparse
import os
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path

import numpy as np

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.door_certificate import door_context
from bookgammon.page import Page
from bookgammon.telephone import Telephone
from tests.phone.test_phone_source import JPEG, wide
from tests.phone.test_secure_door import NAMES, WHERE, Doors, opened, pair, secure
from web.phone import PICTURE

PACE_S = 0.1

Ways = dict[str, Callable[[], int]]


def pictures(doors: Doors, headers: dict[str, str], seconds: float) -> list[float]:
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


def asking(doors: Doors, where: str, data: bytes, headers: dict[str, str]) -> int:
    with secure(doors) as connection:
        connection.request("POST", where, data, headers)
        return connection.getresponse().status


def dripping(doors: Doors, stopped: threading.Event) -> int:
    """A body that never comes to its end; 0 where the server hangs up."""
    with socket.create_connection(("127.0.0.1", doors.plain), 30) as stream:
        head = f"POST {PICTURE} HTTP/1.1\r\nHost: 127.0.0.1:{doors.plain}\r\nContent-Length: 60000\r\n\r\n"
        stream.sendall(head.encode())
        with suppress(OSError):
            while not stopped.wait(0.5):
                stream.sendall(b"x")
    return 0


def silent(doors: Doors, stopped: threading.Event) -> int:
    """Half a handshake; 0 where the server hangs up."""
    with socket.create_connection(("127.0.0.1", doors.secure), 30) as stream:
        stream.sendall(b"\x16\x03\x01")
        with suppress(OSError):
            stream.recv(1)
    return 0


@contextmanager
def crowd(ways: Ways, each: int, stopped: threading.Event) -> Iterator[Counter[tuple[str, int]]]:
    """So many threads for each way, again and again; what they were answered."""
    answers: Counter[tuple[str, int]] = Counter()

    def go(name: str, way: Callable[[], int]) -> None:
        while not stopped.wait(0.05):
            try:
                answers[name, way()] += 1
            except (OSError, HTTPException):
                answers[name, 0] += 1

    threads = [threading.Thread(target=go, args=item, daemon=True) for item in ways.items() for _ in range(each)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        stopped.set()
        for thread in threads:
            thread.join(2)


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
            jpeg = {"Content-Type": "image/jpeg"}
            with secure(doors) as connection:
                first = {**pair(doors, connection), **jpeg}
            with secure(doors) as connection:
                second = {**pair(doors, connection), **jpeg}
            origin = {"Origin": first["Origin"], **jpeg}
            told("alone", pictures(doors, first, args.seconds))
            stopped = threading.Event()
            other = WHERE.replace("a" * 32, "b" * 32)
            ways: Ways = {
                "not paired": lambda: asking(doors, WHERE, JPEG, origin),
                "second": lambda: asking(doors, other, JPEG, second),
                "50 MB": lambda: asking(doors, WHERE, bytes(50 * 2**20), origin),
                "wrong type": lambda: asking(doors, WHERE, JPEG, {**second, "Content-Type": "image/png"}),
                "20,000 pixels": lambda: asking(doors, WHERE, wide(20_000, 20_000), first),
                "drips": lambda: dripping(doors, stopped),
                "no handshake": lambda: silent(doors, stopped),
            }
            with crowd(ways, 2, stopped) as answers:
                told("among strangers", pictures(doors, first, args.seconds))
            for (name, status), count in sorted(answers.items()):
                print(f"  {name}: {count} times {status or 'shown out'}")


if __name__ == "__main__":
    main()

"""Ten thousand messages a second on both topics: nothing gets in, and the tables keep their pace."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugins.club.mosquitto import MISSING, Mosquitto, soon
from tests.two_books.link.heard import body
from tests.two_books.link.real_tables import RealTables
from two_books.invitation import new_invitation, parse_address
from two_books.keys import Room

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
SECONDS = 3.0
MOST_SHARE = 0.5
"""Of one processor, for two tables in one process; a table that read everything would need all of it."""


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[RealTables]:
    with Mosquitto(tmp_path / "broker") as broker:
        both = RealTables(tmp_path, new_invitation(parse_address(broker.address)))
        yield both
        both.close()


def test_a_flood_costs_little_and_gets_nothing_in(tables: RealTables) -> None:
    host, guest = tables.start("host"), tables.start("guest")
    guest.propose(body("before"))
    soon(lambda: tables.alike(1))
    room = Room.of(tables.invitation)
    words = [str(tables.invitation.address.port), "10000", room.topic("host"), room.topic("guest")]
    stranger = subprocess.Popen(
        [sys.executable, "-m", "tests.two_books.link.flood", *words], stdout=subprocess.PIPE, text=True
    )
    try:
        assert stranger.stdout is not None
        stranger.stdout.readline()
        used, begun, longest, count = time.process_time(), time.monotonic(), 0.0, 0
        while time.monotonic() - begun < SECONDS:
            before = time.monotonic()
            if count % 20 == 0:
                host.propose({"kind": "during", "number": count})
            host.say_presence({"count": count})
            guest.say_presence({"count": count})
            longest, count = max(longest, time.monotonic() - before), count + 1
            time.sleep(0.02)
        share = (time.process_time() - used) / (time.monotonic() - begun)
        print(f"{share:.2f} of a processor, {longest * 1000:.0f} ms at most for a call, {host.dropped} dropped")
        assert share < MOST_SHARE
        assert longest < 2
        assert sum(host.dropped.values()) + sum(guest.dropped.values()) > 100
        assert not tables.heard["host"].phrases
        assert not host.intruders + guest.intruders
        assert len(host.entries()) == 1 + -(-count // 20)
        during = len(guest.entries())
        print(f"the guest had {during} of {len(host.entries())} entries during the flood")
    finally:
        stranger.kill()
        print("sent:", (stranger.communicate()[0] or "?").split("\n")[-2])
    over = time.monotonic()
    soon(lambda: guest.entries() == host.entries())
    print(f"one log {time.monotonic() - over:.1f} s after the flood")
    assert {entry.body["kind"] for entry in guest.entries()} == {"before", "during"}

"""Two links over a real Mosquitto."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.plugins.club.mosquitto import MISSING, Mosquitto, soon
from tests.two_books.link.heard import Heard, body
from tests.two_books.link.real_tables import RealTables
from two_books.invitation import code_of, moved, new_invitation, parse_address
from two_books.link import Role
from two_books.store_file import FILE, known_rooms

ROLES: tuple[Role, ...] = ("host", "guest")
pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path / "broker") as started:
        yield started


@pytest.fixture
def tables(tmp_path: Path, broker: Mosquitto) -> Iterator[RealTables]:
    both = RealTables(tmp_path, new_invitation(parse_address(broker.address)))
    yield both
    both.close()


def refused_once(heard: Heard) -> bool:
    return [each.reason for each in heard.refusals] == ["That is bad."]


def test_both_keep_one_log_and_a_refused_proposal_is_told(tables: RealTables) -> None:
    host, guest = tables.start("host"), tables.start("guest")
    for number in range(5):
        host.propose({"kind": "h", "number": number})
        guest.propose({"kind": "g", "number": number})
    guest.propose(body("bad"))
    host.propose(body("bad"))
    soon(lambda: tables.alike(10) and not guest.waiting() and not host.waiting())
    for role in ("host", "guest"):
        said = [entry.body["number"] for entry in guest.entries() if entry.by == role]
        assert said == [0, 1, 2, 3, 4]
        soon(partial(refused_once, tables.heard[role]))
        assert tables.heard[role].log == list(guest.entries())


def test_presence_phrases_and_pictures_pass_and_the_delay_is_measured(tables: RealTables) -> None:
    host, guest = tables.start("host"), tables.start("guest")
    host.say_presence({"in_step": False})
    guest.say_presence({"in_step": True})
    soon(lambda: guest.peer().presence == {"in_step": False} and host.peer().presence == {"in_step": True})
    assert not guest.peer().trouble
    guest.say_phrase("well played")
    host.show_picture(b"jpeg" * 5000)
    soon(lambda: tables.heard["host"].phrases == ["well played"])
    soon(lambda: tables.heard["guest"].pictures == [b"jpeg" * 5000])
    soon(lambda: host.peer().delay is not None and guest.peer().delay is not None)
    delay, seen = host.peer().delay, host.peer().seen
    assert delay is not None
    assert seen is not None
    assert 0 <= delay < 10


def test_the_broker_dies_and_comes_back(tables: RealTables, broker: Mosquitto) -> None:
    host, guest = tables.start("host"), tables.start("guest")
    guest.propose(body("before"))
    soon(lambda: tables.alike(1))
    broker.kill()
    soon(lambda: bool(guest.peer().trouble and host.peer().trouble))
    guest.propose(body("guest's"))
    host.propose(body("host's"))
    soon(lambda: len(host.entries()) == 2)
    assert len(guest.waiting()) == 1
    broker.start()
    soon(lambda: tables.alike(3))
    assert not guest.peer().trouble


def test_either_table_starts_again(tables: RealTables) -> None:
    host, guest = tables.start("host"), tables.start("guest")
    guest.propose(body("a"))
    soon(lambda: tables.alike(1))
    order: tuple[Role, ...] = ("guest", "host", "guest")
    for number, role in enumerate(order, 2):
        tables.stop(role)
        tables.start(role)
        tables.host.propose({"kind": "h", "number": number})
        tables.guest.propose({"kind": "g", "number": number})
        soon(partial(tables.alike, 2 * number - 1))
    assert [entry.number for entry in tables.guest.entries()] == [*range(1, 8)]
    assert host is not tables.host
    assert guest is not tables.guest


def test_the_match_goes_on_at_another_broker(tables: RealTables, tmp_path: Path) -> None:
    tables.start("host")
    tables.start("guest").propose(body("a"))
    soon(lambda: tables.alike(1))
    with Mosquitto(tmp_path / "another") as another:
        there = moved(tables.invitation, parse_address(another.address))
        for role in ROLES:
            tables.stop(role)
            tables.start(role, there)
        tables.guest.propose(body("b"))
        tables.host.propose(body("c"))
        soon(lambda: tables.alike(3))
        assert known_rooms(tmp_path / "host" / FILE)[0].code == code_of(there)
        tables.close()


def test_an_entry_is_on_the_other_side_soon(tables: RealTables) -> None:
    """What a play needs of its second to be seen on the other page."""
    host, guest = tables.start("host"), tables.start("guest")
    host.propose(body("first"))
    soon(lambda: tables.alike(1))
    took = list[float]()
    for number in range(40):
        said, hears = (host, guest) if number % 2 else (guest, host)
        begun, length = time.monotonic(), len(hears.entries())
        said.propose({"kind": "play", "number": number})
        while len(hears.entries()) == length:
            assert time.monotonic() - begun < 60
            time.sleep(0.002)
        took.append(time.monotonic() - begun)
        soon(partial(tables.alike, length + 1))
    took.sort()
    print(f"median {took[20] * 1000:.0f} ms, p95 {took[38] * 1000:.0f} ms, most {took[39] * 1000:.0f} ms")
    assert took[38] < 20, "generous, as the machine may be busy"


def test_a_stranger_with_the_invitation_is_told_so(tables: RealTables, tmp_path: Path) -> None:
    tables.start("host")
    tables.start("guest").propose(body("a"))
    soon(lambda: tables.alike(1))
    (tmp_path / "second").mkdir()
    second = RealTables(tmp_path / "second", tables.invitation)
    link = second.start("guest")
    soon(lambda: link.peer().trouble == "Somebody else is at that table: ask for a new invitation.")
    link.propose(body("b"))
    tables.guest.propose(body("c"))
    soon(lambda: tables.alike(2))
    assert tables.host.intruders
    assert not link.entries()
    assert [entry.body["kind"] for entry in tables.host.entries()] == ["a", "c"]
    second.close()

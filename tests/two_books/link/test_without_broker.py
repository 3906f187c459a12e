"""In one network: the host listens, the guest connects, strangers get nowhere."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plugins.club.cable import Cable
from tests.plugins.club.mosquitto import soon
from tests.ports import free_port
from tests.two_books.link.heard import body
from tests.two_books.link.real_tables import RealTables
from two_books.errors import LinkStoreError
from two_books.invitation import Address, new_invitation, parse_address
from two_books.tcp_frames import FrameReader, TooLongError, framed
from two_books.tcp_line import MOST_CONNECTIONS, UNPROVEN_FRAMES, local_address
from two_books.two_books_link import TwoBooksLink


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[RealTables]:
    both = RealTables(tmp_path, new_invitation(Address("tcp", "127.0.0.1", free_port())))
    yield both
    both.close()


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=6), st.lists(st.integers(1, 30), max_size=20))
def test_frames_come_whole_however_they_are_cut(frames: list[bytes], cuts: list[int]) -> None:
    data, reader, found = b"".join(map(framed, frames)), FrameReader(), list[bytes]()
    for cut in cuts:
        found += reader.feed(data[:cut])
        data = data[cut:]
    assert found + reader.feed(data) == frames


@pytest.mark.parametrize("data", [bytes(4), b"\xff" * 4, b"GET / HTTP/1.1\r\n"])
def test_what_speaks_something_else_is_noticed_at_once(data: bytes) -> None:
    with pytest.raises(TooLongError):
        FrameReader().feed(data)


def test_one_log_whoever_comes_first_and_whoever_starts_again(tables: RealTables) -> None:
    guest = tables.start("guest")
    guest.propose(body("guest's"))
    soon(lambda: "cannot be reached" in guest.peer().trouble)
    host = tables.start("host")
    host.propose(body("host's"))
    soon(lambda: tables.alike(2))
    guest.say_phrase("well played")
    host.show_picture(b"jpeg" * 20_000)
    soon(lambda: tables.heard["host"].phrases == ["well played"])
    soon(lambda: tables.heard["guest"].pictures == [b"jpeg" * 20_000])
    tables.stop("host")
    guest.propose(body("meanwhile"))
    soon(lambda: bool(guest.peer().trouble))
    tables.start("host")
    soon(lambda: tables.alike(3))
    tables.stop("guest")
    tables.host.propose(body("meanwhile"))
    tables.start("guest")
    soon(lambda: tables.alike(4))


def test_strangers_are_closed_and_the_match_goes_on(tables: RealTables) -> None:
    tables.start("host")
    guest = tables.start("guest")
    guest.propose(body("a"))
    soon(lambda: tables.alike(1))
    port = tables.invitation.address.port
    with ExitStack() as stack:
        for number in range(3 * MOST_CONNECTIONS):
            stranger = stack.enter_context(closing(socket.create_connection(("127.0.0.1", port), 60)))
            said = (b"GET / HTTP/1.1\r\n\r\n", framed(bytes(100)) * (UNPROVEN_FRAMES + 1), b"")[number % 3]
            stranger.sendall(said)
            if number % 3 < 2:
                stranger.settimeout(60)
                with suppress(ConnectionError):
                    assert stranger.recv(100) == b""
        guest.propose(body("b"))
        soon(lambda: tables.alike(2))
    assert not guest.peer().trouble


def test_a_port_that_is_taken_is_said_in_one_sentence(tables: RealTables) -> None:
    with socket.create_server(("", tables.invitation.address.port)):
        host = tables.start("host")
        soon(lambda: "cannot wait" in host.peer().trouble)
    soon(lambda: "cannot wait" not in host.peer().trouble)


def test_a_cable_that_is_cut_without_a_word(tables: RealTables) -> None:
    """Neither end notices until nothing is heard for a while; afterwards both logs are one."""
    tables.start("host")
    cable = Cable(tables.invitation.address.port)
    through = Address("tcp", "127.0.0.1", cable.port)
    guest = tables.start("guest", type(tables.invitation)(through, tables.invitation.room, tables.invitation.secret))
    guest.propose(body("a"))
    soon(lambda: tables.alike(1))
    cable.cut()
    guest.propose(body("b"))
    tables.host.propose(body("c"))
    time.sleep(3)
    assert len(guest.entries()) == 1
    cable.mend()
    soon(lambda: tables.alike(3))
    tables.stop("guest")
    cable.close()


def propose_much(link: TwoBooksLink) -> None:
    for _ in range(20):
        link.propose({"kind": "c", "more": "x" * 2000})


def test_a_disk_that_is_full_holds_the_log_up_and_loses_nothing(tables: RealTables) -> None:
    tables.start("host")
    guest = tables.start("guest")
    tables.host.propose(body("a"))
    soon(lambda: tables.alike(1))
    database = guest._store._db
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}").fetchall()
    for number in range(20):
        tables.host.propose({"kind": "b", "number": number, "more": "x" * 2000})
    soon(lambda: len(tables.host.entries()) == 21)
    soon(lambda: bool(guest._worker.state.why))
    assert "cannot be kept" in guest._worker.state.why
    with pytest.raises(LinkStoreError, match=r"\.$"):
        propose_much(guest)
    database.execute("PRAGMA max_page_count = 100000").fetchall()
    soon(lambda: not guest.waiting() and tables.host.entries() == guest.entries())
    assert [entry.body["number"] for entry in guest.entries() if entry.body["kind"] == "b"] == [*range(20)]


def test_an_invitation_to_this_network_holds_an_address_of_this_machine() -> None:
    address = local_address()
    assert address.way == "tcp"
    assert parse_address(str(address)) == address

"""The HTTPS door: the same page as on the plain one, and strangers that do it no harm."""

from __future__ import annotations

import contextlib
import datetime
import gc
import socket
import ssl
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.access.door_certificate import FILE, door_context, read_certificate
from bookgammon.cameras.telephone import Telephone
from bookgammon.table.page import Page
from tests.phone.test_phone_source import JPEG
from vision.sources.decoding import OF_TELEPHONES
from web.connections import MOST_OF_ONE_ADDRESS
from web.phone import PICTURE
from web.secure_door import SecureDoor

NAMES = ("localhost", "127.0.0.1")
WHERE = f"{PICTURE}?session={'a' * 32}&taken=1&sent=1"
NOW = datetime.datetime(2026, 11, 22, 20, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Ports:
    """Where a page is reached, by ports of this machine, and the trust in its certificate."""

    plain: int
    secure: int
    trusted: ssl.SSLContext


@dataclass(frozen=True)
class Doors(Ports):
    page: Page


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[Doors]:
    context = door_context(tmp_path, NAMES)
    with Page((), Seats(Side.LIGHT), "127.0.0.1", 0, telephone=Telephone(), secure=context) as page:
        yield opened(page, tmp_path)


def opened(page: Page, folder: Path) -> Doors:
    """Both doors of a page, and the trust in its certificate that lies in the folder."""
    plain, secure = (int(url.rsplit(":", 1)[1].rstrip("/")) for url in (page.url, page.secure_address()))
    return Doors(plain, secure, trust_in(folder), page)


def trust_in(folder: Path) -> ssl.SSLContext:
    """The trust in the certificate that lies in the folder."""
    return ssl.create_default_context(cafile=str(folder / FILE))


@contextmanager
def secure(doors: Ports) -> Iterator[HTTPSConnection]:
    with closing(HTTPSConnection("127.0.0.1", doors.secure, context=doors.trusted, timeout=60)) as connection:
        yield connection


def pair(doors: Doors, connection: HTTPSConnection) -> dict[str, str]:
    """Brings the code; what a paired device sends along."""
    origin = {"Origin": f"https://127.0.0.1:{doors.secure}"}
    body = f'{{"code": "{doors.page.pairing.code}"}}'
    connection.request("POST", "/api/pair", body, {**origin, "Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200
    return {**origin, "Cookie": answer.headers["Set-Cookie"].partition(";")[0]}


def test_a_client_that_trusts_the_certificate_gets_the_page(doors: Doors) -> None:
    with secure(doors) as connection:
        for _ in range(2):  # on one connection
            connection.request("GET", "/api/state")
            answer = connection.getresponse()
            assert answer.status == 200
            assert b'"schema"' in answer.read()


def test_pictures_go_over_one_connection(doors: Doors) -> None:
    with secure(doors) as connection:
        headers = {**pair(doors, connection), "Content-Type": "image/jpeg"}
        for _ in range(3):
            connection.request("POST", WHERE, JPEG, headers)
            answer = connection.getresponse()
            assert answer.read().startswith(b"{")
            assert answer.status == 200


def test_who_comes_without_the_s_is_sent_on(doors: Doors) -> None:
    with closing(HTTPConnection("127.0.0.1", doors.secure, timeout=60)) as connection:
        connection.request("GET", "/phone")
        answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (307, f"https://127.0.0.1:{doors.secure}/phone")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_fifty_megabytes_of_a_stranger_are_refused_unread(doors: Doors, scheme: str) -> None:
    port = doors.secure if scheme == "https" else doors.plain
    with socket.create_connection(("127.0.0.1", port), 60) as plain:
        stream = doors.trusted.wrap_socket(plain, server_hostname="127.0.0.1") if scheme == "https" else plain
        head = f"POST {PICTURE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: image/jpeg\r\n"
        with stream:
            stream.sendall(f"{head}Content-Length: {50 * 2**20}\r\n\r\n".encode())
            said = stream.recv(4096).decode()
    assert said.startswith("HTTP/1.1 413 ")


def test_a_paired_telephone_may_send_four_megabytes_and_no_more(doors: Doors) -> None:
    with secure(doors) as connection:
        headers = {**pair(doors, connection), "Content-Type": "image/jpeg"}
        connection.request("POST", WHERE, JPEG + bytes(2 * 2**20), headers)
        assert connection.getresponse().status == 200
    with secure(doors) as connection:
        connection.putrequest("POST", WHERE)
        for name, value in {**headers, "Content-Length": str(OF_TELEPHONES.bytes + 1)}.items():
            connection.putheader(name, value)
        connection.endheaders()
        assert connection.getresponse().status == 413


@pytest.mark.parametrize("more", [1, 3 * 2**20])
def test_a_telephone_that_sends_too_much_is_told_so_over_https(doors: Doors, more: int) -> None:
    """All of it is sent before the answer is read, as browsers do."""
    with secure(doors) as connection:
        headers = {**pair(doors, connection), "Content-Type": "image/jpeg"}
    for _ in range(5):
        with secure(doors) as connection:
            connection.request("POST", WHERE, JPEG + bytes(OF_TELEPHONES.bytes - len(JPEG) + more), headers)
            answer = connection.getresponse()
            assert answer.status == 413
            assert b"more than the page accepts" in answer.read()


def test_silent_strangers_keep_nobody_out(doors: Doors) -> None:
    silent = [socket.create_connection(("127.0.0.1", doors.secure), 60) for _ in range(MOST_OF_ONE_ADDRESS - 2)]
    half = socket.create_connection(("127.0.0.1", doors.secure), 60)
    half.sendall(b"\x16\x03\x01")
    with secure(doors) as connection:
        connection.request("GET", "/api/state")
        assert connection.getresponse().status == 200
    for each in (*silent, half):
        each.close()


def test_who_hangs_up_while_nobody_reads_takes_no_other_connection_along(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    inner: list[socket.socket] = []
    door = SecureDoor("127.0.0.1", 0, door_context(tmp_path, NAMES), lambda sock, *_: inner.append(sock))
    door.start()
    try:
        held = []
        for kilobytes in range(200, 1100, 100):
            stream = trust_in(tmp_path).wrap_socket(
                socket.create_connection(("127.0.0.1", door.port), 60), server_hostname="127.0.0.1"
            )
            stream.settimeout(0.5)
            with contextlib.suppress(TimeoutError, ssl.SSLError):
                for _ in range(kilobytes):
                    stream.sendall(bytes(1000))
            with contextlib.suppress(OSError):
                socket.socket.shutdown(stream, socket.SHUT_WR)
            held.append(stream)
        until(lambda: len(inner) == len(held))
        time.sleep(0.3)
        for each in inner:
            each.close()
        time.sleep(1.5)  # longer than a farewell may last
        for _ in range(10):
            with socket.create_connection(("127.0.0.1", door.port), 60) as silent:
                time.sleep(0.05)
                silent.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
                assert silent.recv(12) == b"HTTP/1.1 307"
        for each in held:
            each.close()
    finally:
        door.stop()
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_door_that_closes_while_somebody_takes_their_leave_leaves_nothing_open(tmp_path: Path) -> None:
    """Their end is silent, so that the farewell is waited for."""
    inner: list[socket.socket] = []
    door = SecureDoor("127.0.0.1", 0, door_context(tmp_path, NAMES), lambda sock, *_: inner.append(sock))
    door.start()
    stream = trust_in(tmp_path).wrap_socket(
        socket.create_connection(("127.0.0.1", door.port), 60), server_hostname="127.0.0.1"
    )
    until(lambda: inner)
    inner.pop().close()
    time.sleep(0.3)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        door.stop()
        del door
        gc.collect()
    stream.close()
    assert [str(each.message) for each in told] == []


def until(so: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not so() and time.monotonic() < end:
        time.sleep(0.02)


def test_the_door_closes_with_its_page(tmp_path: Path) -> None:
    with Page((), Seats(Side.LIGHT), "127.0.0.1", 0, secure=door_context(tmp_path, NAMES)) as page:
        port = int(page.secure_address().rsplit(":", 1)[1].rstrip("/"))
        held = socket.create_connection(("127.0.0.1", port), 60)
        began = time.monotonic()
    assert time.monotonic() - began < 30
    held.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 5)


class Told(list[str]):
    """What the people at the machine were told."""

    def __call__(self, sentence: str) -> None:
        self.append(sentence)


def test_a_certificate_is_made_at_the_first_start_and_kept(tmp_path: Path) -> None:
    told = Told()
    door_context(tmp_path, NAMES, now=lambda: NOW, notify=told)
    made = (tmp_path / FILE).read_bytes()
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    door_context(tmp_path, NAMES, now=lambda: NOW + datetime.timedelta(days=300), notify=told)
    assert (tmp_path / FILE).read_bytes() == made
    assert told == []


@pytest.mark.parametrize("days", [361, 389, 4000])
def test_it_is_renewed_before_it_ends_and_after(tmp_path: Path, days: int) -> None:
    told, later = Told(), NOW + datetime.timedelta(days=days)
    door_context(tmp_path, NAMES, now=lambda: NOW, notify=told)
    door_context(tmp_path, NAMES, now=lambda: later, notify=told)
    known = read_certificate(tmp_path / FILE)
    assert known is not None
    assert known.ends > later + datetime.timedelta(days=300)
    assert ["about to end" in each for each in told] == [True]


def test_a_new_address_is_named_beside_the_old_ones(tmp_path: Path) -> None:
    told = Told()
    door_context(tmp_path, (*NAMES, "192.168.1.5"), notify=told)
    door_context(tmp_path, (*NAMES, "10.0.0.7"), notify=told)
    known = read_certificate(tmp_path / FILE)
    assert known is not None
    assert {*NAMES, "192.168.1.5", "10.0.0.7"} == set(known.names)
    assert ["new address" in each for each in told] == [True]
    door_context(tmp_path, (*NAMES, "192.168.1.5"), notify=told)
    assert len(told) == 1, "back at home nothing is new"


def test_a_key_that_others_could_read_is_given_up_and_told(tmp_path: Path) -> None:
    told = Told()
    door_context(tmp_path, NAMES, notify=told)
    before = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).chmod(0o644)
    door_context(tmp_path, NAMES, notify=told)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / FILE).read_bytes().split(b"-----END")[0] != before.split(b"-----END")[0]
    assert ["could read the key" in each for each in told] == [True]


@pytest.mark.parametrize("torn", [b"", b"nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_a_torn_file_is_made_anew(tmp_path: Path, torn: bytes) -> None:
    (tmp_path / FILE).write_bytes(torn)
    door_context(tmp_path, NAMES)
    assert read_certificate(tmp_path / FILE) is not None


def test_who_comes_in_the_moment_in_which_it_closes_is_hung_up_on(tmp_path: Path) -> None:
    """A socket that nobody closes is a warning, which is a failure here."""
    door = SecureDoor("127.0.0.1", 0, door_context(tmp_path, NAMES), lambda *_: None)
    door.start()
    with socket.create_connection(("127.0.0.1", door.port), timeout=60) as before:
        before.settimeout(60)
        door._loop.call_soon_threadsafe(time.sleep, 0.4)
        with socket.create_connection(("127.0.0.1", door.port), timeout=60) as comes:
            door.stop()
            with contextlib.suppress(ConnectionResetError):
                assert comes.recv(1) == b""
    gc.collect()

"""Whoever else is at the door: connections, threads and streams are shared. `lab.campaigns.web_crowd` runs for long."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from lab.campaigns import web_crowd as crowd
from tests.web.whole_page import whole_app
from web import connections
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer

HEAD = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\n"


def test_a_paired_device_is_answered_while_a_crowd_trickles() -> None:
    def everybody(server: PageServer) -> Iterator[None]:
        with crowd.crowd(server.port, trickling=260, streams=60):
            yield

    measured = crowd.measure(2.0, everybody)
    assert measured.commands
    assert measured.refused == 0


def test_a_request_that_does_not_come_to_its_end_is_cut_off(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.0)
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=30)) as line:
        line.sendall(HEAD)
        assert line.recv(1) == b""


def test_an_address_that_has_its_share_loses_its_own_oldest_connection(server: PageServer) -> None:
    with ExitStack() as stack:
        lines = []
        for number in range(connections.MOST_OF_ONE_ADDRESS + 1):
            line = socket.create_connection(("127.0.0.1", server.port), 30, (f"127.0.0.{2 if number else 3}", 0))
            lines.append(stack.enter_context(closing(line)))
        newest = socket.create_connection(("127.0.0.1", server.port), 30, ("127.0.0.2", 0))
        stack.enter_context(closing(newest))
        assert lines[1].recv(1) == b""  # the oldest of that address
        for line in (lines[0], lines[2], newest):
            line.sendall(HEAD + b"\r\n")
            assert line.recv(15) == b"HTTP/1.1 200 OK"


def test_a_connection_from_another_door_is_answered_under_its_own_address_and_scheme(hub: Hub) -> None:
    pairing = Pairing()
    server = PageServer(whole_app(hub, pairing=pairing), "127.0.0.1", 0)
    server.start()
    try:
        for scheme, status in (("http", b"403"), ("https", b"200")):
            inside, outside = socket.socketpair()
            server.adopt(inside, ("192.168.1.7", 1234), "https")
            body = json.dumps({"code": pairing.code}).encode()
            head = f"Host: localhost\r\nOrigin: {scheme}://localhost\r\nContent-Type: application/json\r\n"
            with closing(outside):
                outside.settimeout(30)
                outside.sendall(f"POST /api/pair HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                assert outside.recv(12) == b"HTTP/1.1 " + status
    finally:
        server.stop()

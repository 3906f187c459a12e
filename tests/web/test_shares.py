"""A match's file for many at once: each holds a piece of it and a place, whoever never reads no more than that."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import pytest
from flask import Flask, Response

from tests.web.devices import paired
from tests.web.tables import moving
from web.app import create_app
from web.connections import MOST_AT_WORK
from web.guard import COOKIE, PAIRING, guard
from web.hub import Hub
from web.match_file import MOST_PICTURES, match_file
from web.pairing import Pairing
from web.server import PageServer
from web.shares import AT_ONCE, OF_ONE_ADDRESS, LargeAnswers, large_answers

PIECE = 1024 * 1024
WITHIN_S = 60.0
"""For another thread on a busy machine; never waited for in full."""


@pytest.fixture
def app() -> Flask:
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    large = LargeAnswers()

    def pieces() -> Iterator[str]:
        for _ in range(60):
            yield "x" * PIECE

    @app.get("/large")
    def answer() -> Response:
        return large.respond(pieces(), "text/plain", {})

    return app


def test_one_address_has_its_places_and_all_together_have_theirs(app: Flask) -> None:
    held = []
    for number in range(AT_ONCE):
        client = app.test_client()
        address = f"192.168.1.{number // OF_ONE_ADDRESS}"
        for _ in range(2 if number % OF_ONE_ADDRESS == OF_ONE_ADDRESS - 1 else 1):
            answer = client.get("/large", headers={"Host": "localhost"}, environ_base={"REMOTE_ADDR": address})
            held.append(answer)
    codes = [answer.status_code for answer in held]
    assert (codes.count(200), codes.count(429)) == (AT_ONCE, AT_ONCE // OF_ONE_ADDRESS)
    other = {"REMOTE_ADDR": "192.168.1.99"}
    assert app.test_client().get("/large", environ_base=other).status_code == 429
    assert paired(app).get("/large").status_code == 200  # who is paired has places of their own
    held[0].close()
    with app.test_client().get("/large", environ_base=other) as freed:
        assert freed.status_code == 200


def test_all_kinds_share_the_places_and_one_piece_is_made_at_a_time(app: Flask) -> None:
    assert large_answers(app) is large_answers(app)
    assert large_answers(app) is not large_answers(Flask("other"))
    at_work, most = list[int](), list[int]()

    def pieces() -> Iterator[str]:
        for _ in range(5):
            at_work.append(1)
            most.append(len(at_work))
            time.sleep(0.002)  # others would have their turn
            at_work.pop()
            yield "x"

    @app.get("/many")
    def many() -> Response:
        return large_answers(app).respond(pieces(), "text/plain", {})

    def asked(number: int) -> str:
        address = {"REMOTE_ADDR": f"192.168.1.{number}"}
        answer = app.test_client().get("/many", headers={"Host": "localhost"}, environ_base=address)
        return answer.get_data(as_text=True)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert list(pool.map(asked, range(AT_ONCE))) == ["xxxxx"] * AT_ONCE
    assert (len(most), max(most)) == (5 * AT_ONCE, 1)


def test_who_never_reads_holds_no_more_than_a_piece(app: Flask) -> None:
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    lines = []
    tracemalloc.start()
    try:
        for _ in range(24):
            line = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            line.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            lines.append(line)
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as other:
            other.sendall(b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert b" 200 " in other.recv(64)
        assert tracemalloc.get_traced_memory()[1] < 30 * PIECE
    finally:
        tracemalloc.stop()
        for line in lines:
            line.close()
        server.stop()


def test_a_few_of_the_unpaired_are_worked_for_at_once_and_paired_devices_meanwhile(app: Flask) -> None:
    """Sixteen readers of what takes long to make keep nobody waiting who may change the match."""
    begun, go_on = threading.Semaphore(0), threading.Event()
    at_work = list[int]()

    @app.get("/long")
    def long() -> str:
        at_work.append(1)
        begun.release()
        assert go_on.wait(WITHIN_S)
        at_work.pop()
        return "x"

    pairing: Pairing = app.extensions[PAIRING]
    key = pairing.join(pairing.code, "tablet").key
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    with ExitStack() as stack:
        stack.callback(server.stop)
        lines = [socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN_S) for _ in range(16)]
        for line in lines:
            stack.enter_context(closing(line))
            line.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        for _ in range(MOST_AT_WORK):
            assert begun.acquire(timeout=WITHIN_S)
        mine = stack.enter_context(closing(HTTPConnection("127.0.0.1", server.port, timeout=WITHIN_S)))
        mine.request("GET", "/api/state", headers={"Cookie": f"{COOKIE}={key}"})
        assert mine.getresponse().status == 200
        assert len(at_work) == MOST_AT_WORK
        go_on.set()
        assert all(b" 200 " in line.recv(64) for line in lines)


def test_a_file_is_made_piece_by_piece_and_is_whole() -> None:
    app = Flask("web", root_path=guard.__globals__["__file__"].rpartition("/")[0])
    from web.language import add_languages  # noqa: PLC0415 - with the application alone

    add_languages(app)
    steps = [{"frame": frame, "clip": None, "text": "</script>"} for frame in range(4)]
    asked: list[int] = []

    def picture(frame: int) -> bytes:
        asked.append(frame)
        return b"x" * (MOST_PICTURES // 3 + 1)

    with app.test_request_context("/"):
        pieces = match_file({"steps": steps}, picture, lambda _: None)
        assert asked == []
        text = "".join(pieces)
    data = re.search(r'id="match-data">(.*?)</script>', text, re.DOTALL)
    assert data
    found = json.loads(data[1])
    assert [step["text"] for step in found["steps"]] == ["</script>"] * 4
    assert sorted(found["pictures"]) == ["0", "1"]
    assert found["clips"] == {}

"""The page's door: requests of every kind to every route, by those who may change something and those who may not."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient
from hypothesis import strategies as st

from arbiter.match.command_json import COMMANDS
from arbiter.match.commands import Command
from arbiter.match.events import MatchStarted
from arbiter.rules import Rules
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from tests.fuzz.spoilt import ODD, objects, texts
from tests.web.tables import moving
from web.app import create_app
from web.control import add_control
from web.guard import COOKIE
from web.history import add_history
from web.hub import Hub
from web.lights_map import add_lights
from web.pairing import Pairing
from web.server import PageServer

HOSTS = ("localhost", "127.0.0.1:8024", "[::1]:8024", "evil.example", "", "[", ":", "localhost:x")
KINDS = ("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "a/b;c=")
LINES = (
    b"GET /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
)


@dataclass(frozen=True)
class Visit:
    """One request."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    paired: bool


class WatchedPage:
    """An application with a viewer who is paired and one who is not."""

    def __init__(self, folder: Path) -> None:
        with Journal(folder / "journal.sqlite") as journal:
            match = journal.begin("2026-01-02T20:00:00+00:00", "camera 0")
            journal.append(match, [MatchStarted(0, 0.0, Rules())])
        self._hub = Hub(moving())
        pairing = Pairing()
        self.app = create_app(self._hub, pairing=pairing, heartbeat=0.0, life=0.0)
        add_control(self.app, _heard)
        add_lights(self.app, dict)
        add_history(self.app, Archive(folder / "journal.sqlite", lambda: None))
        self._key = pairing.join(pairing.code, "iPad").key
        self.paths = sorted({str(rule) for rule in self.app.url_map.iter_rules()})

    def visits(self) -> st.SearchStrategy[Visit]:
        """Any request; half of them would be let in by everything but what they say."""
        body = objects([{"command": name} for name in COMMANDS] + [{"code": "AAAA-BBBB"}, {"id": "x"}, {}])
        header = st.sampled_from(ODD).map(lambda text: text.replace("\n", "").replace("\ud800", ""))
        right = st.just((("Host", "localhost"), ("Origin", "http://localhost"), ("Content-Type", KINDS[0])))
        wrong = st.tuples(
            st.sampled_from(HOSTS).map(lambda host: ("Host", host)),
            st.sampled_from(HOSTS).map(lambda host: ("Origin", f"http://{host}")),
            st.sampled_from(KINDS).map(lambda kind: ("Content-Type", kind)),
            st.tuples(st.sampled_from(("If-None-Match", "Range", "Accept", "Cookie", "If-Modified-Since")), header),
        )
        return st.builds(
            Visit,
            method=st.sampled_from(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "FOO")),
            path=st.sampled_from(self.paths) | texts(self.paths).map(lambda path: "/" + path.lstrip("/")),
            headers=right | wrong,
            body=body.map(lambda told: json.dumps(told).encode()) | st.binary(max_size=60),
            paired=st.booleans(),
        )

    def receive(self, visit: Visit, _: Path) -> None:
        """Whatever is asked, the answer is no fault of ours."""
        client: FlaskClient = self.app.test_client()
        if visit.paired:
            client.set_cookie(COOKIE, self._key)
        path = quote(visit.path.encode("utf-8", "replace"))  # what is no address at all goes over the line (below)
        with client.open(path, method=visit.method, headers=list(visit.headers), data=visit.body) as answer:
            assert answer.status_code < 500 or answer.status_code == 503, answer.status_code
            answer.get_data()

    def server(self) -> PageServer:
        return PageServer(self.app, "127.0.0.1", 0)


def _heard(command: Command) -> None:
    """The table has heard it."""
    assert command is not None


class Line:
    """The server's socket, for bytes that are hardly requests. Use as a context manager."""

    def __init__(self, page: WatchedPage) -> None:
        self._server = page.server()

    def __enter__(self) -> Line:
        self._server.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.stop()

    def receive(self, said: bytes, _: Path) -> None:
        """It answers something or hangs up; whoever comes next is served."""
        with socket.create_connection(("127.0.0.1", self._server.port), timeout=30) as line:
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            answer = line.recv(64)
        assert not answer.startswith(b"HTTP/1.1 500"), said
        assert not answer.startswith(b"HTTP/1.0 500"), said

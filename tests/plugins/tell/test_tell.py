"""Events told to an address: a receiver that is down, slow, in trouble, and one that leads abroad."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from arbiter.match.state import MatchState
from bookgammon.command_line import main
from bookgammon.plugins.club.outbox import KeptMark, SentMark
from bookgammon.plugins.tell.receiver import (
    NotToldError,
    Receiver,
    TellSettingsError,
    parse_address,
    post,
    receiver_from,
    signature,
)
from bookgammon.plugins.tell.teller import FIRST_PAUSE_S, LONGEST_PAUSE_S, Teller
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.workers.worker import Worker
from tests.firmware_bridge.controllers import until
from tests.plugins.club.simulated import Journalled, evening

EVENTS = 30
SECRET = b"a secret of some length"


@dataclass
class Web:
    """A receiver on this machine. answer: the status of the next request."""

    answer: Callable[[], int] = lambda: 204
    taken: list[dict[str, object]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    asked: int = 0
    paths: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                status = web.answer()
                web.asked += 1
                web.paths.append(self.path)
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if status == 204:
                    web.bodies.append(body)
                    web.headers.append(dict(self.headers))
                    web.taken.append(json.loads(body))
                self.send_response(status)
                if status == 307:
                    self.send_header("Location", f"http://127.0.0.1:{web.port}/elsewhere")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def receiver(self) -> Receiver:
        return Receiver("127.0.0.1", self.port, "/hook", secret=SECRET)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def web() -> Iterator[Web]:
    running = Web()
    yield running
    running.close()


class Table:
    """A table whose events lie in a list, and a teller with a clock that runs as fast as it is asked to."""

    def __init__(self, receiver: Receiver, folder: Path) -> None:
        self.journal, self.said, self.waited = Journalled(), list[str](), list[float]()
        self.time = 0.0
        self.mark = KeptMark(folder / "told.json", str(receiver), SentMark(1))
        self.teller = Teller(receiver, self.journal, self.mark, say=self.said.append, wait=self._wait)
        self._frames = evening(3)

    def _wait(self, worker: Worker, seconds: float) -> bool:
        self.waited.append(seconds)
        self.time += seconds
        return worker.wait(0.001)

    def happen(self, events: int) -> None:
        """So many events, frame by frame: the table's own thread."""
        wanted = len(self.journal.events) + events
        while len(self.journal.events) < wanted:
            frame = next(self._frames)
            self.journal.keep(frame)
            self.teller.show(TableUpdate(MatchState(), FrameTime(0, 0.0), frame, None))

    @property
    def ids(self) -> list[str]:
        return [f"{event.key}:{event.number}" for event in self.journal.events]


def told(web: Web, table: Table) -> bool:
    return len(web.taken) >= len(table.ids)


def ids(web: Web) -> list[object]:
    return [message["id"] for message in web.taken]


def test_every_event_is_told_once_in_order_and_signed(web: Web, tmp_path: Path) -> None:
    table = Table(web.receiver, tmp_path)
    with table.teller:
        table.happen(EVENTS)
        until(lambda: told(web, table))
    assert ids(web) == table.ids
    assert web.taken[0]["event"] == "match"
    assert set(web.paths) == {"/hook"}
    for headers, body in zip(web.headers, web.bodies, strict=True):
        assert headers["Bookgammon-Signature"] == signature(SECRET, headers["Bookgammon-Sent"], body)
        assert headers["Bookgammon-Event"] == json.loads(body)["id"]
    assert table.said == []


@pytest.mark.parametrize("trouble", [500, 307, 404])
def test_a_receiver_in_trouble_for_ten_minutes_gets_everything_afterwards(
    trouble: int, web: Web, tmp_path: Path
) -> None:
    table = Table(web.receiver, tmp_path)
    web.answer = lambda: trouble if table.time < 600 else 204
    with table.teller:
        table.happen(EVENTS)
        until(lambda: told(web, table))
        table.happen(5)
        until(lambda: told(web, table))
    assert ids(web) == table.ids
    assert set(web.paths) == {"/hook"}  # a redirect is not followed
    assert len(table.said) == 2
    assert table.said[1].endswith("takes events again.")
    assert table.waited[:3] == [FIRST_PAUSE_S, 2 * FIRST_PAUSE_S, 4 * FIRST_PAUSE_S]
    assert max(table.waited) == LONGEST_PAUSE_S


def test_a_receiver_that_is_down_gets_everything_afterwards_and_the_table_goes_on(tmp_path: Path) -> None:
    web = Web()
    web.close()
    table = Table(web.receiver, tmp_path)
    with table.teller:
        table.happen(EVENTS)
        until(lambda: table.time > 600)
        assert "takes no events" in table.said[0]
        assert len(table.journal.events) >= EVENTS
    again = Web()
    later = Table(again.receiver, tmp_path)
    later.journal = table.journal
    later.teller = Teller(
        again.receiver, table.journal, KeptMark(tmp_path / "x", "y", SentMark(1)), say=later.said.append
    )
    with later.teller:
        until(lambda: len(again.taken) >= len(table.ids))
    assert ids(again) == table.ids
    again.close()


def test_a_slow_receiver_holds_nothing_up(web: Web, tmp_path: Path) -> None:
    asked, may_answer = threading.Event(), threading.Event()

    def slowly() -> int:
        asked.set()
        may_answer.wait()
        return 204

    web.answer = slowly
    table = Table(web.receiver, tmp_path)
    with table.teller:
        table.happen(EVENTS)  # all of it happens while the first one waits for its answer
        until(asked.is_set)
        assert not web.taken
        may_answer.set()
        until(lambda: told(web, table))
    assert ids(web) == table.ids


def test_what_was_taken_is_not_told_again_after_a_restart(web: Web, tmp_path: Path) -> None:
    table = Table(web.receiver, tmp_path)
    with table.teller:
        table.happen(8)
        until(lambda: told(web, table))
    later = Table(web.receiver, tmp_path)
    later.journal = table.journal
    later.teller = Teller(web.receiver, table.journal, later.mark, say=later.said.append)
    with later.teller:
        later.happen(3)
        until(lambda: told(web, later))
    assert ids(web) == later.ids


def test_nothing_is_sent_abroad_unless_its_owner_says_so(web: Web) -> None:
    def abroad(host: str) -> list[str]:
        return ["127.0.0.1", "93.184.215.14"]

    with pytest.raises(NotToldError, match=r"leads to 93\.184\.215\.14"):
        post(web.receiver, "1:1", "1.0", b"{}", abroad)
    with pytest.raises(NotToldError, match="Nobody knows where"):
        post(web.receiver, "1:1", "1.0", b"{}", lambda _: [])
    assert web.asked == 0
    allowed = Receiver("127.0.0.1", web.port, "/hook", anywhere=True)
    post(allowed, "1:1", "1.0", b"{}", abroad)
    assert web.asked == 1
    assert "Bookgammon-Signature" not in web.headers[0]


@pytest.mark.parametrize(
    "text",
    [
        "ftp://host/x",
        "host:80",
        "http://",
        "http://user:pass@host/",
        "http://host:99999/",
        "http://ho st/",
        "http://h/ä",
    ],
)
def test_a_strange_address_is_one_sentence(text: str) -> None:
    with pytest.raises(TellSettingsError, match="is no address for events"):
        parse_address(text)


def test_the_settings_name_whom_to_tell(tmp_path: Path) -> None:
    assert receiver_from(tmp_path, None) is None
    (tmp_path / "key").write_bytes(SECRET + b"\n")
    (tmp_path / "key").chmod(0o600)
    (tmp_path / "tell.toml").write_text(
        'address = "https://host:8123/api/webhook/x?y=1"\nsecret = "key"\nanywhere = true\n'
    )
    receiver = receiver_from(tmp_path, None)
    assert receiver is not None
    assert (receiver.host, receiver.port, receiver.path, receiver.secret) == (
        "host", 8123, "/api/webhook/x?y=1", SECRET,
    )  # fmt: skip
    assert receiver.anywhere
    assert receiver.tls is not None
    assert "webhook" not in str(receiver)
    (tmp_path / "key").chmod(0o644)
    with pytest.raises(TellSettingsError, match="chmod 600"):
        receiver_from(tmp_path, None)
    (tmp_path / "key").write_bytes(b"short")
    (tmp_path / "key").chmod(0o600)
    with pytest.raises(TellSettingsError, match="at least 16"):
        receiver_from(tmp_path, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("address = 3", "must be text"),
        ("colour = 3", "knows no colour"),
        ("anywhere = 1", "true or false"),
        ("=", "read"),
    ],
)
def test_settings_that_cannot_be_are_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "tell.toml").write_text(text)
    with pytest.raises(TellSettingsError, match=said):
        receiver_from(tmp_path, None)


def test_play_refuses_a_strange_address_before_it_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--data", str(tmp_path), "--tell", "gopher://x"]) == 1
    said = capsys.readouterr().err
    assert "is no address for events" in said
    assert said.count("\n") == 1

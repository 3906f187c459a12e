"""Opening the page to tablets while the program runs, and closing it again, over real sockets.

127.0.0.2 stands for this machine's address on its network: nobody listens there while the page is this machine's alone.
Where a test says so, whoever comes from there counts as another machine.
"""

from __future__ import annotations

import json
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection, IncompleteRead
from pathlib import Path
from typing import Any

import pytest

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.access.addresses import EVERYWHERE
from bookgammon.access.door_certificate import FILE, door_context
from bookgammon.access.sharing import Sharing
from bookgammon.files.settings import load_settings
from bookgammon.table.page import Page
from web.errors import NoSuchHost
from web.listening import is_loopback, only_here

HERE, NETWORK = "127.0.0.1", "127.0.0.2"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the whole of 127.0.0.0/8")


@pytest.fixture
def sharing(tmp_path: Path) -> Sharing:
    return Sharing(tmp_path, HERE)


@pytest.fixture
def page(sharing: Sharing, tmp_path: Path) -> Iterator[Page]:
    secure = door_context(tmp_path, ("localhost", HERE, NETWORK))
    with Page((), Seats(Side.LIGHT), "unused", 0, secure=secure, sharing=sharing) as running:
        yield running


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes from 127.0.0.2 is another machine."""
    for module in ("web.guard", "web.connections"):
        monkeypatch.setattr(f"{module}.is_loopback", lambda address: address == HERE)


def port_of(url: str) -> int:
    return int(url.rsplit(":", 1)[1].rstrip("/"))


class Browser:
    """A browser at one of this machine's addresses; comes from the same."""

    def __init__(self, page: Page, host: str) -> None:
        self.host, self.port = host, port_of(page.url)
        self.line = HTTPConnection(host, self.port, timeout=30, source_address=(host, 0))
        self.cookie = ""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        head = {"Cookie": self.cookie}
        if body is None:
            self.line.request("GET", path, headers=head)
        else:
            head |= {"Origin": f"http://{self.host}:{self.port}", "Content-Type": "application/json"}
            self.line.request("POST", path, json.dumps(body), head)
        answer = self.line.getresponse()
        if "Set-Cookie" in answer.headers:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        return answer.status, json.loads(answer.read())

    def pair(self, page: Page) -> None:
        assert self.ask("/api/pair", {"code": page.pairing.code})[0] == 200


At = Callable[[Page, str], Browser]


@pytest.fixture
def at() -> Iterator[At]:
    """Opens browsers, and closes them all at the end."""
    with ExitStack() as browsers:

        def opened(page: Page, host: str) -> Browser:
            browser = Browser(page, host)
            browsers.enter_context(closing(browser.line))
            return browser

        yield opened


def reached(port: int, host: str = NETWORK) -> bool:
    try:
        with closing(HTTPConnection(host, port, timeout=30)) as line:
            line.request("GET", "/api/state")
            answer = line.getresponse()
            answer.read()
            return answer.status == 200
    except ConnectionRefusedError:
        return False


def test_the_page_is_opened_to_the_network_and_closed_again_without_a_restart(
    page: Page, sharing: Sharing, at: At
) -> None:
    port = port_of(page.url)
    own = at(page, HERE)
    own.pair(page)
    assert own.ask("/api/sharing") == (200, {"open": False, "kept": False, "may_change": True})
    assert not reached(port)
    assert own.ask("/api/sharing", {"open": True}) == (200, {"open": True, "kept": False, "may_change": True})
    assert reached(port)
    assert page.address_for_tablets().endswith(f":{port}/")
    tablet = at(page, NETWORK)
    assert tablet.ask("/api/me")[1]["control"] is False
    assert tablet.ask("/api/tell", {"command": "pause"})[0] == 401  # looks only, until it brings the code
    assert own.ask("/api/sharing", {"open": False})[1]["open"] is False
    assert not reached(port)
    assert page.address_for_tablets() == ""
    assert own.ask("/api/me")[1]["control"] is True  # on the connection that was there all the time
    assert reached(port, HERE)
    assert not sharing.open


def test_the_https_door_opens_and_closes_with_it(page: Page, sharing: Sharing, tmp_path: Path) -> None:
    port = port_of(page.secure_address())
    trusted = ssl.create_default_context(cafile=str(tmp_path / FILE))

    def ask(host: str) -> int:
        with closing(HTTPSConnection(host, port, context=trusted, timeout=30)) as line:
            line.request("GET", "/api/state")
            answer = line.getresponse()
            answer.read()
            return answer.status

    with pytest.raises(ConnectionRefusedError):
        ask(NETWORK)
    sharing.change(True, keep=False)
    assert (ask(NETWORK), ask(HERE)) == (200, 200)
    sharing.change(False, keep=False)
    with pytest.raises(ConnectionRefusedError):
        ask(NETWORK)
    assert ask(HERE) == 200


@pytest.mark.usefixtures("strangers")
def test_only_a_paired_browser_of_the_machine_itself_opens_it(page: Page, sharing: Sharing, at: At) -> None:
    own = at(page, HERE)
    assert own.ask("/api/sharing", {"open": True})[0] == 401
    assert own.ask("/api/sharing")[0] == 401
    sharing.change(True, keep=False)
    tablet = at(page, NETWORK)
    tablet.pair(page)
    assert tablet.ask("/api/sharing")[1] == {"open": True, "kept": False, "may_change": False}
    status, said = tablet.ask("/api/sharing", {"open": False})
    assert (status, "own machine" in said["error"]) == (403, True)
    assert sharing.open


@pytest.mark.usefixtures("strangers")
def test_closing_it_hangs_up_on_other_machines(page: Page, sharing: Sharing, at: At) -> None:
    sharing.change(True, keep=False)
    tablet = at(page, NETWORK)
    assert tablet.ask("/api/me")[0] == 200
    stream = at(page, NETWORK).line
    stream.request("GET", "/api/events")
    following = stream.getresponse()
    assert following.readline()
    sharing.change(False, keep=False)
    with suppress(ConnectionResetError, IncompleteRead):
        while following.readline():
            pass  # what was on its way; then the end, or this test never ends
    with pytest.raises((OSError, HTTPException)):  # its own line is dead, and a new one refused
        tablet.ask("/api/me")


def test_the_next_start_is_the_same_by_choice_alone(
    page: Page, sharing: Sharing, at: At, tmp_path: Path
) -> None:
    sharing.change(True, keep=False)
    assert (load_settings(tmp_path).share, sharing.kept) == (None, False)
    sharing.change(True, keep=True)
    assert (load_settings(tmp_path).share, sharing.kept) == (True, True)
    sharing.change(False, keep=False)
    assert load_settings(tmp_path).share is True
    own = at(page, HERE)
    own.pair(page)
    kept = {"open": False, "kept": True, "may_change": True}
    assert own.ask("/api/sharing", {"open": False, "keep": True})[1] == kept
    assert load_settings(tmp_path).share is False


@pytest.mark.parametrize("body", [{}, {"open": 1}, {"open": "yes"}, {"open": True, "keep": 1}])
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    page: Page, sharing: Sharing, at: At, body: dict[str, Any]
) -> None:
    own = at(page, HERE)
    own.pair(page)
    assert own.ask("/api/sharing", body)[0] == 400
    assert not sharing.open


def test_a_secure_door_that_cannot_listen_elsewhere_stays_where_it_was(page: Page, tmp_path: Path) -> None:
    port = port_of(page.secure_address())
    door = page._door
    assert door is not None
    with pytest.raises(NoSuchHost):
        door.move("192.0.2.7")
    trusted = ssl.create_default_context(cafile=str(tmp_path / FILE))
    with closing(HTTPSConnection(HERE, port, context=trusted, timeout=30)) as line:
        line.request("GET", "/api/state")
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200


def test_a_page_that_was_opened_in_set_up_stays_open_for_the_match(sharing: Sharing) -> None:
    with Page((), Seats(Side.LIGHT), "unused", 0, sharing=sharing):
        sharing.change(True, keep=False)
    with Page((), Seats(Side.LIGHT), "unused", 0, sharing=sharing) as match:
        assert reached(port_of(match.url))


def test_where_it_cannot_listen_it_says_so_and_stays_as_it_was(
    page: Page, sharing: Sharing, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookgammon.access.sharing.EVERYWHERE", "192.0.2.7")  # an address that no machine has
    own = at(page, HERE)
    own.pair(page)
    status, said = own.ask("/api/sharing", {"open": True})
    assert (status, "192.0.2.7" in said["error"]) == (503, True)
    assert not sharing.open
    assert reached(port_of(page.url), HERE)


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        ("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("::ffff:127.0.0.1", True),
        ("192.168.1.4", False), (EVERYWHERE, False), ("::", False), ("::ffff:192.168.1.4", False), ("", False),
        ("localhost.example", False), ("127.0.0.1.example", False),
    ],
)  # fmt: skip
def test_this_machines_own_addresses_are_known(address: str, ours: bool) -> None:
    assert is_loopback(address) is ours
    assert only_here(address) is ours
    assert only_here("localhost")

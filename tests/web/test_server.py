from __future__ import annotations

import http.client
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

from tests.web.tables import to_roll
from tests.web.whole_page import whole_app
from web.errors import NoSuchHost, PortInUse, WebError
from web.hub import Hub
from web.server import PageServer


@contextmanager
def _get(server: PageServer, path: str, source: str = "127.0.0.1") -> Iterator[http.client.HTTPResponse]:
    """The answer, unread, on a connection of its own that is hung up afterwards."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, 30, (source, 0))) as connection:
        connection.request("GET", path)
        with connection.getresponse() as answer:
            yield answer


def test_it_serves_the_page_at_its_url(server: PageServer) -> None:
    with urllib.request.urlopen(server.url, timeout=30) as answer:
        assert b"Bookgammon" in answer.read()
        assert "Server" not in answer.headers


def test_all_streams_taken_leave_threads_for_the_rest(server: PageServer, hub: Hub) -> None:
    with ExitStack() as stack:
        for number in range(hub.streams):
            stream = stack.enter_context(_get(server, "/api/events", f"127.0.0.{number + 1}"))
            assert stream.readline().startswith(b"retry:")
        for path, status in (("/api/events", 503), ("/api/state", 200), ("/", 200)):
            with _get(server, path) as answer:
                assert (answer.status, bool(answer.read())) == (status, True)


def test_a_viewer_who_leaves_gives_the_place_back(server: PageServer, hub: Hub) -> None:
    for _ in range(3 * hub.streams):
        status = 503
        while status == 503:  # until the server has noticed that an earlier viewer hung up
            with _get(server, "/api/events") as answer:
                status = answer.status
        assert status == 200


def test_a_port_in_use_is_one_sentence(server: PageServer, hub: Hub) -> None:
    with pytest.raises(PortInUse, match=f"Port {server.port} is used by another program"):
        PageServer(whole_app(hub), "127.0.0.1", server.port)


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("no such host", 0), ("127.0.0.1", 99999)])
def test_an_address_that_is_not_ours_is_one_sentence(hub: Hub, host: str, port: int) -> None:
    with pytest.raises(NoSuchHost, match="cannot listen"):
        PageServer(whole_app(hub), host, port)
    assert issubclass(NoSuchHost, WebError)


def test_stopping_ends_streams_even_of_viewers_that_never_read_and_frees_the_port(hub: Hub) -> None:
    server = PageServer(whole_app(hub), "127.0.0.1", 0)
    server.start()
    lazy = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    lazy.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    lazy.recv(1)
    server.stop()
    while lazy.recv(65536):
        pass
    lazy.close()
    again = PageServer(whole_app(Hub(to_roll())), "127.0.0.1", server.port)
    again.stop()


def test_stopping_does_not_depend_on_who_is_quicker(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread wakes, and closes what wakes it, before the one who stops it is back from waking it."""
    server = PageServer(whole_app(hub), "127.0.0.1", 0)
    server.start()
    trigger = type(server._server.trigger)
    wake = trigger._physical_pull

    def wake_slowly(asked: object) -> None:
        wake(asked)
        time.sleep(0.2)
        wake(asked)

    monkeypatch.setattr(trigger, "_physical_pull", wake_slowly)
    server.stop()
    PageServer(whole_app(Hub(to_roll())), "127.0.0.1", server.port).stop()

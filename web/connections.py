"""Connections to the page's server, shared out: nobody on the network can take the page from the others.

One thread reads all requests, whole and without waiting, before a thread of its own answers one (that is waitress);
here is who may have how much of it. An address has a share of connections and of requests under way, all unpaired ones
together have another, a request has to come within seconds, and paired devices are answered by threads that are kept
for them. Where there are too many connections the oldest that only waits makes room, so that a newcomer, who may be
the device in control, always gets as far as showing its key.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import RequestEntityTooLarge

from web.errors import NoSuchHost, PortInUse
from web.listening import is_loopback, listen, only_here

REQUEST_S = 10.0
"""Head and body of a request have to be there within this time, however busily they trickle."""
MOST_OF_UNPAIRED = 160
MOST_OF_ONE_ADDRESS = 32
MOST_UNDER_WAY = 24
"""Requests that one address may have answered at once, event streams among them."""
MOST_AT_WORK = 3
"""Answers to the unpaired that are made at once: all threads share one core, and paired devices go before."""
LONGEST_S = 330.0
"""So long may an answer take: a little more than an event stream lives."""

_CROWD = 64
_BREATH_S = 0.01
_PER_PASS = 64

IsPaired = Callable[[str], bool]
"""Whether a request's Cookie header shows the key of a paired device."""
BodyLimit = Callable[[str, str], int | None]
"""How many bytes a request's body may have, by its path and Cookie header; None: as many as any other."""


class BoundedParser(HTTPRequestParser):
    """Reads a request whose body may be as large as its path and its sender are trusted with, and no larger."""

    adj: Adjustments
    error: Any

    def __init__(self, body_limit: BodyLimit, adj: Adjustments) -> None:
        super().__init__(adj)
        self._body_limit = body_limit

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        limit = self._body_limit(self.path, self.headers.get("COOKIE", ""))
        if limit is not None:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = limit + 1  # waitress takes less than this

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = RequestEntityTooLarge("That is more than the page accepts at once.")
        return taken


class SharedChannel(HTTPChannel):
    """One connection. due: when the request that is coming in has to be there; None between two requests."""

    def __init__(self, server: SharedServer, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        self.paired = False
        self.due: float | None = time.monotonic() + REQUEST_S
        self.answering_since = 0.0
        self.parser_class = partial(BoundedParser, server.body_limit)
        super().__init__(server, sock, addr, adj, map)

    def received(self, data: bytes) -> bool:
        if self.due is None:
            self.due = time.monotonic() + REQUEST_S
        went_on: bool = super().received(data)
        if self.request is None:
            self.due = None
        return went_on

    @property
    def address(self) -> str:
        return str(self.addr[0])


class SharedServer(TcpWSGIServer):
    """waitress's server with shares. threads: for the unpaired; reserve: more threads, for paired devices alone."""

    channel_class = SharedChannel

    def __init__(
        self,
        app: Any,
        listening: socket.socket,
        adj: Adjustments,
        is_paired: IsPaired,
        body_limit: BodyLimit,
        *,
        threads: int,
        reserve: int,
    ) -> None:
        self._is_paired, self.body_limit = is_paired, body_limit
        self._reserve, dispatcher = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        dispatcher.set_thread_count(threads)
        self._reserve.set_thread_count(reserve)
        app = _in_turn(app, is_paired)
        where = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(
            app, _sock=listening, dispatcher=dispatcher, adj=adj, bind_socket=False, sockinfo=where
        )  # fmt: skip

    def adopt(self, sock: socket.socket, address: tuple[str, int], scheme: str = "http") -> None:
        """A connection that was accepted elsewhere, under the address that it came from. From any thread.

        An HTTPS door hands in one end of a pair of sockets; what it reads and writes at the other is in the clear.
        """
        self.trigger.pull_trigger(lambda: self._take(sock, address, scheme))

    def listen_at(self, host: str, port: int) -> None:
        """Listen there instead; in the server's thread alone. Others' connections end where only this machine may come.

        Raises PortInUse or NoSuchHost, and listens where it did.
        """
        before = self.socket.getsockname()
        self.del_channel()
        self.socket.close()  # both at once would be refused: they are the same port
        try:
            self._listen(listen(host, port))
        except (PortInUse, NoSuchHost):
            self._listen(listen(*before[:2]))
            raise
        if only_here(host):
            for channel in list(self.active_channels.values()):
                if not is_loopback(channel.address):
                    channel.handle_close()

    def _listen(self, listening: socket.socket) -> None:
        listening.setblocking(False)
        self.set_socket(listening)
        self.accept_connections()

    def run(self) -> None:
        """Until everything is closed. In a crowd it stops for breath, so that many things are seen to at one look."""
        while self._map:
            self.asyncore.poll2(self.adj.asyncore_loop_timeout, self._map)
            if len(self.active_channels) >= _CROWD:
                time.sleep(_BREATH_S)

    def handle_accept(self) -> None:
        for _ in range(_PER_PASS):
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                sock, address = accepted
                self.set_socket_options(sock)
            except OSError:  # gone again already
                continue
            self._take(sock, address, self.adj.url_scheme)

    def add_task(self, task: SharedChannel) -> None:
        """A whole request is there: to the threads that are for whoever asks."""
        task.answering_since = time.monotonic()
        task.paired = self._is_paired(task.requests[0].headers.get("COOKIE", ""))
        if task.paired:
            self._reserve.add_task(task)
        elif self._under_way(task.address) > MOST_UNDER_WAY:
            task.will_close = True
        else:
            self.task_dispatcher.add_task(task)

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        moment = time.monotonic()
        for channel in self.active_channels.values():
            late = channel.due is not None and channel.due < moment
            if late or (channel.requests and moment - channel.answering_since > LONGEST_S):
                channel.will_close = True

    def shut_threads(self, patience: float) -> None:
        """End all threads that answer; patience in seconds for both kinds together."""
        for dispatcher in (self.task_dispatcher, self._reserve):
            dispatcher.set_thread_count(0)
        for dispatcher in (self.task_dispatcher, self._reserve):
            dispatcher.shutdown(timeout=patience / 2)

    def _take(self, sock: socket.socket, address: Any, scheme: str) -> None:
        self._make_room(str(address[0]))
        adj = self.adj
        if scheme != adj.url_scheme:
            adj = copy(adj)
            adj.url_scheme = scheme
        self.channel_class(self, sock, address, adj, map=self._map)

    def _make_room(self, address: str) -> None:
        unpaired = [channel for channel in self.active_channels.values() if not (channel.paired or channel.will_close)]
        own = [channel for channel in unpaired if channel.address == address]
        crowd = own if len(own) >= MOST_OF_ONE_ADDRESS else unpaired if len(unpaired) >= MOST_OF_UNPAIRED else []
        if crowd:
            oldest = min(crowd, key=lambda channel: (bool(channel.requests), channel.creation_time))
            oldest.will_close = True  # at the next look: its number must not be another's in this one

    def _under_way(self, address: str) -> int:
        channels = list(self.active_channels.values())
        return sum(bool(one.requests) and not one.paired and one.address == address for one in channels)


def _in_turn(app: Any, is_paired: IsPaired) -> Any:
    """The same WSGI application, which works for a few of the unpaired at a time; what it gives is sent by all."""
    turns = threading.BoundedSemaphore(MOST_AT_WORK)

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        if is_paired(environ.get("HTTP_COOKIE", "")):
            return app(environ, start_response)
        with turns:
            return app(environ, start_response)

    return answer

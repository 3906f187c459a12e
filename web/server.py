"""The page's server: waitress in threads of its own, bound before it starts and gone within two seconds.

Waitress reads every request in one thread that never waits for anybody, which is what lets a thousand trickling
connections do no harm; `web.connections` adds shares on its own hooks. Cheroot, which speaks TLS itself, was weighed:
it reads heads in the threads that answer, and shakes hands for TLS in the thread that accepts, so that a few silent
clients stop either. The HTTPS door (`web.secure_door`) does its TLS in front and hands connections in.
"""

from __future__ import annotations

import logging
import socket
import threading
from concurrent.futures import Future
from functools import partial

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import ClientDisconnected

from web.app import HUB
from web.connections import SharedServer
from web.errors import NoSuchHost, PortInUse
from web.guard import MOST_BYTES, body_limit, shows_key
from web.hub import Hub
from web.listening import listen
from web.threads import MakeThread, plain_thread

SPARE_THREADS = 6
"""Threads for everything that is not an event stream, for the unpaired and for paired devices each."""

_PATIENCE = 0.4
_MOVE_S = 5.0
_CONNECTIONS = 400
"""Of everybody together; the unpaired and single addresses have less (`web.connections`)."""
_BUFFER = 256 * 1024


class PageServer:
    """Serves one application on one address, in the background.

    host: a name or address of this machine; "0.0.0.0" for all of them. port: 0 picks a free one.
    threads: how many requests are answered at once; by default enough for every stream and the rest.
    thread: makes the thread that reads requests.
    Raises PortInUse or NoSuchHost, one sentence.
    """

    def __init__(
        self, app: Flask, host: str, port: int, threads: int | None = None, *, thread: MakeThread = plain_thread
    ) -> None:
        self._hub: Hub = app.extensions[HUB]
        # the depth of its queue, the number of its connections and who hung up are no news for the people at the table
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        logging.getLogger("waitress").setLevel(logging.ERROR)
        logging.getLogger("waitress").addFilter(_is_news)
        listening = listen(host, port)
        adj = Adjustments(
            sockets=[listening],
            ident=None,
            connection_limit=_CONNECTIONS,
            cleanup_interval=1,
            channel_timeout=30,
            channel_request_lookahead=1,  # so that a viewer who went away is noticed at once
            outbuf_high_watermark=_BUFFER,
            max_request_body_size=MOST_BYTES,
            max_request_header_size=16 * 1024,
            asyncore_use_poll=True,
            log_socket_errors=False,
        )
        self._server = SharedServer(
            app,
            listening,
            adj,
            partial(shows_key, app),
            partial(body_limit, app),
            threads=threads or self._hub.streams + SPARE_THREADS,
            reserve=self._hub.reserve + SPARE_THREADS,
        )
        self._address: tuple[str, int] = listening.getsockname()[:2]
        self._thread = thread("page", self._server.run)

    @property
    def port(self) -> int:
        return self._address[1]

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the page."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self._address[0], self._address[0])  # noqa: S104 - compared
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def start(self) -> None:
        self._thread.start()

    def adopt(self, sock: socket.socket, address: tuple[str, int], scheme: str) -> None:
        """Answer a connection that another door has accepted; `address`: who is at its other end."""
        self._server.adopt(sock, address, scheme)

    def move(self, host: str) -> None:
        """Listen at another host from now on, at the same port, while the server runs.

        Connections go on, but for other machines' where only this one may come. Raises PortInUse or NoSuchHost, and
        listens where it did.
        """
        done: Future[None] = Future()

        def move() -> None:
            try:
                self._server.listen_at(host, self.port)
            except (PortInUse, NoSuchHost) as error:
                done.set_exception(error)
            else:
                done.set_result(None)

        self._server.trigger.pull_trigger(move)
        done.result(_MOVE_S)
        self._address = (host, self.port)

    def stop(self) -> None:
        """End all streams, close all connections and the port. May be called twice, and before `start`."""
        self._hub.close()
        if self._thread.is_alive():
            self._server.trigger.pull_trigger(self._hang_up)
        self._server.shut_threads(_PATIENCE)
        if self._thread.is_alive():
            self._close_in_its_thread()
            self._thread.join(_PATIENCE)
        elif self._thread.ident is None:
            self._server.close()

    def _close_in_its_thread(self) -> None:
        """The close waits until it has been asked for: it closes the very pipe by which it is asked."""
        asked = threading.Event()

        def close() -> None:
            asked.wait(_PATIENCE)
            self._server.close()

        try:
            self._server.trigger.pull_trigger(close)
        finally:
            asked.set()

    def _hang_up(self) -> None:
        """Runs in the server's thread: wakes whoever waits for a viewer that does not read."""
        self._server.accepting = False
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()


def _is_news(record: logging.LogRecord) -> bool:
    """Whether it is about anything but a viewer who went away in the middle of an answer."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, ClientDisconnected) and not isinstance(error and error.__context__, ClientDisconnected)

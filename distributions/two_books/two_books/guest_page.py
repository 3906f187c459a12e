"""The server of a guest's page: an application of its own, with the program's pairing and guide."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Self

import segno

from arbiter.message import Message
from bookgammon.access.addresses import host_names, own_address
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Workers
from two_books.guest_view import guest_view
from web.app import AddPage, create_app
from web.guard import lead_to
from web.hub import Hub
from web.listening import only_here
from web.pairing import Pairing
from web.server import PageServer

_PAGE = Message("the guest's page")


class GuestPage:
    """Serves what `hub` holds, while its `with` block runs. Raises PortInUse or NoSuchHost, one sentence.

    add: its pages, of which `guest` is the first one.
    """

    def __init__(
        self, hub: Hub, host: str, port: int, *, pairing: Pairing, workers: Workers, add: Sequence[AddPage]
    ) -> None:
        self._host, self.pairing = host, pairing
        app = create_app(hub, pairing=pairing, allowed_hosts=host_names(), address=self._address_for_others)
        for add_page in add:
            add_page(app)
        lead_to(app, endpoint="guest")
        self._server = PageServer(app, host, port, thread=workers.thread(_PAGE))

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.pairing.on_news(None)
        self._server.stop()

    @property
    def url(self) -> str:
        """The page's address on this machine."""
        return self._server.url

    def opened_here(self) -> str:
        """The address for this machine's own browser, with a code that nobody else is shown."""
        return f"{self.url}pair#{self.pairing.code_for_one()}"

    def show_address(self) -> None:
        """Print where the page is and what lets a device play at it; on a terminal also as a QR code."""
        say(Message("The page is at {url}", url=self.url))
        self._show_code()
        self.pairing.on_news(self._after_news)

    def _after_news(self, sentence: str) -> None:
        """Somebody used the code that stands on the terminal, or came too late for it: show the next one."""
        say(sentence)
        self._show_code()

    def _show_code(self) -> None:
        address = self._address_for_others()
        say(Message("To play at this machine, open {page}", page=f"{self.url}pair#{self.pairing.code}"))
        if address:
            joined = f"{address}pair#{self.pairing.code}"
            say(Message("To play at a phone or tablet of this network, open {page}", page=joined))
            if sys.stderr.isatty():
                segno.make(joined, error="m").terminal(out=sys.stderr, compact=True)

    def _address_for_others(self) -> str:
        """The page's address on this network; empty where nobody but this machine may see it."""
        return "" if only_here(self._host) else f"http://{own_address()}:{self._server.port}/"


def first_hub() -> Hub:
    """Before anybody has joined."""
    return Hub(guest_view(None))

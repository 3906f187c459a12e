"""The page of the match being followed: its server, its addresses, and the hub that the table's views go into."""

from __future__ import annotations

import os
import sys
import time
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from ssl import SSLContext
from typing import Self
from urllib.parse import urlsplit

import segno

from arbiter.match.events import Event
from arbiter.message import Message
from arbiter.seats import Seats
from bookgammon.access.addresses import host_names, own_address
from bookgammon.access.sharing import Sharing
from bookgammon.cameras.telephone import Telephone
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.match_clock import MatchClock
from bookgammon.table.presenter import Presenter
from bookgammon.table.snapshots import KeptClip
from bookgammon.table.table import TableUpdate
from bookgammon.terminal.answers import say
from calibration.board import Board
from vision.sources.decoding import OF_TELEPHONES
from web.app import AddPage, create_app
from web.coach_view import CoachWords
from web.control import add_control
from web.hub import Hub
from web.listening import only_here
from web.overlay import with_chances
from web.pairing import Pairing
from web.phone import add_phone
from web.secure_door import SecureDoor
from web.server import PageServer
from web.sharing import add_sharing
from web.view import Ended, TableView

_LAST_WORD_S = 0.4
"""Until the last word has reached the viewers, on a busy machine too."""


class Page:
    """Serves the page while the `with` block runs. Raises PortInUse or NoSuchHost, one sentence.

    orders: where what people enter goes. pairing: whose entries count. add: further pages, put beside it.
    board: what the camera's pictures are cut to, none are shown without. began: when the match did, seconds
    since 1970. clock: the tournament clock of the match, which its owner advances. telephone: what its page sends goes
    there; secure: the certificate of the HTTPS door, without which there is none. sharing: says where the page listens
    instead of `host`, and may change it.
    """

    def __init__(
        self,
        events: Sequence[Event],
        seats: Seats,
        host: str,
        port: int,
        *,
        orders: CommandQueue | None = None,
        pairing: Pairing | None = None,
        add: Sequence[AddPage] = (),
        board: Board | None = None,
        began: float | None = None,
        demo: bool = False,
        clock: MatchClock | None = None,
        telephone: Telephone | None = None,
        secure: SSLContext | None = None,
        sharing: Sharing | None = None,
    ) -> None:
        self._presenter = Presenter(
            events,
            seats,
            board=board,
            began=began,
            demo=demo,
            clock=clock,
            battery=lambda: telephone.charge if telephone else None,
        )
        self._hub = Hub(self._presenter.first)
        self._ended: Ended = ""
        names = host_names()
        self._host = sharing.host if sharing else host
        self._sharing = sharing
        self.pairing = pairing or Pairing()
        app = create_app(
            self._hub,
            pairing=self.pairing,
            allowed_hosts=names,
            address=self.address_for_tablets,
            named=self.named_address,
        )
        add_control(app, (orders or CommandQueue()).submit)
        for add_page in add:
            add_page(app)
        if telephone is not None:
            add_phone(app, telephone, self.address_for_tablets, self.secure_address, OF_TELEPHONES.bytes)
        if sharing is not None:
            add_sharing(app, sharing)
        self._server = PageServer(app, self._host, port)
        self._door: SecureDoor | None = None
        if secure is not None:
            self._door = SecureDoor(self._host, self._server.port + 1 if port else 0, secure, self._server.adopt)

    def __enter__(self) -> Self:
        self._server.start()
        if self._door is not None:
            self._door.start()
        if self._sharing is not None:
            self._sharing.moved_by(self._move, self._server.port)
        return self

    def __exit__(self, *_: object) -> None:
        if self._sharing is not None:
            self._sharing.moved_by(None)
        self.pairing.on_news(None)
        self.end("program")
        if self._hub.followed:
            time.sleep(_LAST_WORD_S)
        if self._door is not None:
            self._door.stop()
        self._server.stop()

    def end(self, how: Ended) -> None:
        """Show all viewers that nothing follows any more, so that nobody looks for a lost connection."""
        if not self._ended:
            self._ended = how
            self._hub.publish(replace(self._hub.view, ended=how))

    def _move(self, host: str) -> None:
        """Listen there from now on. Raises PortInUse or NoSuchHost."""
        self._server.move(host)
        if self._door is not None:
            self._door.move(host)
        self._host = host
        say(
            Message("The page is open to the devices on this network now.")
            if self.shared
            else Message("The page is this machine's alone now.")
        )
        _show_code(self)

    @property
    def shared(self) -> bool:
        """Whether other devices on this network reach the page."""
        return not only_here(self._host)

    @property
    def followed(self) -> bool:
        """Whether some screen shows the page just now."""
        return self._hub.followed

    @property
    def view(self) -> TableView:
        """What is shown now."""
        return self._hub.view

    @property
    def url(self) -> str:
        """The page's address on this machine."""
        return self._server.url

    def address_for_tablets(self) -> str:
        """The page's address on this network; empty where nobody but this machine may see it."""
        return f"http://{own_address()}:{self._server.port}/" if self.shared else ""

    def named_address(self) -> str:
        """The same by the name that this network knows the page by; empty where there is none."""
        return self._sharing.named_address if self._sharing and self.shared else ""

    def secure_address(self) -> str:
        """Where the page is over HTTPS, which browsers want before they give their camera; empty where it is not."""
        if self._door is None:
            return ""
        return f"https://{own_address() if self.shared else urlsplit(self.url).hostname}:{self._door.port}/"

    def joined_by(self, address: str) -> str:
        """The address that pairs whoever opens it. The code stands where no server or log sees it."""
        return f"{address}pair#{self.pairing.code}"

    def opened_here(self) -> str:
        """The address for this machine's own browser, with a code that nobody else is shown."""
        return f"{self.url}pair#{self.pairing.code_for_one()}"

    def show(self, update: TableUpdate) -> None:
        """An observer: publishes what one frame brought. Never waits for a viewer."""
        self._hub.publish(replace(self._presenter.present(update), ended=self._ended))

    def opponent_troubled(self, sentence: str) -> None:
        """Why the opponent does not answer, empty once it does; may be called from any thread."""
        self._presenter.opponent_trouble = sentence

    def coach_said(self, words: CoachWords) -> None:
        """What the coach says; may be called from any thread."""
        self._presenter.coach = words

    def clip_kept(self, clip: KeptClip) -> None:
        """There is a film of what was contested last; may be called from any thread."""
        self._presenter.keep_clip(clip)


def open_browser(url: str) -> None:
    """Show the page where there is a screen; a text browser would take the terminal away."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(url)


def show_address(page: Page) -> None:
    """Print where the page is and what lets a device control it; on a terminal also as a QR code."""
    say(Message("The page is at {url}", url=page.url))
    _show_code(page)
    page.pairing.on_news(partial(_after_news, page))


def show_phone_address(page: Page) -> None:
    """Print where a telephone becomes the camera, on a terminal also as a QR code; or why none can."""
    address = page.address_for_tablets()
    if not address:
        say(Message("No telephone can reach this page yet: open it to tablets in this machine's browser."))
        return
    whole = f"{address}phone#{page.pairing.code}"
    say(Message("A telephone becomes the camera at {address}", address=whole))
    if sys.stderr.isatty():
        segno.make(whole, error="m").terminal(out=sys.stderr, compact=True)


def show_overlay_address(page: Page, token: str) -> None:
    """Print, on the terminal alone, where a stream's program gets the strip with winning chances."""
    address = with_chances(f"{page.address_for_tablets() or page.url}overlay", token)
    say(Message("Winning chances, for the stream's program and no player's screen: {address}", address=address))


def _after_news(page: Page, sentence: str) -> None:
    """Somebody used the code that stands on the terminal, or came too late for it: show the next one."""
    say(sentence)
    _show_code(page)


def _show_code(page: Page) -> None:
    say(Message("To control the match, open {page}", page=page.joined_by(page.url)))
    if page.shared:
        address = page.address_for_tablets()
        say(
            Message(
                "Phones and tablets find it at {address} and control it with the code {code}",
                address=address,
                code=page.pairing.code,
            )
        )
        if sys.stderr.isatty():
            segno.make(page.joined_by(address), error="m").terminal(out=sys.stderr, compact=True)

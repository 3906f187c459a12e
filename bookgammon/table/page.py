"""The page of the match being followed: its server, its addresses, and the hub that the table's views go into."""

from __future__ import annotations

import os
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from ssl import SSLContext
from typing import Self
from urllib.parse import urlsplit

import segno

from arbiter.match.clock import Clock
from arbiter.match.events import Event
from arbiter.message import Message
from arbiter.seats import Seats
from bookgammon.access.addresses import host_names, own_address
from bookgammon.access.sharing import Sharing
from bookgammon.cameras.telephone import Telephone
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.presenter import Presenter
from bookgammon.table.snapshots import KeptClip
from bookgammon.table.table import TableUpdate
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Workers
from bookgammon.workers.worker_state import WorkerState
from calibration.board import Board
from vision.sources.decoding import OF_TELEPHONES
from web.app import AddPage, create_app
from web.control import add_control
from web.hub import Hub
from web.listening import only_here
from web.pairing import Pairing
from web.phone import add_phone
from web.secure_door import SecureDoor
from web.server import PageServer
from web.sharing import add_sharing
from web.view import AddToState, Ended, NotWorking, TableView
from web.waiting_for import NOTHING, WaitingFor

_PAGE, _SECURE_PAGE = Message("the page"), Message("the secure page")
_LAST_WORD_S = 0.4
"""Until the last word has reached the viewers, on a busy machine too."""


class Page:
    """Serves the page while the `with` block runs. Raises PortInUse or NoSuchHost, one sentence.

    orders: where what people enter goes. pairing: whose entries count. add: further pages, put beside it.
    in_state: what others add to the page's state.
    board: what the camera's pictures are cut to, none are shown without. began: when the match did, seconds
    since 1970. clock: the tournament clock before the first update. telephone: what its page sends goes
    there; secure: the certificate of the HTTPS door, without which there is none. sharing: says where the page listens
    instead of `host`, and may change it. workers: whose states are shown. elsewhere: what the program waits for
    where no match is followed.
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
        in_state: Sequence[AddToState] = (),
        board: Board | None = None,
        began: float | None = None,
        demo: bool = False,
        clock: Clock | None = None,
        telephone: Telephone | None = None,
        secure: SSLContext | None = None,
        sharing: Sharing | None = None,
        workers: Workers | None = None,
        elsewhere: WaitingFor | None = None,
    ) -> None:
        self._workers = workers = workers or Workers()
        self._presenter = Presenter(
            events,
            seats,
            board=board,
            began=began,
            demo=demo,
            clock=clock,
            battery=lambda: telephone.charge if telephone else None,
            add=in_state,
        )
        self._hub = Hub(replace(self._presenter.first, elsewhere=elsewhere))
        self._ended: Ended = ""
        self._handed_over = False
        self._waits = NOTHING
        self._waits_by: object = None
        self._tell_waiting: Callable[[WaitingFor], None] | None = None
        self._publishing = threading.Lock()
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
        self._server = PageServer(app, self._host, port, thread=workers.thread(_PAGE))
        self._door: SecureDoor | None = None
        if secure is not None:
            door_port = self._server.port + 1 if port else 0
            self._door = SecureDoor(
                self._host, door_port, secure, self._server.adopt, thread=workers.thread(_SECURE_PAGE)
            )

    def __enter__(self) -> Self:
        self._workers.on_change(self.workers_changed)
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
        if self._hub.followed and not self._handed_over:
            time.sleep(_LAST_WORD_S)
        if self._door is not None:
            self._door.stop()
        self._server.stop()

    def end(self, how: Ended) -> None:
        """Show all viewers that nothing follows any more, so that nobody looks for a lost connection."""
        if not (self._ended or self._handed_over):
            self._ended = how
            with self._publishing:
                self._hub.publish(replace(self._hub.view, ended=how))

    def waits_elsewhere(self, waiting: WaitingFor) -> None:
        """What the program waits for while no match is followed; may be called from any thread."""
        with self._publishing:
            self._hub.publish(replace(self._hub.view, elsewhere=waiting))

    def on_waiting(self, tell: Callable[[WaitingFor], None]) -> None:
        """From now on this is told, on the table's thread, whenever the match waits for something else."""
        self._tell_waiting = tell

    def hand_over(self) -> None:
        """Another page follows at this address: nobody is told that the program stops."""
        self._handed_over = True

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
        view = self._presenter.present(update)
        with self._publishing:
            self._hub.publish(replace(view, ended=self._ended, not_working=self._presenter.not_working))
        by = (view.state, view.camera, view.hand, view.another_board, view.elsewhere)
        if by == self._waits_by:
            return
        self._waits_by = by
        if (waiting := view.waiting_for) != self._waits:
            self._waits = waiting
            if self._tell_waiting is not None:
                self._tell_waiting(waiting)

    def opponent_troubled(self, sentence: str) -> None:
        """Why the opponent does not answer, empty once it does; may be called from any thread."""
        self._presenter.opponent_trouble = sentence

    def another_board(self, there: bool) -> None:
        """Whether another board seems to lie over the one that is followed; may be called from any thread."""
        self._presenter.another_board = there
        with self._publishing:
            self._hub.publish(replace(self._hub.view, another_board=there))

    def workers_changed(self, broken: Sequence[WorkerState]) -> None:
        """Which workers do not work now; may be called from any thread."""
        self._presenter.broken = tuple(NotWorking(each.name, each.sentence, each.since) for each in broken)
        with self._publishing:
            self._hub.publish(replace(self._hub.view, not_working=self._presenter.not_working))

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

"""The page of the match being followed: what the table knows, put into the hub; the server around it."""

from __future__ import annotations

import os
import socket
import sys
import time
import webbrowser
from collections.abc import Sequence
from types import TracebackType
from typing import Self

import segno

from arbiter.events import Event, Note
from arbiter.evidence import Evidence
from arbiter.position import Position, Side
from arbiter.seats import Seats
from arbiter.state import MatchState, fold
from bookgammon.answers import say
from bookgammon.table import Glance
from vision.reading import reading_of
from web.app import create_app
from web.hub import Hub
from web.lights import Picture, add_lights
from web.server import PageServer
from web.view import CAMERA_OK, TableView

NOTICE_S = 12.0
SAME_FIT = 8.0
"""A free reading must fit this much better than the board the match expects before the page shows it."""


class Page:
    """Serves the page while the `with` block runs. Raises PortInUse or NoSuchHost, one sentence."""

    def __init__(
        self,
        events: Sequence[Event],
        seats: Seats,
        host: str,
        port: int,
        *,
        demo: bool = False,
        lights: Picture | None = None,
    ) -> None:
        self._seats, self._demo, self._started = seats, demo, time.time()
        self._seen: Position | None = None
        self._dice: tuple[tuple[int, Side | None], ...] = ()
        self._notice, self._notice_until = "", 0.0
        self._camera = CAMERA_OK
        self._hub = Hub(self._view(fold(events), None))
        names = {socket.gethostname(), f"{socket.gethostname()}.local"}
        self.shared = not _only_here(host)
        app = create_app(self._hub, allowed_hosts=names)
        if lights is not None:
            add_lights(app, lights)
        self._server = PageServer(app, host, port)

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop()

    @property
    def url(self) -> str:
        """The page's address on this machine."""
        return self._server.url

    def address_for_tablets(self) -> str:
        """The page's address on this network."""
        return f"http://{own_address()}:{self._server.port}/"

    def show(self, glance: Glance) -> None:
        """Publish what one frame brought. Never waits for a viewer."""
        for event in glance.events:
            if isinstance(event, Note):
                self._notice, self._notice_until = event.message, glance.moment.time + NOTICE_S
        if glance.moment.time > self._notice_until:
            self._notice = ""
        self._camera = glance.lost or CAMERA_OK
        if glance.evidence is not None and glance.evidence.places and not glance.evidence.hand:
            self._seen = board_shown(glance.evidence, glance.state)
            self._dice = dice_shown(glance.evidence, glance.state)
        self._hub.publish(self._view(glance.state, glance.evidence))

    def _view(self, state: MatchState, evidence: Evidence | None) -> TableView:
        return TableView(
            state=state,
            seats=self._seats,
            seen=self._seen,
            dice_seen=self._dice,
            hand=bool(evidence and evidence.hand),
            camera=self._camera,
            notice=self._notice,
            demo=self._demo,
            started=self._started,
        )


def dice_shown(evidence: Evidence, state: MatchState) -> tuple[tuple[int, Side | None], ...]:
    """The dice in sight; while a roll is played, only its own: one look may take something else for a die."""
    dice = [(die.value, die.set) for die in evidence.dice]
    if state.dice is None:
        return tuple(dice)
    shown = []
    for value in state.dice:
        own = next((die for die in dice if die[0] == value), None)
        if own:
            dice.remove(own)
            shown.append(own)
    return tuple(shown)


def board_shown(evidence: Evidence, state: MatchState) -> Position:
    """The board as seen; the expected one where it explains the picture as well, so that nothing flickers."""
    free = reading_of(evidence).position
    expected = [state.warning.position] if state.warning else []
    expected.append(state.position)
    best = max(expected, key=evidence.fit)
    return best if evidence.fit(best) > evidence.fit(free) - SAME_FIT else free


def _only_here(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def own_address() -> str:
    """This machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def open_browser(url: str) -> None:
    """Show the page where there is a screen; a text browser would take the terminal away."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(url)


def show_address(page: Page) -> None:
    """Tell where the page is; on a terminal also as a QR code for a tablet's camera."""
    say(f"The page is at {page.url}")
    if page.shared:
        address = page.address_for_tablets()
        say(f"Phones and tablets find it at {address}")
        if sys.stderr.isatty():
            segno.make(address, error="m").terminal(out=sys.stderr, compact=True)

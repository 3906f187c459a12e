"""The page of the match being followed: what the table knows, put into the hub; the server around it."""

from __future__ import annotations

import os
import sys
import time
import webbrowser
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from ssl import SSLContext
from typing import Self
from urllib.parse import urlsplit

import segno

from arbiter.match.entered_events import TurnRevised, Undone
from arbiter.match.events import BadRoll, Event, IllegalPlay, MatchStarted, Note, TimeRanOut
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.seats import Seats
from bookgammon.access.addresses import host_names, own_address
from bookgammon.access.sharing import Sharing
from bookgammon.cameras.telephone import Telephone
from bookgammon.table.board_reading import board_shown, dice_shown
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.match_clock import MatchClock
from bookgammon.table.snapshots import KeptClip, Snapshots
from bookgammon.table.table import TableUpdate
from bookgammon.table.waiting import start_doubt
from bookgammon.terminal.answers import say
from calibration.board import Board
from calibration.board_colours import board_colours
from vision.sources.decoding import OF_TELEPHONES
from web.app import AddPage, create_app
from web.coach_view import NOTHING, CoachWords
from web.control import add_control
from web.drawing_colours import DrawingColours
from web.hub import Hub
from web.listening import only_here
from web.messages import time_ran_out
from web.overlay import with_chances
from web.pairing import Pairing
from web.phone import add_phone
from web.secure_door import SecureDoor
from web.server import PageServer
from web.sharing import add_sharing
from web.spoken import RecentEvent, news_of
from web.view import CAMERA_OK, NOTICE_S, ClockShown, Ended, Pictures, TableView

_LAST_WORD_S = 0.15
"""Until the last word has reached the viewers."""
COVERED = Message("Something lies over the board. What is under it cannot be seen.")
REMEMBERED = 8
"""Events that a screen which missed a view still hears of."""
SAY_COVERED_S = 3.0
"""For which something lies over the board before people are informed: hands that play do so for moments."""


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
        self._telephone = telephone
        self._seats, self._demo = seats, demo
        self._began = time.time() if began is None else began
        self._seen: Position | None = None
        self._last_read: tuple[tuple[PlaceEvidence, ...], MatchState | None] = ((), None)
        """What `_seen` was read from."""
        self._dice: tuple[tuple[int, Side | None], ...] = ()
        self._doubt = ""
        self._notice, self._notice_until = "", 0.0
        self._taken_back = False
        """The notice says what was taken back, which is old news once anything follows."""
        self._opponent_trouble, self._coach = "", NOTHING
        self._bad_roll: BadRoll | None = None
        self._camera = CAMERA_OK
        self._covered_since: float | None = None
        self._colours = _drawing_colours(board) if board else None
        self._snapshots = Snapshots(board) if board else None
        self._pictures: Pictures | None = None
        self._ended: Ended = ""
        self._clip: KeptClip | None = None
        self._happened = deque[RecentEvent](maxlen=REMEMBERED)
        self._number = int(time.time() * 1000)
        self._clock = clock or MatchClock(events)
        self._clock_shown = self._clock_at(time.time())
        self._hub = Hub(self._view(fold(events), None))
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
        revised = any(isinstance(event, TurnRevised) for event in update.events)
        for event in update.events:
            if not (revised and isinstance(event, Undone)):  # what a revision takes back is no news of its own
                self._note(event, update)
        for event in news_of(update.events, update.state, tuple(self._happened)):
            self._number += 1
            self._happened.append(RecentEvent(self._number, event, update.state))
        if update.moment.time > self._notice_until:
            self._notice = ""
        self._read_board(update)
        self._camera = update.lost or self._over_the_board(update)
        if update.events or self._clock_changed_hands():
            counted = self._clock.followed - update.moment.time - update.late
            self._clock_shown = self._clock_at(time.time() + counted)
        self._hub.publish(self._view(update.state, update.evidence))

    def opponent_troubled(self, sentence: str) -> None:
        """Why the opponent does not answer, empty once it does; may be called from any thread."""
        self._opponent_trouble = sentence

    def coach_said(self, words: CoachWords) -> None:
        """What the coach says; may be called from any thread."""
        self._coach = words

    def clip_kept(self, clip: KeptClip) -> None:
        """There is a film of what was contested last; may be called from any thread."""
        self._clip = clip

    def _clip_of(self, warning: IllegalPlay | None) -> str:
        clip = self._clip
        return clip.address if clip and warning and clip.first <= warning.frame <= clip.last else ""

    def _clock_changed_hands(self) -> bool:
        now, shown = self._clock.current, self._clock_shown
        return (now and now.runner) is not (shown and shown.clock.runner)

    def _clock_at(self, at: float) -> ClockShown | None:
        """at: when it stood as it does now, in seconds since 1970."""
        clock = self._clock.current
        return ClockShown(clock, at) if clock else None

    def _note(self, event: Event, update: TableUpdate) -> None:
        """What the state does not remember."""
        notice = ""
        if self._taken_back and not isinstance(event, Note):
            self._notice, self._taken_back = "", False
        if isinstance(event, Undone | Note | TurnRevised):
            again = isinstance(event, Undone) and event.again
            notice = "" if again else event.message  # what to do then stands under the headline
        if isinstance(event, TimeRanOut):
            notice = time_ran_out(update.state, event)
        if notice:
            self._notice, self._notice_until = notice, update.moment.time + NOTICE_S
            self._taken_back = isinstance(event, Undone)
        if isinstance(event, Note):
            return
        self._bad_roll = event if isinstance(event, BadRoll) else None
        if isinstance(event, MatchStarted):
            self._began = time.time()

    def _read_board(self, update: TableUpdate) -> None:
        calm, evidence = None, update.evidence
        if evidence is not None and evidence.places and not evidence.covered:
            if evidence.places is not self._last_read[0] or update.state is not self._last_read[1]:
                # while nothing changes every frame repeats the same places
                self._last_read = evidence.places, update.state
                self._seen = board_shown(evidence, update.state)
                before_game = update.state.phase in (Phase.SETTING_UP, Phase.GAME_OVER)
                self._doubt = start_doubt(update.state, evidence) if before_game else ""
            calm = self._seen
            self._dice = dice_shown(evidence, update.state)
        if self._snapshots:
            self._pictures = self._snapshots.observe(update.state, calm, update.image)

    def _over_the_board(self, update: TableUpdate) -> str:
        """A sentence where something has lain over the board for a while. While something moves nothing is known."""
        evidence, now = update.evidence, update.moment.time
        if evidence is not None and evidence.covered:
            self._covered_since = now if self._covered_since is None else min(now, self._covered_since)
        elif evidence is not None and evidence.places:
            self._covered_since = None
        long = self._covered_since is not None and now - self._covered_since >= SAY_COVERED_S
        return COVERED if long else CAMERA_OK

    def _view(self, state: MatchState, evidence: Evidence | None) -> TableView:
        return TableView(
            state=state,
            seats=self._seats,
            seen=self._seen,
            dice_seen=self._dice,
            hand=bool(evidence and evidence.covered),
            doubt=self._doubt,
            camera=self._camera,
            notice=self._notice,
            opponent_trouble=self._opponent_trouble,
            coach=self._coach,
            clip=self._clip_of(state.warning),
            happened=tuple(self._happened),
            bad_roll=self._bad_roll,
            pictures=self._pictures,
            demo=self._demo,
            ended=self._ended,
            look=self._colours,
            clock=self._clock_shown,
            started=self._began,
            battery=self._telephone.charge if self._telephone else None,
        )


def _drawing_colours(board: Board) -> DrawingColours:
    seen = board_colours(board)
    return DrawingColours(seen.light, seen.dark, seen.points, seen.floor)


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

"""One table's program in a process of its own, which may be killed with -9 while the board and the person go on.

Table, queue, journal, referee, the opponent's seat and the real link are the program's own. What the camera sees comes
through a pipe, look by look; what a page would show goes back.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from arbiter.match.commands import Command, CommandError
from arbiter.match.events import Event, MatchStarted
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.opponent.seat import SeatedOpponent
from bookgammon.table.table import Table, TableUpdate
from bookgammon.workers.worker import Workers
from tests.plugins.gnubg.opponent.at_table import NO_IMAGE, STARTED, Queue
from two_books.bodies import Said
from two_books.invitation import Invitation
from two_books.joined_match import JoinedMatch, Shown
from two_books.kept_invitation import KeptInvitation
from two_books.link import Role
from two_books.remote_opponent import RemoteOpponent
from two_books.restored import restore_lost
from two_books.shared_match import Judge
from two_books.shown import OtherBoard
from two_books.two_books_link import TwoBooksLink
from vision.sources.sources import Frame, Item, News

SOON_S = 120.0


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at the table, and where its program keeps what it keeps."""

    folder: Path
    invitation: Invitation
    role: Role
    side: Side
    rules: Rules
    name: str


@dataclass(frozen=True, slots=True)
class Look:
    """The camera's next look."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Tap:
    """Something is entered on the page; done at the next look. The answer to `Tapped` is why it was refused."""

    command: Command


@dataclass(frozen=True, slots=True)
class Tapped:
    pass


@dataclass(frozen=True, slots=True)
class Say:
    """A tap on the card of the other board."""

    said: Said


@dataclass(frozen=True, slots=True)
class Wait:
    """Until a command waits for the next look, or so many seconds have gone by."""

    seconds: float


Asked = Look | Tap | Tapped | Say | Wait


@dataclass(frozen=True, slots=True)
class Page:
    """What the page shows by now. state, shown: None where they are as they were. words: why a tap was refused."""

    state: MatchState | None
    shown: Shown | None
    events: tuple[Event, ...] = ()
    words: str = ""
    waiting: int = 0


class _Program:
    """All of it; in the process's main thread, as the journal is the table's thread's."""

    def __init__(self, seated: Seated, pipe: Any) -> None:
        self._pipe = pipe
        restore_lost(seated.folder, KeptInvitation(seated.role, seated.invitation))  # as `play --join` does
        journal = Journal(seated.folder / FILE)
        begun = journal.at_table()
        entry = journal.unfinished() or (begun[-1] if begun else journal.begin(STARTED, "0"))
        session = MatchSession(journal, entry, lambda: STARTED, lambda _: None)
        self.session = session
        self.queue = Queue()
        workers = Workers()
        self.link = TwoBooksLink(seated.folder, seated.invitation, seated.role, workers)
        self.joined = JoinedMatch(self.link, self.queue.submit, workers, name=seated.name, side=Side.LIGHT)
        self.link.attach(OtherBoard(self.joined), Judge())
        self.opponent = SeatedOpponent(
            self.queue.submit, lambda _: None, lambda _: RemoteOpponent(self.joined), workers=workers
        )
        self._events: list[Event] = []
        observers = [session.on_update, self.opponent.on_update, self.joined.on_update, self._on_update]
        self.table = Table(session.events, session.keep, observers, self.queue)
        if not session.events:
            self.table.commit([MatchStarted(0, 0.0, seated.rules, ("Light", "Dark"))])
        self._referee = Referee(self.table.state, Seats(seated.side))
        self._evidence: Evidence | None = None
        self._sent: tuple[object, object] = (None, None)
        self._tap: threading.Thread | None = None
        self._refused = ""

    def run(self) -> None:
        """Until the pipe is closed."""
        with self.link, self.joined, self.opponent:
            self.joined.take_up_events(self.session.events)
            self.joined.take_up(self.table.state)
            self.opponent.take_up(self.table.state)
            self._answer()
            with suppress(EOFError, BrokenPipeError, ConnectionResetError):
                self.table.follow(self._items(), self, self._referee)

    def read_frame(self, image: object, frame: int, time: float) -> Evidence:
        del image, frame, time
        assert self._evidence is not None
        return self._evidence

    def news(self) -> Sequence[News]:
        return ()

    def _on_update(self, update: TableUpdate) -> None:
        self._events += update.events

    def _items(self) -> Iterator[Item]:
        while True:
            asked: Asked = self._pipe.recv()
            words = ""
            match asked:
                case Look(evidence):
                    self._evidence = evidence
                    self.queue.filled.clear()
                    yield Frame(NO_IMAGE, evidence.frame, evidence.time)
                case Tap(command):
                    self._enter(command)
                case Tapped():
                    if self._tap is not None:  # none where the program was killed since
                        self._tap.join(SOON_S)
                    words = self._refused
                case Say(said):
                    self.joined.say(said)
                case Wait(seconds):
                    self.queue.filled.wait(seconds)
            self._answer(words)

    def _enter(self, command: Command) -> None:
        def submit() -> None:
            try:
                self.queue.submit(command)
            except CommandError as error:
                self._refused = str(error)

        self._refused = ""
        self.queue.filled.clear()
        self._tap = threading.Thread(target=submit, daemon=True)
        self._tap.start()
        self.queue.filled.wait(SOON_S)

    def _answer(self, words: str = "") -> None:
        state, shown = self.table.state, self.joined.shown()
        was_state, was_match = self._sent
        self._sent = (state, shown.match)
        events, self._events = tuple(self._events), []
        new = None if shown.match is was_match else shown
        self._pipe.send(Page(None if state is was_state else state, new, events, words, len(self.link.waiting())))


def _run(seated: Seated, pipe: Any) -> None:
    _Program(seated, pipe).run()


_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([__name__])


class TableProcess:
    """One that is being started; `hear` says what its page shows at first."""

    def __init__(self, seated: Seated) -> None:
        ours, theirs = _processes.Pipe()
        self._pipe: Connection[Any, Any] = ours
        self._process = _processes.Process(target=_run, args=(seated, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, asked: Asked) -> Page:
        """Raises EOFError or OSError where the process is gone."""
        self._pipe.send(asked)
        return self.hear()

    def hear(self) -> Page:
        """Raises EOFError or OSError where the process is gone, AssertionError where it says nothing."""
        assert self._pipe.poll(SOON_S), "the table's program says nothing"
        page: Page = self._pipe.recv()
        return page

    def kill(self) -> None:
        """As a pulled plug would; from any thread."""
        with suppress(ProcessLookupError):
            os.kill(self._process.pid or 0, signal.SIGKILL)

    def gone(self) -> None:
        """After it was killed."""
        self._pipe.close()
        self._process.join(SOON_S)

    def end(self) -> None:
        """It puts everything away and ends."""
        self._pipe.close()
        self._process.join(SOON_S)
        self._process.kill()

"""A table with the real referee, command queue and page; only the camera is simulated, and its time runs quicker."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from arbiter.match.events import Event
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.opponent.seat import SeatedOpponent
from bookgammon.plugin_values import PluginPart
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.page import Page
from bookgammon.table.table import Observer, Table
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.table import Table as PlayedTable
from tests.web.browser import PATIENCE
from tests.web.whole_page import whole_page
from vision.sources.frames import News
from vision.sources.pictures import Image
from vision.sources.sources import Frame
from web.app import AddPage
from web.history import add_history

_PICTURE: Image = np.zeros((1, 1, 3), np.uint8)
_PAUSE = 0.01
"""Seconds between two frames; simulated ones are a twelfth of a second apart."""


@dataclass(frozen=True, slots=True)
class Guest:
    """What a plugin does at the table. runs: entered while the table is followed."""

    part: PluginPart
    runs: AbstractContextManager[object]


def calm_players() -> PlayedTable:
    """What lies on a table of people who make no mistakes, before a camera that makes none."""
    return PlayedTable(1, Manners(die_errors=0.0, die_misses=0.0))


class LiveTable:
    """players: what lies on the table, which a test may change. table: where its events are folded.

    journal: where the match is kept as well, for the pages of past matches. opponent: one that is no person may play.
    guest: what a plugin does there. port: of the page, 0 for a free one.
    """

    def __init__(
        self,
        events: Sequence[Event],
        journal: Path | None = None,
        *,
        opponent: bool = False,
        guest: Guest | None = None,
        players: PlayedTable | None = None,
        port: int = 0,
    ) -> None:
        self.players = players or calm_players()
        self.events: list[Event] = []
        self._journal = journal
        if journal:
            with Journal(journal) as opened:
                self.entry = opened.begin("2026-01-02T20:00:00+00:00", "0")
        self._keep(events)
        self.frames = 0
        self._news: deque[News] = deque()
        self._plugged = threading.Event()
        self._plugged.set()
        self._left, self._done = threading.Event(), threading.Event()
        self._script: Iterator[Evidence] = iter(())
        orders = CommandQueue()
        add: list[AddPage] = []
        if journal:
            archive = Archive(journal, lambda: self.entry.id, submit=orders.submit)
            add.append(partial(add_history, archive=archive))
        part = guest.part if guest else PluginPart()
        in_state = [part.in_state] if part.in_state else []
        add += part.pages
        self.page = whole_page(
            events, self.players.seats, "127.0.0.1", port, orders=orders, add=add, in_state=in_state
        )
        self._opponent = SeatedOpponent(orders.submit, self.page.opponent_troubled) if opponent else None
        self._guest = guest.runs if guest else None
        seen_by: list[Observer] = [self.page.show]
        if self._opponent:
            seen_by.append(self._opponent.on_update)
        if part.on_update:
            seen_by.append(part.on_update)
        self.table = Table(events, self._keep, seen_by, orders, other_use=part.other_use)

    def _keep(self, events: Sequence[Event]) -> None:
        if self._journal:
            with Journal(self._journal) as journal:
                journal.append(self.entry, events)
        self.events += events

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        """The eyes: what the simulated camera makes of the table."""
        del image, frame, time
        if (look := next(self._script, None)) is not None:
            return look
        self._done.set()
        return self.players.look()

    def news(self) -> tuple[News, ...]:
        return ()

    def show(self, script: Iterator[Evidence]) -> None:
        """The players do this; returns once the referee has seen all of it."""
        self._done.clear()
        self._script = script
        assert self._done.wait(PATIENCE)

    def unplug(self, seconds: float = 0.3) -> None:
        """The camera is gone for so long, and comes back."""
        self._news.append(News("The camera has gone.", lost=True))
        self._plugged.clear()
        time.sleep(seconds)
        self._news.append(News("The camera is back."))
        self._plugged.set()
        self.wait(10)

    def wait(self, frames: int = 60) -> None:
        """Until the referee has looked so many times more."""
        wanted = self.frames + frames
        while self.frames < wanted:
            time.sleep(_PAUSE)

    def _frames(self) -> Iterator[Frame | News]:
        while not self._left.wait(_PAUSE):
            while self._news:
                yield self._news.popleft()
            if not self._plugged.is_set():
                continue
            self.frames += 1
            yield Frame(_PICTURE, self.frames, self.frames / 12)

    @contextmanager
    def followed(self) -> Iterator[Page]:
        """The page, while the table is followed in a thread of its own."""
        referee = Referee(self.table.state, self.players.seats)
        thread = threading.Thread(target=self.table.follow, args=(self._frames(), self, referee), daemon=True)
        with ExitStack() as running:
            for part in (self._opponent, self._guest):
                running.enter_context(part or nullcontext())
            page = running.enter_context(self.page)
            thread.start()
            try:
                yield page
            finally:
                self._left.set()
                thread.join(30)

"""The matches of one session: what happens goes into the journal, and a new match is begun there when one begins."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from arbiter.match.events import Event, MatchStarted
from bookgammon.errors import JournalHeldUp
from bookgammon.history.journal import Journal, MatchEntry
from bookgammon.table.table import TableUpdate
from vision.sources.frames import shown

OnEvent = Callable[[Event], None]
CHECKPOINT_IDLE_S = 5.0
"""Seconds without events before the write-ahead log is checkpointed."""


class MatchSession:
    """The match being played, in the journal. match: its entry; events: what had happened before this run.

    on_event: gets every event once it is kept. board: the name of the board, noted with every match that begins.
    """

    def __init__(
        self,
        journal: Journal,
        match: MatchEntry,
        now: Callable[[], str],
        on_event: OnEvent,
        clock: Callable[[], float] = time.monotonic,
        *,
        board: str = "",
    ) -> None:
        self.match = match
        self.events = journal.events(match)
        self._journal, self._now, self._on_event, self._clock = journal, now, on_event, clock
        self._board = board
        self._kept_at: float | None = None
        self._begun = bool(self.events)

    @property
    def began(self) -> float:
        """When the match began, in seconds since 1970."""
        return datetime.fromisoformat(self.match.started).timestamp()

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self._journal.path.parent

    def keep(self, events: Sequence[Event]) -> None:
        """Commits the events; a second match does not go into the first one's record.

        May be called again with the same events where the disk failed.
        """
        events = [replace(each, board=self._board) if isinstance(each, MatchStarted) else each for each in events]
        if self._begun and any(isinstance(event, MatchStarted) for event in events):
            source = shown(self.match.source)  # earlier versions kept passwords
            self.match = self._journal.begin_after(self.match, self._now(), source, events)
        else:
            self._journal.append(self.match, events)
        self._begun = True
        self._kept_at = self._clock()
        for event in events:
            self._on_event(event)

    def on_update(self, update: TableUpdate) -> None:
        """An observer: when nothing has happened for a while, the journal's log is emptied into its database."""
        del update
        if self._kept_at is not None and self._clock() - self._kept_at > CHECKPOINT_IDLE_S:
            self._kept_at = None
            with suppress(JournalHeldUp):  # reported where something is to be kept
                self._journal.settle()

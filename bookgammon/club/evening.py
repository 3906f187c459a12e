"""The evening of `bookgammon play`, published."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from arbiter.match.fold import fold
from bookgammon.club.broker import Publishing
from bookgammon.club.outbox import JournalEvents, Mark
from bookgammon.club.publisher import Publisher
from bookgammon.club.results import Announced, announced
from bookgammon.club.sent_mark import FILE, KeptMark
from bookgammon.club.topics import match_key, topic
from bookgammon.history.session import MatchSession
from bookgammon.table.match_clock import MatchClock, clock_beside
from bookgammon.table.snapshots import cut, window
from calibration.board import Board


def publisher_of(folder: Path, publishing: Publishing, evening: MatchSession, journal: Path, board: Board) -> Publisher:
    """Publishes what happens in `evening`; folder: the data folder; journal: its file."""

    def playing() -> str:
        return match_key(evening.match.id, evening.match.started)

    def results() -> Iterator[Announced]:
        return announced(journal, publishing.table, datetime.now(UTC))

    where = f"{publishing.broker}/{topic(publishing.id)}"
    mark = KeptMark(folder / FILE, where, Mark(evening.match.id))
    return Publisher(
        publishing,
        fold(evening.events),
        board.seats,
        playing,
        JournalEvents(journal),
        mark,
        match_clock=MatchClock(evening.events, clock_beside(journal), keep=False),
        results=results,
        picture=partial(cut, part=window(board)) if publishing.pictures else None,
    )

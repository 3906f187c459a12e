"""The tournament clock of the match being followed, kept over a kill.

The clock follows from the journal's events and from the time up to which the table was followed. That time stands in no
journal while somebody thinks; a small file beside it holds it, written a few times a second. It is not forced to the
disk: a killed program loses nothing by that, only a machine without power would.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from arbiter.match.clock import Clock, advanced, after_all
from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.message import Message
from bookgammon.files.atomic_files import write_atomically
from bookgammon.table.table import TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers

KEEP_EVERY_S = 0.2
_HANGS_AFTER_S = 60.0
_PART = Message("what keeps the clock's time for the next start")


def clock_beside(journal: Path) -> Path:
    """Where the time is kept up to which a journal's match was followed."""
    return journal.with_suffix(".clock.json")


def clock_taken_up(events: Sequence[Event], path: Path) -> Clock | None:
    """The clock of a match that goes on, by its events and the time kept at `path`; None where none is agreed."""
    clock = after_all(None, MatchState(), events)
    if clock and (followed := _load(path, _sign(events))) is not None:
        clock = advanced(clock, fold(events), followed)
    return clock


class ClockKeeper:
    """Writes at `path` up to when the match was followed. `on_update` is an observer of the table.

    events: of the match so far. workers: where they are given, a worker writes while the `with` block runs, and the
    table never waits.
    """

    def __init__(self, events: Sequence[Event], path: Path, workers: Workers | None = None) -> None:
        self._path = path
        self._writing: Jobs[str] | None = None
        if workers is not None:
            self._writing = Jobs(workers, "clock", _PART, self._write, most=1, hangs_after=_HANGS_AFTER_S)
        self._last, self._kept_at = _sign(events), -1.0
        self._clock: Clock | None = None

    def __enter__(self) -> Self:
        if self._writing:
            self._writing.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._writing:
            self._writing.stop()
            if self._clock:
                self._write(self._stored(self._clock.at))

    def on_update(self, update: TableUpdate) -> None:
        """What one frame brought."""
        if update.events:
            self._last = _sign(update.events)
        self._clock = update.clock
        if update.clock and (update.events or abs(update.clock.at - self._kept_at) >= KEEP_EVERY_S):
            self._keep(update.clock.at)

    def _keep(self, followed: float) -> None:
        self._kept_at = followed
        stored = self._stored(followed)
        if self._writing:
            self._writing.offer(stored)  # where the last one is not written yet, the next one will be
        else:
            self._write(stored)

    def _stored(self, followed: float) -> str:
        return json.dumps({"last": self._last, "followed": followed})

    def _write(self, stored: str) -> None:
        with suppress(OSError):  # the journal reports a disk in trouble
            write_atomically(self._path, stored, on_disk=False)


def _load(path: Path, last: str) -> float | None:
    """The time as it was kept, where it belongs to the journal's last event."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        return float(stored["followed"]) if stored["last"] == last else None
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return None  # torn or of another version: then the journal alone counts


def _sign(events: Sequence[Event]) -> str:
    """By which the last event is known again: its frame and time stand in it."""
    return json.dumps(event_to_json(events[-1])) if events else ""

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

from arbiter.match.clock import Clock, advanced, after, run_out
from arbiter.match.commands import RunOut
from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from bookgammon.files.atomic_files import write_atomically

KEEP_EVERY_S = 0.2


def clock_beside(journal: Path) -> Path:
    """Where the time is kept up to which a journal's match was followed."""
    return journal.with_suffix(".clock.json")


class MatchClock:
    """path: where the time is kept, None for nowhere. current: None where the players agreed on no clock.

    keep: whether it is written there; of several that follow one match only one does.
    """

    def __init__(self, events: Sequence[Event], path: Path | None = None, *, keep: bool = True) -> None:
        self._path, self._keeps = path, keep
        self._count, self._last, self._kept_at = len(events), _sign(events), -1.0
        self._state = MatchState()
        self.current: Clock | None = None
        for event in events:
            self._take(event)
        if self.current and (followed := self._load()) is not None:
            self.current = advanced(self.current, self._state, followed)

    @property
    def followed(self) -> float:
        """The time up to which the match was followed, in seconds; 0 without a clock."""
        return self.current.at if self.current else 0.0

    def observe(self, events: Sequence[Event], time: float) -> None:
        """What one frame brought, at `time` in seconds."""
        for event in events:
            self._take(event)
        if events:
            self._count, self._last = self._count + len(events), _sign(events)
        if self.current is None:
            return
        self.current = advanced(self.current, self._state, time)
        if events or abs(time - self._kept_at) >= KEEP_EVERY_S:
            self._keep(self.current.at)
            self._kept_at = time

    def run_out(self) -> RunOut | None:
        """What a bank that is used up costs now, where that is agreed and has not been said yet."""
        return run_out(self.current, self._state) if self.current else None

    def _take(self, event: Event) -> None:
        self._state = apply(self._state, event)
        self.current = after(self.current, event, self._state)

    def _keep(self, followed: float) -> None:
        if self._path is None or not self._keeps:
            return
        stored = {"events": self._count, "last": self._last, "followed": followed}
        with suppress(OSError):  # the journal reports a disk in trouble
            write_atomically(self._path, json.dumps(stored), on_disk=False)

    def _load(self) -> float | None:
        """The time as it was kept, where it belongs to the journal's last event."""
        if self._path is None:
            return None
        try:
            stored = json.loads(self._path.read_text(encoding="utf-8"))
            if (stored["events"], stored["last"]) != (self._count, self._last):
                return None
            return float(stored["followed"])
        except (OSError, ValueError, TypeError, KeyError, OverflowError):
            return None  # torn or of another version: then the journal alone counts


def _sign(events: Sequence[Event]) -> str:
    """By which the last event is known again."""
    return json.dumps(event_to_json(events[-1])) if events else ""

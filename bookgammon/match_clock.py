"""The tournament clock of the match being followed, kept over a kill.

What was thought since the last event stands in no journal; a small file beside it holds it, written a few times a
second. It is not forced to the disk: a killed program loses nothing by that, only a machine without power would.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from arbiter.match.clock import Clock, advanced, new_clock
from arbiter.match.events import Event, MatchStarted
from arbiter.match.state import MatchState, apply
from arbiter.position import Side
from bookgammon.atomic_files import write_atomically

KEEP_EVERY_S = 0.2


def clock_beside(journal: Path) -> Path:
    """Where the clock of a journal's match is kept."""
    return journal.with_suffix(".clock.json")


class MatchClock:
    """path: where it is kept, None for nowhere. current: None where the players agreed on no clock.

    keep: whether it is written there; of several that follow one match only one does.
    """

    def __init__(self, events: Sequence[Event], path: Path | None = None, *, keep: bool = True) -> None:
        self._path, self._count, self._kept_at = path, len(events), -1.0
        self._keeps = keep
        self.current: Clock | None = None
        state = MatchState()
        for event in events:
            state = apply(state, event)
            self._begin(event, event.time)
            self._advance(state, event.time)
        if self.current and (kept := self._load()):
            self.current = replace(kept, at=self.current.at)

    def see(self, events: Sequence[Event], state: MatchState, time: float) -> bool:
        """One frame and what it brought, at `time` in seconds. Whether another player's time runs now than before."""
        before = self.current and (self.current.runner, self.current.turn)
        self._count += len(events)
        for event in events:
            self._begin(event, time)
        self._advance(state, time)
        if self.current and (events or time - self._kept_at >= KEEP_EVERY_S):
            self._keep(self.current)
            self._kept_at = time
        return before != (self.current and (self.current.runner, self.current.turn))

    def _begin(self, event: Event, time: float) -> None:
        if isinstance(event, MatchStarted):
            self.current = new_clock(event.rules, event.score, time)

    def _advance(self, state: MatchState, time: float) -> None:
        if self.current:
            self.current = advanced(self.current, state, time)

    def _keep(self, clock: Clock) -> None:
        if self._path is None or not self._keeps:
            return
        told = {"events": self._count, **asdict(clock), "runner": clock.runner and clock.runner.value}
        with suppress(OSError):  # the journal tells of a disk in trouble
            write_atomically(self._path, json.dumps(told), on_disk=False)

    def _load(self) -> Clock | None:
        """As it was kept, where it belongs to the journal's last event."""
        if self._path is None:
            return None
        try:
            told = json.loads(self._path.read_text(encoding="utf-8"))
            if told.pop("events") != self._count:
                return None
            light, dark = told.pop("bank")
            game, turns, doubled = told.pop("turn")
            runner = told.pop("runner")
            return Clock(bank=(light, dark), turn=(game, turns, doubled), runner=runner and Side(runner), **told)
        except (OSError, ValueError, TypeError, KeyError):
            return None  # torn or of another version: then the journal alone tells

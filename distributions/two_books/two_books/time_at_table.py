"""Our table's clock and pauses, and what of them the shared log has: what is to be said, what is to be entered."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from arbiter.match.clock import Clock
from arbiter.match.commands import Pause, Resume, RunOut
from arbiter.match.state import MatchState
from arbiter.position import Side
from two_books.bodies import AtMoment, Halted, RanOut, Said
from two_books.clocks import Json, left_of, reading_of, reading_to_json, time_lacking, time_said
from two_books.shared_match import SharedMatch

AGAIN_S = 10.0
"""Seconds after which the other table hears anew what our player's clock says."""


class TimeAtTable:
    """Observers of the table set `clock`; all else is asked in one thread. After a restart the log says who paused."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self.clock: Clock | None = None
        self._steady = steady
        self._paused: bool | None = None
        """Whether the match was paused when our table and the log last agreed on that; None before."""
        self._shown: Json = {}
        self._shown_at = -AGAIN_S

    def timed(self, said: Said, match: SharedMatch, own: Side | None) -> Said:
        """With what is left on our player's clock, where one is agreed."""
        if own is None or match.clock is None or not isinstance(said, AtMoment):
            return said
        return replace(said, left=left_of(self.clock, own))

    def ran_out(self, match: SharedMatch, own: Side) -> RanOut | None:
        return time_said(self.clock, match, own)

    def lacking(self, table: MatchState, match: SharedMatch) -> RunOut | Pause | Resume | None:
        """What the log has and our table lacks."""
        here, there = table.paused, match.state.paused
        if here is there:
            self._paused = here
            return time_lacking(table, self.clock, match)
        if self._tapped(here):
            return None
        return Pause() if there else Resume()

    def halted(self, table: MatchState, match: SharedMatch) -> Halted | None:
        """A pause that our player has begun or ended, which passes over."""
        here = table.paused
        return Halted(here) if here is not match.state.paused and self._tapped(here) else None

    def presence(self, match: SharedMatch, own: Side) -> Json:
        """What the other table hears of our player's clock; nothing without one."""
        if self.clock is None or match.clock is None:
            return {}
        reading, now = reading_of(self.clock, own), self._steady()
        if reading.runs is not self._shown.get("runs") or now - self._shown_at >= AGAIN_S:
            self._shown, self._shown_at = reading_to_json(reading), now
        return {"clock": self._shown}

    def _tapped(self, here: bool) -> bool:
        return self._paused is not None and here is not self._paused

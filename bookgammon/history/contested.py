"""What was contested, from when to when, and the pictures of the last seconds: what clips are made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arbiter.match.entered_events import PositionEntered, TurnRevised
from arbiter.match.events import Event, IllegalPlay, OutOfStep, PlayCorrected
from bookgammon.table.table import TableUpdate

PER_SECOND = 4
WIDTH = 480
BEFORE_S = 5.0
SETTLED_S = 2.0
"""So long the table lies still before what happened counts as settled."""
LONGEST_S = 20.0
MOST_REMEMBERED = 4 * 1024 * 1024
"""Bytes of the pictures in memory. Twenty seconds of the demo take 0.63 of it, with grain of 25 grey levels 0.91."""
_CONTESTED = (IllegalPlay, OutOfStep, PlayCorrected, PositionEntered, TurnRevised)


@dataclass(frozen=True, slots=True)
class Contest:
    """first, last: frames of the first and the last event of it. since, newest: their times, seconds of the source."""

    first: int
    last: int
    since: float
    newest: float


class Contests:
    """Is given each update, in their order: something contested goes on until the table has lain still for a while."""

    def __init__(self) -> None:
        self._open: Contest | None = None
        self._still_since: float | None = None

    def observe(self, update: TableUpdate) -> Contest | None:
        """What is over by now."""
        evidence = update.evidence
        if evidence is not None:
            still, now = bool(evidence.places) and not evidence.covered, update.moment.time
            self._still_since = (now if self._still_since is None else self._still_since) if still else None
        for event in update.events:
            if isinstance(event, _CONTESTED):
                self._open = _gone_on(self._open, event)
        return self.close() if self._open is not None and self._is_over(self._open, update) else None

    def close(self) -> Contest | None:
        """What is contested now; it is over with that."""
        contest, self._open = self._open, None
        return contest

    def _is_over(self, contest: Contest, update: TableUpdate) -> bool:
        now, warning = update.moment.time, update.state.warning
        if now - contest.since >= LONGEST_S - BEFORE_S:
            return True
        if self._still_since is None or (warning is not None and warning.provisional):
            return False
        return now - max(self._still_since, contest.newest) >= SETTLED_S


def _gone_on(contest: Contest | None, event: Event) -> Contest:
    if contest is None:
        return Contest(event.frame, event.frame, event.time, event.time)
    return replace(contest, last=max(contest.last, event.frame), newest=event.time)


@dataclass(frozen=True, slots=True)
class _Taken:
    time: float
    jpeg: bytes


class RecentPictures:
    """Small pictures of the last seconds as JPEGs, of a bounded size together."""

    def __init__(self) -> None:
        self._taken = deque[_Taken]()
        self._bytes = 0

    def add(self, time: float, jpeg: bytes) -> None:
        """time: seconds of the source; where they go back, what was there is another source's."""
        if self._taken and time < self._taken[-1].time:
            self._taken.clear()
            self._bytes = 0
        self._taken.append(_Taken(time, jpeg))
        self._bytes += len(jpeg)
        while self._bytes > MOST_REMEMBERED or time - self._taken[0].time > LONGEST_S + BEFORE_S:
            self._bytes -= len(self._taken.popleft().jpeg)

    def of(self, contest: Contest) -> tuple[bytes, ...]:
        """The pictures of its clip, PER_SECOND apart, from BEFORE_S before it on."""
        since = contest.since - BEFORE_S
        return tuple(_evenly([each for each in self._taken if since <= each.time <= since + LONGEST_S]))


def _evenly(taken: Sequence[_Taken]) -> Iterator[bytes]:
    """The picture of each moment of the film, PER_SECOND apart: some come late, and some were left out."""
    place = 0
    for number in range(round((taken[-1].time - taken[0].time) * PER_SECOND) + 1 if taken else 0):
        moment = taken[0].time + number / PER_SECOND
        while place + 1 < len(taken) and abs(taken[place + 1].time - moment) <= abs(taken[place].time - moment):
            place += 1
        yield taken[place].jpeg

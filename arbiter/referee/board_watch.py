"""What the board shows, over the looks since something last moved above it."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import replace

from arbiter.position import Position
from arbiter.referee.candidates import Look, View, look_of, view_of
from arbiter.referee.evidence import Evidence, PlaceEvidence

WINDOW = 6
LONGEST_STEP = 0.25
"""Seconds that one look can vouch for."""
LONG_STILL = 6.0
"""Seconds for which no hand lies still."""
STRANGE = 12.0
"""A board that looks this unlike its settled position is not learned from."""


class BoardWatch:
    """Keeps the last clear looks and what the places looked like when their counts were settled."""

    def __init__(self) -> None:
        self._looks: deque[Look] = deque(maxlen=WINDOW)
        self._newest: tuple[PlaceEvidence, ...] = ()
        self._rested: View | None = None  # of these looks, where it was asked for
        self._past: tuple[Look, ...] = ()
        self._known: Position | None = None
        self._offsets: tuple[float, ...] = ()
        self._learning = False
        self._seen_as: tuple[int, ...] = ()  # the points' looks, now
        self._past_seen_as: tuple[int, ...] = ()  # of the looks before the last hand or motion
        self._known_as: tuple[int, ...] = ()  # while they held the known counts

    def see(self, evidence: Evidence) -> bool:
        """Takes in one look; whether it was a clear one."""
        if is_clear(evidence):
            self._seen_as = evidence.looks
            if not self._looks or self._newest != evidence.places:
                self._looks.append(look_of(evidence.places))
                self._newest, self._rested = evidence.places, None
            return True
        if evidence.hand or not evidence.still:
            if self._looks:
                self._past, self._past_seen_as = tuple(self._looks), self._seen_as
            self._looks.clear()
            self._rested = None
            self._learning = False
        return False

    @property
    def looks(self) -> int:
        """Different clear looks since the last hand or motion."""
        return len(self._looks)

    def settle(self, position: Position) -> None:
        """The counts are known to be these now, until something moves above the board."""
        self._known, self._offsets, self._learning = position, (), bool(self._looks)
        self._known_as = ()

    def rested(self) -> View | None:
        """What the last looks alone say, whatever was known; None without a clear look."""
        if self._looks and self._rested is None:
            self._rested = view_of(self._looks)
        return self._rested

    def view(self, known: Position, *, before_hand: bool = False) -> View | None:
        """What the last looks say, seen in the light of a known position; None without a clear look.

        before_hand: where a hand or motion is above the board now, how it lay before that.
        """
        raw, seen_as = self.rested(), self._seen_as
        if raw is None and before_hand and self._past:
            raw, seen_as = view_of(self._past), self._past_seen_as
        if raw is None:
            return None
        if known != self._known:
            return raw
        if self._learning:
            offsets = raw.familiar(known)
            learned = sum(offsets) < STRANGE
            self._offsets, self._known_as = (offsets, seen_as) if learned else ((), ())
        if not self._offsets:
            return raw
        view = raw.forgiving(known, self._offsets)
        return view.remembering(known, self._offsets, self._known_as, seen_as) if self._known_as and seen_as else view


class CoverWatch:
    """Tells a hand from a glass: what lies still over the board for long is part of the scene."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._usual: frozenset[int] | None = None

    def discount(self, evidence: Evidence) -> Evidence:
        """The evidence, without its hand where only the usual places are covered."""
        if not evidence.hand or not evidence.still:
            self._since = None
            return evidence
        covered = frozenset(place for place, seen in enumerate(evidence.places) if seen.hidden)
        if self._since is None:
            self._since = evidence.time
        if evidence.places and evidence.time - self._since >= LONG_STILL:
            self._usual = covered
        known = bool(evidence.places) and self._usual is not None and covered <= self._usual
        return replace(evidence, hand=False) if known else evidence


def is_clear(evidence: Evidence) -> bool:
    """Nothing moves, no hand, and the places were read."""
    return evidence.still and not evidence.hand and bool(evidence.places)


class Hold:
    """How long the same thing has been seen; short disturbances in between do not count against it."""

    def __init__(self) -> None:
        self.key: Hashable = None
        self.looks = 0
        self.seconds = 0.0
        self._last = 0.0

    def see(self, key: Hashable, time: float) -> None:
        if key != self.key:
            self.key, self.looks, self.seconds = key, 0, 0.0
        else:
            self.seconds += min(max(0.0, time - self._last), LONGEST_STEP)
        self.looks += 1
        self._last = time

    def lasted(self, looks: int, seconds: float) -> bool:
        return self.looks >= looks and self.seconds >= seconds

    def reset(self) -> None:
        self.key, self.looks, self.seconds = None, 0, 0.0

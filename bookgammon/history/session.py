"""The matches of one evening: what happens goes into the journal, and a new match is begun there when one begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from arbiter.match.events import Event, MatchStarted
from bookgammon.history.journal import Journal, MatchEntry

Told = Callable[[Event], None]


class Evening:
    """The match being played, in the journal. match: its entry; events: what had happened before this run.

    told: is given every event once it is kept.
    """

    def __init__(self, journal: Journal, match: MatchEntry, now: Callable[[], str], told: Told) -> None:
        self.match = match
        self.events = journal.events(match)
        self._journal, self._now, self._told = journal, now, told
        self._begun = bool(self.events)

    @property
    def began(self) -> float:
        """When the match began, in seconds since 1970."""
        return datetime.fromisoformat(self.match.started).timestamp()

    def keep(self, events: Sequence[Event]) -> None:
        """Commits the events; a second match does not go into the first one's record.

        May be called again with the same events where the disk failed.
        """
        if self._begun and any(isinstance(event, MatchStarted) for event in events):
            self._journal.end(self.match)
            self.match = self._journal.begin(self._now(), self.match.source)
            self._begun = False
        self._journal.append(self.match, events)
        self._begun = True
        for event in events:
            self._told(event)

"""The index of players brought up to date: matches that are new, corrected, analysed or deleted since.

A page does a little of it before it answers; where there is much to count (an index that is made anew), a thread goes
on with it, at half of one core, and the page says how far it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from arbiter.match.beginnings import has_begun
from arbiter.match.record import record_of
from arbiter.message import Message
from bookgammon.errors import AnalysisError, JournalError, PlayersError
from bookgammon.history.journal import Journal, MatchEntry
from bookgammon.history.schema import OF_ELSEWHERE
from bookgammon.plugins.gnubg.analysis.match_analysis import AnalysisPlace, kept_analysis
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside
from bookgammon.plugins.players.facts import MatchFacts, facts_of
from bookgammon.plugins.players.index import PlayersIndex, Stamp, players_beside
from bookgammon.workers.worker import Worker, Workers
from web.containment import contained

_PART = Message("the figures of the players")
_UNREADABLE = (PlayersError, JournalError, AnalysisError)
_SOON_S = 0.1
"""Seconds of counting that a page waits for."""


class Counting:
    """Keeps the index of one journal. playing: the number of the match at the table, None where none is.

    A match counts once it is no longer played: what it will be is not known, and of its play nothing may be seen.
    """

    def __init__(
        self, journal: Path, playing: Callable[[], int | None], workers: Workers | None = None
    ) -> None:
        self._journal, self._playing = journal, playing
        self._worker = Worker(workers or Workers(), "players", _PART, self._count_all)
        self._checked = False

    def is_played(self, match: int) -> bool:
        """Whether it is the match at the table."""
        return match == self._playing()

    def forget(self, match: int) -> None:
        """Nothing of a match that is deleted stays in the index. Raises PlayersError."""
        if players_beside(self._journal).exists():
            with self.index() as index:
                index.forget([match])

    def index(self) -> PlayersIndex:
        """Opened anew, for the thread that asks. Raises PlayersError."""
        return PlayersIndex(players_beside(self._journal))

    def catch_up(self, seconds: float = _SOON_S) -> int:
        """Count what is to be counted, for so long; how many matches are left, which a thread then goes on with.

        Raises PlayersError, JournalError or AnalysisError where something cannot be read or kept.
        """
        until = time.monotonic() + seconds
        left = self._counted(lambda: time.monotonic() < until)
        if left:
            self._worker.start()
        return left

    def _count_all(self, worker: Worker) -> None:
        worker.works_on()
        try:
            self._counted(_half_the_time())
        except _UNREADABLE:
            return  # the next request for the page counts again and says why it cannot

    def _counted(self, go_on: Callable[[], bool]) -> int:
        """How many matches are left once `go_on` says so, or none; it is asked before each."""
        if not self._journal.exists():
            return 0
        with Journal(self._journal, read_only=True) as journal, self.index() as index:
            if not self._checked and not index.is_sound():
                index.clear()
            self._checked = True
            entries = {entry.id: entry for entry in journal.matches() if self._counts(entry)}
            wanted, known = self._stamps(entries), index.stamps()
            if gone := known.keys() - entries.keys():
                index.forget(gone)
            waiting = [match for match, stamp in wanted.items() if known.get(match) != stamp]
            for done, match in enumerate(waiting):
                if not go_on():
                    return len(waiting) - done
                read = partial(self._facts, journal, entries[match])
                found = contained("the figures of a match", read, MatchFacts(), _UNREADABLE)
                index.keep(match, wanted[match], entries[match].started, found)
        return 0

    def _counts(self, entry: MatchEntry) -> bool:
        return entry.ended or entry.id != self._playing()

    def _stamps(self, entries: dict[int, MatchEntry]) -> dict[int, Stamp]:
        """Newest first: what people have just played is counted soon."""
        analyses, path = dict[int, str](), store_beside(self._journal)
        if path.exists():
            with AnalysisStore(path) as store:
                analyses = store.numbers(self._journal.stem)
        return {match: Stamp(entries[match].seal, analyses.get(match, "")) for match in sorted(entries, reverse=True)}

    def _facts(self, journal: Journal, entry: MatchEntry) -> MatchFacts:
        """Nothing of a match that cannot be read."""
        try:
            events = journal.events(entry)
        except JournalError:
            return MatchFacts()
        if not has_begun(events):
            return MatchFacts()
        path = store_beside(self._journal)
        if not path.exists():
            return _of_these_dice(entry, facts_of(events))
        with AnalysisStore(path) as store:
            place = AnalysisPlace(store, self._journal.stem, entry.id)
            return _of_these_dice(entry, facts_of(events, kept_analysis(record_of(events), place)))


def _of_these_dice(entry: MatchEntry, facts: MatchFacts) -> MatchFacts:
    """Without the rolls of a match that was played elsewhere: no dice of this house fell there."""
    return replace(facts, thrown=()) if entry.source.startswith(OF_ELSEWHERE) else facts


def listed(journal: Path) -> tuple[str, ...]:
    """The players' list as far as it is counted, the last to play first. A match begins without it, too."""
    try:
        counting = Counting(journal, lambda: None)
        counting.catch_up()
        with counting.index() as index:
            return tuple(player.name for player in index.players())
    except (PlayersError, JournalError, AnalysisError):
        return ()


def _half_the_time() -> Callable[[], bool]:
    """Always yes, after a rest as long as the work since the last answer: the table goes first."""
    last = time.monotonic()

    def rested() -> bool:
        nonlocal last
        time.sleep(max(0.0, time.monotonic() - last))
        last = time.monotonic()
        return True

    return rested

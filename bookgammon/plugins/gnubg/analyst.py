"""Matches analysed beside the table: one at a time, at the lowest priority, between games unless somebody asks for it.

One core is used while a match is played, all of them once it is over and the table has nothing left to do. A thread of
its own reads the journal, runs the engine and keeps what it finds. The table only gives it how the match stands and
never waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from arbiter.match.entered_events import TurnEdited
from arbiter.match.events import GameOver, MatchOver
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import Phase
from arbiter.message import Message
from arbiter.records import MatchHeader, MatchRecord
from arbiter.records.model import NO_OTHER_PROGRAM
from arbiter.rules import ABAK
from bookgammon.errors import AnalysisError, AnalysisStopped, CompanionError, JournalError
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.plugins.gnubg.analysis.engine import CORES, find_engine
from bookgammon.plugins.gnubg.analysis.match_analysis import (
    PLIES,
    AnalysisPlace,
    MatchAnalysis,
    analysed,
    kept_analysis,
)
from bookgammon.plugins.gnubg.analysis.report import report_of_analysis
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside
from bookgammon.plugins.gnubg.pages import AnalysisReport, State, Status
from bookgammon.table.table import TableUpdate
from bookgammon.workers.worker import Worker, Workers
from web.errors import RequestError, UnavailableError

Analysing = Literal["never", "between", "always"]
"""When finished games are analysed unasked: between games, or during them as well."""

_AT_REST = (Phase.SETTING_UP, Phase.GAME_OVER, Phase.MATCH_OVER)
_PART = Message("the analysis of what the play was worth")
_FAULT = Message("The analysis of this match was ended by a fault of the program; the others go on.")
_HIDDEN = Message("This match is still being played; what the play was worth is shown when it is over.")
_WAITING = Message("The analysis goes on when the game being played is over.")


@dataclass(frozen=True, slots=True)
class _Match:
    """A match of the journal as it stands. going_on: it is being played and not over."""

    record: MatchRecord
    going_on: bool

    @property
    def finished(self) -> int:
        """How many games can be analysed."""
        if not self.going_on:
            return len(self.record.games)
        return sum(game.result is not None for game in self.record.games)

    @property
    def hidden(self) -> bool:
        """Aids are barred while a match is played for points."""
        return self.going_on and bool(self.record.rules.length)


class Analyst:
    """Fulfils `bookgammon.plugins.gnubg.pages.Analyses`; runs while its `with` block runs.

    journal: the file. playing: the number of the match at the table, None where none is. along: also during games.
    plies, background: as `analysed` takes them.
    """

    def __init__(
        self,
        journal: Path,
        archive: Archive,
        playing: Callable[[], int | None],
        *,
        along: bool = False,
        plies: int = PLIES,
        background: bool = True,
        workers: Workers | None = None,
    ) -> None:
        self._journal, self._archive, self._playing, self._along = journal, archive, playing, along
        self._plies, self._background = plies, background
        self._lock = threading.Condition()
        self._wanted: list[int] = []
        self._asked: set[int] = set()
        self._troubles: dict[int, str] = {}
        self._at_rest, self._over, self._ending = True, False, False
        self._worker = Worker(
            workers or Workers(), "analyst", _PART, self._run, wake=self._end, on_given_up=self._leave_all
        )

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()

    def _end(self) -> None:
        with self._lock:
            self._ending = True
            self._lock.notify()

    # ------------------------------------------------------------------ the table's side

    def on_update(self, update: TableUpdate) -> None:
        """An observer: a game that is over is analysed, until the next one goes on. Never waits."""
        with self._lock:
            at_rest, self._over = update.state.phase in _AT_REST, update.state.phase is Phase.MATCH_OVER
            playing = self._playing()
            over = any(isinstance(event, GameOver | MatchOver | TurnEdited) for event in update.events)
            known = update.state.rules.variant != ABAK
            if over and known and playing is not None and playing not in self._wanted:
                self._wanted.append(playing)
            if over or at_rest != self._at_rest:
                self._at_rest = at_rest
                self._lock.notify()
        if over and self._worker.given_up:
            self._worker.start()  # this match may well be analysed

    def add(self, match: int) -> None:
        """A match that was not played at this table is there now: analysed as this one's are, at the next rest."""
        with self._lock:
            if match not in self._wanted:
                self._wanted.append(match)
            self._lock.notify()

    # ------------------------------------------------------------------ the page's side

    def newest(self) -> int | None:
        matches = self._archive.matches()
        return matches[0].id if matches else None

    def picture(self, match: int, frame: int) -> bytes | None:
        return self._archive.picture(match, frame)

    def report(self, match: int) -> AnalysisReport | None:
        found = self._match(match)
        if found is None or found.hidden:
            return None
        analysis = self._kept(match, found.record)
        steps = self._archive.past_match(match)
        return report_of_analysis(analysis, steps.steps if steps else ()) if analysis.known else None

    def status(self, match: int) -> Status | None:
        found = self._match(match)
        if found is None:
            return None
        if found.hidden:
            return Status("hidden", sentence=_HIDDEN)
        if found.record.rules.variant == ABAK:
            return Status("hidden", sentence=NO_OTHER_PROGRAM)
        return self._standing(match, len(self._kept(match, found.record).known), found.finished)

    def _standing(self, match: int, done: int, of: int) -> Status:
        state: State
        with self._lock:
            wanted, trouble = match in self._wanted, self._troubles.get(match, "")
            working = wanted and self._may_run(match)
        if trouble:
            state, sentence = "trouble", trouble
        elif not of:
            state, sentence = "none", Message("No game of this match is finished yet.")
        elif done == of:
            state, sentence = "ready", ""
        elif working:
            state, sentence = (
                "working",
                Message("GNU Backgammon is at work: {done} of {of} games are done.", done=done, of=of),
            )
        elif wanted:
            state, sentence = "waiting", _WAITING
        else:
            state, sentence = "none", Message("GNU Backgammon can look at every play of this match.")
        return Status(state, done, of, sentence)

    def begin(self, match: int) -> Status | None:
        status = self.status(match)
        if status is None or status.state in ("hidden", "ready"):
            return status
        with self._lock:
            self._troubles.pop(match, None)
            self._asked.add(match)
            if match not in self._wanted:
                self._wanted.append(match)
            self._lock.notify()
        self._worker.start()  # it may have been given up: somebody asks for it now
        return self.status(match)

    # ------------------------------------------------------------------ the thread

    def _run(self, worker: Worker) -> None:
        while (match := self._next(worker)) is not None:
            worker.works_on(Message("match {number}", number=match))
            trouble = ""
            try:
                self._analyse(match)
            except AnalysisStopped:
                continue  # still wanted: it goes on at the next rest
            except (CompanionError, RequestError) as error:
                trouble = str(error)
            except BaseException:
                self._leave(match, _FAULT)
                raise
            self._leave(match, trouble)

    def _leave(self, match: int, trouble: str) -> None:
        """Nothing more is done about it unless somebody asks again."""
        with self._lock:
            self._wanted.remove(match)
            self._asked.discard(match)
            if trouble:
                self._troubles[match] = trouble

    def _leave_all(self) -> None:
        for match in tuple(self._wanted):
            self._leave(match, _FAULT)

    def _next(self, worker: Worker) -> int | None:
        """The match to analyse next, waited for; None at the end."""
        worker.idle()
        with self._lock:
            while not self._ending:
                found = next((match for match in self._wanted if self._may_run(match)), None)
                if found is not None:
                    return found
                self._lock.wait()
        return None

    def _may_run(self, match: int) -> bool:
        return self._along or self._at_rest or match in self._asked

    def _cores(self) -> int:
        return CORES if self._over or self._playing() is None else 1

    def _analyse(self, match: int) -> None:
        found = self._match(match)
        if found is None:
            return
        cores = self._cores()
        with AnalysisStore(store_beside(self._journal)) as store:
            place = AnalysisPlace(store, self._journal.stem, match)
            for _ in analysed(
                found.record,
                find_engine(),
                place=place,
                plies=self._plies,
                cores=cores,
                background=self._background,
                finished_only=found.going_on,
                stopped=lambda: self._ending or not self._may_run(match) or self._cores() < cores,
            ):
                pass

    def _match(self, match: int) -> _Match | None:
        try:
            with Journal(self._journal, read_only=True) as journal:
                entry = next((each for each in journal.matches() if each.id == match), None)
                if entry is None:
                    return None
                events = journal.events(entry)
        except JournalError as error:
            raise UnavailableError(str(error)) from error
        over = entry.ended or fold(events).phase is Phase.MATCH_OVER
        header = MatchHeader(date=entry.started[:10].replace("-", "."))
        return _Match(record_of(events, header), match == self._playing() and not over)

    def _kept(self, match: int, record: MatchRecord) -> MatchAnalysis:
        try:
            with AnalysisStore(store_beside(self._journal)) as store:
                return kept_analysis(record, AnalysisPlace(store, self._journal.stem, match), self._plies)
        except AnalysisError as error:
            raise UnavailableError(str(error)) from error

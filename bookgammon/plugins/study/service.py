"""Drills at the table: who practises what, what the board shows meanwhile, and what became of it.

The table's thread only notes what it sees (`on_frame`, `on_update`); the engine and the past matches have threads of
their own. While a drill is on the match stands still, and nothing of the drill is written into it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, Self

from arbiter.match.commands import ConfirmationNeeded
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message, shown_names
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.errors import AnalysisError, AnalysisStopped, CompanionError, StudyError
from bookgammon.plugins.gnubg.analysis.grading import Graded, Grader
from bookgammon.plugins.notes.places import tidy_text
from bookgammon.plugins.study.drill import (
    Drill,
    PuttingBack,
    after_frame,
    board_is_right,
    cube_answered,
    dice_entered,
    play_made,
    play_named,
)
from bookgammon.plugins.study.drill_session import GOING_ON, DrillSession, lights_of, not_now, putting_back
from bookgammon.plugins.study.exercise import exercise_of, exported, read_list
from bookgammon.plugins.study.exercise_notes import ExerciseNotes
from bookgammon.plugins.study.grading import answer_text, graded, rating_of
from bookgammon.plugins.study.pages import DrillShown, ListShown, StudyShown
from bookgammon.plugins.study.progress import progress_of
from bookgammon.plugins.study.resting import RestingBoard
from bookgammon.plugins.study.schedule import after
from bookgammon.plugins.study.shown import again_line, drill_shown, kinds_shown, progress_lines, putting_back_shown
from bookgammon.plugins.study.store import (
    KeptExercise,
    Origin,
    PastAnswer,
    PastDecision,
    StudyStore,
    checked_name,
    study_beside,
)
from bookgammon.table.table import TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from web.errors import BadEntryError, NotNowError, UnavailableError

IN_USE = Message("Somebody practises at this board; the match goes on when they have stopped.")
_log = logging.getLogger(__name__)
_WAITING = 8
_ANSWERS_PART = Message("what judges answers of drills")
_FILE_PART = Message("what past matches give to practise")
_NOT_JUDGED = Message("A fault of the program: this answer is not judged. Try again, or go on.")
_NO_LEARNER = Message("Say who practises: a name of at most 40 letters.")
_NO_LIST = Message("Give the list a name of at most 40 letters.")


class PastMistakes(Protocol):
    """Decisions of past matches that lost something."""

    def news(self) -> Iterable[tuple[str, Origin, tuple[PastDecision, ...]]]:
        """What has changed since the last call: whose, of which game, and all of theirs in it."""
        ...


_ANSWERS: dict[str, Callable[[Drill, str], Drill]] = {
    "right": lambda drill, _: board_is_right(drill),
    "without_dice": lambda drill, _: dice_entered(drill),
    "made": lambda drill, _: play_made(drill),
    "play": lambda drill, value: play_named(drill, int(value) if value.isdecimal() else -1),
    "cube": cube_answered,
}
"""What may be tapped during a drill, by its name in `bookgammon.plugins.study.pages.Act`."""


class StudyService:
    """Fulfils `bookgammon.plugins.study.pages.Study` and `table.OtherUse`; runs while its `with` block runs.

    journal: the file beside which drills are kept. state, match: what stands at the table, and its number. make: a
    grader for one session. now: the time, in UTC.
    """

    def __init__(
        self,
        journal: Path,
        seats: Seats,
        state: MatchState,
        match: Callable[[], int],
        past: PastMistakes,
        make: Callable[[], Grader],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        workers: Workers | None = None,
    ) -> None:
        self._path, self._seats, self._state, self._match = study_beside(journal), seats, state, match
        self._past, self._make, self._now = past, make, now
        self._notes = ExerciseNotes(journal)
        self._lock = threading.RLock()
        self._use: DrillSession | PuttingBack | None = None
        self._begun = state
        """The match as it stood when the board was last lent to drills."""
        self._board = RestingBoard()
        self._learner = ""
        self._grader: Grader | None = None
        self._ending = False
        workers = workers or Workers()
        self._answers: Jobs[DrillSession] = Jobs(
            workers, "study answers", _ANSWERS_PART, self._grade, most=_WAITING, failed=self._leave
        )
        self._tasks: Jobs[Callable[[], None]] = Jobs(
            workers, "study file", _FILE_PART, lambda task: task(), most=_WAITING
        )

    def __enter__(self) -> Self:
        """Where the last drill was cut off, the match's position is asked for first."""
        self._answers.start()
        self._tasks.start()
        if self._path.exists() and self._state.phase in GOING_ON:
            try:
                with StudyStore(self._path) as store:
                    self._use = putting_back(self._state) if store.is_lent(self._match()) else None
            except StudyError as error:  # nothing that a match has to wait for
                _log.warning("%s", error)
        return self

    def __exit__(self, *_: object) -> None:
        self._ending = True
        self._close_grader()
        self._answers.stop()  # what is under way ends soon: it asks `_ending`, or whether anybody waits
        self._tasks.stop()

    # ------------------------------------------------------------------ the table's side

    @property
    def in_use(self) -> str:
        return IN_USE if self._use else ""

    def on_update(self, update: TableUpdate) -> None:
        """An observer: notes how the match stands. What still happened in it as a drill began ends the drill."""
        with self._lock:
            self._state = update.state
            if self._use and update.events and update.state is not self._begun:
                self._match_goes_on()

    def on_frame(self, evidence: Evidence) -> None:
        """What lies there is compared with what should, and the drill goes on from it."""
        at = evidence.time
        with self._lock:
            use = self._use
            if isinstance(use, DrillSession):
                drill = use.drill
                read = self._board.observe(evidence, drill.expected, laying=drill.laying)
                self._goes_on(use, after_frame(drill, read, at))
            elif use:
                self._use = use = use.after_frame(self._board.observe(evidence, use.expected, laying=True), at)
        if isinstance(use, PuttingBack) and use.done(at):
            self._match_goes_on()

    def give_up(self) -> None:
        """A fault ended the drill: the match goes on with whatever lies there."""
        self._match_goes_on()

    def lit(self, update: TableUpdate) -> TableUpdate:
        """What the lights are to show: the drill instead of the match, where one is on."""
        use = self._use
        return replace(update, state=lights_of(use)) if use else update

    # ------------------------------------------------------------------ the page's side

    def drill(self) -> DrillShown | None:
        use, seats = self._use, self._seats_now()
        if isinstance(use, DrillSession):
            return drill_shown(use, seats)
        return putting_back_shown(use, self._learner, seats) if use else None

    def shown(self, learner: str) -> StudyShown:
        self._do_beside(self._collect)
        with self._store() as store:
            learners = store.learners()
            learner = learner or self._learner or (learners[0] if learners else "")
            kept = store.exercises(learner)
            progress = progress_of(kept, store.answers(learner), self._now())
            lists = tuple(ListShown(name, many) for name, many in store.lists(learner))
        return StudyShown(
            learner=learner,
            learners=tuple((name, shown_names((name, name))[0]) for name in learners),
            lines=progress_lines(progress, len(kept)),
            due=len(progress.due),
            new=progress.new,
            own=sum(each.own for each in kept),
            lists=lists,
            kinds=kinds_shown(progress.kinds),
        )

    def begin(self, learner: str, *, confirmed: bool) -> None:
        learner = self._checked(learner, _NO_LEARNER)
        kept = self._next(learner)
        if kept is None:
            raise NotNowError(Message("Nothing is due now: load positions, or come back later."))
        with self._lock:
            state = self._state
            self._check_board(state, confirmed=confirmed)
        if state.phase in GOING_ON:
            with self._store() as store:
                store.lend(self._match())
        with self._lock:
            if self._state is not state or self._use:
                raise NotNowError(Message("The match has moved on: try again."))
            self._learner, self._begun = learner, state
            self._use = self._session(learner, kept)

    def _check_board(self, state: MatchState, *, confirmed: bool) -> None:
        if self._use:
            raise NotNowError(Message("Somebody practises at this board already."))
        if refused := not_now(state):
            raise NotNowError(refused)
        if state.game and state.phase is not Phase.MATCH_OVER and not confirmed:
            raise ConfirmationNeeded(
                Message("A match is open: it stays as it is, and its position is laid again after the drills.")
            )

    def act(self, act: str, value: str) -> None:
        try:
            self._act(act, value)
        except StudyError as error:
            raise NotNowError(str(error)) from error

    def _act(self, act: str, value: str) -> None:
        with self._lock:
            use = self._use
            if isinstance(use, DrillSession) and act in _ANSWERS:
                self._goes_on(use, _ANSWERS[act](use.drill, value))
                return
            if isinstance(use, DrillSession) and act == "again" and use.trouble:
                self._use = again = replace(use, trouble="")
                self._begin_grading(again)
                return
        if isinstance(use, DrillSession) and act == "next" and use.drill.grade:
            self._next_drill(use)
        elif isinstance(use, DrillSession) and act == "stop":
            self._stop()
        elif isinstance(use, PuttingBack) and act == "right":
            self._match_goes_on()
        else:
            raise StudyError(Message("That cannot be done now."))

    def add_list(self, learner: object, name: object, text: object) -> tuple[str, ...]:
        owner, called = self._checked(learner, _NO_LEARNER), self._checked(name, _NO_LIST)
        try:
            found = read_list(text if isinstance(text, str) else "")
        except StudyError as error:
            raise BadEntryError(str(error)) from error
        with self._store() as store:
            added = store.add(owner, Origin(called), [PastDecision(each, "", 0.0) for each in found.exercises])
        self._notes.add(owner, found.listed)
        self._learner = owner
        many = Message.counted("{count} position was added.", "{count} positions were added.", added)
        known = len(found.exercises) - added
        there = Message.counted("{count} was there already.", "{count} were there already.", known)
        return (many, *([there] if known else []), *found.faults)

    def forget(self, learner: str, list_name: str | None) -> None:
        with self._store() as store:
            if list_name is None:
                store.forget_learner(learner)
            else:
                store.forget_list(learner, list_name)
            left = store.exercises(learner)
        self._notes.keep_only(learner, [each.exercise for each in left])

    def export(self, learner: str) -> str:
        with self._store() as store:
            return exported([each.exercise for each in store.exercises(learner)], self._notes.of(learner))

    def note(self, text: str) -> None:
        with self._lock:
            use = self._use
        if not isinstance(use, DrillSession) or not use.drill.grade:
            raise NotNowError(Message("A note is written once the answer is graded."))
        self._notes.keep(use.learner, use.kept.exercise, text)
        with self._lock:
            if isinstance(self._use, DrillSession) and self._use.kept is use.kept:
                self._use = replace(self._use, note=tidy_text(text))

    # ------------------------------------------------------------------ a drill

    def _seats_now(self) -> Seats:
        return self._state.seats or self._seats

    def _session(self, learner: str, kept: KeptExercise) -> DrillSession:
        """Whoever decides sits at the near side."""
        drill = Drill(kept.exercise.decided_by(self._seats_now().near))
        return DrillSession(learner, kept, drill, note=self._notes.of(learner).get(kept.exercise.xgid, ""))

    def _goes_on(self, session: DrillSession, drill: Drill) -> None:
        """With the lock held. What was answered just now is graded by a thread of its own."""
        self._use = now = replace(session, drill=drill)
        if drill.stage == "answered" and session.drill.stage != "answered":
            self._begin_grading(now)

    def _next(self, learner: str) -> KeptExercise | None:
        """What is practised next; what a stranger's file holds and is no exercise is passed over."""
        with self._store() as store:
            progress = progress_of(store.exercises(learner), store.answers(learner), self._now())
        for kept in progress.due:
            with suppress(StudyError):
                exercise_of(kept.exercise.xgid)
                return kept
        return None

    def _next_drill(self, session: DrillSession) -> None:
        kept = self._next(session.learner)
        if kept is None:
            self._stop()
            return
        with self._lock:
            if self._use is session:
                self._use = self._session(session.learner, kept)

    def _stop(self) -> None:
        """Where a game goes on its position is laid again first."""
        self._close_grader()
        with self._lock:
            if self._state.phase in GOING_ON and self._use:
                self._use = putting_back(self._state)
                return
        self._match_goes_on()

    def _match_goes_on(self) -> None:
        with self._lock:
            self._use = None
        self._do_beside(self._give_back)

    def _do_beside(self, task: Callable[[], None]) -> None:
        """In the file's own thread; never waits."""
        if self._tasks.worker.given_up:
            self._tasks.start()  # somebody practises: this one may well be done
        self._tasks.offer(task)

    def _give_back(self) -> None:
        if self._path.exists():
            with suppress(StudyError), StudyStore(self._path) as store:
                store.give_back()

    # ------------------------------------------------------------------ threads of their own

    def _begin_grading(self, session: DrillSession) -> None:
        if self._answers.worker.given_up:
            self._answers.start()  # somebody has answered: this one may well be judged
        if not self._answers.offer(session):
            self._leave(session)

    def _leave(self, session: DrillSession) -> None:
        """A fault, or too many wait: whoever does says *again*."""
        self._note(session, trouble=_NOT_JUDGED)

    def _grade(self, session: DrillSession) -> None:
        kept = session.kept
        try:
            grade = self._graded(session.drill)
        except AnalysisStopped:
            return
        except AnalysisError as error:
            self._note(session, trouble=str(error))
            return
        at = self._now()
        rating = rating_of(grade, kept.decided)
        memory = after(kept.memory, rating, at)
        again: str = again_line(memory.due, at)
        try:
            with StudyStore(self._path) as store:
                given = PastAnswer(kept.id, at, kept.kind, grade.decision.error, rating)
                store.answered(given, answer_text(grade.decision), memory)
        except StudyError as error:
            again = str(error)
        self._note(session, grade=grade, again=again)

    def _graded(self, drill: Drill) -> Graded:
        if self._grader is None:
            self._grader = self._make()
        return graded(self._grader, drill.exercise.at, drill.answer, self._stopped)

    def _stopped(self) -> bool:
        return self._ending or not isinstance(self._use, DrillSession)

    def _note(self, session: DrillSession, *, grade: Graded | None = None, again: str = "", trouble: str = "") -> None:
        """What became of an answer, if its drill is still on."""
        with self._lock:
            use = self._use
            if isinstance(use, DrillSession) and use.kept is session.kept and use.drill.stage == "answered":
                self._use = replace(use, drill=replace(use.drill, grade=grade), again=again, trouble=trouble)

    def _close_grader(self) -> None:
        grader, self._grader = self._grader, None
        if grader:
            grader.close()

    def _collect(self) -> None:
        """What past matches cost is there to be practised, as far as they are analysed."""
        try:
            with StudyStore(self._path) as store:
                for learner, origin, found in self._past.news():
                    if self._ending:
                        return
                    store.replace_game(learner, origin, found)
        except CompanionError as error:
            _log.warning("past mistakes are not at hand: %s", error)

    # ------------------------------------------------------------------ the file

    @contextmanager
    def _store(self) -> Iterator[StudyStore]:
        """Raises UnavailableError where it cannot be read or written."""
        try:
            with StudyStore(self._path) as store:
                yield store
        except StudyError as error:
            raise UnavailableError(str(error)) from error

    @staticmethod
    def _checked(name: object, what: Message) -> str:
        try:
            return checked_name(name, what)
        except StudyError as error:
            raise BadEntryError(str(error)) from error

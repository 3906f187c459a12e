"""The coach: an observer that notices what it has to say something about, and a thread in which the engine is asked.

It says nothing unless everybody who plays has agreed to it for this match (`arbiter.match.coaching`). Nothing is
remembered here: the question follows from the state, so after a restart it is answered again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Self

from arbiter.match.coaching import JudgedPlay, coached, position_of
from arbiter.match.state import MatchState
from arbiter.message import Message
from bookgammon.analysis.coach_words import cube_facts, cube_hint, cube_verdict, play_verdicts, suggested
from bookgammon.analysis.gnubg_process import Stopped
from bookgammon.analysis.grading import Grader
from bookgammon.analysis.model import CubeJudged
from bookgammon.errors import AnalysisError, AnalysisStopped
from bookgammon.table.table import TableUpdate
from web.coach_view import NOTHING, AskedHint, CoachQuestion, CoachVerdict, CoachWords, coach_question

HINTS = 3
"""So many of the best plays a hint shows."""
RETRY_S = 3.0
"""Seconds after which an engine that could not answer is asked again."""
_PATIENCE_S = 2.0


class Coach:
    """Speaks while its `with` block runs. says: is given each answer, from the coach's own thread."""

    def __init__(self, says: Callable[[CoachWords], None], make: Callable[[], Grader] = Grader) -> None:
        self._says, self._make = says, make
        self._grader: Grader | None = None
        self._changed = threading.Condition()
        self._state: MatchState | None = None
        self._question: CoachQuestion = ()
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="coach", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._ending = True
            self._changed.notify()
        self._thread.join(_PATIENCE_S)

    def on_update(self, update: TableUpdate) -> None:
        """An observer: notes what there is to say something about, and never waits."""
        self.look_at(update.state)

    def look_at(self, state: MatchState) -> None:
        """The match stands so, before the first update too."""
        if state is self._state:
            return
        question = coach_question(state) if coached(state) else ()
        with self._changed:
            self._state = state
            if question != self._question:
                self._question = question
                self._changed.notify()

    # -------------------------------------------------------------- its own thread

    def _run(self) -> None:
        answered: CoachQuestion = ()
        while True:
            with self._changed:
                while not self._ending and self._question == answered:
                    self._changed.wait()
                if self._ending:
                    break
                question, state = self._question, self._state
            answered = question
            if question and state and not self._answer(question, state):
                answered = ()
        if self._grader:
            self._grader.close()

    def _answer(self, question: CoachQuestion, state: MatchState) -> bool:
        """Whether it was answered; where not, what is asked by then comes next, the same again perhaps."""
        try:
            words = self._words(question, state, lambda: self._ending or self._question != question)
        except AnalysisStopped:
            return False
        except AnalysisError as error:
            self._says(CoachWords(question, trouble=str(error)))
            with self._changed:
                self._changed.wait_for(lambda: self._ending or self._question != question, RETRY_S)
            return False
        self._says(replace(words, question=question))
        return True

    def _words(self, question: CoachQuestion, state: MatchState, stopped: Stopped) -> CoachWords:
        self._grader = self._grader or self._make()
        if isinstance(question, AskedHint):
            return self._hint(self._grader, question, state, stopped)
        verdicts: list[CoachVerdict] = []
        for judged in question:
            if isinstance(judged, JudgedPlay):
                verdicts += play_verdicts(judged, self._grader.play(judged.at, judged.after, stopped))
            elif graded := self._grader.cube(judged.at, judged.verb, stopped):
                verdicts += [said for said in (cube_verdict(judged, graded),) if said]
        return CoachWords(verdicts=tuple(verdicts))

    def _hint(self, grader: Grader, asked: AskedHint, state: MatchState, stopped: Stopped) -> CoachWords:
        player = asked.event.player
        if asked.event.about == "play":
            plays = grader.best_plays(position_of(state, player, asked.dice), stopped, HINTS)
            return CoachWords(plays=suggested(player, plays)) if plays else CoachWords(
                text=Message("There is no play to choose.")
            )  # fmt: skip
        answering = state.answerer is player
        graded = grader.cube(position_of(state, player.other if answering else player), "no double", stopped)
        if graded is None or not isinstance(graded.decision, CubeJudged):
            return NOTHING
        return CoachWords(text=cube_hint(graded.decision, answering=answering), facts=cube_facts(graded.decision))

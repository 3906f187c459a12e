"""The coach: an observer that notices what it has to say something about, and a thread in which the engine is asked.

It says nothing unless everybody who plays has agreed to it for this match (`arbiter.match.coaching`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from arbiter.match.coaching import JudgedPlay, coached, position_of
from arbiter.match.state import MatchState
from arbiter.message import Message
from bookgammon.errors import AnalysisError, AnalysisStopped
from bookgammon.plugins.gnubg.analysis.coach_view import (
    NOTHING,
    AskedHint,
    CoachQuestion,
    CoachVerdict,
    CoachWords,
    coach_question,
)
from bookgammon.plugins.gnubg.analysis.coach_words import cube_facts, cube_hint, cube_verdict, play_verdicts, suggested
from bookgammon.plugins.gnubg.analysis.gnubg_process import Stopped
from bookgammon.plugins.gnubg.analysis.grading import Grader
from bookgammon.plugins.gnubg.analysis.model import CubeJudged
from bookgammon.table.newest_question import NewestQuestion, Outdated
from bookgammon.table.table import TableUpdate
from bookgammon.workers.worker import Workers

_PART = Message("the coach")
HINTS = 3
"""So many of the best plays a hint shows."""


@dataclass(frozen=True, slots=True)
class _CoachTask:
    """A question, and the state that it was asked in."""

    question: CoachQuestion
    state: MatchState = field(compare=False)


class Coach(NewestQuestion[_CoachTask]):
    """Speaks while its `with` block runs. says: is given each answer, from the coach's own thread."""

    def __init__(
        self,
        says: Callable[[CoachWords], None],
        make: Callable[[], Grader] = Grader,
        workers: Workers | None = None,
    ) -> None:
        super().__init__("coach", _PART, workers)
        self._says, self._make = says, make
        self._grader: Grader | None = None
        self._state: MatchState | None = None

    def on_update(self, update: TableUpdate) -> None:
        """An observer: notes what there is to say something about, and never waits."""
        self.take_up(update.state)

    def take_up(self, state: MatchState) -> None:
        """The match stands so, before the first update too."""
        if state is self._state:
            return
        self._state = state
        question = coach_question(state) if coached(state) else ()
        self.ask(_CoachTask(question, state) if question else None)

    def answer(self, question: _CoachTask, outdated: Outdated) -> bool:
        asked = question.question
        try:
            words = self._words(asked, question.state, outdated)
        except AnalysisStopped:
            return False
        except AnalysisError as error:
            self._says(CoachWords(asked, trouble=str(error)))
            return False
        self._says(replace(words, question=asked))
        return True

    def failed(self, question: _CoachTask, sentence: str) -> None:
        self._says(CoachWords(question.question, trouble=sentence))

    def close(self) -> None:
        if self._grader:
            self._grader.close()

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

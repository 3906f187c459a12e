"""What decisions of past matches cost, as far as they are analysed, to be practised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from arbiter.errors import ArbiterError
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.position import SIDES
from arbiter.xgid import format_xgid
from bookgammon.errors import JournalDamaged, StudyError
from bookgammon.history.journal import Journal, MatchEntry
from bookgammon.plugins.gnubg.analysis.figures import DOUBTFUL
from bookgammon.plugins.gnubg.analysis.match_analysis import AnalysisPlace, MatchAnalysis, kept_analysis
from bookgammon.plugins.gnubg.analysis.model import GameAnalysis, LeftOut
from bookgammon.plugins.gnubg.analysis.report import position_asked
from bookgammon.plugins.gnubg.analysis.situation import is_answer
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.grading import answer_text
from bookgammon.plugins.study.store import Origin, PastDecision

Stamp = tuple[int, str, bool]
"""How many events a match has, which analyses of it are kept, and whether it is at the table."""


class PastMistakes:
    """Fulfils `study.service.PastMistakes`. journal: the file. playing: the number of the match at the table.

    One thread at a time.
    """

    def __init__(self, journal: Path, playing: Callable[[], int]) -> None:
        self._path, self._playing = journal, playing
        self._known: dict[int, Stamp] = {}

    def news(self) -> Iterator[tuple[str, Origin, tuple[PastDecision, ...]]]:
        """Raises JournalError or AnalysisError where these cannot be read."""
        analyses = store_beside(self._path)
        if not (self._path.exists() and analyses.exists()):
            return
        with Journal(self._path, read_only=True) as journal, AnalysisStore(analyses) as store:
            for entry in journal.matches():
                kept = store.stamp(self._path.stem, entry.id)
                stamp = (journal.length(entry), kept, entry.id == self._playing())
                if kept and self._known.get(entry.id) != stamp:
                    self._known[entry.id] = stamp
                    with suppress(JournalDamaged):  # the list of past matches says so
                        yield from self._of_match(journal, store, entry)

    def _of_match(
        self, journal: Journal, store: AnalysisStore, entry: MatchEntry
    ) -> Iterator[tuple[str, Origin, tuple[PastDecision, ...]]]:
        events = journal.events(entry)
        state = fold(events)
        going_on = entry.id == self._playing() and state.phase is not Phase.MATCH_OVER
        if state.chouette or (going_on and state.rules.length):
            return  # who played changes from game to game; and aids are barred while a match is played for points
        place = AnalysisPlace(store, self._path.stem, entry.id)
        analysis = kept_analysis(record_of(events), place)
        for number, game in enumerate(analysis.games):
            if game is not None:
                yield from _of_game(analysis, number, game, entry.id, state)


def _of_game(
    analysis: MatchAnalysis, number: int, game: GameAnalysis, match: int, state: MatchState
) -> Iterator[tuple[str, Origin, tuple[PastDecision, ...]]]:
    """Each player's; the engine that played against somebody has nothing to practise."""
    record = analysis.record
    for side in SIDES:
        if state.opponent and state.opponent.side is side:
            continue
        found = []
        for decision in game.decisions:
            if decision.side is not side or isinstance(decision, LeftOut) or decision.error < DOUBTFUL:
                continue
            asked = position_asked(record, number, decision)
            if is_answer(decision):
                asked = replace(asked, action="D")
            try:
                exercise = exercise_of(format_xgid(asked))
            except (ArbiterError, StudyError):  # a beaver, perhaps, or a board that stood against the rules
                continue
            found.append(PastDecision(exercise, answer_text(decision), decision.error))
        yield record.name(side), Origin(match=match, game=number), tuple(found)

"""What is behind *From a photograph*: reading it, its XGID, and what the engine says of the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, Self

from arbiter.errors import ArbiterError
from arbiter.match.beginnings import check_score
from arbiter.match.commands import NewGame
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import START, Side
from arbiter.scoring import finisher
from arbiter.xgid import MatchPosition, format_xgid, parse_xgid
from bookgammon.errors import AnalysisError
from bookgammon.plugins.gnubg.analysis.grading import Grader
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, RatedPlay
from bookgammon.plugins.photograph.pages import BestShown, RatedRow
from bookgammon.plugins.photograph.photograph_reader import PhotographReader
from bookgammon.table.table import TableUpdate
from web.errors import BadEntryError, BadPictureError, BusyError, NotNowError, UnavailableError

MOST_ROWS = 5
_BARRED = Message("A match is played for points at this table: aids are barred until it is over.")


class PhotographService:
    """Fulfils `bookgammon.plugins.photograph.pages.Photographs`, from any thread; runs while its `with` block runs.

    state: how the match at the table stands; None where there is no table. make: a grader for one question.
    """

    def __init__(
        self,
        state: MatchState | None = None,
        reader: PhotographReader | None = None,
        make: Callable[[], Grader] = Grader,
    ) -> None:
        self._state, self._make = state, make
        self._reader = reader or PhotographReader(background=state is not None)
        self._reading, self._asking = Lock(), Lock()
        self._ending = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ending = True
        self._reader.close()

    def on_update(self, update: TableUpdate) -> None:
        """An observer: aids are barred while a match is played for points."""
        self._state = update.state

    def read(self, content: bytes) -> Mapping[str, Any]:
        with _one(self._reading):
            found = self._reader.read(content)
        if found.trouble:
            raise BadPictureError(found.trouble)
        return found.found

    def xgid(self, wanted: NewGame) -> str:
        score = wanted.score or (0, 0)
        at = MatchPosition(
            START if wanted.position is None else wanted.position,
            wanted.player or Side.LIGHT,
            wanted.dice,
            wanted.cube,
            wanted.owner,
            score,
            wanted.length or 0,
            bool(wanted.crawford and wanted.length and max(score) == wanted.length - 1),
        )
        try:
            check_score(score, at.length)
            text = format_xgid(at)
        except ArbiterError as error:
            raise BadEntryError(str(error)) from error
        _check(at)
        return text

    def best(self, xgid: str) -> BestShown:
        try:
            at = parse_xgid(xgid)
            check_score(at.score, at.length)
        except ArbiterError as error:
            raise BadEntryError(str(error)) from error
        _check(at)
        if finisher(at.position):
            raise BadEntryError(Message("In that position the game is over."))
        state = self._state
        if state and state.game and state.phase is not Phase.MATCH_OVER and state.rules.length:
            raise NotNowError(_BARRED)
        with _one(self._asking):
            grader = self._make()
            try:
                return self._best(grader, at)
            except AnalysisError as error:
                raise UnavailableError(str(error)) from error
            finally:
                grader.close()

    def _best(self, grader: Grader, at: MatchPosition) -> BestShown:
        if at.dice is not None:
            return _plays(grader.best_plays(at, self._stopped, MOST_ROWS))
        found = grader.cube(at, "no double", self._stopped)
        if found is None or not isinstance(found.decision, CubeJudged):
            return BestShown(Message("The cube cannot be turned there: enter a roll to ask for the best play."))
        return _cube(found.decision)

    def _stopped(self) -> bool:
        return self._ending


@contextmanager
def _one(lock: Lock) -> Iterator[None]:
    """One at a time: each takes seconds of the table's machine. Raises BusyError."""
    if not lock.acquire(blocking=False):
        raise BusyError(Message("Another photograph is being looked at: try again in a moment."))
    try:
        yield
    finally:
        lock.release()


def _check(at: MatchPosition) -> None:
    if faults := at.position.faults():
        raise BadEntryError(Message("That position cannot be: {fault}.", fault=faults[0]))


def _plays(plays: tuple[RatedPlay, ...]) -> BestShown:
    if not plays:
        return BestShown(Message("Nothing can be played there."))
    best = plays[0].equity
    worths = [best, *(each.equity - best for each in plays[1:])]
    rows = tuple(RatedRow(each.play, f"{worth:+.3f}") for each, worth in zip(plays, worths, strict=True))
    return BestShown(Message("Best is {play}.", play=plays[0].play), rows)


def _cube(judged: CubeJudged) -> BestShown:
    take = judged.double_take <= judged.double_drop
    if judged.no_double >= min(judged.double_take, judged.double_drop):
        headline = Message("Do not double: roll.")
    elif take:
        headline = Message("Double; the other side takes.")
    else:
        headline = Message("Double; the other side drops.")
    rows = (
        RatedRow(Message("No double"), f"{judged.no_double:+.3f}"),
        RatedRow(Message("Double, take"), f"{judged.double_take:+.3f}"),
        RatedRow(Message("Double, drop"), f"{judged.double_drop:+.3f}"),
    )
    return BestShown(headline, rows)

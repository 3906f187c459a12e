"""The winning chances for a stream's overlay: each play looked at once it is kept, shown some plays late.

Only where somebody asked for it: while a match is played the chances are an aid, and the players' own screens never
get them (`web.overlay`).
"""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arbiter.match.events import MatchStarted, PlayMade
from arbiter.match.state import MatchState, Turn
from arbiter.message import Message
from arbiter.position import Position
from arbiter.records import GameRecord, MatchRecord, Played
from arbiter.rules import ABAK
from bookgammon.errors import AnalysisError, SettingsError
from bookgammon.files.atomic_files import write_atomically
from bookgammon.plugins.gnubg.analysis.engine import find_engine
from bookgammon.plugins.gnubg.analysis.game_jobs import process_for
from bookgammon.plugins.gnubg.analysis.match_analysis import analysed
from bookgammon.plugins.gnubg.analysis.report import light_chance
from bookgammon.table.table import TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from web.overlay import LateChances

PLIES = 0
"""The least must do: the table has the right of way."""
_WAITING = 4
_HANGS_AFTER_S = 120.0
_PART = Message("the winning chances for the stream")


@dataclass(frozen=True, slots=True)
class _Question:
    """A play to be looked at. game, turns: those of the record at that moment, so that an old answer is known."""

    game: int
    turns: tuple[Turn, ...]
    record: MatchRecord


class LiveChances:
    """Looks at plays while its `with` block runs. delay: how many plays late a chance is shown."""

    def __init__(self, delay: int, workers: Workers | None = None) -> None:
        self._delay = delay
        self._lock = threading.Lock()
        self._chances: list[float | None] = []
        self._turns: tuple[Turn, ...] = ()
        """Those of the game, as the record had them last; each has its chance, or None."""
        self._game, self._length, self._ending = 0, 0, False
        self._questions: Jobs[_Question] = Jobs(
            workers or Workers(), "live chances", _PART, self._look_at,
            most=_WAITING, failed=self._leave, hangs_after=_HANGS_AFTER_S,
        )  # fmt: skip

    def __enter__(self) -> Self:
        self._engine = find_engine()  # raises here, for whoever asked, where it is missing
        self._process = process_for(self._engine, background=True)
        self._questions.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending = True
        self._questions.stop()
        self._process.close()

    def shown(self) -> LateChances | None:
        """What a stream may show now: None until a game has gone on for long enough."""
        with self._lock:
            late = self._chances[: len(self._chances) - self._delay] if self._delay else self._chances
            known = [chance for chance in late if chance is not None]
            return (
                LateChances(known[-1], Message("the match") if self._length else Message("the game")) if known else None
            )

    def on_update(self, update: TableUpdate) -> None:
        """An observer. Never waits: where the engine is behind, a play is left out.

        What is known goes with the turns that the record has now: an undone double, or a turn that turns out to have
        been another one, leaves the chances of the turns that stand as they are.
        """
        if not update.events:
            return
        state = update.state
        with self._lock:
            if state.game != self._game or any(isinstance(event, MatchStarted) for event in update.events):
                self._game, self._turns, self._chances = state.game, (), []
            self._length = state.rules.length
            pairs = zip(self._turns, state.turns, strict=False)
            stand = next((place for place, (was, now) in enumerate(pairs) if was != now), len(self._turns))
            stand = min(stand, len(state.turns))
            changed = state.turns != self._turns
            if changed:
                self._turns = state.turns
                self._chances = [*self._chances[:stand], *[None] * (len(state.turns) - stand)]
        made = next((event for event in reversed(update.events) if isinstance(event, PlayMade)), None)
        if changed and made and made.position == state.position and len(state.turns) > stand:
            self._ask(made, state)

    def _ask(self, event: PlayMade, state: MatchState) -> None:
        if state.before is None or state.rules.variant == ABAK:
            return
        self._questions.offer(_Question(state.game, state.turns, _record_of(event, state, state.before)))

    def _look_at(self, question: _Question) -> None:
        if self._ending:
            return
        try:
            chance = self._answer(question.record)
        except AnalysisError as error:  # the next play is looked at all the same
            self._leave(question)
            if not self._ending:
                self._questions.worker.troubled(str(error))
            return
        self._questions.worker.troubled("")
        with self._lock:
            if self._is_asked_still(question):
                self._chances[len(question.turns) - 1] = chance

    def _leave(self, question: _Question) -> None:
        """Nobody knows how it stands now, and what was known is not how: nothing is shown."""
        del question
        with self._lock:
            self._chances = [None] * len(self._chances)

    def _is_asked_still(self, question: _Question) -> bool:
        """Whether the turn that was asked about stands. Holds the lock."""
        return question.game == self._game and self._turns[: len(question.turns)] == question.turns

    def _answer(self, record: MatchRecord) -> float | None:
        found = list(
            analysed(record, self._engine, plies=PLIES, process=self._process, stopped=lambda: self._ending)
        )
        games = found[-1].known
        decisions: Sequence[float | None] = (
            [light_chance(games[0], each) for each in games[0].decisions] if games else ()
        )
        return decisions[-1] if decisions else None


def _record_of(event: PlayMade, state: MatchState, before: Position) -> MatchRecord:
    """A match of one play, taken up where it was made."""
    game = GameRecord(
        state.score,
        (Played(event.player, event.dice, event.play, event.position),),
        crawford=state.crawford,
        cube=state.cube.value,
        owner=state.cube.owner,
        start=before,
    )
    return MatchRecord(state.names, state.rules, (game,))


FILE = "overlay-token"
_BYTES = 24
_WHOLE = re.compile(r"[A-Za-z0-9_-]{32}")


def overlay_token(folder: Path) -> str:
    """This data folder's, made where there is none or a torn one. Raises SettingsError."""
    path = folder / FILE
    try:
        found = path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
        if _WHOLE.fullmatch(found):
            return found
        made = secrets.token_urlsafe(_BYTES)
        write_atomically(path, made)
    except OSError as error:
        raise SettingsError(
            Message("The overlay's token {path} cannot be kept: {reason}.", path=path, reason=error.strerror or error)
        ) from error
    return made

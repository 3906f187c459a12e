"""The winning chances for a stream's overlay: each play looked at once it is kept, shown some plays late.

Only where somebody asked for it: while a match is played the chances are an aid, and the players' own screens never
get them (`web.overlay`).
"""

from __future__ import annotations

import queue
import re
import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arbiter.match.entered_events import Undone
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayCorrected, PlayMade, PlayStood
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import Position
from arbiter.records import GameRecord, MatchRecord, Played
from bookgammon.analysis.engine import find_engine
from bookgammon.analysis.match_analysis import analysed
from bookgammon.analysis.report import light_chance
from bookgammon.errors import AnalysisError, SettingsError
from bookgammon.files.atomic_files import write_atomically
from bookgammon.table.table import TableUpdate
from bookgammon.terminal.answers import say
from web.overlay import LateChances

PLIES = 0
"""A update must do: the engine starts anew for each play and the table has the right of way."""
_PATIENCE_S = 2.0
_WAITING = 4


@dataclass(frozen=True, slots=True)
class _Question:
    """A play to be looked at. place: among the plays of the game; age: of the game, so that old answers are known."""

    age: int
    place: int
    record: MatchRecord


class LiveChances:
    """Looks at plays while its `with` block runs. delay: how many plays late a chance is shown."""

    def __init__(self, delay: int) -> None:
        self._delay = delay
        self._lock = threading.Lock()
        self._chances: list[float | None] = []
        self._age, self._length, self._ending = 0, 0, False
        self._questions: queue.Queue[_Question | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._run, name="live chances", daemon=True)

    def __enter__(self) -> Self:
        find_engine()  # raises here, for whoever asked, where it is missing
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending = True
        try:
            self._questions.put_nowait(None)
        except queue.Full:
            return
        self._thread.join(_PATIENCE_S)

    def shown(self) -> LateChances | None:
        """What a stream may show now: None until a game has gone on for long enough."""
        with self._lock:
            late = self._chances[: len(self._chances) - self._delay] if self._delay else self._chances
            known = [chance for chance in late if chance is not None]
            return (
                LateChances(known[-1], Message("the match") if self._length else Message("the game")) if known else None
            )

    def on_update(self, update: TableUpdate) -> None:
        """An observer. Never waits: where the engine is behind, a play is left out."""
        for event in update.events:
            self._note(event, update.state)

    def _note(self, event: Event, state: MatchState) -> None:
        match event:
            case MatchStarted() | GameStarted():
                with self._lock:
                    self._age, self._length, self._chances = self._age + 1, state.rules.length, []
            case Undone() | PlayCorrected():
                with self._lock:
                    self._age += 1
                    self._chances = self._chances[:-1]
            case PlayStood():
                with self._lock:
                    self._chances.append(None)
            case PlayMade():
                self._ask(event, state)

    def _ask(self, event: PlayMade, state: MatchState) -> None:
        with self._lock:
            self._length = state.rules.length
            self._chances.append(None)
            age, place = self._age, len(self._chances) - 1
        if state.before is None:
            return
        try:
            self._questions.put_nowait(_Question(age, place, _record_of(event, state, state.before)))
        except queue.Full:
            return

    def _run(self) -> None:
        while (question := self._questions.get()) is not None and not self._ending:
            try:
                chance = self._answer(question.record)
            except AnalysisError as error:
                if not self._ending:
                    say(Message("The overlay shows no chances any more. {error}", error=error))
                return
            with self._lock:
                if question.age == self._age and question.place < len(self._chances):
                    self._chances[question.place] = chance

    def _answer(self, record: MatchRecord) -> float | None:
        found = list(analysed(record, find_engine(), plies=PLIES, stopped=lambda: self._ending))
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

"""A referee for tests of the table: it says what the test has written, and keeps its state as the real one does."""

from __future__ import annotations

from arbiter.match.commands import Command, ProgramWord
from arbiter.match.events import Event
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.referee.evidence import Evidence


class ScriptedReferee:
    """Subclasses say which events follow a look, a command and the end of a recording."""

    def __init__(self, state: MatchState | None = None) -> None:
        self.state = state or MatchState()

    def go_on_from(self, state: MatchState) -> None:
        self.state = state

    def observe(self, evidence: Evidence) -> tuple[Event, ...]:
        return self._folded(self.after_look(evidence))

    def handle(self, command: Command | ProgramWord, frame: int, time: float) -> tuple[Event, ...]:
        return self._folded(self.after_command(command, frame, time))

    def finish(self, frame: int, time: float) -> tuple[Event, ...]:
        return self._folded(self.at_end(frame, time))

    def after_look(self, evidence: Evidence) -> tuple[Event, ...]:
        return ()

    def after_command(self, command: Command | ProgramWord, frame: int, time: float) -> tuple[Event, ...]:
        return ()

    def at_end(self, frame: int, time: float) -> tuple[Event, ...]:
        return ()

    def _folded(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        self.state = fold(events, self.state)
        return events

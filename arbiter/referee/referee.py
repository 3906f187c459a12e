"""The referee: evidence in, events out.

Several accounts of the match are followed with their weights (`beam`); what the likeliest one says is told as soon as
it has been the likeliest for long enough (`commitment`). Beside the accounts only the looks of the present rest are
remembered, so a new referee with the same state goes on where another one stopped. No clock, no threads, no files.
"""

from __future__ import annotations

from arbiter.match import commands
from arbiter.match.answers import answer
from arbiter.match.events import Event
from arbiter.match.state import MatchState, Phase
from arbiter.referee.commitment import Commitment
from arbiter.referee.evidence import Evidence
from arbiter.referee.observation import Observer
from arbiter.referee.trust import Trust
from arbiter.seats import Seats


class Referee:
    """Follows one match.

    `see`, `tell` and `finish` return the events that follow; these are already applied to `state`.
    """

    def __init__(self, state: MatchState, seats: Seats) -> None:
        self._seats = state.seats or seats
        self._start(state, Trust())

    def _start(self, state: MatchState, trust: Trust) -> None:
        self._observer = Observer(self._seats, on_checker_is_bad=state.rules.die_on_checker == "cocked")
        self._told = Commitment(state, trust)

    @property
    def state(self) -> MatchState:
        return self._told.state

    def see(self, evidence: Evidence) -> tuple[Event, ...]:
        """One look at the table; looks come in the order of time."""
        if self.state.paused:
            return ()
        seen = self._observer.see(evidence)
        self._told.begin((evidence.frame, evidence.time))
        if seen.ended:
            self._told.rest_ended(seen.ended)
        before = None
        while before is not self.state:
            before = self.state
            self._told.consequences(self._observer)
            self._told.look(seen, self._observer)
        self._told.consequences(self._observer)
        return self._told.events

    def finish(self, frame: int, time: float) -> tuple[Event, ...]:
        """The recording ends here: a play that is pending is settled as it lies."""
        self._told.begin((frame, time))
        if not self.state.paused:
            self._told.settle_last_play(self._observer)
            self._told.consequences(self._observer)
        return self._told.events

    def tell(self, command: commands.Command | commands.RunOut, frame: int, time: float) -> tuple[Event, ...]:
        """What people enter, or the clock says. Raises CommandError, one sentence, where it cannot be done now."""
        told = self._told
        before = told.state
        events = answer(before, command, frame, time)
        told.begin((frame, time))
        told.entered(events)
        if isinstance(command, commands.Misread) and before.warning:
            told.know(dismissed=before.warning.position)
        if isinstance(command, commands.CorrectDice):
            told.know(dice_told=True)
        if isinstance(command, commands.PlayOn):
            told.know(reopened=True)
        if isinstance(command, commands.Undo):
            self._taken_back(before)
        elif before.phase in (Phase.MOVING, Phase.CORRECTING) and told.state.phase is not before.phase:
            self._observer.dice.release()
            self._observer.cube.turn_over()
        if isinstance(command, commands.EndGame | commands.TakeBoard):
            self._observer.dice.spend()
        told.consequences(self._observer)
        if isinstance(command, commands.NewMatch | commands.Seat | commands.Resume):
            # The same dice, but what lay there says nothing now.
            self._seats = told.state.seats or self._seats
            self._start(told.state, told.trust)
        return told.events

    def _taken_back(self, before: MatchState) -> None:
        """An action was undone. A roll taken back does not count; a play taken back may be made anew."""
        if _table(self.state) == _table(before):
            return  # names, a score
        self._told.know(reopened=True, dismissed=before.position)
        self._observer.dice.spend()
        self._observer.cube.turn_over()


def _table(state: MatchState) -> tuple[object, ...]:
    """What there is of a state on the table."""
    return state.phase, state.player, state.dice, state.position

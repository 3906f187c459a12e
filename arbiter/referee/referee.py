"""The referee: evidence in, events out.

His state is the fold of his events; besides it he remembers only the last looks, so a new referee with the
same state goes on where another one stopped. No clock, no threads, no files.
"""

from __future__ import annotations

from arbiter.match.answers import answer
from arbiter.match.commands import Command, CorrectDice, Misread, NewMatch, Resume, Seat, Undo
from arbiter.match.cube_answers import game_over
from arbiter.match.events import Event, MatchOver
from arbiter.match.state import MatchState, Phase
from arbiter.referee.between_turns import await_start, between_turns, set_up_again
from arbiter.referee.desk import Desk
from arbiter.referee.during_turn import correcting, let_stand, moving, settle
from arbiter.referee.evidence import Evidence
from arbiter.referee.hindsight import dice_seen_late, outweighed
from arbiter.referee.weighing import Kind, weigh_finished, weigh_going
from arbiter.scoring import finisher, kind_of_win, match_winner
from arbiter.seats import Seats


class Referee:
    """Follows one match.

    `see`, `tell` and `finish` return the events that follow; these are already applied to `state`.
    """

    def __init__(self, state: MatchState, seats: Seats) -> None:
        self._seats = state.seats or seats
        self._desk = Desk(state, self._seats)

    @property
    def state(self) -> MatchState:
        return self._desk.state

    def see(self, evidence: Evidence) -> tuple[Event, ...]:
        """One look at the table; looks come in the order of time."""
        desk = self._desk
        if desk.state.paused:
            return ()
        desk.see(evidence)
        phase = None
        while phase is not desk.state.phase:
            phase = desk.state.phase
            self._owed()
            self._look()
        self._owed()
        return desk.events

    def finish(self, frame: int, time: float) -> tuple[Event, ...]:
        """The recording ends here: a play that is pending is settled as it lies."""
        desk = self._desk
        desk.begin(frame, time)
        if desk.state.paused:
            return ()
        if desk.state.phase is Phase.MOVING:
            self._settle_last_play()
        if desk.state.phase is Phase.CORRECTING:
            let_stand(desk, None)
        self._owed()
        return desk.events

    def tell(self, command: Command, frame: int, time: float) -> tuple[Event, ...]:
        """What people enter. Raises CommandError, one sentence, where it cannot be done now."""
        desk = self._desk
        desk.begin(frame, time)
        events = answer(desk.state, command, frame, time)
        if isinstance(command, Misread) and desk.state.warning:
            desk.dismissed = desk.state.warning.position
        before = desk.state
        for event in events:
            desk.emit(event)
        if isinstance(command, CorrectDice):
            desk.told_dice = True
            desk.dice.believe(command.dice, told=True)
        if isinstance(command, Undo):
            desk.taken_back(before)
        elif before.phase in (Phase.MOVING, Phase.CORRECTING) and desk.state.phase is not before.phase:
            desk.settled()
        self._owed()
        told = desk.events
        if isinstance(command, NewMatch | Seat | Resume):  # what was seen so far says nothing now
            self._seats = desk.state.seats or self._seats
            self._desk = Desk(desk.state, self._seats)
        return told

    def _look(self) -> None:
        desk = self._desk
        if desk.like_start and (desk.state.turns or desk.state.resignation) and set_up_again(desk):
            return
        if outweighed(desk) or (desk.clear and dice_seen_late(desk, desk.dice.fresh())):
            return
        match desk.state.phase:
            case Phase.SETTING_UP | Phase.GAME_OVER:
                await_start(desk)
            case Phase.TO_ROLL | Phase.DOUBLED:
                between_turns(desk)
            case Phase.MOVING:
                moving(desk)
            case Phase.CORRECTING:
                correcting(desk)

    def _settle_last_play(self) -> None:
        """Half a play, or none, is no fault while the dice lie."""
        desk = self._desk
        view = desk.view()
        pending = desk.pending
        if view:
            reading = weigh_finished(view, desk.chances())
            going = weigh_going(view, desk.chances())
            unfinished = going.play is None and going.kind in (Kind.UNCHANGED, Kind.UNDER_WAY, Kind.IN_HAND)
            if reading.kind is Kind.UPHEAVAL or (unfinished and not desk.finishing):
                return
            pending = (reading, view)
        if pending and (pending[0].play or pending[0].kind is not Kind.UNCHANGED):
            settle(desk, *pending)

    def _owed(self) -> None:
        """What follows from the state alone, so that nothing is lost between two events."""
        desk = self._desk
        state, at = desk.state, (desk.frame, desk.time)
        if state.phase is Phase.TO_ROLL and state.turns and (winner := finisher(state.position)):
            desk.emit(game_over(state, winner, kind_of_win(state.position, winner), *at))
            desk.dice.spend_all()
        elif state.phase is Phase.GAME_OVER and state.result is None and state.player:
            desk.emit(game_over(state, state.player, "single", *at))  # a double was dropped (R50)
        state = desk.state
        if state.phase is Phase.GAME_OVER and (champion := match_winner(state.rules, state.score)):
            desk.emit(MatchOver(*at, champion, state.score))

"""The referee: evidence in, events out.

Several hypotheses of the match are followed with their weights (`beam`); the likeliest one is published as soon as it
has been that for long enough (`commitment`). Beside the hypotheses only the looks of the present rest are remembered,
so a new referee with the same state goes on where another one stopped. No clock, no threads, no files.
"""

from __future__ import annotations

from arbiter.match import commands
from arbiter.match.answers import answer
from arbiter.match.endings import what_follows
from arbiter.match.entered_events import TurnRevised
from arbiter.match.events import Event, IntendedCube, IntendedPlay, MatchStarted
from arbiter.match.opponent_answers import said_now
from arbiter.match.state import MatchState, Phase
from arbiter.referee.between_turns import lies_otherwise
from arbiter.referee.commitment import Commitment
from arbiter.referee.evidence import Evidence
from arbiter.referee.game_ends import GameEnds
from arbiter.referee.observation import Observation, Observer
from arbiter.referee.procedure import DiceSearch, Throw, cube_turned, throw_of
from arbiter.referee.published import PublishedMatch
from arbiter.referee.situation import situation
from arbiter.referee.trust import Trust
from arbiter.referee.turn_events import play_stood
from arbiter.scoring import finisher
from arbiter.seats import Seats


class Referee:
    """Follows one match.

    `observe`, `handle` and `finish` return the events that follow; these are already applied to `state`. Who keeps the
    match and lets others add to it gives its state back before each of them (`go_on_from`).

    trust: what is known of the dice already. unattended: nobody answers questions, as in a recording. begun: another
    referee has just seen the game begin, so the next board is its starting position, whatever it looks like.
    """

    def __init__(
        self,
        state: MatchState,
        seats: Seats,
        trust: Trust | None = None,
        *,
        unattended: bool = False,
        begun: bool = False,
    ) -> None:
        self._seats, self._unattended, self._begun = state.seats or seats, unattended, begun
        self._start(state, trust or Trust())

    def _start(self, state: MatchState, trust: Trust) -> None:
        self._observer = Observer(self._seats, on_checker_is_bad=state.rules.die_on_checker == "cocked")
        if state.cube_taken_back:
            self._observer.cube.known(state.cube_taken_back)
        self._match = PublishedMatch(state)
        self._games = GameEnds(unattended=self._unattended)
        self._search = DiceSearch()
        self._commitment = Commitment(self._match, self._observer, trust)

    @property
    def state(self) -> MatchState:
        return self._match.state

    @property
    def trust(self) -> Trust:
        """What is known by now of how well the faces of these dice are read."""
        return self._commitment.trust

    def go_on_from(self, state: MatchState) -> None:
        """The match as it stands now: the referee's own state, or that with a note that others have added."""
        self._match.go_on_from(state)

    def observe(self, evidence: Evidence) -> tuple[Event, ...]:
        """One look at the table; looks come in the order of time."""
        if self.state.paused:
            return ()
        at = evidence.frame, evidence.time
        return tuple(event for look in evidence.looks for event in self._look(look, at))

    def _look(self, evidence: Evidence, at: tuple[int, float]) -> tuple[Event, ...]:
        """What one look brings, dated `at`."""
        seen = self._observer.observe(evidence)
        self._match.begin(at)
        if seen.ended:
            self._commitment.rest_ended(seen.ended)
        before = None
        while before is not self.state:
            before = self.state
            self._publish_consequences()
            self._consider(seen)
        self._publish_consequences()
        return self._match.events

    def finish(self, frame: int, time: float) -> tuple[Event, ...]:
        """The recording ends here: a play that is pending is settled as it lies."""
        self._match.begin((frame, time))
        if not self.state.paused:
            self._commitment.settle_last_play()
            self._publish_consequences()
        return self._match.events

    def handle(self, word: commands.Command | commands.ProgramWord, frame: int, time: float) -> tuple[Event, ...]:
        """What people enter, or the program says. Raises CommandError, one sentence, where it cannot be done now."""
        match, before = self._match, self.state
        command = said_now(before, word)
        events = answer(before, command, frame, time)
        match.begin((frame, time))
        if all(isinstance(event, IntendedPlay | IntendedCube) for event in events):
            match.intend(events)
            return match.events
        if isinstance(command, commands.AskHint):
            match.note(events)
            return match.events
        match.enter(events)
        if board := self._observer.board:
            match.hold_to_entered(board)
        self._commitment.forget_rest()
        self._games.reset()
        if isinstance(command, commands.Misread) and before.warning:
            match.dismiss(before.warning.position)
        comes_again = isinstance(command, commands.CorrectDice) and before.kept_rolls  # and no dice lie there for it
        if isinstance(command, commands.PlayOn) or comes_again:
            match.reopen()
        if isinstance(command, commands.Undo | commands.PlayAgain):
            self._undone(before)
        elif isinstance(command, commands.Redo) and not self.state.undone:
            match.counts_again()
        elif before.phase in (Phase.MOVING, Phase.CORRECTING) and self.state.phase is not before.phase:
            self._observer.dice.release()
            self._observer.cube.turn_over()
        lifted = isinstance(command, commands.EditTurn) and self._observer.dice.lifted  # for a play that does not count
        if lifted or isinstance(command, commands.EndGame | commands.TakeBoard):
            self._observer.dice.spend()
        self._publish_consequences()
        brought = match.events
        begun = any(isinstance(event, MatchStarted) for event in brought)
        if begun or isinstance(command, commands.Seat | commands.Resume):
            # The same dice, but what lay there says nothing now.
            self._seats = self.state.seats or self._seats
            self._start(self.state, self._commitment.trust)
        return brought

    def _undone(self, before: MatchState) -> None:
        """An action was undone. A roll taken back does not count; a play taken back may be made anew."""
        if _table(self.state) == _table(before):
            return  # names, a score
        if before.last and isinstance(before.last.event, TurnRevised):
            if self.state.phase is not Phase.MOVING:
                self._observer.dice.put_back()
            return  # people vouch for the board, and what was rolled since is rolled
        self._match.reopen()
        self._match.dismiss(before.position)
        self._observer.dice.spend()
        self._observer.cube.turn_over()

    # -------------------------------------------------------------- what one look adds

    def _consider(self, seen: Observation) -> None:
        """What one look adds."""
        match, dice = self._match, self._observer.dice
        if match.state.phase is Phase.MATCH_OVER:
            return
        if seen.clear and seen.board:
            match.hold_to_entered(seen.board)
        if match.state.phase in (Phase.SETTING_UP, Phase.GAME_OVER):
            self._before_game(seen)
            return
        if self._begun and seen.board:
            self._begun = False
            match.start_at(seen.board)
        self._search.update(match.leader, seen, dice)
        if not match.leader.reopened and (ended := self._games.set_up_anew(match.state, seen, dice, match.at)):
            match.begin_game(ended)
            return
        throw = throw_of(match.state, dice, match.at, seen.board)
        if throw.void and not match.state.out_of_step:
            match.publish(throw.void)
            if throw.hinted:
                dice.hint(throw.hinted)
            else:
                dice.spend()
            return
        if self._cube_turned(throw, seen):
            return
        self._commitment.consider(
            situation(seen, throw.roll, dice, self._commitment.trust, bare=self._search.hopeless)
        )

    def _before_game(self, seen: Observation) -> None:
        match, dice = self._match, self._observer.dice
        if begun := self._games.game_begins(match.state, seen, dice, match.at):
            match.begin_game(begun)
            match.start_at(seen.board)
        elif match.state.result:
            self._commitment.name_last_roll(situation(seen, dice.fresh(), dice, self._commitment.trust, bare=False))

    def _cube_turned(self, throw: Throw, seen: Observation) -> bool:
        """The cube was turned before the roll, or just before it and is noticed only now."""
        match, cube = self._match, self._observer.cube
        if match.leader.reopened:
            return False
        events = cube_turned(match.state, cube, self._observer.dice.in_play.thrown, throw.roll, match.at)
        if not events:
            return False
        if match.state.out_of_step or lies_otherwise(match.leader, seen.lately):
            cube.forget()
            return False
        if match.state.phase is Phase.CORRECTING:  # who doubles plays on from what lies there
            match.publish(play_stood(match.leader, match.leader.lies)(match.at))
        match.publish_to_all(events)
        cube.accepted()
        return True

    def _publish_consequences(self) -> None:
        """What follows from the state alone, so that nothing is lost between two events."""
        while events := what_follows(self.state, *self._match.at):
            if finisher(self.state.position):
                self._observer.dice.spend()
            self._match.publish(events)


def _table(state: MatchState) -> tuple[object, ...]:
    """What there is of a state on the table."""
    return state.phase, state.player, state.dice, state.position

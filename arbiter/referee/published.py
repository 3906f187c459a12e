"""The match as it is published: the hypotheses, the events of one look or command, and what people's entries change."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.match.entered_events import CameraDiffers, HintTaken, PositionEntered, TurnEdited
from arbiter.match.events import (
    BadRoll,
    ClockPressed,
    Doubled,
    Event,
    IllegalPlay,
    Note,
    Taken,
    TimeRanOut,
)
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState, Phase
from arbiter.position import Position
from arbiter.referee.beam import Beam
from arbiter.referee.entered_board import anchored, otherwise, put_right
from arbiter.referee.executing import intending_too
from arbiter.referee.hypothesis import At, Hypothesis
from arbiter.referee.likelihood import likeliest_board
from arbiter.referee.observation import Hold, ObservedBoard
from arbiter.referee.priors import ILLEGAL_PLAY, SHORT_REST
from arbiter.referee.revision import revision
from arbiter.replacing import replace


class PublishedMatch:
    """beam: its leader is what is published. hold: how long the same explanation has been the best one.

    at: frame and time of the look or command that goes on. events: what it has brought about, already in `state`.
    """

    def __init__(self, state: MatchState) -> None:
        self.beam = Beam(Hypothesis(state))
        self.hold = Hold()
        self.at: At = (0, 0.0)
        self.events: tuple[Event, ...] = ()
        self._entered = False
        """Whether people entered a position that was not looked at since."""

    @property
    def leader(self) -> Hypothesis:
        return self.beam.leader

    @property
    def state(self) -> MatchState:
        return self.leader.state

    def begin(self, at: At) -> None:
        """Another look or command."""
        self.events, self.at = (), at

    def go_on_from(self, state: MatchState) -> None:
        """The published hypothesis has this state: its own, with what was noted meanwhile."""
        if state is not self.state:
            self._set_leader(replace(self.leader, state=state))

    def publish(self, events: Sequence[Event]) -> None:
        """The published hypothesis goes on by these events."""
        state = self.state
        for event in events:
            state = apply(state, event)
            if not isinstance(event, Note | BadRoll | CameraDiffers | HintTaken):
                self.hold.reset()
        self.events = (*self.events, *events)
        self._set_leader(replace(self.leader, state=state))

    def begin_game(self, events: Sequence[Event]) -> None:
        """A game begins, or is over: no other hypothesis of it is followed."""
        self.publish(events)
        self.beam = self.beam.alone()

    def start_at(self, board: ObservedBoard | None) -> None:
        """A game begins: what lies there is known, and how it looks is learned from `board`."""
        self.beam = Beam(Hypothesis(self.state).at_start(board))

    def publish_to_all(self, events: Sequence[Event]) -> None:
        """The other hypotheses in which these events are possible go on by them as well."""
        self.beam = self.beam.others_after(events)
        self.publish(events)

    def switch_to(self, other: Hypothesis) -> None:
        """Another hypothesis takes the place of the published one.

        By it a play that had passed may have been a fault: that late nobody is accused of it, people are asked.
        """
        switched = self.beam.switched_to(other)
        events = revision(self.state, other.state, *self.at)
        if self.state.phase is not Phase.CORRECTING:
            events = tuple(replace(each, unseen=True) if isinstance(each, IllegalPlay) else each for each in events)
        self.publish(events)
        self.beam = switched.led_by(replace(other, state=self.state))

    # -------------------------------------------------------------- what people enter

    def enter(self, events: Sequence[Event]) -> None:
        """What people say is so; apart from cube and clock, no other hypothesis is followed any more."""
        lies, phase = self.leader.lies, self.state.phase
        keeps_others = all(isinstance(event, Doubled | Taken | ClockPressed | TimeRanOut) for event in events)
        self.beam = self.beam.others_after(events) if keeps_others else self.beam.alone()
        self.publish(events)
        if any(isinstance(event, PositionEntered) for event in events):
            self._entered = True
            self._set_leader(replace(self.leader, anchor=None))
        leader = self.leader.forgetting_looks() if self.leader.lies != lies else self.leader
        if any(isinstance(event, TurnEdited) for event in events) and self.state.phase is Phase.MOVING:
            leader = replace(leader, reopened=True)  # the board may still show the turn as it was
        if phase is Phase.TO_ROLL and self.state.phase is Phase.MOVING:  # the next roll: what was taken back is over
            leader = replace(leader, reopened=False, dismissed=None)
        self._set_leader(replace(leader, weight=leader.weight if self.beam.others else 0.0))

    def intend(self, events: Sequence[Event]) -> None:
        """An opponent who is not at the table means to do this: what was seen until now says what it did before."""
        self.beam = replace(self.beam, others=intending_too(self.beam.others, events))
        self.publish(events)

    def note(self, events: Sequence[Event]) -> None:
        """People have asked something, whatever lies there: all hypotheses go on by that."""
        others = tuple(replace(one, state=fold(events, one.state)) for one in self.beam.others)
        self.beam = replace(self.beam, others=others)
        self.publish(events)

    def hold_to_entered(self, board: ObservedBoard) -> None:
        """How the board looks on which people entered what lies there; what the camera reads otherwise is published."""
        if self.leader.anchor is not None or (not self._entered and self.at[1] - board.since < SHORT_REST):
            return
        if anchor := anchored(self.state, board, entered=self._entered):
            self._entered = False
            self.beam = self.beam.led_by(replace(self.leader, anchor=anchor))
            self.publish_difference(board)

    def publish_difference(self, board: ObservedBoard) -> None:
        """What the camera reads otherwise than people entered, where that has changed."""
        state, anchor = self.state, self.leader.anchor
        if state.entered_board is None or anchor is None:
            return
        if (right := put_right(state, board, anchor)) is not anchor:
            anchor = right
            self._set_leader(replace(self.leader, anchor=anchor))
        seen = otherwise(state, board, anchor)
        if seen != state.entered_board.seen:
            self.publish([CameraDiffers(*self.at, seen)])

    def dismiss(self, position: Position) -> None:
        """People say that the board was misread where it showed this."""
        self._set_leader(replace(self.leader, dismissed=position))

    def rested_otherwise(self, board: ObservedBoard) -> None:
        """Once something else has lain there, a play that was taken back counts again where it is made again."""
        leader = self.leader
        if not leader.reopened or leader.dismissed is None:
            return
        likelihood = leader.likelihood(board)
        free = likeliest_board(likelihood, leader.lies)
        if free.score - likelihood.fit(leader.dismissed) >= ILLEGAL_PLAY:
            self._set_leader(replace(leader, dismissed=None))

    def reopen(self) -> None:
        """An action was taken back: the board may show what no longer counts."""
        self._set_leader(replace(self.leader, reopened=True))

    def counts_again(self) -> None:
        """An action that was taken back was not: the board shows what it left."""
        self._set_leader(replace(self.leader, reopened=False, dismissed=None))

    def _set_leader(self, leader: Hypothesis) -> None:
        self.beam = self.beam.led_by(leader)

"""What is certain enough is told as events; revised where later looks turn the weights, silent where nothing fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter.match.endings import what_follows
from arbiter.match.events import (
    BackInStep,
    BadRoll,
    ClockPressed,
    Doubled,
    Event,
    Note,
    OutOfStep,
    Question,
    RollSeen,
    Taken,
    TimeRanOut,
    WarningWithdrawn,
)
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState, Phase
from arbiter.referee import beam, priors
from arbiter.referee.dice_tracker import learned
from arbiter.referee.game_ends import cleared, game_begins, set_up_anew
from arbiter.referee.hypothesis import At, Explanation, Hypothesis, Step
from arbiter.referee.observation import Board, Hold, Observation, Observer
from arbiter.referee.procedure import Throw, cube_turned, find_dice, throw_of
from arbiter.referee.revision import revision, with_roll_named
from arbiter.referee.situation import Situation, situation
from arbiter.referee.trust import Trust
from arbiter.referee.turn_events import stood
from arbiter.scoring import finisher

BARE_LOOKS = 8
"""Clear looks without any die in sight, after which dice in play that were never found are taken for lifted."""


class Commitment:
    """leader: the account that is told. others: those followed beside it. hold: how long the best one has been that.

    start: how long the starting position has stood there. last: the last clear look. bare: clear looks in a row without
    any die.
    """

    def __init__(self, state: MatchState, trust: Trust) -> None:
        self.trust = trust
        self._leader = Hypothesis(state)
        self._others: list[Hypothesis] = []
        self._hold = Hold()
        self._start = Hold()
        self._at: At = (0, 0.0)
        self._events: list[Event] = []
        self._bare = 0
        self._last: Situation | None = None

    @property
    def state(self) -> MatchState:
        return self._leader.state

    @property
    def events(self) -> tuple[Event, ...]:
        """What this look or command has brought about."""
        return tuple(self._events)

    def begin(self, at: At) -> None:
        self._events, self._at = [], at

    def know(self, **known: object) -> None:
        """What people's entries say about the account that is told."""
        self._leader = replace(self._leader, **known)  # type: ignore[arg-type]  # names of its own fields

    def entered(self, events: Sequence[Event]) -> None:
        """What people say is so; apart from cube and clock, no other account of it is followed any more."""
        lies = self._leader.lies
        beside = all(isinstance(event, Doubled | Taken | ClockPressed | TimeRanOut) for event in events)
        self._others, self._last = self._others_after(events) if beside else [], None
        self._emit(events)
        self._start.reset()
        if self._leader.lies != lies:
            self.know(offsets=(), seen_as=(), unsettled=None, reopened=False)
        self.know(weight=self._leader.weight if self._others else 0.0, dice_told=False)

    def rest_ended(self, board: Board) -> None:
        """What all looks of a rest say counts from now on, though no single rest decides much."""
        everyone = [self._leader, *self._others]
        found = beam.explanations(everyone, self._last, every=True) if self._last else []
        gains = [one.gain(board, beam.explained(one, found)) for one in everyone]
        most = priors.MOST_PER_REST if self._at[1] - board.since >= priors.SHORT_REST else 0.0
        bounded = [min(max(gain - gains[0], -most), most) for gain in gains]
        rested = [one.rested(board, gain) for one, gain in zip(everyone, bounded, strict=True)]
        self._leader, self._others, self._last = rested[0], rested[1:], None
        # a roll that nobody saw is told once no other account of its play is left that may be right
        others = [one.state for one in self._others if one.weight > self._leader.weight - priors.LEFT_OPEN]
        state = with_roll_named(self.state, others)
        if state is not None and not self.state.out_of_step:
            self._emit(revision(self.state, state, *self._at))

    def _others_after(self, events: Sequence[Event]) -> list[Hypothesis]:
        """The other accounts in which these events are possible too, after them."""
        alike = [one for one in self._others if one.same_now(self._leader)]
        return [replace(one, state=fold(events, one.state)) for one in alike]

    def look(self, seen: Observation, observer: Observer) -> None:
        """What this look adds."""
        if self.state.phase in (Phase.SETTING_UP, Phase.GAME_OVER):
            self._before_game(seen, observer)
            return
        if self.state.phase is Phase.MATCH_OVER:
            return
        self._bare = find_dice(self._leader, seen, observer.dice, self._bare)
        anew = () if self._leader.reopened else set_up_anew(self.state, seen, observer.dice, self._start, self._at)
        if anew:
            self._emit(anew)
            self._others = []
            return
        throw = throw_of(self.state, observer.dice, self._at, seen.board.looks if seen.board else 0)
        if throw.void and not self.state.out_of_step:
            self._emit(throw.void)
            observer.dice.spend(throw.only)
            return
        if self._cube(throw, observer):
            return
        now = situation(seen, throw.roll, observer.dice, self.trust, bare=self._bare >= BARE_LOOKS)
        found = beam.explanations((self._leader, *self._others), now, every=now.ending or now.roll is not None)
        if found and seen.clear:
            self._last = now
        if found:
            self._decide(found, now, observer)

    def _decide(self, found: list[Explanation], now: Situation, observer: Observer) -> None:
        top = beam.favoured(found, self._leader, now)
        if now.seen.clear:
            self._hold.see(top.key, now.seen.time)
        forced = top.step is Step.END and now.seen.disturbed and now.roll is not None
        if top.step is not Step.THROW and not now.seen.clear and not forced:
            return
        if self.state.out_of_step or top.doubt:
            self._doubt(top)
        elif top.step is Step.STAY:
            self._remark(top)
        elif top.step is Step.END and not (now.finished or finisher(top.lies)):
            return
        elif forced or self._hold.lasted(top.enough) or top.enough[0] <= 1:
            self._advance(top, found, now, observer)
        elif top.step is Step.BOARD and self._hold.lasted(priors.RESTED):
            self._fork(top, now)

    def _remark(self, top: Explanation) -> None:
        """Nothing has ended: dice read otherwise, a quiet note, or another account of what was before."""
        if not top.source.same_now(self._leader):
            if self._hold.lasted(max(top.source.enough, priors.REVISED)):
                self._switch(top.source)
            return
        state = self.state
        if state.phase is not Phase.MOVING:
            return
        player, told = self._leader.turn()
        if top.illegal:
            repeated = state.warning is not None and state.warning.position == top.lies
            if not repeated and top.lies != self._leader.dismissed and self._hold.lasted(top.enough) and top.tell:
                self._emit(top.tell(self._at))
            return
        if state.warning and self._hold.lasted(priors.WITHDRAWN):
            self._emit([WarningWithdrawn(*self._at, player)])
        if top.dice and sorted(top.dice) != sorted(told) and self._hold.lasted(priors.REVISED):
            self._emit([RollSeen(*self._at, player, top.dice)])

    def _doubt(self, top: Explanation) -> None:
        """Where nothing fits, nothing is warned of; where something does again, that is told first."""
        if not top.doubt and not top.illegal:
            if self._hold.lasted(priors.BACK_IN_STEP_SEEN):
                self._emit([BackInStep(*self._at)])
        elif top.doubt and not self.state.out_of_step and self._hold.lasted(top.enough):
            asks: Question = "ending" if cleared(self.state.position, top.lies) else "board"
            self._emit([OutOfStep(*self._at, top.lies, asks)])

    def _advance(self, top: Explanation, found: list[Explanation], now: Situation, observer: Observer) -> None:
        """The turn ends, the next begins, or the board was changed: all accounts go on, the best one is told."""
        chosen = beam.child(top, now, self._at)
        if top.step is Step.THROW and self.state.phase is not Phase.MOVING:
            self.trust = learned(self.trust, now.played, beam.last_rolls(found, self._at))
        if top.source is self._leader:
            self._emit(top.tell(self._at) if top.tell else ())
        else:
            self._emit(revision(self.state, chosen.state, *self._at))
        others = beam.advanced(found, top.step, now, self._at)
        if top.step is Step.BOARD:
            others += [replace(e.source, weight=e.weight) for e in found if e.step is Step.STAY and not e.doubt]
        self._leader = replace(chosen, state=self._leader.state)
        self._follow([one for one in others if beam.same(one) != beam.same(self._leader)])
        if top.step is Step.THROW and now.roll:
            if self.state.player:
                observer.dice.remember_leaf(now.roll, self.state.player)
            observer.dice.release()
            observer.dice.hold(now.roll)
        elif top.step is Step.END or top.illegal:
            observer.dice.release()
            observer.cube.turn_over()

    def _follow(self, others: list[Hypothesis]) -> None:
        """The best of the accounts beside the one that is told, their weights against the best of all."""
        kept = beam.pruned([self._leader, *others])
        leader = next((one for one in kept if beam.same(one) == beam.same(self._leader)), None)
        self._leader = replace(self._leader, weight=leader.weight if leader else -priors.ALTERNATIVE)
        self._others = [one for one in kept if one is not leader]

    def _fork(self, top: Explanation, now: Situation) -> None:
        """What may have happened is followed, though it is not told yet."""
        made = beam.child(top, now, self._at)
        twin = next((one for one in self._others if beam.same(one) == beam.same(made)), None)
        if twin is None:
            if beam.same(made) != beam.same(self._leader):
                self._others.append(made)
        elif beam.roll_known(made) and not beam.roll_known(twin):  # the dice came into sight since
            self._others = [replace(one, state=made.state) if one is twin else one for one in self._others]

    def _switch(self, other: Hypothesis) -> None:
        """Another account takes the place of the one that was told."""
        before = self._leader
        self._emit(revision(self.state, other.state, *self._at))
        self._leader = replace(other, state=self._leader.state)
        self._others = [before, *(one for one in self._others if one is not other)]

    def _cube(self, throw: Throw, observer: Observer) -> bool:
        """The cube was turned before the roll, or just before it and is noticed only now."""
        if self._leader.reopened:
            return False
        events = cube_turned(self.state, observer.cube, observer.dice.in_play.thrown, throw.roll, self._at)
        if not events:
            return False
        if self.state.phase is Phase.CORRECTING:  # who doubles plays on from what lies there
            self._emit(stood(self._leader, self._leader.lies)(self._at))
        self._others = self._others_after(events)
        self._emit(events)
        observer.cube.accepted()
        return True

    def settle_last_play(self, observer: Observer) -> None:
        """The recording ends: half a play, or none, is no fault while the dice lie."""
        if self.state.phase is Phase.MOVING and self._last is not None:
            ended = replace(self._last, ending=True, finished=True)
            if found := beam.explanations((self._leader, *self._others), ended, every=True):
                top = beam.favoured(found, self._leader, ended)
                lifted = self._last.finished or not beam.on_the_way(self._leader, self._last)
                wrong = not lifted or top.lies == self.state.position
                if top.step is Step.END and not (top.illegal and wrong):
                    self._advance(top, found, ended, observer)
        if self.state.phase is Phase.CORRECTING:
            self._emit(stood(self._leader, self._leader.lies)(self._at))

    def _before_game(self, seen: Observation, observer: Observer) -> None:
        if events := game_begins(self.state, seen, observer.dice, self._start, self._at):
            self._emit(events)
            self._others = []
            self._leader = Hypothesis(self.state).settled(seen.board)
        elif self.state.result:  # the dice of the game's last play may come into sight only now
            now = situation(seen, observer.dice.fresh(), observer.dice, self.trust, bare=False)
            found = beam.explanations((self._leader,), now, every=True)
            if found and seen.clear:
                self._advance(found[0], found, now, observer)

    def consequences(self, observer: Observer) -> None:
        """What follows from the state alone, so that nothing is lost between two events."""
        while events := what_follows(self.state, *self._at):
            if finisher(self.state.position):
                observer.dice.spend()
            self._emit(events)

    def _emit(self, events: Sequence[Event]) -> None:
        state = self.state
        for event in events:
            self._events.append(event)
            state = apply(state, event)
            if not isinstance(event, Note | BadRoll):
                self._hold.reset()
        self._leader = replace(self._leader, state=state)

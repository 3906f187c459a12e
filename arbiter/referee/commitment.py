"""When an explanation is certain enough to be published: as events, as a revision, or as a doubt."""

from __future__ import annotations

from arbiter.match.events import BackInStep, OutOfStep, Question, RollSeen, WarningWithdrawn
from arbiter.match.state import Phase
from arbiter.referee import priors
from arbiter.referee.beam import child, children, last_rolls
from arbiter.referee.dice_tracker import learned
from arbiter.referee.game_ends import cleared
from arbiter.referee.hypothesis import Explanation, Step
from arbiter.referee.observation import ObservedBoard, Observer
from arbiter.referee.prediction import explanations, on_the_way
from arbiter.referee.published import PublishedMatch
from arbiter.referee.revision import revision, with_roll_named
from arbiter.referee.selection import favoured
from arbiter.referee.situation import Situation
from arbiter.referee.trust import Trust
from arbiter.referee.turn_events import play_stood
from arbiter.replacing import replace
from arbiter.scoring import finisher


class Commitment:
    """trust: how far the faces of each set of dice can be trusted, learned as plays settle rolls."""

    def __init__(self, match: PublishedMatch, observer: Observer, trust: Trust) -> None:
        self.trust = trust
        self._match = match
        self._observer = observer
        self._last: Situation | None = None
        """The last clear look of the present rest."""
        self._newest: Situation | None = None
        """The same of any rest: with it the recording ends where something moves to its end."""

    def forget_rest(self) -> None:
        """What was seen in this rest so far says nothing of the hypotheses that are followed from now on."""
        self._last = self._newest = None

    def rest_ended(self, board: ObservedBoard) -> None:
        """The weights after a rest; a roll that nobody saw is published once no other hypothesis of it is left."""
        match = self._match
        if match.at[1] - board.since >= priors.SHORT_REST and not match.state.out_of_step:
            match.publish_difference(board)
        match.rested_otherwise(board)
        match.beam, self._last = match.beam.after_rest(board, self._last, match.at[1]), None
        leader, *others = match.beam.every
        likely = [one.state for one in others if one.weight > leader.weight - priors.LEFT_OPEN]
        state = with_roll_named(match.state, likely)
        if state is not None and not match.state.out_of_step:
            match.publish(revision(match.state, state, *match.at))

    def consider(self, now: Situation) -> None:
        """What one look adds."""
        found = explanations(self._match.beam.every, now, every=now.ending or now.roll is not None)
        if found and now.seen.clear:
            self._last = self._newest = now
        if found:
            self._decide(found, now)

    def name_last_roll(self, now: Situation) -> None:
        """The game is over; the dice of its last play may come into sight only now."""
        found = explanations((self._match.leader,), now, every=True)
        if found and now.seen.clear:
            self._advance(found[0], found, now)

    def settle_last_play(self) -> None:
        """The recording ends: half a play, or none, is no fault while the dice lie."""
        match, last = self._match, self._last or self._newest
        if match.state.phase is Phase.MOVING and last is not None:
            ended = replace(last, ending=True, finished=True)
            if found := explanations(match.beam.every, ended, every=True):
                top = favoured(found, match.leader, ended)
                lifted = last.finished or not on_the_way(match.leader, last)
                wrong = not lifted or top.lies == match.state.position
                if top.step is Step.END and not (top.illegal and wrong):
                    self._advance(top, found, ended)
        if match.state.phase is Phase.CORRECTING:
            match.publish(play_stood(match.leader, match.leader.lies)(match.at))

    # -------------------------------------------------------------- what one look leads to

    def _decide(self, found: list[Explanation], now: Situation) -> None:
        match = self._match
        top = favoured(found, match.leader, now)
        if now.seen.clear:
            match.hold.update(top.key, now.seen.time)
        forced = top.step is Step.END and now.seen.disturbed and now.roll is not None
        if top.step is not Step.THROW and not now.seen.clear and not forced:
            return
        if match.state.out_of_step or top.doubt:
            self._doubt(top)
        elif top.step is Step.STAY:
            self._remark(top, now)
        elif top.step is Step.END and not (now.finished or finisher(top.lies) or match.state.intended):
            return
        elif forced or match.hold.lasted(top.enough) or top.enough[0] <= 1:
            self._advance(top, found, now)
        elif top.step is Step.BOARD and match.hold.lasted(priors.RESTED):
            match.beam = match.beam.with_fork(child(top, now, match.at))

    def _remark(self, top: Explanation, now: Situation) -> None:
        """Nothing has ended: dice read otherwise, a quiet note, or another hypothesis of what was before."""
        match = self._match
        if not top.source.same_now(match.leader):
            if match.hold.lasted(max(top.source.enough, priors.REVISED)):
                match.switch_to(top.source)
            return
        state = match.state
        if state.phase is not Phase.MOVING:
            return
        noted = state.warning or state.misplaced
        player, published = match.leader.turn()
        if top.illegal:
            repeated = noted is not None and noted.position == top.lies
            if not repeated and top.lies != match.leader.dismissed and match.hold.lasted(top.enough):
                match.publish(top.events(match.at))
            return
        if noted and match.hold.lasted(priors.WITHDRAWN):
            match.publish([WarningWithdrawn(*match.at, player)])
        if top.dice and sorted(top.dice) != sorted(published) and match.hold.lasted(priors.REVISED):
            match.publish([RollSeen(*match.at, player, top.dice, now.source_of(top.source, top.dice))])

    def _doubt(self, top: Explanation) -> None:
        """Where nothing fits, nothing is warned of; where something does again, that is published first.

        What is asked about is what lies there: a board that comes to lie otherwise for good is asked about anew.
        """
        match, asked = self._match, self._match.state.out_of_step
        warned = match.state.warning and match.state.warning.position
        if not top.doubt and (not top.illegal or top.lies == warned):
            if match.hold.lasted(priors.BACK_IN_STEP_SEEN):
                match.publish([BackInStep(*match.at)])
        elif asked is None:
            if top.doubt and match.hold.lasted(top.enough):
                asks: Question = "ending" if cleared(match.state.position, top.lies) else "board"
                match.publish([OutOfStep(*match.at, top.lies, asks)])
        elif (
            top.lies != asked.position
            and (top.illegal or asked.asks == "board")
            and match.hold.lasted(priors.OUT_OF_STEP_SEEN)
        ):
            match.publish([OutOfStep(*match.at, top.lies)])

    def _advance(self, top: Explanation, found: list[Explanation], now: Situation) -> None:
        """The turn ends, the next begins, or the board was changed: all hypotheses go on, the best is published."""
        match, dice = self._match, self._observer.dice
        without_dice = match.state.intended is not None and not now.held
        its_roll = match.state.last if match.state.intended else None  # an opponent's, who is not at the table
        chosen = child(top, now, match.at)
        if top.step is Step.THROW and match.state.phase is not Phase.MOVING:
            self.trust = learned(self.trust, now.played, last_rolls(found, match.at))
        if top.source is match.leader:
            match.publish(top.events(match.at))
        else:
            match.publish(revision(match.state, chosen.state, *match.at))
        others = children(found, top.step, now, match.at)
        if top.step is Step.BOARD:
            others += [replace(e.source, weight=e.weight) for e in found if e.step is Step.STAY and not e.doubt]
        match.beam = match.beam.led_by(replace(chosen, state=match.state)).following(others)
        if top.step is Step.THROW and now.roll:
            if match.state.player:
                dice.remember_leaf(now.roll, match.state.player)
            dice.release()
            dice.hold(now.roll)
        elif top.step is Step.END or top.illegal:
            # its play is known: whoever throws while it is still made for it sees no more than they would later
            dice.release(awaited=its_roll.event.time if its_roll else None)
            if without_dice:
                dice.forget_played()  # those of the turn before say nothing of this one's roll
            self._observer.cube.turn_over()

"""The hypotheses that are followed, each with its weight: what goes on, what is merged, what is pruned."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import exp

from arbiter.match.events import Event, PlayMade
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.plays import Dice
from arbiter.referee import priors
from arbiter.referee.hypothesis import At, Explanation, Hypothesis, Step
from arbiter.referee.likelihood import likeliest_board
from arbiter.referee.observation import ObservedBoard
from arbiter.referee.prediction import explained, explanations
from arbiter.referee.situation import Situation
from arbiter.replacing import replace


@dataclass(frozen=True, slots=True)
class Beam:
    """leader: the hypothesis that is published. others: those followed beside it."""

    leader: Hypothesis
    others: tuple[Hypothesis, ...] = ()

    @property
    def every(self) -> tuple[Hypothesis, ...]:
        return (self.leader, *self.others)

    def led_by(self, leader: Hypothesis) -> Beam:
        """The same, where more is known of the published hypothesis."""
        return replace(self, leader=leader)

    def alone(self) -> Beam:
        """The published hypothesis, no other one."""
        return replace(self, others=())

    def others_after(self, events: Sequence[Event]) -> Beam:
        """The other hypotheses in which these events are possible too, after them; the leader as it is."""
        alike = [one for one in self.others if _cube_alike(one.state) == _cube_alike(self.leader.state)]
        return replace(self, others=tuple(replace(one, state=fold(events, one.state)) for one in alike))

    def after_rest(self, board: ObservedBoard, last: Situation | None, time: float) -> Beam:
        """What all looks of a rest say counts from now on, though no single rest decides much.

        last: its last clear look. time: when it ended, in seconds.
        """
        found = explanations(self.every, last, every=True) if last else []
        explained_by = [explained(one, found) for one in self.every]
        gains = [one.gain(board, by) for one, by in zip(self.every, explained_by, strict=True)]
        most = priors.MOST_PER_REST if time - board.since >= priors.SHORT_REST else 0.0
        bounded = [min(max(gain - gains[0], -most), most) for gain in gains]
        rested = [one.rested(board, gain) for one, gain in zip(self.every, bounded, strict=True)]
        if last and most:
            pairs = zip(rested, explained_by, strict=True)
            rested = [replace(one, unconfirmed=one.unconfirmed and by < -priors.ILLEGAL_PLAY) for one, by in pairs]
        leader, *others = rested
        return Beam(leader, tuple(others))

    def following(self, others: Iterable[Hypothesis]) -> Beam:
        """The published hypothesis and the best of these beside it, their weights against the best of all."""
        kept = pruned([self.leader, *(one for one in others if same(one) != same(self.leader))])
        leader = next((one for one in kept if same(one) == same(self.leader)), None)
        published = replace(self.leader, weight=leader.weight if leader else -priors.ALTERNATIVE)
        return Beam(published, tuple(one for one in kept if one is not leader))

    def with_fork(self, made: Hypothesis) -> Beam:
        """What may have happened is followed as well."""
        twin = next((one for one in self.others if same(one) == same(made)), None)
        if twin is None:
            return self if same(made) == same(self.leader) else replace(self, others=(*self.others, made))
        if roll_known(twin) or not roll_known(made):
            return self
        # the dice came into sight since
        return replace(self, others=tuple(replace(o, state=made.state) if o is twin else o for o in self.others))

    def switched_to(self, other: Hypothesis) -> Beam:
        """One of the others takes the leader's place."""
        return Beam(other, (self.leader, *(one for one in self.others if one is not other)))


def child(explanation: Explanation, now: Situation, at: At) -> Hypothesis:
    """The hypothesis that goes on as this explanation says."""
    source, events = explanation.source, explanation.events(at)
    state = fold(events, source.state)
    unasked = unasked_roll(explanation, now)
    made = replace(source, state=state, weight=explanation.weight, enough=explanation.enough, unasked=unasked)
    if explanation.step is Step.THROW:
        unconfirmed = _lies_otherwise(explanation, now.seen.board)
        made = replace(made, reopened=False, dismissed=None, unconfirmed=unconfirmed)
    if made.lies != source.lies:
        made = made.settled(now.deciding_board)
    else:
        made = replace(made, weight=made.weight - explanation.fit)
    return replace(made, reopened=False) if explanation.step is not Step.STAY else made


def _lies_otherwise(explanation: Explanation, board: ObservedBoard | None) -> bool:
    """Whether the board is not seen to hold what lies there by it, nor a play begun from that."""
    if board is None:
        return True
    free = likeliest_board(explanation.source.likelihood(board), explanation.lies)
    fit = max(explanation.fit, explanation.source.likelihood(board).fit(explanation.lies))
    return fit < free.score - priors.ILLEGAL_PLAY


def unasked_roll(explanation: Explanation, now: Situation) -> bool:
    """Whether by it another roll was thrown than one that was read clearly, and nobody was asked."""
    one, dice = explanation.source, explanation.dice
    if one.unasked or dice is None or one.state.phase is not Phase.MOVING:
        return one.unasked
    rolls_on = explanation.step not in (Step.STAY, Step.END) or sorted(dice) == sorted(one.turn()[1])
    return not rolls_on and now.contradicts(one, dice)


def children(found: list[Explanation], step: Step, now: Situation, at: At) -> list[Hypothesis]:
    """The hypotheses after a step, as those explanations have it that take that step."""
    taken = [each for each in found if each.step is step and not each.doubt]
    top = taken[0].weight
    near = [each for each in taken if each.weight > top - priors.ALTERNATIVE][: priors.BEAM]
    return [child(each, now, at) for each in near]


def last_rolls(found: list[Explanation], at: At) -> dict[Dice, float]:
    """How likely each roll is to have been that of the turn before the dice that now count as the next roll."""
    thrown = [each for each in found if each.step is Step.THROW and each.events_at][: priors.BEAM]
    rolls: dict[Dice, float] = {}
    for each in thrown:
        turns = fold(each.events(at), each.source.state).turns
        if turns and turns[-1].dice:
            dice = (max(turns[-1].dice), min(turns[-1].dice))
            rolls[dice] = rolls.get(dice, 0.0) + exp(each.weight - thrown[0].weight)
    return rolls


def pruned(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Equal hypotheses become the likelier one; the best few stay, the best one at 0."""
    best: dict[Hashable, Hypothesis] = {}
    for one in sorted(hypotheses, key=lambda one: -one.weight):
        best.setdefault(same(one), one)
    kept = list(best.values())[: priors.BEAM]
    top = kept[0].weight
    return [replace(one, weight=one.weight - top) for one in kept if one.weight > top - priors.ALTERNATIVE]


def roll_known(one: Hypothesis) -> bool:
    """Whether the last play's roll is known."""
    last = one.state.last_recorded
    event = last.event if last else None
    return not isinstance(event, PlayMade) or event.dice is not None


def same(one: Hypothesis) -> Hashable:
    """Hypotheses for which this is equal say the same of what lies there now and are merged."""
    state = one.state
    return (state.phase, state.player, one.lies, len(state.turns), state.cube)


def _cube_alike(state: MatchState) -> Hashable:
    """States for which this is equal allow the same cube actions, whatever lies on the board."""
    return (state.phase, state.player, state.cube)

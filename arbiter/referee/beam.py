"""The accounts that are followed, each with its weight: what each predicts, which explanations stay, what is merged."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import exp

from arbiter.match.events import PlayMade
from arbiter.match.fold import fold
from arbiter.match.state import Phase
from arbiter.plays import Dice, results_of_any_roll
from arbiter.referee import priors
from arbiter.referee.between_turns import late_dice, opening, to_roll
from arbiter.referee.correcting import being_corrected
from arbiter.referee.during_turn import play_ended, under_way
from arbiter.referee.hypothesis import At, Explanation, Hypothesis, Step
from arbiter.referee.situation import Situation
from arbiter.referee.turn_events import asking

LATE = 8.0
"""Seconds after a play without dice in which they may still come into sight."""


def predicted(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """How one account explains what is seen."""
    state = one.state
    match state.phase:
        case Phase.MOVING:
            yield from play_ended(one, now) if now.ending else under_way(one, now)
        case Phase.CORRECTING:
            yield from being_corrected(one, now)
        case Phase.TO_ROLL | Phase.DOUBLED:
            yield from to_roll(one, now, state.player) if state.player else opening(one, now)
    if now.roll and state.last and now.seen.clear and now.seen.time - state.last.event.time <= LATE:
        yield from late_dice(one, now, state.last.before.position)


def explanations(beam: Sequence[Hypothesis], now: Situation, *, every: bool) -> list[Explanation]:
    """The accounts' explanations, the likeliest first. every: also of accounts that cannot have the best one.

    beam: first the one that is told, which is always asked.
    """
    found: list[Explanation] = []
    best, reach = float("-inf"), priors.ALTERNATIVE if every else 0.0
    for one in sorted(beam, key=lambda one: -one.weight):
        if one.weight < best - reach and one is not beam[0]:
            continue
        for explanation in predicted(one, now):
            found.append(explanation)
            best = max(best, explanation.weight)
    return sorted(found, key=lambda explanation: -explanation.weight)


def favoured(found: list[Explanation], leader: Hypothesis, now: Situation) -> Explanation:
    """The best explanation; another account than the one told must be better by its price."""
    top = _worth_telling(found, now)
    if top.source is not leader:
        own = next((each for each in found if each.source is leader and each.kind == top.kind), None)
        if own and top.weight - own.weight < priors.SWITCH:
            top = own
    return _as_a_question(top, found, now) if top.illegal else top


def _worth_telling(found: list[Explanation], now: Situation) -> Explanation:
    """The best explanation; of a play that may break a rule nothing is said where that is the cheapest.

    Where the dice look like several faces nothing is asked about a play that one of them allows: it tells the roll.
    """
    top = found[0]
    fault = next((each for each in found if each.illegal), None)
    rather = next((each for each in found if not each.illegal and not each.doubt), None)
    if top.doubt or fault is None or rather is None:
        return top
    needed = -priors.PASSED_OVER if now.plain_dice and _other_roll(fault, rather) else priors.FALSE_WARNING
    return rather if fault.weight - rather.weight < needed else fault


def _as_a_question(fault: Explanation, found: Iterable[Explanation], now: Situation) -> Explanation:
    """The warning, as a question where other dice explain the play, or those of its set may well be misread."""
    instead = None if fault.source.dice_told else _instead(fault, found, now)
    return replace(fault, tell=asking(fault.tell, instead)) if instead and fault.tell else fault


def _instead(fault: Explanation, found: Iterable[Explanation], now: Situation) -> Dice | None:
    """The roll to ask about; None where there is nothing to ask."""
    one = fault.source
    right = next((each for each in found if each.source is one and not each.illegal and not each.doubt), None)
    if right and _other_roll(fault, right) and fault.weight - right.weight < priors.PLAIN:
        return right.dice
    if now.misread > priors.UNPROVEN:
        ways = results_of_any_roll(one.state.position, one.turn()[0]).get(fault.lies)
        if ways:
            return ways[0][0]
    if fault.dice and now.misread > priors.SUSPECT:
        return next((dice for dice in now.rolls(one) if sorted(dice) != sorted(fault.dice)), None)
    return None


def _other_roll(fault: Explanation, other: Explanation) -> bool:
    """Whether the same turn was played with other dice by another explanation."""
    one, two = fault.dice, other.dice
    same = (fault.source, fault.step) == (other.source, other.step)
    return same and one is not None and two is not None and sorted(one) != sorted(two)


def explained(one: Hypothesis, found: Iterable[Explanation]) -> float:
    """How well this account explains the board."""
    mine = [each.weight for each in found if each.source is one and not each.illegal and not each.doubt]
    return max(mine) - one.weight if mine else 0.0


def on_the_way(one: Hypothesis, now: Situation) -> bool:
    """Whether what lies there is on the way to a legal play."""
    found = explanations((one,), now, every=True)
    return bool(found) and not found[0].illegal and not found[0].doubt


def advanced(found: list[Explanation], step: Step, now: Situation, at: At) -> list[Hypothesis]:
    """The accounts after a step, as those explanations have it that take that step."""
    taken = [each for each in found if each.step is step and not each.doubt]
    top = taken[0].weight
    near = [each for each in taken if each.weight > top - priors.ALTERNATIVE][: priors.BEAM]
    return [child(each, now, at) for each in near]


def last_rolls(found: list[Explanation], at: At) -> dict[Dice, float]:
    """How likely each roll is to have been that of the turn before the dice that now count as the next roll."""
    thrown = [each for each in found if each.step is Step.THROW and each.tell][: priors.BEAM]
    rolls: dict[Dice, float] = {}
    for each in thrown:
        turns = fold(each.tell(at) if each.tell else (), each.source.state).turns
        if turns and turns[-1].dice:
            dice = (max(turns[-1].dice), min(turns[-1].dice))
            rolls[dice] = rolls.get(dice, 0.0) + exp(each.weight - thrown[0].weight)
    return rolls


def child(explanation: Explanation, now: Situation, at: At) -> Hypothesis:
    """The account that goes on as this explanation says."""
    source, events = explanation.source, explanation.tell(at) if explanation.tell else ()
    state = fold(events, source.state)
    made = replace(
        source, state=state, weight=explanation.weight, enough=explanation.enough,
        dice_told=source.dice_told and state.phase is Phase.CORRECTING,
    )  # fmt: skip
    if explanation.step is Step.THROW:
        made = replace(made, reopened=False, dismissed=None)
    if made.lies != source.lies:
        made = made.settled(now.deciding_board)
    else:
        made = replace(made, weight=made.weight - explanation.fit)
    return replace(made, reopened=False) if explanation.step is not Step.STAY else made


def pruned(beam: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Equal accounts become the likelier one; the best few stay, the best one at 0."""
    best: dict[Hashable, Hypothesis] = {}
    for one in sorted(beam, key=lambda one: -one.weight):
        best.setdefault(same(one), one)
    kept = list(best.values())[: priors.BEAM]
    top = kept[0].weight
    return [replace(one, weight=one.weight - top) for one in kept if one.weight > top - priors.ALTERNATIVE]


def roll_known(one: Hypothesis) -> bool:
    """Whether the last play's roll is known."""
    event = one.state.last.event if one.state.last else None
    return not isinstance(event, PlayMade) or event.dice is not None


def same(one: Hypothesis) -> Hashable:
    state = one.state
    return (state.phase, state.player, one.lies, len(state.turns), state.cube)

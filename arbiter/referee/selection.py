"""Which explanation is published: a false warning, a missed illegal play and a question each have their price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arbiter.plays import Dice, results_of_any_roll
from arbiter.referee import priors
from arbiter.referee.beam import unasked_roll
from arbiter.referee.hypothesis import Explanation, Hypothesis
from arbiter.referee.outcomes import moved_alone
from arbiter.referee.situation import Situation
from arbiter.referee.turn_events import as_question, as_unseen


def favoured(found: list[Explanation], leader: Hypothesis, now: Situation) -> Explanation:
    """The best explanation; one of another hypothesis than the published one must be better by its price.

    A roll that was read clearly stays: that another one would explain the play is a question.
    """
    may = [each for each in found if not unasked_roll(each, now)]
    top = _worth_publishing(may, now)
    if top.source is not leader:
        own = next((each for each in may if each.source is leader and each.kind == top.kind), None)
        if own and top.weight - own.weight < priors.SWITCH:
            top = own
    if not top.illegal:
        return top
    return _as_a_question(_with_what_is_unseen(top, found, now), found, now)


def _worth_publishing(found: list[Explanation], now: Situation) -> Explanation:
    """The best explanation; of a play that may break a rule nothing is said where that is the cheapest.

    Where the dice look like several faces nothing is asked about a play that one of them allows: it shows the roll.
    Where the board shows a fault, and what is allowed puts checkers where none are seen, people are asked sooner.
    """
    top = found[0]
    fault = next((each for each in found if each.illegal), None)
    rather = next((each for each in found if not each.illegal and not each.doubt), None)
    if top.doubt or fault is None or rather is None:
        return top
    asks = now.plain_dice and _other_roll(fault, rather)
    asks = asks or (_takes_for_granted(rather, now) and not _takes_for_granted(fault, now))
    needed = -priors.PASSED_OVER if asks else priors.FALSE_WARNING
    return rather if fault.weight - rather.weight < needed else fault


def _takes_for_granted(one: Explanation, now: Situation) -> bool:
    """Whether it needs checkers where none are seen, or a row that looks like another number."""
    board = now.deciding_board
    if board is None:
        return False
    view = one.source.view(board)
    return view.fit(one.lies) - view.as_seen.fit(one.lies) > priors.TAKEN_FOR_GRANTED


def _with_what_is_unseen(fault: Explanation, found: Iterable[Explanation], now: Situation) -> Explanation:
    """The warning, marked where what speaks against the play cannot be seen.

    Some checker is taken to lie where none is seen, it differs from what is allowed in faint checkers alone, the
    opponent's lie elsewhere than they were believed to, or nothing is wrong by another account of the turns before.
    """
    board, one = now.deciding_board, fault.source
    if board is None or fault.events_at is None:
        return fault
    view = one.view(board)
    rather = next((each for each in found if each.source is one and not each.illegal and not each.doubt), None)
    mover = one.turn()[0]
    believed = moved_alone(mover, fault.lies, one.state.position)
    unseen = _takes_for_granted(fault, now)
    if rather is not None and fault.weight - rather.weight < priors.PLAIN:
        unseen = unseen or _takes_for_granted(rather, now)
    unseen = unseen or _right_by_another_account(fault, found)
    if unseen or not believed or (rather is not None and view.indistinguishable(fault.lies, rather.lies)):
        return replace(fault, events_at=as_unseen(fault.events_at))
    return fault


def _right_by_another_account(fault: Explanation, found: Iterable[Explanation]) -> bool:
    """Whether nothing is wrong if what lay there before was something else, and that is not far less likely."""
    one = fault.source.state
    return any(
        fault.weight - each.weight < priors.PLAIN
        for each in found
        if not each.illegal and not each.doubt and each.source.state.position != one.position
    )


def _as_a_question(fault: Explanation, found: Iterable[Explanation], now: Situation) -> Explanation:
    """The warning, as a question where other dice explain the play, or those of its set may well be misread."""
    instead = None if fault.source.dice_entered else _instead(fault, found, now)
    return replace(fault, events_at=as_question(fault.events_at, instead)) if instead and fault.events_at else fault


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

"""Which explanation is published: a false warning, a missed illegal play and a question each have their price."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from arbiter.match.events import Event
from arbiter.plays import Dice, results_of_any_roll
from arbiter.position import BAR, CHECKERS, OFF, Position
from arbiter.referee import priors
from arbiter.referee.beam import unasked_roll
from arbiter.referee.hypothesis import At, EventsAt, Explanation, Hypothesis, Step
from arbiter.referee.likelihood import AGREED, BoardLikelihood
from arbiter.referee.outcomes import moved_alone, outcomes
from arbiter.referee.situation import Situation
from arbiter.referee.turn_events import as_question, as_unseen, whatever_dice
from arbiter.replacing import replace


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
    likelihood = one.source.likelihood(board)
    return likelihood.fit(one.lies) - likelihood.as_seen.fit(one.lies) > priors.TAKEN_FOR_GRANTED


def _with_what_is_unseen(fault: Explanation, found: Iterable[Explanation], now: Situation) -> Explanation:
    """The warning, marked where what speaks against the play cannot be seen.

    Some checker is taken to lie where none is seen, it differs from what is allowed in faint checkers alone, the
    opponent's lie elsewhere than they were believed to, there is one too many, one that was borne off lies there again
    (nobody sees those that are off: it rather never was), or nothing is wrong by another hypothesis of the turns
    before, or if one of the mover's lay elsewhere.
    """
    board, one = now.deciding_board, fault.source
    if board is None or fault.events_at is None:
        return fault
    likelihood = one.likelihood(board)
    rather = next((each for each in found if each.source is one and not each.illegal and not each.doubt), None)
    mover = one.turn()[0]
    believed = moved_alone(mover, fault.lies, one.state.position)
    unseen = _takes_for_granted(fault, now)
    if rather is not None and fault.weight - rather.weight < priors.PLAIN:
        unseen = unseen or _takes_for_granted(rather, now)
    asked = one.state.warning is not None and one.state.warning.unseen  # and nothing more was seen since
    unseen = unseen or asked or _right_by_another_hypothesis(fault, found)
    too_many = sum(fault.lies.row(mover)) > CHECKERS
    came_back = fault.lies.row(mover)[OFF] < one.state.position.row(mover)[OFF]
    if (
        unseen
        or not believed
        or too_many
        or came_back
        or (rather is not None and likelihood.indistinguishable(fault.lies, rather.lies))
    ):
        return replace(fault, events_at=as_unseen(fault.events_at))
    return replace(fault, events_at=_unless_one_lay_elsewhere(fault, likelihood, fault.events_at))


def _unless_one_lay_elsewhere(fault: Explanation, likelihood: BoardLikelihood, plain: EventsAt) -> EventsAt:
    """The warning, marked where the play is right if one of the mover's checkers lay elsewhere before it, which nobody
    could see. That is looked for only when it is given."""

    def events_at(at: At) -> tuple[Event, ...]:
        given = as_unseen(plain) if _one_lay_elsewhere(fault, likelihood) else plain
        return given(at)

    return events_at


def _one_lay_elsewhere(fault: Explanation, likelihood: BoardLikelihood) -> bool:
    one, (mover, published) = fault.source, fault.source.turn()
    before, row = one.state.position, one.state.position.row(mover)
    for start, end in product(range(OFF + 1, BAR + 1), repeat=2):
        if start == end or not row[start]:
            continue
        lay = before.with_row(mover, _with_one_moved(row, start, end))
        if lay.playable and _may_have_lain(one, likelihood, lay):
            roll = outcomes(lay, mover, fault.dice or published)
            if fault.lies in (roll.results if fault.step is Step.END else roll.passing):
                return True
    return False


def _may_have_lain(one: Hypothesis, likelihood: BoardLikelihood, lay: Position) -> bool:
    """Whether a position differs from the known one only where that looked otherwise when it came to lie there, or
    where the look of a place does not distinguish them."""
    pairs = enumerate(zip(one.state.position.places, lay.places, strict=True))
    otherwise = one.offsets or (0.0,) * len(lay.places)
    return all(
        was == now or otherwise[place] >= AGREED or likelihood.alike(place, was, now) for place, (was, now) in pairs
    )


def _with_one_moved(row: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    return tuple(count - (point == start) + (point == end) for point, count in enumerate(row))


def _right_by_another_hypothesis(fault: Explanation, found: Iterable[Explanation]) -> bool:
    """Whether nothing is wrong if what lay there before was something else, and that is not far less likely."""
    one = fault.source.state
    return any(
        fault.weight - each.weight < priors.PLAIN
        for each in found
        if not each.illegal and not each.doubt and each.source.state.position != one.position
    )


def _as_a_question(fault: Explanation, found: Iterable[Explanation], now: Situation) -> Explanation:
    """The warning, as a question where other dice explain the play, or those of its set may well be misread."""
    if fault.source.dice_entered or fault.events_at is None:
        return fault
    right = _right_by_other_dice(fault, found)
    if (dice := _left_open(fault, right, now)) is not None:
        return replace(fault, events_at=as_question(fault.events_at, dice, left_open=True))
    events_at = fault.events_at
    if (instead := _instead(fault, right, now)) is not None:
        events_at = as_question(events_at, instead, left_open=False)
    if now.misread <= priors.SUSPECT and not _may_be_right(fault, right, now):
        events_at = whatever_dice(events_at)
    return replace(fault, events_at=events_at)


def _right_by_other_dice(fault: Explanation, found: Iterable[Explanation]) -> Explanation | None:
    """The best account by which nothing is wrong, where it is one of the same turn with other dice."""
    one = fault.source
    right = next((each for each in found if each.source is one and not each.illegal and not each.doubt), None)
    return right if right and _other_roll(fault, right) else None


def _may_be_right(fault: Explanation, right: Explanation | None, now: Situation) -> bool:
    """Whether some roll that the dice may have shown, however they look, makes what lies there right, or nearly so."""
    one = fault.source
    exact = results_of_any_roll(one.state.position, one.turn()[0]).get(fault.lies, ())
    rolls = [dice for dice, _ in exact]
    if right and right.dice and fault.weight - right.weight < priors.PLAIN:
        rolls.append(right.dice)
    return any(now.may_show(one, dice) for dice in rolls)


def _left_open(fault: Explanation, right: Explanation | None, now: Situation) -> Dice | None:
    """A roll that makes what lies there exactly right, and that the dice may show by their look."""
    one = fault.source
    exact = results_of_any_roll(one.state.position, one.turn()[0]).get(fault.lies, ())
    rolls = [right.dice] if right and right.dice and right.lies == fault.lies else []
    rolls += [dice for dice, _ in exact]
    return next((dice for dice in rolls if now.leaves_open(one, dice)), None)


def _instead(fault: Explanation, right: Explanation | None, now: Situation) -> Dice | None:
    """The roll to ask about; None where there is nothing to ask."""
    one = fault.source
    if right and fault.weight - right.weight < priors.PLAIN:
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

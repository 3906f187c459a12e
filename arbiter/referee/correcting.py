"""After an illegal play was finished: it is put right, stands, or is played on from (R62 to R64)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from arbiter.closest_play import closest_play
from arbiter.match.events import PlayCorrected, RollSeen
from arbiter.match.state import Turn
from arbiter.notation import format_play
from arbiter.plays import Dice
from arbiter.position import BAR, Position, Side
from arbiter.referee import priors
from arbiter.referee.dice_tracker import Roll, readings
from arbiter.referee.hypothesis import EventsAt, Explanation, Hypothesis, Step
from arbiter.referee.likelihood import BoardLikelihood, LikeliestBoard, displaced, likeliest_board
from arbiter.referee.outcomes import backwards, cost_of_fault, free_reading_of, moved_alone, outcomes
from arbiter.referee.situation import Situation
from arbiter.referee.turn_events import dated, play_corrected, play_made, play_stood, then

MOST_REARRANGED = 10
"""With more checkers elsewhere nobody plays on: the board was set up anew."""


def being_corrected(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """An illegal play is finished; it may be put right until the next roll (R62)."""
    board, roll = now.deciding_board, _next_roll(one, now)
    if board is None:
        yield from _stands(one, now, roll, one.lies, one.weight)
        return
    likelihood, (player, dice) = one.likelihood(board), one.turn()
    if roll is None:
        yield Explanation(one, one.weight + likelihood.fit(one.lies), one.lies)
    else:
        fit = likelihood.fit(one.lies)
        if one.lies.playable:
            fit = max(fit, begun(one, now, roll, player.other, likelihood, likeliest_board(likelihood, one.lies)))
        yield from _stands(one, now, roll, one.lies, one.weight + fit, fit)
        for position, gain in _may_have_stood(likelihood, one.state.position, player, dice, one.lies):
            yield from _stands(one, now, roll, position, one.weight + fit + gain)
    allowed = outcomes(one.state.position, player, dice)
    free = free_reading_of(likelihood, allowed)
    yield from _put_right(one, now, roll, likelihood, free)
    if free.position not in (*allowed.results, one.lies):
        weight = one.weight + free.score - priors.LIES_OTHERWISE
        if roll is None and moved_alone(player, free.position, one.lies, one.state.position):
            yield Explanation(one, weight, free.position)
        elif roll and free.position.playable and board.looks > 1 and rearranged(one.lies, free.position):
            yield from _stands(one, now, roll, free.position, weight)
        doubted = one.weight + free.score - priors.KNOCK  # cleared, jumbled: nobody puts a play right so
        yield Explanation(one, doubted, free.position, enough=priors.OUT_OF_STEP_SEEN, doubt=True)


def _put_right(
    one: Hypothesis, now: Situation, roll: Roll | None, likelihood: BoardLikelihood, free: LikeliestBoard
) -> Iterator[Explanation]:
    """A legal play lies there now, by the dice as published or by what else they may have shown."""
    (player, published), rolls = one.turn(), now.rolls(one)
    shown = next((said for dice, said in rolls.items() if sorted(dice) == sorted(published)), 0.0)
    best = float("-inf")
    for dice, said in {published: shown, **rolls}.items():
        behind = said - shown
        if behind + free.score < best - priors.ALTERNATIVE or now.contradicts(one, dice):
            continue
        allowed = outcomes(one.state.position, player, dice)
        fits = allowed.fits(likelihood, allowed.results)
        best = max(best, behind + max(fits.values()))
        for position, fit in fits.items():
            as_published = sorted(dice) == sorted(published)
            if behind + fit < best - priors.ALTERNATIVE or position == one.dismissed:
                continue
            if position == one.lies and not as_published:  # weighed already when the play ended
                continue
            play, weight = allowed.results[position], one.weight + behind + fit - priors.PUT_RIGHT
            events_at = play_corrected(one, play) if as_published else play_made(one, now, dice, play)
            if roll is None:
                yield Explanation(one, weight, position, Step.BOARD, events_at, enough=priors.CORRECTED)
            else:
                yield _thrown_after(one, roll, events_at, position, weight)


def changed_later(
    one: Hypothesis, likelihood: BoardLikelihood, last: Turn | None, cost: float, enough: priors.Enough, most: int = 2
) -> Iterator[Explanation]:
    """The last play was changed to another legal one after all; most: so many of these are thought of."""
    before = one.state.before
    if last is None or last.dice is None or before is None:
        return
    allowed = outcomes(before, last.player, last.dice)
    fits = allowed.fits(likelihood, allowed.results)
    for position in sorted(fits, key=fits.__getitem__, reverse=True)[:most]:
        if position != one.lies:
            play = format_play(allowed.results[position])
            events_at = dated(PlayCorrected(0, 0.0, last.player, play, position))
            yield Explanation(one, one.weight + fits[position] - cost, position, Step.BOARD, events_at, enough=enough)


def rearranged(before: Position, seen: Position) -> bool:
    """Whether players may go on from what is seen: with more checkers elsewhere the board was set up anew."""
    return displaced(before, seen) <= MOST_REARRANGED


def _next_roll(one: Hypothesis, now: Situation) -> Roll | None:
    """What the next player has rolled; the same dice laid back for the correction are no new roll (R63)."""
    (player, dice), roll = one.turn(), now.roll
    return roll if roll and (roll.side is not player or sorted(roll.dice) != sorted(dice)) else None


def begun(
    one: Hypothesis, now: Situation, roll: Roll, player: Side, likelihood: BoardLikelihood, free: LikeliestBoard
) -> float:
    """How well the board fits a play already begun, a legal one or not, with whatever the dice may show."""
    best, nearest = float("-inf"), one.lies
    for dice, behind in readings(roll.tracks, now.trust, priors.ALTERNATIVE).items():
        if behind + free.score <= best:
            break
        going = outcomes(one.lies, player, dice)
        position, fit = going.best(likelihood, going.passing)
        if behind + fit > best:
            best, nearest = behind + fit, position
    if moved_alone(player, free.position, one.lies):
        best = max(best, free.score - cost_of_fault(nearest, free.position))
    return best


def _stands(
    one: Hypothesis, now: Situation, roll: Roll | None, position: Position, weight: float, fit: float = 0.0
) -> Iterator[Explanation]:
    """The next player has rolled: what lies there is the truth now (R62, R64).

    That a checker moved backwards is recorded only where people could read it and rolled on; not where pictures are
    dropped, for then that is read from too few of them.
    """
    warning, (player, dice) = one.state.warning, one.turn()
    read = warning is not None and warning.position == position and not now.seen.hurried
    read = read and warning is not None and now.seen.time - warning.time >= priors.ANSWERED_BY_ROLLING_S
    if roll and not read and backwards(one.state.position, player, dice, position):
        doubtful = position != one.lies
        yield Explanation(one, weight - priors.LET_STAND, position, enough=priors.OUT_OF_STEP_SEEN, doubt=doubtful)
        return
    if roll and not one.state.legal_only:
        position = position if position.playable else one.state.position
        yield _thrown_after(one, roll, play_stood(one, position), position, weight - priors.LET_STAND, fit)


def _thrown_after(
    one: Hypothesis, roll: Roll, first: EventsAt, position: Position, weight: float, fit: float = 0.0
) -> Explanation:
    events_at = then(first, RollSeen(0, 0.0, one.turn()[0].other, roll.dice))
    return Explanation(one, weight, position, Step.THROW, events_at, roll.dice, fit, priors.SEEN_AT_ONCE)


def _may_have_stood(
    likelihood: BoardLikelihood, before: Position, side: Side, dice: Dice, stood: Position
) -> Iterator[tuple[Position, float]]:
    """What fits nearly as well as an illegal play that stood: one of the mover's checkers elsewhere, no more moved.

    Each with how much likelier it is: who errs once seldom errs twice. A legal one among them is none: that was asked
    before the warning.
    """
    row, moved, fit = stood.row(side), displaced(before, stood), likelihood.fit(stood)
    for start, end in product(range(BAR + 1), repeat=2):
        if start == end or not row[start]:
            continue
        other = list(row)
        other[start] -= 1
        other[end] += 1
        position = stood.with_row(side, tuple(other))
        gain = likelihood.fit(position) - fit
        if gain < -priors.ALTERNATIVE or not position.playable or displaced(before, position) > moved:
            continue
        if faults := _faults(before, side, dice, position):
            yield position, gain + priors.SECOND_FAULT * (max(1, _faults(before, side, dice, stood)) - faults)


@lru_cache(maxsize=64)
def _faults(before: Position, side: Side, dice: Dice, after: Position) -> int:
    """How many faults the simplest account of an illegal play has."""
    account = closest_play(before, side, dice, after)
    return sum(len(step.broken_rules) for step in account.steps) if account else 0

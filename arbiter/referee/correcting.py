"""After an illegal play was finished: it is put right, stands, or is played on from (R62 to R64)."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.match.events import Event, RollSeen
from arbiter.position import Position
from arbiter.referee import priors
from arbiter.referee.hypothesis import At, Explanation, Hypothesis, Step, Tell
from arbiter.referee.illegal import may_have_stood
from arbiter.referee.likelihood import View
from arbiter.referee.outcomes import free_reading_of, outcomes
from arbiter.referee.situation import Situation
from arbiter.referee.telling import corrected, stood


def being_corrected(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """An illegal play is finished; it may be put right until the next roll (R62)."""
    board = now.deciding_board
    if board is None:
        yield from stands(one, now, one.lies, one.weight)
        return
    view, (player, dice) = one.view(board), one.turn()
    if not _counts(one, now):
        yield Explanation(one, one.weight + view.fit(one.lies), one.lies)
    fit = _fit_or_played_on(one, now, view)
    weight = one.weight + fit
    yield from stands(one, now, one.lies, weight, fit)
    if _counts(one, now):
        for position, gain in may_have_stood(view, one.state.position, player, dice, one.lies):
            yield from stands(one, now, position, weight + gain)
    roll = outcomes(one.state.position, player, dice)
    fits = roll.fits(view, roll.results)
    top = max(fits.values())
    for position, fit in fits.items():
        if fit < top - priors.ALTERNATIVE or position == one.dismissed:
            continue
        tell = corrected(one, roll.results[position])
        weight = one.weight + fit - priors.PUT_RIGHT
        if not _counts(one, now):
            yield Explanation(one, weight, position, Step.BOARD, tell, enough=priors.CORRECTED)
        else:
            yield from thrown_after(one, now, tell, position, weight)
    free = free_reading_of(view, roll)
    if free.position not in (*roll.results, one.lies):
        weight = one.weight + free.score - priors.LIES_OTHERWISE
        if not _counts(one, now):
            yield Explanation(one, weight, free.position)
        elif free.position.playable and board.looks > 1:
            yield from stands(one, now, free.position, weight)


def _counts(one: Hypothesis, now: Situation) -> bool:
    """Whether the next player has rolled; the same dice laid back for the correction are no new roll (R63)."""
    player, dice = one.turn()
    return now.roll is not None and (now.roll.side is not player or sorted(now.roll.dice) != sorted(dice))


def _fit_or_played_on(one: Hypothesis, now: Situation, view: View) -> float:
    """How well the board fits what lay there, or what the next player has made of it."""
    fit = view.fit(one.lies)
    if now.roll is None or not one.lies.playable:
        return fit
    roll = outcomes(one.lies, one.turn()[0].other, now.roll.dice)
    return max(fit, roll.best(view, roll.passing)[1])


def stands(
    one: Hypothesis, now: Situation, position: Position, weight: float, fit: float = 0.0
) -> Iterator[Explanation]:
    """The next player has rolled: what lies there is the truth now (R62, R64)."""
    if now.roll is None or one.state.rules.must_be_legal or one.state.demanded:
        return
    position = position if position.playable else one.state.position
    weight -= priors.LET_STAND
    yield from thrown_after(one, now, stood(one, position), position, weight, fit)


def thrown_after(
    one: Hypothesis, now: Situation, first: Tell, position: Position, weight: float, fit: float = 0.0
) -> Iterator[Explanation]:
    player, _ = one.turn()
    roll = now.roll
    if roll is None or not _counts(one, now):
        return

    def tell(at: At) -> tuple[Event, ...]:
        return (*first(at), RollSeen(*at, player.other, roll.dice))

    yield Explanation(one, weight, position, Step.THROW, tell, roll.dice, fit, (1, 0.0))

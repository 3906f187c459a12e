"""What can be seen between two turns: whose dice lie there, and what changed meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from arbiter.match.events import Event, PlayMade, RollSeen, Taken
from arbiter.match.history import Action
from arbiter.match.state import Phase
from arbiter.notation import format_play
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice
from arbiter.position import Side
from arbiter.referee import priors
from arbiter.referee.correcting import begun, changed_later, rearranged
from arbiter.referee.dice_tracker import Roll
from arbiter.referee.hypothesis import Explanation, Hypothesis, Step
from arbiter.referee.likelihood import BoardLikelihood, LikeliestBoard, displaced, likeliest_board
from arbiter.referee.observation import ObservedBoard
from arbiter.referee.outcomes import outcomes
from arbiter.referee.situation import Situation
from arbiter.referee.turn_events import dated, may_be_played_on_from, played_on_from, then
from arbiter.referee.unseen_turns import UnseenTurn, rolls_without_play, turns_between, unseen_turns
from arbiter.replacing import replace
from arbiter.scoring import finisher

NEAR = 3.0
"""Of several unseen turns those that fit this nearly as well as the best are followed."""
MOST_TURNS = 4


def to_roll(one: Hypothesis, now: Situation, player: Side) -> Iterator[Explanation]:
    """The dice were lifted; the next player may double and rolls."""
    board, roll = now.deciding_board, now.roll
    if board is None:
        if roll:
            yield _own_roll(one, now, roll, player, 0.0)
        return
    likelihood = one.likelihood(board)
    fit, free = likelihood.fit(one.lies), likeliest_board(likelihood, one.lies)
    odd = _odd(one, fit, free)
    if roll:
        yield from _thrown(one, now, roll, player, likelihood, free, odd=odd)
    else:
        yield Explanation(one, one.weight + fit, one.lies)
    if one.reopened or not odd:
        return
    if roll is None:
        last = one.state.turns[-1] if one.state.turns else None
        yield from changed_later(one, likelihood, last, priors.CHANGED_LATER, priors.CHANGE_SEEN)
        if not now.any_inside and not _absent(one, player):
            yield from _unseen(one, now, likelihood, player)
    little = displaced(one.lies, free.position) <= priors.TRIED_OUT
    awaited = roll is None and now.any_inside  # dice that are yet to be read: what they show may explain the board
    enough = priors.OUT_OF_STEP_A_LITTLE_SEEN if little or awaited else priors.OUT_OF_STEP_SEEN
    weight = one.weight + free.score - priors.KNOCK
    yield Explanation(one, weight, free.position, enough=enough, doubt=True)


def _odd(one: Hypothesis, fit: float, free: LikeliestBoard) -> bool:
    """Whether the board plainly shows something else than lies there, which fits it so."""
    return free.position != one.lies and free.score - fit >= priors.ILLEGAL_PLAY


def lies_otherwise(one: Hypothesis, board: ObservedBoard | None) -> bool:
    """Whether between two turns more lies elsewhere than somebody tries out: it was cleared, jumbled, set up anew."""
    if board is None or one.state.phase is Phase.MOVING:
        return False
    likelihood = one.likelihood(board)
    free = likeliest_board(likelihood, one.lies)
    odd = free.score - likelihood.fit(one.lies) >= priors.ILLEGAL_PLAY
    return odd and displaced(one.lies, free.position) > priors.TRIED_OUT


def _unseen(one: Hypothesis, now: Situation, likelihood: BoardLikelihood, player: Side) -> Iterator[Explanation]:
    """A whole turn with dice that nobody saw; believed when it stays, or when the next player has rolled."""
    for turn, weight in _likely_turns(one, now, likelihood, player):
        if turn.fit < priors.UNSEEN_FIT:
            continue
        won = finisher(turn.position) is player
        enough = priors.UNSEEN_WIN_SEEN if won else priors.UNSEEN_TURN_SEEN
        yield Explanation(one, weight, turn.position, Step.BOARD, dated(turn.made(player)), enough=enough)


def _likely_turns(
    one: Hypothesis, now: Situation, likelihood: BoardLikelihood, player: Side
) -> Iterator[tuple[UnseenTurn, float]]:
    """The unseen turns that fit best, each with the weight of the hypothesis that it makes."""
    found = unseen_turns(likelihood, one.lies, player, now.glimpsed, NEAR)[:MOST_TURNS]
    for turn in found:
        yield turn, one.weight - priors.UNSEEN_TURN + turn.fit - log(len(found))


# ------------------------------------------------------------------ the next roll


def _thrown(
    one: Hypothesis,
    now: Situation,
    roll: Roll,
    player: Side,
    likelihood: BoardLikelihood,
    free: LikeliestBoard,
    *,
    odd: bool,
) -> Iterator[Explanation]:
    """Whose dice they are is decided by whose turn it is, unless a turn was missed (R10)."""
    fit = likelihood.fit(one.lies)
    going_on = max(fit, begun(one, now, roll, player, likelihood, free)) if odd else fit
    yield _own_roll(one, now, roll, player, going_on)
    if odd and going_on < fit + priors.ILLEGAL_PLAY and free.position.playable:
        yield from _rearranged(one, now, roll, player, free)
    if roll.side is player.other and one.state.turns and one.state.opponent is None:
        yield from _missed(one, now, roll, player, likelihood, free, odd=odd)


def _own_roll(one: Hypothesis, now: Situation, roll: Roll, player: Side, fit: float) -> Explanation:
    """Nobody would roll had the double not been taken (R49, R52)."""
    taker, seen = one.state.answerer, RollSeen(0, 0.0, player, roll.dice)
    events_at = dated(Taken(0, 0.0, taker, 2 * one.state.cube.value), seen) if taker else dated(seen)
    weight = one.weight + fit - _wrong_leaf(one, now, roll, player)
    return Explanation(one, weight, one.lies, Step.THROW, events_at, roll.dice, fit, priors.SEEN_AT_ONCE)


def _absent(one: Hypothesis, player: Side) -> bool:
    """An opponent who is not at the table has no turn that nobody saw: its play is known before it is made for it."""
    return one.state.opponent is not None and one.state.opponent.side is player


def _wrong_leaf(one: Hypothesis, now: Situation, roll: Roll, player: Side) -> float:
    """Who throws for an opponent that is not there may do so in either half."""
    if roll.side is not player.other or _absent(one, player):
        return 0.0
    return priors.WRONG_LEAF_KEPT if now.leaves_are_kept else priors.WRONG_LEAF


def _rearranged(
    one: Hypothesis, now: Situation, roll: Roll, player: Side, free: LikeliestBoard
) -> Iterator[Explanation]:
    """What lies there when the dice are thrown is played on from, whatever the record says (R64)."""
    state, board = one.state, now.deciding_board
    if not state.turns or board is None or board.looks < priors.RESTED[0]:
        return
    if not rearranged(one.lies, free.position):
        return
    if not may_be_played_on_from(state, free.position):
        weight = one.weight + free.score - priors.REARRANGED
        yield Explanation(one, weight, free.position, enough=priors.OUT_OF_STEP_SEEN, doubt=True)
        return
    events_at = then(played_on_from(state, free.position), RollSeen(0, 0.0, player, roll.dice))
    weight = one.weight + free.score - priors.REARRANGED - _wrong_leaf(one, now, roll, player)
    yield Explanation(one, weight, free.position, Step.THROW, events_at, roll.dice, enough=priors.SEEN_AT_ONCE)


def _missed(
    one: Hypothesis,
    now: Situation,
    roll: Roll,
    player: Side,
    likelihood: BoardLikelihood,
    free: LikeliestBoard,
    *,
    odd: bool,
) -> Iterator[Explanation]:
    """The dice lie where the opponent throws: `player` may have had the turn before unseen."""
    found = list(_likely_turns(one, now, likelihood, player))
    base = one.weight - priors.UNSEEN_TURN
    thrown, share = rolls_without_play(one.lies, player)
    if now.leaves_are_kept and thrown:
        showing = tuple(sorted(now.glimpsed, reverse=True))
        dice: Dice | None = (showing[0], showing[1]) if showing in thrown else None
        fit = likelihood.fit(one.lies)
        found.append((UnseenTurn(one.lies, dice, NO_PLAY, fit), base + fit + log(share)))
    between = turns_between(one.lies, player, roll.dice, free.position, finished=False) if odd else []
    if len(between) == 1:
        found.append((between[0], base + free.score))
    for turn, weight in found:
        events_at = dated(turn.made(player), RollSeen(0, 0.0, player.other, roll.dice))
        yield Explanation(one, weight, turn.position, Step.THROW, events_at, roll.dice, enough=priors.SEEN_AT_ONCE)


# ------------------------------------------------------------------ the opening


def opening(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """One die from each player, or both numbers thrown by the first mover (R8)."""
    roll = now.roll
    if roll is None:
        yield from _missed_opening(one, now)
        return
    yield from _opened_before(one, now, roll)
    player = roll.first_mover or roll.side
    if player is None or roll.dice[0] == roll.dice[1]:
        return
    for side, weight in ((player, one.weight), (player.other, one.weight - priors.OTHER_OPENER)):
        fit = _fit_at_roll(one, now, roll, side)
        events_at = dated(RollSeen(0, 0.0, side, roll.dice))
        yield Explanation(one, weight + fit, one.lies, Step.THROW, events_at, roll.dice, fit, priors.SEEN_AT_ONCE)


def _fit_at_roll(one: Hypothesis, now: Situation, roll: Roll, side: Side) -> float:
    """How well the board fits what lies there, or a play that `side` has already begun with dice slow to be read."""
    board = now.deciding_board
    if board is None:
        return 0.0
    likelihood = one.likelihood(board)
    fit, free = likelihood.fit(one.lies), likeliest_board(likelihood, one.lies)
    return max(fit, begun(one, now, roll, side, likelihood, free)) if _odd(one, fit, free) else fit


def _opened_before(one: Hypothesis, now: Situation, roll: Roll) -> Iterator[Explanation]:
    """The first play lies there although no roll of it was read: these are the dice of the other player's reply."""
    board = now.deciding_board
    if board is None or roll.side is None:
        return
    likelihood = one.likelihood(board)
    free = likeliest_board(likelihood, one.lies)
    if _odd(one, likelihood.fit(one.lies), free):
        yield from _missed(one, now, roll, roll.side.other, likelihood, free, odd=True)


def _missed_opening(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """The first play lies there although no roll was read: whose it was shows who moved first."""
    board = now.seen.board
    if board is None:
        return
    likelihood = one.likelihood(board)
    fit, free = likelihood.fit(one.lies), likeliest_board(likelihood, one.lies)
    yield Explanation(one, one.weight + fit, one.lies)
    if _odd(one, fit, free):
        for side in Side:
            yield from _unseen(one, now, likelihood, side)


def late_dice(one: Hypothesis, now: Situation, last: Action) -> Iterator[Explanation]:
    """The dice of the last play, if it was one, come into sight only now: so its roll is known after all."""
    made, roll, board = last.event, now.roll, now.deciding_board
    if roll is None or roll.bad or board is None or not isinstance(made, PlayMade):
        return
    if made.dice is not None or roll.side is not made.player or not now.leaves_are_kept:
        return
    play = outcomes(last.before.position, made.player, roll.dice).results.get(made.position)
    if play is None:
        return
    events: list[Event] = [RollSeen(0, 0.0, made.player, roll.dice)]
    if finisher(made.position):
        events.append(PlayMade(0, 0.0, made.player, roll.dice, format_play(play), made.position))
    parent = replace(one, state=last.before, offsets=(), seen_as=())
    weight = one.weight + board.likelihood.fit(made.position)
    yield Explanation(parent, weight, made.position, Step.THROW, dated(*events), roll.dice, enough=priors.SEEN_AT_ONCE)

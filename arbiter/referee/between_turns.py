"""What can be seen between two turns: whose dice lie there, and what changed meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

from arbiter.match.events import Event, Note, PlayCorrected, PlayMade, PlayStood, RollSeen, Taken
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.referee import priors
from arbiter.referee.dice_tracker import Roll, readings
from arbiter.referee.hypothesis import At, Explanation, Hypothesis, Step, Tell
from arbiter.referee.likelihood import FreeReading, View, displaced, free_reading
from arbiter.referee.outcomes import outcomes
from arbiter.referee.situation import Situation
from arbiter.referee.telling import described, in_turn
from arbiter.referee.unseen_turns import UnseenTurn, dances, turns_between, unseen_turns
from arbiter.scoring import finisher

NEAR = 3.0
"""Of several unseen turns those that fit this nearly as well as the best are followed."""
MOST_TURNS = 4
MOST_REARRANGED = 10
"""With more checkers elsewhere nobody plays on: the board was set up anew."""


def to_roll(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """The dice were lifted; the next player may double and rolls."""
    player, board = one.state.player, now.deciding_board
    if player is None:
        return
    if board is None:
        if now.roll:
            yield _own_roll(one, now, now.roll, player, 0.0)
        return
    view = one.view(board)
    fit, free = view.fit(one.lies), free_reading(view, one.lies)
    odd = free.position != one.lies and free.score - fit >= priors.ILLEGAL_PLAY
    if now.roll is None:
        yield Explanation(one, one.weight + fit, one.lies)
    else:
        yield from _thrown(one, now, now.roll, view, free, odd=odd)
    if one.reopened or not odd:
        return
    if now.roll is None:
        yield from _changed_later(one, view)
        if not now.any_inside:
            yield from _unseen(one, now, view, player)
    if now.roll or not now.any_inside:
        little = displaced(one.lies, free.position) <= 2
        enough = priors.OUT_OF_STEP_A_LITTLE_SEEN if little else priors.OUT_OF_STEP_SEEN
        weight = one.weight + free.score - priors.KNOCK
        yield Explanation(one, weight, free.position, enough=enough, doubt=True)


def _changed_later(one: Hypothesis, view: View) -> Iterator[Explanation]:
    """The last play was changed to another legal one after all."""
    state = one.state
    last = state.turns[-1] if state.turns else None
    if last is None or last.dice is None or state.before is None:
        return
    roll = outcomes(state.before, last.player, last.dice)
    fits = roll.fits(view, roll.results)
    for position in sorted(fits, key=fits.__getitem__, reverse=True)[:2]:
        if position == one.lies:
            continue
        tell = in_turn(PlayCorrected(0, 0.0, last.player, format_play(roll.results[position]), position))
        weight = one.weight + fits[position] - priors.CHANGED_LATER
        yield Explanation(one, weight, position, Step.BOARD, tell, enough=priors.CHANGE_SEEN)


def _unseen(one: Hypothesis, now: Situation, view: View, player: Side) -> Iterator[Explanation]:
    """A whole turn with dice that nobody saw; believed when it stays, or when the next player has rolled."""
    found = unseen_turns(view, one.lies, player, now.glimpsed, NEAR)[:MOST_TURNS]
    for turn in found:
        weight = one.weight + turn.fit - priors.UNSEEN_TURN - log(len(found))
        won = finisher(turn.position) is player
        enough = priors.UNSEEN_WIN_SEEN if won else priors.UNSEEN_TURN_SEEN
        yield Explanation(one, weight, turn.position, Step.BOARD, _unseen_told(player, turn), enough=enough)


def _unseen_told(player: Side, turn: UnseenTurn) -> Tell:
    return in_turn(PlayMade(0, 0.0, player, turn.dice, turn.play, turn.position))


# ------------------------------------------------------------------ the next roll


def _thrown(
    one: Hypothesis, now: Situation, roll: Roll, view: View, free: FreeReading, *, odd: bool
) -> Iterator[Explanation]:
    """Whose dice they are is decided by whose turn it is, unless a turn was missed (R10)."""
    player, fit = one.state.player, view.fit(one.lies)
    if player is None:
        return
    begun = fit
    if odd:
        begun = max(fit, _begun(one, roll, player, view, free))
    yield _own_roll(one, now, roll, player, begun)
    if odd and begun < fit + priors.ILLEGAL_PLAY and free.position.playable:
        yield from _rearranged(one, now, roll, free)
    if roll.side is player.other and one.state.turns:
        yield from _missed(one, now, roll, view, free, odd=odd)


def _begun(one: Hypothesis, roll: Roll, player: Side, view: View, free: FreeReading) -> float:
    """How well the board fits a play already begun, with whatever the dice may show."""
    best = float("-inf")
    for dice, behind in readings(roll.tracks, one.trust, priors.ALTERNATIVE).items():
        if behind + free.score <= best:
            break
        going = outcomes(one.lies, player, dice)
        best = max(best, behind + going.best(view, going.passing)[1])
    return best


def _own_roll(one: Hypothesis, now: Situation, roll: Roll, player: Side, fit: float) -> Explanation:
    tell = in_turn(*_taken(one), RollSeen(0, 0.0, player, roll.dice))
    weight = one.weight + fit - _wrong_leaf(now, roll, player)
    return Explanation(one, weight, one.lies, Step.THROW, tell, roll.dice, fit, (1, 0.0))


def _wrong_leaf(now: Situation, roll: Roll, player: Side) -> float:
    if roll.side is not player.other:
        return 0.0
    return priors.WRONG_LEAF_KEPT if now.leaves_are_kept else priors.WRONG_LEAF


def _taken(one: Hypothesis) -> tuple[Event, ...]:
    """Nobody would roll had the double not been taken (R49, R52)."""
    taker = one.state.answerer
    return (Taken(0, 0.0, taker, 2 * one.state.cube.value),) if taker else ()


def _rearranged(one: Hypothesis, now: Situation, roll: Roll, free: FreeReading) -> Iterator[Explanation]:
    """What lies there when the dice are thrown is played on from, whatever the record says (R64)."""
    state, player = one.state, one.state.player
    last = state.turns[-1] if state.turns else None
    board = now.deciding_board
    if last is None or player is None or board is None or board.looks < priors.RESTED[0]:
        return
    if displaced(one.lies, free.position) > MOST_REARRANGED:
        return

    def tell(at: At) -> tuple[Event, ...]:
        text = (
            described(replace(state, position=state.before), last.player, last.dice, free.position)
            if (state.before and last.dice)
            else ""
        )
        note = Note(*at, Message("The board was changed after the play; the game goes on from what lies there."))
        return (note, PlayStood(*at, last.player, text, free.position), RollSeen(*at, player, roll.dice))

    weight = one.weight + free.score - priors.REARRANGED - _wrong_leaf(now, roll, player)
    yield Explanation(one, weight, free.position, Step.THROW, tell, roll.dice, enough=(1, 0.0))


def _missed(
    one: Hypothesis, now: Situation, roll: Roll, view: View, free: FreeReading, *, odd: bool
) -> Iterator[Explanation]:
    """The dice lie where the opponent throws: `player` may have had the turn before unseen."""
    player = one.state.player
    if player is None:
        return
    base = one.weight - priors.UNSEEN_TURN
    found = unseen_turns(view, one.lies, player, now.glimpsed, NEAR)[:MOST_TURNS]
    for turn in found:
        yield _after_unseen(one, player, turn, roll, base + turn.fit - log(len(found)))
    if now.leaves_are_kept and (thrown := dances(one.lies, player)):
        showing = tuple(sorted(now.glimpsed, reverse=True))
        dice: Dice | None = (showing[0], showing[1]) if showing in thrown else None
        turn = UnseenTurn(one.lies, dice, NO_PLAY, view.fit(one.lies))
        yield _after_unseen(one, player, turn, roll, base + turn.fit)
    if odd:
        between = turns_between(one.lies, player, roll.dice, free.position, finished=False)
        for turn in between if len(between) == 1 else ():
            yield _after_unseen(one, player, turn, roll, base + free.score)


def _after_unseen(one: Hypothesis, player: Side, turn: UnseenTurn, roll: Roll, weight: float) -> Explanation:
    tell = in_turn(
        PlayMade(0, 0.0, player, turn.dice, turn.play, turn.position), RollSeen(0, 0.0, player.other, roll.dice)
    )
    return Explanation(one, weight, turn.position, Step.THROW, tell, roll.dice, enough=(1, 0.0))


# ------------------------------------------------------------------ the opening


def opening(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """One die from each player, or both numbers thrown by the first mover (R8)."""
    roll = now.roll
    if roll is None:
        yield from _missed_opening(one, now)
        return
    player = roll.first_mover or roll.side
    if player is None or roll.dice[0] == roll.dice[1]:
        return
    board = now.deciding_board
    fit = one.view(board).fit(one.lies) if board else 0.0
    for side, weight in ((player, one.weight), (player.other, one.weight - priors.OTHER_OPENER)):
        tell = in_turn(RollSeen(0, 0.0, side, roll.dice))
        yield Explanation(one, weight + fit, one.lies, Step.THROW, tell, roll.dice, fit, (1, 0.0))


def _missed_opening(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """The first play lies there although no roll was read: whose it was tells who moved first."""
    board = now.seen.board
    if board is None:
        return
    view = one.view(board)
    fit, free = view.fit(one.lies), free_reading(view, one.lies)
    yield Explanation(one, one.weight + fit, one.lies)
    if free.position == one.lies or free.score - fit < priors.ILLEGAL_PLAY:
        return
    for side in Side:
        yield from _unseen(one, now, view, side)


def late_dice(one: Hypothesis, now: Situation, before: Position) -> Iterator[Explanation]:
    """The dice of the last play come into sight only now: so its roll is known after all.

    before: where that play started.
    """
    action, roll = one.state.last, now.roll
    if action is None or roll is None or roll.bad or not isinstance(action.event, PlayMade):
        return
    made = action.event
    if made.dice is not None or roll.side is not made.player or not now.leaves_are_kept:
        return
    play = outcomes(before, made.player, roll.dice).results.get(made.position)
    board = now.deciding_board
    if play is None or board is None:
        return
    told: list[Event] = [RollSeen(0, 0.0, made.player, roll.dice)]
    if finisher(made.position):
        told.append(PlayMade(0, 0.0, made.player, roll.dice, format_play(play), made.position))
    parent = replace(one, state=action.before, offsets=(), seen_as=())
    weight = one.weight + board.view.fit(made.position)
    yield Explanation(parent, weight, made.position, Step.THROW, in_turn(*told), roll.dice, enough=(1, 0.0))

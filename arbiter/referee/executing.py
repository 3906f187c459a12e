"""Somebody moves the checkers of an opponent who is not at the table: what lies there while its play is made for it.

The play is known beforehand, so no other one can end the turn, and what else lies there is nobody's fault: it is
pointed out, and the turn goes on until the intended play lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from arbiter.errors import NotationError
from arbiter.match.events import Event, IntendedPlay, Misplaced
from arbiter.match.fold import apply
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.plays import Dice, Move, Play
from arbiter.position import BAR, OFF, Position, Side
from arbiter.referee import priors
from arbiter.referee.hypothesis import EventsAt, Explanation, Hypothesis, Step
from arbiter.referee.outcomes import (
    RollOutcomes,
    a_checker_in_hand,
    changes,
    cost_of_fault,
    free_reading_of,
    outcomes,
)
from arbiter.referee.situation import Situation
from arbiter.referee.turn_events import dated, play_made
from arbiter.replacing import replace
from arbiter.verdict import checker_moves


def executing(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """While the opponent's roll is played: its intended play alone ends the turn, before it is known nothing does."""
    board = now.deciding_board if now.ending else now.seen.board
    if board is None:
        return
    (player, dice), intended, likelihood = one.turn(), one.state.intended, one.likelihood(board)
    roll = every = outcomes(one.state.position, player, dice)
    play = roll.results.get(intended.position) if intended else None
    if play is not None:
        # somebody who makes another play with these dice may bear off more than the intended one does
        roll = replace(only(one.state.position, player, play), most_off=every.most_off)
    free = free_reading_of(likelihood, roll)
    lies, fit = roll.best(likelihood, roll.passing)
    weight = one.weight + fit
    over = _enough(one, now)
    if play is not None and lies == play.result and over:
        made = play_made(one, now, dice, play)
        yield Explanation(one, weight, lies, Step.END, made, dice, enough=over)
    else:
        yield Explanation(one, weight, lies, dice=dice, enough=priors.WITHDRAWN)
    if play is None or free.position in roll.passing:
        return
    in_hand = any(a_checker_in_hand(free.position, allowed, player) for allowed in roll.passing)
    another = free.position in every.passing  # a whole other play, however far from the intended one
    cost = priors.ILLEGAL_PLAY if another else cost_of_fault(lies, free.position)
    wrong = one.weight + free.score - cost
    yield Explanation(
        one, wrong, free.position, events_at=_misplaced(player, free.position, play.result), dice=dice,
        enough=priors.IN_HAND_FOR_ANOTHER if in_hand else priors.FIRST_WARNING, illegal=True,
    )  # fmt: skip
    doubted = one.weight + free.score - priors.KNOCK
    yield Explanation(one, doubted, free.position, enough=priors.OUT_OF_STEP_SEEN, doubt=True)


def _enough(one: Hypothesis, now: Situation) -> priors.Enough | None:
    """How long the intended play must lie there to be over; None while its dice do."""
    seat = one.state.opponent
    if now.finished:
        return priors.LEGAL_END
    no_dice = (seat is not None and seat.dice == "program") or not now.held
    return priors.ALL_OFF if no_dice else None


def _misplaced(player: Side, lies: Position, wanted: Position) -> EventsAt:
    return dated(Misplaced(0, 0.0, player, lies, checker_moves(lies, wanted)))


@lru_cache(maxsize=64)
def only(before: Position, side: Side, play: Play) -> RollOutcomes:
    """What may lie there while this play is made, its moves and hits in any order."""
    passing = frozenset(_on_the_way(before, side, play)) | {before, play.result}
    most_off = max(position.row(side)[OFF] for position in passing)
    return RollOutcomes(before, side, {play.result: play}, passing, changes(before, passing), most_off)


def _on_the_way(before: Position, side: Side, play: Play) -> Iterator[Position]:
    hits = [move.end for move in play.moves if move.hit]
    for moves in _ways(play.moves):
        for count in range(len(moves) + 1):
            for made in combinations(moves, count):
                row = list(before.row(side))
                for start, end in made:
                    row[start] -= 1
                    row[end] += 1
                if min(row) < 0:
                    continue
                for taken in range(len(hits) + 1):
                    for lifted in combinations(hits, taken):
                        other = list(before.row(side.other))
                        for point in lifted:
                            other[BAR - point] -= 1
                            other[BAR] += 1
                        yield before.with_row(side, tuple(row)).with_row(side.other, tuple(other))


def _ways(moves: tuple[Move, ...]) -> Iterator[list[tuple[int, int]]]:
    """The moves as they are; one checker moved by both dice may as well have gone by the other one first."""
    yield [(move.start, move.end) for move in moves]
    if len(moves) == 2 and moves[0].end == moves[1].start:
        first, second = moves
        middle = max(first.start - second.die, OFF)
        if middle > second.end:
            yield [(first.start, middle), (middle, second.end)]


def intending_too(others: Iterable[Hypothesis], events: Iterable[Event]) -> tuple[Hypothesis, ...]:
    """The other hypotheses once the opponent's intention is known: it would be executed by the same moves there.

    Where they are impossible, so is the hypothesis.
    """
    found = []
    for one in others:
        state = one.state
        for event in events:
            if isinstance(event, IntendedPlay) and state.phase is Phase.MOVING and state.player is event.player:
                own = _as_intended_there(event, state.position, state.dice)
                if own is None:
                    break
                state = apply(state, own)
            elif not isinstance(event, IntendedPlay) and state.phase is Phase.TO_ROLL:
                state = apply(state, event)
        else:
            found.append(replace(one, state=state))
    return tuple(found)


def _as_intended_there(event: IntendedPlay, position: Position, dice: Dice | None) -> IntendedPlay | None:
    if dice is None or sorted(dice) != sorted(event.dice):
        return None
    try:
        return replace(event, position=find_play(event.play, position, event.player, dice).result)
    except NotationError:
        return None

"""Somebody who plays at a simulated board for the demo: their own turns, and the other player's plays put on it.

Their table is the program's own, with its referee and its opponent's seat; hands, dice and camera are simulated.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from arbiter.match.commands import Accept, Command, Double, Drop, Take
from arbiter.match.cube_answers import double_refused
from arbiter.match.opponent_answers import decision_due
from arbiter.match.state import MatchState, Phase
from arbiter.plays import Play, accepted_plays
from arbiter.position import BAR, OFF, Position, Side
from arbiter.referee.evidence import Evidence
from two_books.demo_board import SimulatedBoard, positions_of
from two_books.own_table import OVER

THINKS_S = 1.2
"""Before they throw, play, or put the other's play on their board."""
PATIENCE_S = 6.0
"""Until what was done is seen by the referee; after that it is done again."""
DOUBLES_AHEAD, DROPS_BEHIND = 0.09, 0.16
"""Shares of their own pips: so far ahead they double, so far behind they drop."""


class SimulatedPlayer:
    """Plays while its looks are asked for. state: of their table, now. enter: something that they tap on their page."""

    def __init__(
        self,
        board: SimulatedBoard,
        side: Side,
        state: Callable[[], MatchState],
        enter: Callable[[Command], None],
        lot: random.Random,
    ) -> None:
        self._board, self._side, self._state, self._enter, self._lot = board, side, state, enter, lot

    def looks(self) -> Iterator[Evidence]:
        """The camera's looks at them, until the match is over; for each one the table is followed once."""
        yield from self._board.rest(2.0)
        while (state := self._state()).phase is not Phase.MATCH_OVER:
            yield from self._next(state)

    def _next(self, state: MatchState) -> Iterator[Evidence]:
        mine = state.player is self._side
        if state.opponent is None or decision_due(state) or state.phase is Phase.CORRECTING:
            yield self._board.look()
        elif state.phase in (Phase.SETTING_UP, *OVER):
            yield from self._sets_up(state)
        elif state.resignation:
            yield from self._says(Accept(), state)
        elif state.phase is Phase.DOUBLED:
            yield from self._answers(state)
        elif state.player is None:
            yield from self._opens()
        elif self._board.position != state.position and not self._board.dice:
            yield from self._puts(state.position)
        elif state.phase is Phase.TO_ROLL and mine:
            yield from self._begins_turn(state)
        elif state.phase is Phase.MOVING and mine:
            yield from self._plays(state)
        elif state.phase is Phase.MOVING and state.intended:
            yield from self._mirrors(state, state.intended.position)
        else:
            yield self._board.look()

    def _until(self, state: MatchState) -> Iterator[Evidence]:
        """Until their table shows another state of the match."""
        before = _stands(state)
        for look in self._board.rest(PATIENCE_S):
            if _stands(self._state()) != before:
                return
            yield look

    def _says(self, command: Command, state: MatchState) -> Iterator[Evidence]:
        yield from self._board.rest(THINKS_S)
        if _stands(self._state()) == _stands(state):
            self._enter(command)
            yield from self._until(state)

    def _sets_up(self, state: MatchState) -> Iterator[Evidence]:
        if self._board.position != state.rules.start or self._board.dice:
            yield from self._board.rest(2 * THINKS_S)
            self._board.dice, self._board.cube = (), (1, None)
            yield from self._board.reach(state.rules.start)
        yield from self._until(state)

    def _puts(self, position: Position) -> Iterator[Evidence]:
        """The board as their table has it, after a play was taken back."""
        yield from self._board.rest(THINKS_S)
        yield from self._board.reach(position)
        yield from self._board.rest(1.0)

    def _opens(self) -> Iterator[Evidence]:
        state = self._state()
        yield from self._board.rest(THINKS_S)
        one, two = self._lot.sample(range(1, 7), 2)
        yield from self._board.throw([(one, "right"), (two, "left")], self._side)
        yield from self._until(state)
        if _stands(self._state()) == _stands(state):
            yield from self._board.lift()

    def _begins_turn(self, state: MatchState) -> Iterator[Evidence]:
        yield from self._cube_lies(state)
        if self._would_double(state):
            yield from self._says(Double(), state)
            return
        yield from self._board.rest(3 * THINKS_S)  # nobody moves the other's checkers and throws at once
        if _stands(self._state()) != _stands(state):
            return
        one, two = self._lot.randint(1, 6), self._lot.randint(1, 6)
        yield from self._board.throw([(one, "right"), (two, "right")], self._side)
        yield from self._until(state)
        if _stands(self._state()) == _stands(state):
            yield from self._board.lift()

    def _plays(self, state: MatchState) -> Iterator[Evidence]:
        if state.dice is None:
            return
        if not self._board.dice:  # the roll comes again
            yield from self._board.throw([(state.dice[0], "right"), (state.dice[1], "right")], self._side)
        yield from self._board.rest(THINKS_S)
        play = chosen(self._side, accepted_plays(state.position, self._side, state.dice))
        yield from self._makes(state, play)

    def _mirrors(self, state: MatchState, intended: Position) -> Iterator[Evidence]:
        if state.dice is None or state.player is None:
            return
        yield from self._board.rest(THINKS_S)
        plays = accepted_plays(state.position, state.player, state.dice)
        yield from self._makes(state, next(play for play in plays if play.result == intended))

    def _makes(self, state: MatchState, play: Play) -> Iterator[Evidence]:
        side = state.player or self._side
        yield from self._board.walk(positions_of(state.position, side, play))
        if self._board.dice:
            yield from self._board.lift()
        yield from self._until(state)

    def _answers(self, state: MatchState) -> Iterator[Evidence]:
        if state.answerer is not self._side:
            yield self._board.look()
            return
        own, other = state.position.pips(self._side), state.position.pips(self._side.other)
        yield from self._says(Drop() if own - other > DROPS_BEHIND * own else Take(), state)

    def _would_double(self, state: MatchState) -> bool:
        own, other = state.position.pips(self._side), state.position.pips(self._side.other)
        return bool(state.turns) and double_refused(state, self._side) is None and other - own > DOUBLES_AHEAD * own

    def _cube_lies(self, state: MatchState) -> Iterator[Evidence]:
        wanted = (state.cube.value, state.cube.owner)
        if self._board.cube != wanted:
            yield from self._board.reach()
            self._board.cube = wanted
            yield from self._board.rest(1.0)


def chosen(side: Side, plays: tuple[Play, ...]) -> Play:
    """A play that a beginner could make: hits, points made and few blots. Always the same one."""
    return max(plays, key=lambda play: (_worth(play.result, side), play.result.row(side)))


def _worth(position: Position, side: Side) -> float:
    own, other = position.row(side), position.row(side.other)
    farthest = max((point for point in range(1, BAR + 1) if other[point]), default=0)
    contact = [point for point in range(1, BAR) if BAR - point < farthest]
    blots = sum(own[point] == 1 for point in contact)
    made = sum(own[point] > 1 for point in range(1, 8) if point in contact)
    return 12.0 * other[BAR] + 4.0 * made - 5.0 * blots + 8.0 * own[OFF] - 0.3 * position.pips(side)


def _stands(state: MatchState) -> tuple[object, ...]:
    return state.phase, state.player, state.dice, state.actions, state.intended, state.game, state.resignation

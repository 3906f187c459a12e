"""Two players who ask each other: they enter other positions, games and scores, and go on while a board differs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from arbiter.match.commands import Command, CorrectPosition, CorrectScore, NewGame
from arbiter.match.state import Phase
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from tests.plugins.gnubg.opponent.at_table import Stuck
from tests.two_books.match.two_tables import WAITS_S, Player
from two_books.bodies import AskedOn, Consent


class Agreeing(Player):
    """asks: how often, before a roll, they enter something. apart: how often a checker of the other's play is left
    where it was, and both go on all the same. agrees: how often they agree.
    """

    asks, apart, agrees = 0.1, 0.15, 0.6

    def __init__(self, path: Any, seed: int, *args: Any, **manners: Any) -> None:
        super().__init__(path, seed, *args, **manners)
        self.answers = random.Random(f"{seed} {self.me} answers")
        self.asked, self.went_on = 0, 0

    def _agrees(self) -> None:
        asked = self.joined.shown().match.asked
        if asked and asked.by is not self.me and asked.number not in self.agreed:
            self.agreed.add(asked.number)
            on = isinstance(asked.what, AskedOn)
            self.joined.say(Consent(asked.number, on or self.answers.random() < self.agrees))

    def _begins_turn(self, player: Side) -> Iterator[Evidence]:
        if player is self.me and self.state.turns and self.random.random() < self.asks:
            yield from self._asks()
            return
        yield from super()._begins_turn(player)

    def _asks(self) -> Iterator[Evidence]:
        """Enters something, and lays the checkers as the two have then agreed."""
        state, before = self.state, self.joined.shown().match
        kind = self.random.choice(("position", "game", "score"))
        other = _with_one_moved(state.position, self.me, self.random)
        command: Command = CorrectScore((self.random.randint(0, 1), self.random.randint(0, 1)))
        if kind == "position" and other:
            command = CorrectPosition(other)
        elif kind == "game" and other:
            command = NewGame(other, self.me, 2, self.me.other)
        if isinstance(command, CorrectScore) and command.score == state.score:
            return
        self.asked += 1
        if not isinstance(command, CorrectScore):
            assert other
            yield from self.board.reach(other)
            yield from self.board.rest(12, 16)
        yield from self.tap(command)
        number = before.number

        def answered() -> bool:
            sides = self.joined.shown()
            return sides.match.number > number + 1 and not sides.match.asked and sides.in_step

        yield from self._until_other(answered, f"{command} is not answered")
        yield from self.board.reach(self.state.position)
        yield from self.board.rest(12, 16)

    def _plays(self) -> Iterator[Evidence]:
        if self.board.position != self.state.position:
            yield from self.board.reach(self.state.position)
            yield from self.board.rest(12, 16)
        yield from super()._plays()

    def _executes(self) -> Iterator[Evidence]:
        state, board = self.state, self.board
        intended, turns = state.intended, len(state.turns)
        assert intended
        moved = [
            point for point in range(1, 25)
            if intended.position.row(intended.player)[point] < state.position.row(intended.player)[point]
        ]  # fmt: skip
        if not moved or self.random.random() >= self.apart:
            yield from super()._executes()
            return
        row = list(intended.position.row(intended.player))
        place = self.random.choice([point for point in range(1, 25) if row[point]])
        row[place] -= 1  # it has rolled under the table
        yield from board.reach(intended.position.with_row(intended.player, tuple(row)))
        yield from board.rest(24, 40)
        if len(self.state.turns) > turns:
            return  # the referee has taken it for what it should be
        self.went_on += 1
        match = self.joined.shown().match.state
        self.joined.say(AskedOn(match.game, len(match.turns)))
        self.played.turns.append((intended.player, intended.position))
        ends = time.monotonic() + WAITS_S
        while len(self.state.turns) == turns and self.state.phase not in (Phase.GAME_OVER, Phase.MATCH_OVER):
            if time.monotonic() > ends:
                raise Stuck(f"{self.me}: does not go on; {self._stands()}")
            time.sleep(0.002)
            yield board.look()


def _with_one_moved(position: Position, side: Side, lot: random.Random) -> Position | None:
    """With a checker of theirs on another point, which no play hits."""
    own, other = position.row(side), position.row(side.other)
    starts = [point for point in range(2, 25) if own[point]]
    found = [(one, two) for one in starts for two in range(1, one) if not other[25 - two] and two < one]
    return position.moved(side, [lot.choice(found)]) if found else None

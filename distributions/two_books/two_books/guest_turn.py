"""A turn played at the page, checker by checker: what may be tapped, and when the play is whole.

Pure. Single moves are offered where they lead to a play that the rules accept; taking one back is free until the play
is said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from arbiter.message import Message
from arbiter.moves import Move
from arbiter.play_search import board_of, single_moves, ways_of
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import Position, Side
from two_books.errors import TwoBooksError

_MOST_KEPT = 4096


class NotAllowedError(TwoBooksError):
    """What was tapped cannot be done now; its text says why."""


@dataclass(frozen=True, slots=True)
class TurnUnderWay:
    """before: where the turn starts. made: the single moves so far, in the mover's own numbering."""

    before: Position
    side: Side
    dice: Dice
    made: tuple[Move, ...] = ()

    @property
    def position(self) -> Position:
        """What lies on the board after the moves so far."""
        return self.before.moved(self.side, ((move.start, move.end) for move in self.made))

    @property
    def left(self) -> tuple[int, ...]:
        """The dice that are not used yet, as they lie; of a double up to four."""
        numbers = list(self.dice) * (2 if self.dice[0] == self.dice[1] else 1)
        for move in self.made:
            numbers.remove(move.die)
        return tuple(numbers)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The single moves that lead towards a whole play, the smaller die first.

        There may be some after a whole play, too: a checker borne off with one die lies as if both dice had taken it.
        """
        return tuple(
            move
            for die in sorted(set(self.left))
            for move in _steps(self.position, self.side, die)
            if self._leads_on(move)
        )

    @property
    def whole(self) -> Play | None:
        """The play that the moves so far are; None while more has to be moved. Without a move: none is possible."""
        found = self.position
        return next((play for play in accepted_plays(self.before, self.side, self.dice) if play.result == found), None)

    def moved(self, start: int, end: int) -> TurnUnderWay:
        """After one more checker. Raises NotAllowedError."""
        for move in self.moves:
            if (move.start, move.end) == (start, end):
                return replace(self, made=(*self.made, move))
        raise NotAllowedError(Message("That checker cannot go there with these dice."))

    def back(self) -> TurnUnderWay:
        """Without the last move. Raises NotAllowedError where there is none."""
        if not self.made:
            raise NotAllowedError(Message("Nothing of this turn has been moved yet."))
        return replace(self, made=self.made[:-1])

    def _leads_on(self, move: Move) -> bool:
        numbers = list(self.left)
        numbers.remove(move.die)
        after = self.position.moved(self.side, [(move.start, move.end)])
        wanted = frozenset(play.result for play in accepted_plays(self.before, self.side, self.dice))
        return not wanted.isdisjoint(_reached(after, self.side, tuple(sorted(numbers))))


def _steps(position: Position, side: Side, die: int) -> tuple[Move, ...]:
    """All moves of one checker by one die."""
    own, other = position.row(side), position.row(side.other)
    return tuple(move for _, move in single_moves(board_of(own), die, ways_of(own, other, die)))


@lru_cache(maxsize=_MOST_KEPT)
def _reached(position: Position, side: Side, left: tuple[int, ...]) -> frozenset[Position]:
    """What can lie there once any of these dice have been used, in any order."""
    found = {position}
    for die in set(left):
        rest = list(left)
        rest.remove(die)
        for move in _steps(position, side, die):
            found |= _reached(position.moved(side, [(move.start, move.end)]), side, tuple(rest))
    return frozenset(found)

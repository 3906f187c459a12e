"""A board that is not there, before a camera that sees it well: for the referee of `bookgammon demo --two`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from arbiter.plays import Play
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from arbiter.seats import Leaf

FPS = 12
_SURE = 0.97
"""How sure the camera is of a die's face."""
_UNLIKELY = -9.0
"""Natural log-odds of one checker more or fewer."""
_LEAVES: dict[Leaf, float] = {"right": 640.0, "left": 320.0}
"""Where dice lie in each leaf, in pixels."""


class SimulatedBoard:
    """Checkers, dice and cube of one moment, and looks at them. lot: where dice come to lie."""

    def __init__(self, lot: random.Random) -> None:
        self._lot = lot
        self.position: Position = START
        self.cube: tuple[int, Side | None] = (1, None)
        self.dice: tuple[DieSeen, ...] = ()
        self._frame = -1

    def look(self, *, hand: bool = False, still: bool = True) -> Evidence:
        """What the camera says of the next frame. hand: something is over the board."""
        self._frame += 1
        seen = still and not hand
        places = tuple(_place(light, dark) for light, dark in self.position.places) if seen else ()
        cube = CubeSeen(*self.cube, 1.0) if seen else None
        return Evidence(self._frame, self._frame / FPS, still, hand, places, self.dice if still else (), cube)

    def rest(self, seconds: float) -> Iterator[Evidence]:
        """Nobody touches anything."""
        for _ in range(round(seconds * FPS)):
            yield self.look()

    def reach(self, after: Position | None = None) -> Iterator[Evidence]:
        """A hand over the board; what it leaves behind is `after`."""
        for _ in range(4):
            yield self.look(hand=True, still=False)
        if after is not None:
            self.position = after
        yield self.look(hand=True, still=False)

    def walk(self, positions: Sequence[Position]) -> Iterator[Evidence]:
        """The hand leaves one position after the other."""
        for position in positions:
            yield from self.reach(position)
            yield from self.rest(0.4)

    def throw(self, thrown: Sequence[tuple[int, Leaf]], whose: Side) -> Iterator[Evidence]:
        """thrown: each die's face, and the half of the board where it comes to lie."""
        for _ in range(3):
            yield self.look(still=False)
        across, down = self._lot.uniform(-80, 80), self._lot.uniform(200, 340)
        self.dice = tuple(
            _die(face, (_LEAVES[leaf] + across + 35 * number, down + 10 * number), whose, leaf)
            for number, (face, leaf) in enumerate(thrown)
        )
        yield from self.rest(1.0)

    def lift(self) -> Iterator[Evidence]:
        """The dice are taken off the board."""
        yield from self.reach()
        self.dice = ()
        yield self.look(hand=True)
        yield from self.rest(0.8)


def positions_of(before: Position, side: Side, play: Play) -> list[Position]:
    """The positions after each move of a play."""
    moves = [(move.start, move.end) for move in play.moves]
    return [before.moved(side, moves[: count + 1]) for count in range(len(moves))]


def _place(light: int, dark: int) -> PlaceEvidence:
    scores = [(light, dark, 0.0)]
    for step in (-1, 1):
        scores += [(light + step, dark, _UNLIKELY)] if light or not dark else []
        scores += [(light, dark + step, _UNLIKELY)] if dark or not light else []
    return PlaceEvidence(tuple((here, there, score) for here, there, score in scores if here >= 0 and there >= 0))


def _die(face: int, centre: tuple[float, float], whose: Side, leaf: Leaf) -> DieSeen:
    chances = tuple(_SURE if each == face else (1 - _SURE) / 5 for each in range(1, 7))
    return DieSeen(face, chances, centre, whose, leaf)

"""A table that plays itself: a random game shown to the referee by a camera that is far from perfect.

The table knows what really happened (`record`, `illegal`); the referee only gets `Evidence`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from arbiter.plays import Dice, Play, legal_plays, passing_positions
from arbiter.position import BAR, OFF, START, Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Leaf, Seats
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.simulated_camera import FPS, Lying, SimulatedCamera


@dataclass(frozen=True)
class Done:
    """One line of what really happened."""

    player: Side
    dice: Dice
    position: Position
    illegal: bool = False
    unseen: bool = False


@dataclass
class Table:
    """Plays one game.

    record: the turns as they ended. doubles: who doubled to what, always taken.
    wrong_spans: first and last frame of each turn in which something illegal was done.
    """

    seed: int
    manners: Manners = field(default_factory=Manners)
    seats: Seats = field(default_factory=lambda: Seats(Side.LIGHT))
    position: Position = START
    frame: int = 0

    def __post_init__(self) -> None:
        self.start = self.position
        self.random = random.Random(self.seed)
        self.record: list[Done] = []
        self.wrong_spans: list[tuple[int, int]] = []
        self.dice: list[Lying] = []
        self.thrown: dict[Side, Dice] = {}
        self.dice_in_sight = True
        self.cube: tuple[int, Side | None] = (1, None)
        self.doubles: list[tuple[Side, int]] = []
        self.shoved_from, self.put_back_at = 0, 0
        self.camera = SimulatedCamera(self.seed, self.manners, self.random, self.position)

    # -------------------------------------------------------------- a moment at the table

    def look(self, *, hand: bool = False, still: bool = True, shown: Position | None = None) -> Evidence:
        """One frame of the table as it is; shown: as it looks for a moment."""
        self.frame += 1
        return self.camera.look(
            self.frame,
            shown or self.position,
            self.dice if self.dice_in_sight else (),
            self.cube,
            hand=hand,
            still=still,
            passing=shown is not None,
        )

    def rest(self, low: int, high: int) -> Iterator[Evidence]:
        """Nobody touches anything."""
        for _ in range(self.random.randint(low, high)):
            yield self.look()

    def reach(self, after: Position | None = None) -> Iterator[Evidence]:
        """A hand over the board; what it leaves behind is `after`."""
        for _ in range(self.random.randint(2, 4)):
            yield self.look(hand=True, still=self.random.random() < 0.4)
        if after is not None:
            self.position = after
        yield self.look(hand=True, still=False)

    def throw(self, player: Side, dice: Dice, *, seen: bool = True) -> Iterator[Evidence]:
        leaf: Leaf = "right" if player is self.seats.near else "left"
        middle = 640.0 if leaf == "right" else 320.0
        x, y = middle + self.random.uniform(-80, 80), self.random.uniform(200, 340)
        for _ in range(2):
            yield self.look(still=False)
        self.thrown[player] = dice
        self.dice = [(dice[0], (x, y), leaf, player), (dice[1], (x + 35, y + 10), leaf, player)]
        self.camera.thrown(self.dice)
        self.dice_in_sight = seen
        yield from self.rest(7, 14)

    def lift(self) -> Iterator[Evidence]:
        yield from self.reach()
        self.dice = []
        self.dice_in_sight = True
        yield self.look(hand=True)
        yield from self.rest(6, 12)

    def walk(self, positions: list[Position]) -> Iterator[Evidence]:
        """The hand leaves one position after the other; sometimes the player sits back in between."""
        for position in positions:
            yield from self.reach(position)
            if position is not positions[-1] and self.random.random() < self.manners.pauses:
                yield from self.rest(2, 14)

    # -------------------------------------------------------------- a turn

    def _play(self, legal: tuple[Play, ...]) -> Play:
        hits = tuple(play for play in legal if any(move.hit for move in play.moves)) if self.manners.hits else ()
        if hits and self.random.random() < self.manners.hits:
            return self.random.choice(hits)
        return self.random.choice(sensible(legal))

    def turn(self, player: Side, dice: Dice) -> Iterator[Evidence]:
        manners, chance = self.manners, self.random.random
        before = self.position
        play = self._play(legal_plays(before, player, dice))
        wrong = self._wrong_play(before, player, dice) if chance() < manners.illegal else None
        settled = len(self.record) > 8 and not any(done.unseen or done.illegal for done in self.record[-1:])
        low = _changes_low_stacks_only(before, play.result)
        unseen = settled and low and wrong is None and chance() < manners.unseen_rolls
        late = settled and not unseen and wrong is None and bool(play.moves) and chance() < manners.late_rolls
        if self.record and chance() < manners.doubles:
            yield from self._double(player)
        yield from self.throw(player, dice, seen=not unseen and not late)
        if chance() < manners.tries and play.moves:
            tried = self.random.choice(legal_plays(before, player, dice))
            yield from self.walk([*steps(before, tried, player), before])
            yield from self.rest(1, 6)
        if wrong is not None:
            yield from self._play_wrongly(player, dice, before, wrong, play)
        else:
            yield from self.walk(steps(before, play, player))
            yield from self._nudge(manners)
            self.dice_in_sight = not unseen
            yield from self.rest(4, 12)
            yield from self.lift()
            self.record.append(Done(player, dice, play.result, unseen=unseen))

    def _double(self, player: Side) -> Iterator[Evidence]:
        """The cube is turned and taken, if it is the player's to turn."""
        value, owner = self.cube
        if owner is player.other or value >= 64:
            return
        yield from self.reach()
        self.cube = (2 * value, player.other)
        self.doubles.append((player, 2 * value))
        yield from self.rest(6, 14)

    def _nudge(self, manners: Manners) -> Iterator[Evidence]:
        """A checker is pushed half way on to the next point and put back."""
        if self.random.random() >= manners.nudges:
            return
        nudged = _nudged(self.position, self.random)
        if nudged:
            for _ in range(self.random.randint(1, 3)):
                yield self.look(shown=nudged)
            yield from self.reach()

    def _play_wrongly(
        self, player: Side, dice: Dice, before: Position, wrong: Position, play: Play
    ) -> Iterator[Evidence]:
        started = self.frame
        yield from self.reach(wrong)
        yield from self.rest(22, 30)
        how = self.random.choice(("put right", "stands", "put right later"))
        if how == "put right":
            yield from self.walk([before, *steps(before, play, player)])
            yield from self.rest(8, 14)
        yield from self.lift()
        if how == "put right later":
            yield from self.rest(4, 10)
            yield from self.reach(play.result)
            yield from self.rest(8, 14)
        stands = how == "stands"
        self.record.append(Done(player, dice, wrong if stands else play.result, illegal=stands))
        self.wrong_spans.append((started, self.frame))

    def _wrong_play(self, before: Position, player: Side, dice: Dice) -> Position | None:
        """One or two checkers moved as no rule allows, and not merely half a play."""
        row = before.row(player)
        allowed = passing_positions(before, player, dice)
        for _ in range(20):
            start = self.random.choice([point for point in range(1, 26) if row[point]])
            end = start - self.random.randint(1, 12)
            if end < 1 or before.row(player.other)[25 - end] > 3 or row[start] > 5 or row[end] > 4:
                continue
            moved = list(row)
            moved[start] -= 1
            moved[end] += 1
            after = before.with_row(player, tuple(moved))
            if after.mixed and before.row(player.other)[25 - end] == 1:
                continue
            if after not in allowed:
                return after
        return None

    # -------------------------------------------------------------- a game

    def game(self, plies: int = 400) -> Iterator[Evidence]:
        """From the set-up board to the last checker, or for so many plies."""
        yield from self.rest(8, 12)
        player = self.random.choice(list(Side))
        high, low = sorted(self.random.sample(range(1, 7), 2), reverse=True)
        dice: Dice = (high, low)
        for _ in range(plies):
            yield from self.turn(player, dice)
            if self.position.row(player)[OFF] == 15:
                break
            player = player.other
            dice = (self.random.randint(1, 6), self.random.randint(1, 6))

    def force(self, checkers: int = 3) -> Iterator[Evidence]:
        """While a hand covers the board so many checkers are moved anywhere; a good while later they are put back."""
        before = self.position
        self.shoved_from = self.frame
        yield from self.reach(shoved(before, checkers, self.random))
        yield from self.rest(5 * FPS, 6 * FPS)
        yield from self.reach(before)
        self.put_back_at = self.frame
        yield from self.rest(5 * FPS, 5 * FPS)

    def set_up_again(self) -> Iterator[Evidence]:
        """The board is swept clean and the starting position built up, hands everywhere."""
        yield from self.rest(5, 10)
        for share in (0.7, 0.4, 0.1):
            yield from self.reach(_thinned(self.position, share, self.random))
            yield from self.rest(1, 12)
        for share in (0.2, 0.5, 0.8):
            yield from self.reach(_thinned(self.start, share, self.random))
            yield from self.rest(1, 12)
        yield from self.reach(self.start)
        yield from self.rest(10, 20)


def sensible(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """Mostly plays without a hit, so that games end."""
    quiet = tuple(play for play in plays if not any(move.hit for move in play.moves))
    return quiet or plays


def steps(before: Position, play: Play, player: Side) -> list[Position]:
    """The positions after each move of a play."""
    found = []
    position = before
    for move in play.moves:
        own, other = list(position.row(player)), list(position.row(player.other))
        own[move.start] -= 1
        own[move.end] += 1
        if move.hit:
            other[25 - move.end] -= 1
            other[BAR] += 1
        position = position.with_row(player, tuple(own)).with_row(player.other, tuple(other))
        found.append(position)
    return found


def _changes_low_stacks_only(before: Position, after: Position) -> bool:
    """Whether a camera that cannot count tall stacks could tell this play from every other."""
    pairs = zip(before.places, after.places, strict=True)
    return all(max(*was, *now) <= 5 for was, now in pairs if was != now)


def _nudged(position: Position, chance: random.Random) -> Position | None:
    side = chance.choice(list(Side))
    row = list(position.row(side))
    starts = [point for point in range(2, 25) if row[point] and not position.row(side.other)[26 - point]]
    if not starts:
        return None
    start = chance.choice(starts)
    row[start] -= 1
    row[start - 1] += 1
    return position.with_row(side, tuple(row))


def shoved(position: Position, checkers: int, chance: random.Random) -> Position:
    """So many checkers elsewhere, of either player, on points that stay of one colour."""
    while True:
        after = position
        for _ in range(checkers):
            side = chance.choice(list(Side))
            row = list(after.row(side))
            start = chance.choice([point for point in range(1, 25) if row[point]])
            end = chance.choice([point for point in range(1, 25) if point != start])
            row[start] -= 1
            row[end] += 1
            after = after.with_row(side, tuple(row))
        moved = sum(max(0, a - b) for side in Side for a, b in zip(position.row(side), after.row(side), strict=True))
        if moved == checkers and not after.mixed:
            return after


def _thinned(position: Position, share: float, chance: random.Random) -> Position:
    """Each checker stays with this probability, the others are off the board."""
    rows = []
    for side in Side:
        row = [sum(chance.random() < share for _ in range(count)) for count in position.row(side)]
        row[OFF] += 15 - sum(row)
        rows.append(tuple(row))
    return replace(position, light=rows[0], dark=rows[1])

"""A table that plays itself: a random game shown to the referee through a noisy eye.

The table knows what really happened (`record`, `illegal`); the referee only gets `Evidence`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from arbiter.plays import Dice, Play, legal_plays, passing_positions
from arbiter.position import BAR, OFF, START, Position, Side
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from arbiter.seats import Leaf, Seats

FPS = 12


@dataclass(frozen=True)
class Manners:
    """How often these players and this camera do what real ones do; probabilities a turn.

    repeats: the camera reads a still table three times and then repeats its last evidence.
    compares: it tells which points look as they did. shadows: share of them that look otherwise after a hand although
    nobody touched them; dim: share of those touched that look the same nevertheless.
    hard_dice: share of the dice that look as much like another face, the same in look after look, as the eye says.
    confused_dice: share of each set's dice that are surely read as another face; each set has its own two such faces.
    tired: share of the places whose checkers are hardly told apart in number.
    alike: share of the places on which one colour of checkers hardly differs from the ground: a lone one mostly looks
    like none, a row of four and more like one or two more, from one hand over the board to the next in the same way.
    measured: the camera says of these places how easily a checker is overlooked there.
    """

    tries: float = 0.15
    pauses: float = 0.3
    nudges: float = 0.1
    unseen_rolls: float = 0.04
    late_rolls: float = 0.05
    illegal: float = 0.08
    doubles: float = 0.0
    blur: float = 1.0
    die_errors: float = 0.06
    die_misses: float = 0.04
    hard_dice: float = 0.0
    confused_dice: float = 0.0
    tired: float = 0.03
    alike: float = 0.0
    measured: bool = True
    repeats: bool = False
    compares: bool = False
    shadows: float = 0.15
    dim: float = 0.003


def noisy(manners: Manners, noise: float) -> Manners:
    """The same table before a camera that blurs, misses and misreads so many times as much."""
    return replace(
        manners,
        blur=noise * manners.blur,
        die_errors=noise * manners.die_errors,
        die_misses=noise * manners.die_misses,
        tired=noise * manners.tired,
    )


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
        self.dice: list[tuple[int, tuple[float, float], Leaf, Side]] = []
        self.lot = random.Random(f"{self.seed} hard dice")
        self.hard: dict[tuple[float, float], dict[int, float]] = {}
        self.misread: dict[tuple[float, float], int] = {}
        self.thrown: dict[Side, Dice] = {}
        self.dice_in_sight = True
        self.cube: tuple[int, Side | None] = (1, None)
        self.doubles: list[tuple[Side, int]] = []
        self.confusion = {owner: self._confusion(owner) for owner in Side}
        self._said = Evidence(0, 0.0, False, False)
        self._fresh = 0
        self._eye = random.Random(f"{self.seed} looks")
        self._looks = list(range(1, 25))
        self._looked_at = self.position
        self._hand_came = False
        self.shoved_from, self.put_back_at = 0, 0
        self.tired = {place: self.random.random() < self.manners.tired for place in range(25)}
        tones = random.Random(f"{self.seed} tone on tone")
        self.alike_side = tones.choice((0, 1))
        self.alike = frozenset(place for place in range(24) if tones.random() < self.manners.alike)
        self._tones = tones
        self._told_apart: dict[int, float] = {}

    # -------------------------------------------------------------- what the camera makes of it

    def look(self, *, hand: bool = False, still: bool = True, shown: Position | None = None) -> Evidence:
        """One frame of the table as it is; shown: as it looks for a moment."""
        seen = still and not hand
        self._hand_came |= not seen
        if not seen:
            self._told_apart = {}
        self.frame += 1
        self._fresh = self._fresh + 1 if seen and not shown else 0
        if self.manners.repeats and self._fresh > 3:
            return replace(self._said, frame=self.frame, time=self.frame / FPS)
        self._said = self._evidence(hand, still, shown)
        return self._said

    def _evidence(self, hand: bool, still: bool, shown: Position | None) -> Evidence:
        places = self._places(shown or self.position) if still and not hand else ()
        dice = self._dice() if still and self.dice_in_sight else ()
        cube = self._cube_seen() if still and not hand else None
        looks = self._looked(shown or self.position) if places and self.manners.compares else ()
        return Evidence(self.frame, self.frame / FPS, still, hand, places, dice, cube, looks=looks)

    def _looked(self, position: Position) -> tuple[int, ...]:
        """New numbers for the points that look otherwise than in the last look."""
        for point, (was, now) in enumerate(zip(self._looked_at.places[:-1], position.places, strict=False)):
            seen_otherwise = 1 - self.manners.dim if was != now else self.manners.shadows * self._hand_came
            if self._eye.random() < seen_otherwise:
                self._looks[point] = max(self._looks) + 1
        self._looked_at, self._hand_came = position, False
        return tuple(self._looks)

    def _places(self, position: Position) -> tuple[PlaceEvidence, ...]:
        return tuple(self._place(place, light, dark) for place, (light, dark) in enumerate(position.places))

    def _place(self, place: int, light: int, dark: int) -> PlaceEvidence:
        noise, blur = self.random.gauss, self.manners.blur
        scores = [(light, dark, noise(0, 0.5))]
        for step in (-1, 1):
            tall = max(light, dark) + (step > 0) > 5
            behind = abs(noise(0.8, 0.8)) if tall else max(0.5, noise(9.0 / blur, 2.0))
            if self.tired[place] and not tall:
                behind = max(0.5, noise(1.5, 1.0))
            if light or not dark:
                scores.append((light + step, dark, -behind))
            if dark or not light:
                scores.append((light, dark + step, -behind))
        if light + dark == 1:
            scores.append((dark, light, -max(4.0, noise(12, 3))))
        overlooked = (0.0, 0.0)
        if place in self.alike:
            scores, overlooked = self._tone_on_tone(place, (light, dark), scores), self._overlooked()
        kept = [(a, b, score) for a, b, score in scores if a >= 0 and b >= 0]
        return PlaceEvidence(tuple(sorted(kept, key=lambda score: -score[2])), overlooked=overlooked)

    def _tone_on_tone(
        self, place: int, true: tuple[int, int], scores: list[tuple[int, int, float]]
    ) -> list[tuple[int, int, float]]:
        """What such a place looks like instead: a lone checker like none, a row longer than it is."""
        count = true[self.alike_side]
        if true[1 - self.alike_side] or not (count == 1 or count >= 4):
            return scores
        behind = self._told_apart.setdefault(place, max(-1.0, self._tones.gauss(2.5, 1.8)))
        rather = 0 if count == 1 else count + 1 + (place % 2)
        own, other = self.alike_side, 1 - self.alike_side
        seen = [((light, dark), score) for light, dark, score in scores]
        counts: dict[int, float] = {count_of[own]: score for count_of, score in seen if not count_of[other]}
        counts |= {rather: 0.0, count: -behind + self.random.gauss(0, 0.3)}
        return [(n, 0, score) if own == 0 else (0, n, score) for n, score in counts.items()]

    def _overlooked(self) -> tuple[float, float]:
        if not self.manners.measured:
            return (0.0, 0.0)
        return (0.1, 0.0) if self.alike_side == 0 else (0.0, 0.1)

    def _dice(self) -> tuple[DieSeen, ...]:
        found = []
        errors = self.manners.die_errors / (6 if self.manners.repeats else 1)  # three looks cannot outvote many
        for thrown, center, leaf, owner in self.dice:
            value = self.misread.get(center, thrown)
            if self.random.random() < self.manners.die_misses:
                continue
            seen = self.random.randint(1, 6) if self.random.random() < errors else value
            sure = self.random.uniform(0.5, 0.98)
            if seen == value:  # four in five real readings say .95 or more
                sure = 1 - (1 - sure) / 4
            chances = tuple(sure if face == seen else (1 - sure) / 5 for face in range(1, 7))
            if faces := self.hard.get(center):
                chances = tuple(faces.get(face, 0.01) for face in range(1, 7))
                seen = 1 + chances.index(max(chances))
            x, y = center
            spot = (x + self.random.gauss(0, 0.7), y + self.random.gauss(0, 0.7))
            found.append(DieSeen(seen, chances, spot, owner, leaf))
        return tuple(found)

    # -------------------------------------------------------------- a moment at the table

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
        self.hard = {center: self._hard(value) for value, center, _, _ in self.dice if self._is_hard()}
        self.misread = {center: self._misread(value, player) for value, center, _, _ in self.dice}
        self.dice_in_sight = seen
        yield from self.rest(7, 14)

    def _is_hard(self) -> bool:
        return self.lot.random() < self.manners.hard_dice

    def _hard(self, value: int) -> dict[int, float]:
        """What the eye says of two faces of such a die. The likelier is right as often as a look twice as sure says."""
        one = self.lot.uniform(0.5, 0.9)
        two = 0.96 - one
        other = self.lot.choice([face for face in range(1, 7) if face != value])
        right = self.lot.random() < one**2 / (one**2 + two**2)
        return {value: one, other: two} if right else {value: two, other: one}

    def _confusion(self, owner: Side) -> dict[int, int]:
        """Two faces of this set, each with the face that it is taken for."""
        lot = random.Random(f"{self.seed} {owner} confusion")
        faces = lot.sample(range(1, 7), 2)
        return {face: lot.choice([other for other in range(1, 7) if other != face]) for face in faces}

    def _misread(self, value: int, owner: Side) -> int:
        """What a die of this set looks like as it lies now; two faces of six take all of the set's errors."""
        surely = self.lot.random() < 3 * self.manners.confused_dice if self.manners.confused_dice else False
        return self.confusion[owner].get(value, value) if surely else value

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

    def turn(self, player: Side, dice: Dice) -> Iterator[Evidence]:
        manners, chance = self.manners, self.random.random
        before = self.position
        play = self.random.choice(_sensible(legal_plays(before, player, dice)))
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
            yield from self.walk([*_steps(before, tried, player), before])
            yield from self.rest(1, 6)
        if wrong is not None:
            yield from self._play_wrongly(player, dice, before, wrong, play)
        else:
            yield from self.walk(_steps(before, play, player))
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

    def _cube_seen(self) -> CubeSeen:
        value, owner = self.cube
        if self.random.random() < 0.1:
            value = self.random.choice((1, 2, 4, 8, 16, 32))
        return CubeSeen(value, owner, self.random.uniform(0.6, 1.0))

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
            yield from self.walk([before, *_steps(before, play, player)])
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
        yield from self.reach(_shoved(before, checkers, self.random))
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


def _sensible(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """Mostly plays without a hit, so that games end."""
    quiet = tuple(play for play in plays if not any(move.hit for move in play.moves))
    return quiet or plays


def _steps(before: Position, play: Play, player: Side) -> list[Position]:
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


def _shoved(position: Position, checkers: int, chance: random.Random) -> Position:
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

"""The camera over a simulated table: it blurs, misses, misreads and takes things for others, by `Manners`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arbiter.position import Position, Side
from arbiter.referee.evidence import RIDGE, CubeSeen, DieSeen, Evidence, PlaceEvidence
from arbiter.seats import Leaf
from tests.arbiter_referee.manners import Manners

FPS = 12

TALL = 4
"""A row of so many and more of a colour that is faint somewhere may look longer or shorter than it is."""

Lying = tuple[int, tuple[float, float], Leaf, Side]
"""A die on the table: its face, where it lies (pixels), in which half, and whose it is."""


@dataclass(frozen=True)
class Faint:
    """A row that hardly differs from the ground. rather: what it may look like instead; behind: that, in nats."""

    count: int
    rather: int
    behind: float


class SimulatedCamera:
    """hard, misread: by the place of a die, what the dice look like that were thrown last.

    chance: the random numbers that it shares with its table.
    """

    def __init__(self, seed: int, manners: Manners, chance: random.Random, position: Position) -> None:
        self._manners, self._random = manners, chance
        self._lot = random.Random(f"{seed} hard dice")
        self.hard: dict[tuple[float, float], dict[int, float]] = {}
        self.misread: dict[tuple[float, float], int] = {}
        self._doubted: dict[tuple[float, float], str] = {}
        self._slope = random.Random(f"{seed} doubted dice")
        self._confusions = {owner: self._confusion(seed, owner) for owner in Side}
        self._said = Evidence(0, 0.0, False, False)
        self._fresh = 0
        self._eye = random.Random(f"{seed} looks")
        self._looks = list(range(1, 25))
        self._looked_at = position
        self._hand_came = False
        self._shadows_moved = False
        self._relit: set[int] = set()
        self._tired = {place: chance.random() < manners.tired for place in range(25)}
        self._tones = random.Random(f"{seed} tone on tone")
        self._alike_side = self._tones.choice((0, 1))
        self._alike = frozenset(place for place in range(24) if self._tones.random() < manners.alike)
        self._faint: dict[int, Faint] = {}
        self._glints = random.Random(f"{seed} bar")
        self._bar: Faint | None = None
        self._contrast = tuple(self._contrast_of(place) for place in range(24)) if self._alike else ()

    def _contrast_of(self, place: int) -> tuple[float, float]:
        own = 1.0 if place in self._alike else 50.0
        return (own, 50.0) if self._alike_side == 0 else (50.0, own)

    def thrown(self, dice: Sequence[Lying]) -> None:
        """Other dice lie there: how well they can be read is drawn by lot."""
        self.hard = {center: self._hard(value) for value, center, _, _ in dice if self._is_hard()}
        self.misread = {center: self._misread(value, owner) for value, center, _, owner in dice}
        self._doubted = {}
        if self._manners.doubted_dice and self._slope.random() < self._manners.doubted_dice:
            self._doubted[self._slope.choice(dice)[1]] = self._slope.choice(("cocked", "on a checker"))

    def look(
        self,
        frame: int,
        position: Position,
        dice: Sequence[Lying],
        cube: tuple[int, Side | None],
        *,
        hand: bool,
        still: bool,
        passing: bool,
    ) -> Evidence:
        """What it makes of one frame. passing: the position is there for a moment only."""
        seen = still and not hand
        self._hand_came |= not seen
        self._shadows_moved |= not seen
        self._fresh = self._fresh + 1 if seen and not passing else 0
        if self._manners.repeats and self._fresh > 3:
            return replace(self._said, frame=frame, time=frame / FPS)
        places = self._places(position) if seen else ()
        seen_dice = self._dice(dice) if still else ()
        seen_cube = self._cube_seen(cube) if seen else None
        looks = self._looked(position) if places and self._manners.compares else ()
        self._said = Evidence(
            frame, frame / FPS, still, hand, places, seen_dice, seen_cube, appearances=looks, contrast=self._contrast
        )
        return self._said

    def _looked(self, position: Position) -> tuple[int, ...]:
        """New numbers for the points that look otherwise than in the last look."""
        for point, (was, now) in enumerate(zip(self._looked_at.places[:-1], position.places, strict=False)):
            seen_otherwise = 1 - self._manners.dim if was != now else self._manners.shadows * self._hand_came
            if self._eye.random() < seen_otherwise:
                self._looks[point] = max(self._looks) + 1
        self._looked_at, self._hand_came = position, False
        return tuple(self._looks)

    def _places(self, position: Position) -> tuple[PlaceEvidence, ...]:
        if self._alike:
            self._relit = {place for place in range(24) if self._shadows_moved and self._tones.random() < 0.1}
        self._shadows_moved = False
        return tuple(self._place(place, light, dark) for place, (light, dark) in enumerate(position.places))

    def _place(self, place: int, light: int, dark: int) -> PlaceEvidence:
        noise, blur = self._random.gauss, self._manners.blur
        scores = [(light, dark, noise(0, 0.5))]
        for step in (-1, 1):
            tall = max(light, dark) + (step > 0) > 5
            behind = abs(noise(0.8, 0.8)) if tall else max(0.5, noise(9.0 / blur, 2.0))
            if self._tired[place] and not tall:
                behind = max(0.5, noise(1.5, 1.0))
            if light or not dark:
                scores.append((light + step, dark, -behind))
            if dark or not light:
                scores.append((light, dark + step, -behind))
        if light + dark == 1:
            scores.append((dark, light, -max(4.0, noise(12, 3))))
        if place == RIDGE and self._manners.bar:
            scores = self._on_the_bar((light, dark), scores)
        elif self._alike:
            scores = self._tone_on_tone(place, (light, dark), scores)
        kept = [(a, b, score) for a, b, score in scores if a >= 0 and b >= 0]
        return PlaceEvidence(tuple(sorted(kept, key=lambda score: -score[2])))

    def _tone_on_tone(
        self, place: int, true: tuple[int, int], scores: list[tuple[int, int, float]]
    ) -> list[tuple[int, int, float]]:
        """What such a place looks like instead: a lone checker like none, a row longer than it is."""
        own, other = self._alike_side, 1 - self._alike_side
        count = true[own]
        if true[other] or not count or not (count >= TALL or (count <= 2 and place in self._alike)):
            return scores
        before = self._faint.get(place)
        if before is None or before.count != count or place in self._relit:
            self._faint[place] = self._looks_like(count)
        rather, behind = self._faint[place].rather, self._faint[place].behind
        seen = [((light, dark), score) for light, dark, score in scores]
        counts: dict[int, float] = {count_of[own]: score for count_of, score in seen if not count_of[other]}
        counts |= {rather: 0.0, count: -behind + self._random.gauss(0, 0.3)}
        return [(n, 0, score) if own == 0 else (0, n, score) for n, score in counts.items()]

    def _on_the_bar(
        self, true: tuple[int, int], scores: list[tuple[int, int, float]]
    ) -> list[tuple[int, int, float]]:
        """What the ridge looks like where a lamp is mirrored in it: at times one checker fewer than lie there."""
        own = self._alike_side
        if not true[own]:
            return scores
        if self._bar is None or self._bar.count != true[own]:
            missed = self._glints.random() < self._manners.bar
            self._bar = Faint(true[own], true[own] - missed, abs(self._glints.gauss(0, 4.0)) if missed else 0.0)
        if self._bar.rather == true[own]:
            return scores
        fewer = (self._bar.rather, true[1]) if own == 0 else (true[0], self._bar.rather)
        kept = [(a, b, score - self._bar.behind) for a, b, score in scores if (a, b) != fewer]
        return [*kept, (*fewer, 0.0)]

    def _looks_like(self, count: int) -> Faint:
        """What so many checkers on such a place look like, until one comes or goes or the light there changes."""
        manners, lot = self._manners, self._tones
        misread = lot.random() < (manners.overlooked / count if count <= 2 else manners.miscounted)
        others = (0,) if count <= 2 else [count + n for n in (-1, 1, 1, 2, 2)]
        behind = abs(lot.gauss(0, 3.5)) if misread else -abs(lot.gauss(0, 1.5 if count == 1 else 4.0))
        return Faint(count, lot.choice(others), behind)

    def _dice(self, lying: Iterable[Lying]) -> tuple[DieSeen, ...]:
        found = []
        errors = self._manners.die_errors / (6 if self._manners.repeats else 1)  # three looks cannot outvote many
        for thrown, center, leaf, owner in lying:
            value = self.misread.get(center, thrown)
            if self._random.random() < self._manners.die_misses:
                continue
            seen = self._random.randint(1, 6) if self._random.random() < errors else value
            sure = self._random.uniform(0.5, 0.98)
            if seen == value:  # four in five real readings say .95 or more
                sure = 1 - (1 - sure) / 4
            chances = tuple(sure if face == seen else (1 - sure) / 5 for face in range(1, 7))
            if faces := self.hard.get(center):
                chances = tuple(faces.get(face, 0.01) for face in range(1, 7))
                seen = 1 + chances.index(max(chances))
            x, y = center
            spot = (x + self._random.gauss(0, 0.7), y + self._random.gauss(0, 0.7))
            why = self._doubted.get(center)
            found.append(
                DieSeen(
                    seen, chances, spot, owner, leaf, cocked=why == "cocked", on_checker=why == "on a checker"
                )
            )  # fmt: skip
        return tuple(found)

    def _is_hard(self) -> bool:
        return self._lot.random() < self._manners.hard_dice

    def _hard(self, value: int) -> dict[int, float]:
        """What the eye says of two faces of such a die. The likelier is right as often as a look twice as sure says."""
        one = self._lot.uniform(0.5, 0.9)
        two = 0.96 - one
        other = self._lot.choice([face for face in range(1, 7) if face != value])
        right = self._lot.random() < one**2 / (one**2 + two**2)
        return {value: one, other: two} if right else {value: two, other: one}

    def _confusion(self, seed: int, owner: Side) -> dict[int, int]:
        """Two faces of this set, each with the face that it is taken for."""
        lot = random.Random(f"{seed} {owner} confusion")
        faces = lot.sample(range(1, 7), 2)
        return {face: lot.choice([other for other in range(1, 7) if other != face]) for face in faces}

    def _misread(self, value: int, owner: Side) -> int:
        """What a die of this set looks like as it lies now; two faces of six take all of the set's errors."""
        surely = self._lot.random() < 3 * self._manners.confused_dice if self._manners.confused_dice else False
        return self._confusions[owner].get(value, value) if surely else value

    def _cube_seen(self, cube: tuple[int, Side | None]) -> CubeSeen:
        value, owner = cube
        if self._random.random() < 0.1:
            value = self._random.choice((1, 2, 4, 8, 16, 32))
        return CubeSeen(value, owner, self._random.uniform(0.6, 1.0))

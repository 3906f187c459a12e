"""Players at the table: what they do with hands, checkers, dice and cube, frame after frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from arbiter.position import BAR, OFF, Position, Side
from lab.simulator import dice
from lab.simulator.blunders import Step, stepped
from lab.simulator.camera import Doubles
from lab.simulator.hands import Hand, limbs, random_hand
from lab.simulator.layout import (
    LaidCube,
    LaidDie,
    Layout,
    lay_checkers,
    lay_cube,
    lay_dice,
    on_bar,
    on_point,
    on_table,
    spots,
)
from lab.simulator.scene import Over, Scene
from lab.simulator.solids import Block, Disc

Place = tuple[Side, int]
"""A side and its own point, bar or off."""


@dataclass(frozen=True)
class Shot:
    """One frame: what lies there and whose hand, or what else, is over it."""

    layout: Layout
    hand: Over | None = None


class Table:
    """What lies on the table now, and the gestures that change it; each gesture yields its frames."""

    def __init__(self, scene: Scene, position: Position, rng: Generator) -> None:
        self.scene, self.position, self._rng = scene, position, rng
        self._stones = _sorted_stones(scene, position, rng)
        self.dice: tuple[LaidDie, ...] = ()
        habits = scene.look.habits
        self.cube = lay_cube(scene.book, scene.seats, habits.cube_on_ridge, 64, "none", rng)
        self._carried: Disc | None = None
        self._flying: tuple[LaidDie, ...] = ()
        self._where = spots(scene.seats)
        self._hands = {side: replace(self._own_hand(side), seed=int(rng.integers(1 << 30))) for side in Side}
        self.roller: Side | None = None

    # -------------------------------------------------------------- frames

    def layout(self) -> Layout:
        discs = tuple(d for row in self._stones.values() for d in row)
        if self._carried is not None:
            discs = (*discs, self._carried)
        return Layout(self.position, discs, self.dice + self._flying, self.cube, self.roller)

    def shot(self, hand: Hand | None = None) -> Shot:
        return Shot(self.layout(), hand if hand is not None and self._in_sight(hand) else None)

    def wait(self, frames: int) -> Iterator[Shot]:
        for _ in range(frames):
            yield self.shot()

    # -------------------------------------------------------------- gestures

    def throw(self, side: Side, values: tuple[int, int]) -> Iterator[Shot]:
        """Dice tumble into the leaf to the roller's right; they lie still in the last frame."""
        book, seats = self.scene.book, self.scene.seats
        discs = [d for row in self._stones.values() for d in row]
        touch = self._rng.random() < self.scene.look.habits.dice_touch
        laid = lay_dice(book, seats, discs, side, values, self._rng, "touching" if touch else None)
        self.roller = side
        sign = -1.0 if side is seats.near else 1.0
        x = (1.0 if side is seats.near else -1.0) * book.bounds[0] * 0.55
        mouth = np.array((x, sign * (book.bounds[1] + 1.0), 3.0))
        hand = self._hands[side]
        hidden = self._away(side, mouth)
        for tip in _glide(hidden, mouth):
            yield self.shot(self._at(side, tip))
        spins = [(self._rng.normal(size=3), float(self._rng.uniform(5, 12))) for _ in laid]
        count = int(self._rng.integers(8, 14))
        back = list(_glide(mouth, hidden))
        for frame in range(count):
            share = (frame + 1) / (count + 1)
            self._flying = tuple(
                self._tumbling(die, mouth, share, *spin) for die, spin in zip(laid, spins, strict=True)
            )
            yield self.shot(replace(hand, tip=_tip(back[frame])) if frame < len(back) else None)
        self._flying, self.dice = (), laid
        yield self.shot(replace(hand, tip=_tip(back[count])) if count < len(back) else None)

    def carry(self, side: Side, steps: list[Step] | tuple[Step, ...]) -> Iterator[Shot]:
        """Move checkers one after the other with one hand; the hand is still there in the last frame."""
        tip = self._away(side, np.array((0.0, 0.0, 1.0)))
        for who, start, end in steps:
            for mover, a, b in self._with_hits(who, start, end):
                yield from self._carry_one(side, (mover, a, b), tip)
                tip = np.array(self._last_tip)

    def retreat(self, side: Side) -> Iterator[Shot]:
        """The hand leaves; the last frame shows none."""
        start = np.array(self._last_tip)
        for tip in _glide(start, self._away(side, start)):
            shot = self.shot(self._at(side, tip))
            yield shot
            if shot.hand is None:
                return
        yield self.shot()

    def lift(self, side: Side) -> Iterator[Shot]:
        """The dice are taken up; in the last frame both are gone and the hand is still there."""
        tip = self._away(side, np.array((0.0, 0.0, 1.0)))
        for die in self.dice:
            over = self._over(die.block.frame, die.block.at)
            for step in _glide(tip, over):
                yield self.shot(self._at(side, step))
            tip = over
            yield self.shot(self._at(side, tip))
            self.dice = self.dice[1:]
        self.roller = None
        yield self.shot(self._at(side, tip))

    def turn_cube(self, side: Side, value: int, owner: str) -> Iterator[Shot]:
        """The cube is turned and put on its new owner's side; it lies still in the last frame."""
        scene = self.scene
        before = self._over(self.cube.block.frame, self.cube.block.at)
        laid = lay_cube(scene.book, scene.seats, scene.look.habits.cube_on_ridge, value, owner, self._rng)
        after = self._over(laid.block.frame, laid.block.at)
        for tip in _glide(self._away(side, before), before):
            yield self.shot(self._at(side, tip))
        for tip in _glide(before, after):
            at = (float(tip[0]), float(tip[1]), float(tip[2]) + scene.book.cube_side / 2)
            self.cube = LaidCube(Block("table", at, laid.block.turn, "cube"), value, owner)
            yield self.shot(self._at(side, tip))
        self.cube = laid
        yield self.shot(self._at(side, after))

    def set_up(self, position: Position) -> Iterator[Shot]:
        """Both players' checkers are put where a game starts, a hand of either over the board in turn."""
        wanted = _sorted_stones(self.scene, position, self._rng)
        sides = sorted(Side, key=lambda s: s is self.scene.seats.near)
        habits = self.scene.look.habits
        self.cube = lay_cube(self.scene.book, self.scene.seats, habits.cube_on_ridge, 64, "none", self._rng)
        for side in sides:
            old = [d for place, row in self._stones.items() if place[0] is side for d in row]
            for place in [p for p in self._stones if p[0] is side]:
                del self._stones[place]
            self._last_tip = _tip(self._away(side, np.array((0.0, 0.0, 1.0))))
            loose: Place = (side, -1)
            self._stones[loose] = old
            for place, row in wanted.items():
                if place[0] is not side:
                    continue
                for disc in row:
                    self._stones[loose] = self._stones[loose][:-1]
                    self._stones.setdefault(place, []).append(disc)
                    over = self._over(disc.frame, (disc.u, disc.v, disc.w))
                    tip = 0.5 * np.array(self._last_tip) + 0.5 * over
                    yield self.shot(self._at(side, tip))
            del self._stones[loose]
            self.position = (
                position.with_row(side.other, self.position.row(side.other)) if side is sides[0] else position
            )
            yield from self.retreat(side)

    # -------------------------------------------------------------- inside

    def _with_hits(self, who: Side, start: int, end: int) -> list[Step]:
        struck = 1 <= end <= 24 and start != end and self.position.row(who.other)[25 - end] == 1
        hit: list[Step] = [(who.other, 25 - end, BAR)] if struck else []
        return [*hit, (who, start, end)]

    def _carry_one(self, hand_of: Side, step: Step, tip: Doubles) -> Iterator[Shot]:
        side, start, end = step
        disc = self._stones[side, start][-1]
        grip = self._over(disc.frame, (disc.u, disc.v, disc.w))
        for at in _glide(tip, grip):
            yield self.shot(self._at(hand_of, at))
        self._stones[side, start].pop()
        laid = self._slot(side, end)
        goal = self._over(laid.frame, (laid.u, laid.v, laid.w))
        self.position = _lifted(self.position, side, start)
        for at in _glide(grip, goal, arc=1.2):
            self._carried = Disc(
                "table", float(at[0]), float(at[1]), float(at[2]) - 0.2, side.value, laid.turn
            )
            yield self.shot(self._at(hand_of, at))
        self._carried = None
        self._stones.setdefault((side, end), []).append(laid)
        self.position = _put_down(self.position, side, end)
        yield self.shot(self._at(hand_of, goal))

    def _slot(self, side: Side, end: int) -> Disc:
        scene, count = self.scene, len(self._stones.get((side, end), []))
        if end == BAR:
            return on_bar(scene.book, scene.seats, side, count, scene.look.habits, self._rng)
        if end == OFF:
            return on_table(scene.book, scene.seats, side, count, self._rng)
        count += len(self._stones.get((side.other, 25 - end), []))
        others = [d for row in self._stones.values() for d in row]
        return on_point(
            scene.book, self._where[side, end], count, side.value, scene.look.habits.slop, others, self._rng
        )

    def _own_hand(self, side: Side) -> Hand:
        return random_hand(self._rng, (0.0, 0.0, 1.0), side is self.scene.seats.near)

    def _at(self, side: Side, tip: Doubles) -> Hand:
        self._last_tip = _tip(tip)
        return replace(self._hands[side], tip=self._last_tip)

    def _over(self, frame: str, local: tuple[float, float, float]) -> Doubles:
        """Where fingertips are when they hold something."""
        return np.asarray(self.scene.book.frame(frame).world(local) + np.array((0.0, 0.0, 0.5)))

    def _away(self, side: Side, towards: Doubles) -> Doubles:
        """A place on the side's end of the table from which the hand is not seen."""
        sign = -1.0 if side is self.scene.seats.near else 1.0
        for reach in range(2, 40):
            place = np.array((towards[0] * 0.7, sign * (self.scene.book.bounds[1] + reach), 4.0))
            if not self._in_sight(replace(self._hands[side], tip=_tip(place))):
                return place
        return place

    def _in_sight(self, hand: Hand) -> bool:
        camera = self.scene.camera
        for a, b, ra, rb, _ in limbs(hand):
            for share in (0.0, 0.5, 1.0):
                place = a + share * (b - a)
                depth = float(camera.depth(place))
                if depth < camera.distance * 0.2:
                    continue
                reach = max(ra, rb) * camera.focal / depth
                x, y = camera.project(place)
                if -reach < x < camera.size[0] + reach and -reach < y < camera.size[1] + reach:
                    return True
        return False

    def _tumbling(self, die: LaidDie, mouth: Doubles, share: float, axis: Doubles, angle: float) -> LaidDie:
        frame = self.scene.book.frame(die.block.frame)
        start, end = frame.local(mouth), np.array(die.block.at)
        ease = 1 - (1 - share) ** 2
        bounce = abs(np.cos(share * np.pi * 2.5)) * (1 - share) ** 1.5
        at = start + (end - start) * ease
        at[2] = (
            end[2]
            + bounce * max(1.0, float(start[2] - end[2]))
            + (1 - share) * self.scene.book.die_side * 0.3
        )
        turn = dice.as_turn(dice.about(axis, angle * (1 - ease)) @ np.array(die.block.turn))
        block = Block(die.block.frame, (float(at[0]), float(at[1]), float(at[2])), turn, die.block.kind)
        return replace(die, block=block)


def _sorted_stones(scene: Scene, position: Position, rng: Generator) -> dict[Place, list[Disc]]:
    """A position's discs by place, each place's from the edge on and from below upward."""
    discs = list(lay_checkers(scene.book, scene.seats, scene.look.habits, position, rng))
    stones: dict[Place, list[Disc]] = {}
    for light in range(1, 25):
        for side, count in zip(Side, position.counts(light), strict=True):
            place = (side, light if side is Side.LIGHT else 25 - light)
            for _ in range(count):
                stones.setdefault(place, []).append(discs.pop(0))
    for side in Side:
        for end in (BAR, OFF):
            for _ in range(position.row(side)[end]):
                stones.setdefault((side, end), []).append(discs.pop(0))
    return stones


def _lifted(position: Position, side: Side, place: int) -> Position:
    row = list(position.row(side))
    row[place] -= 1
    return position.with_row(side, tuple(row))


def _put_down(position: Position, side: Side, place: int) -> Position:
    row = list(position.row(side))
    row[place] += 1
    return position.with_row(side, tuple(row))


def _tip(place: Doubles) -> tuple[float, float, float]:
    return float(place[0]), float(place[1]), float(place[2])


def _glide(start: Doubles, end: Doubles, speed: float = 4.5, arc: float = 2.0) -> list[Doubles]:
    """Places on the way, end included, with the smooth speed of a hand (minimum jerk)."""
    count = max(2, round(float(np.linalg.norm(end - start)) / speed) + 2)
    shares = np.arange(1, count + 1) / count
    smooth = shares**3 * (10 - 15 * shares + 6 * shares**2)
    lift = np.sin(np.pi * smooth) * arc
    return [start + s * (end - start) + np.array((0.0, 0.0, up)) for s, up in zip(smooth, lift, strict=True)]


def way_back(before: Position, deed_steps: tuple[Step, ...], correct: tuple[Step, ...]) -> list[Step]:
    """Steps that undo a play, struck checkers included, and then make the right one."""
    undo: list[Step] = []
    position = before
    for side, start, end in deed_steps:
        back: list[Step] = [(side, end, start)]
        if 1 <= end <= 24 and position.row(side.other)[25 - end] == 1:
            back.append((side.other, BAR, 25 - end))
        undo = back + undo
        position = stepped(position, [(side, start, end)])
    return undo + list(correct)

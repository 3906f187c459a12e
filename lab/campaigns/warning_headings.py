"""How warnings are headed: `python -m lab.campaigns.warning_headings [illegal plays [right plays]]`.

Illegal plays whose dice were read right should be headed "Illegal play", right plays with a misread die should not.
A card is headed by `IllegalPlay.doubtful`. Plays come from games at the simulated table; the misread dice look more
like another face than like their own. `--sure`: they look surely like it, always the same (nothing at a die tells so).
`--measured FILE`: all dice look as the real reader sees such dice on rendered boards (`lab.benchmarks.dice_certainty`),
those read right like some that it reads right, the misread ones like some that it misreads. `--misread FILE`: those of
the right plays look like the dice of another such file. `--rate 5`: so many pictures a second are seen. `--tell`: each
play that is headed otherwise is named, with what its dice look like.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

from arbiter.match.events import CLEARLY_READ, IllegalPlay
from arbiter.plays import Dice
from arbiter.position import Side
from arbiter.referee.evidence import DieSeen, Evidence
from lab.benchmarks.dice_certainty import faces_of
from tests.arbiter_referee.follow import Followed
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.simulated_camera import FPS, Lying, SimulatedCamera
from tests.arbiter_referee.table import Table

ILLEGAL = 0.4
"""Share of the turns in which a rule is broken."""
MISREAD = 0.4
"""Share of the throws one die of which is misread, where dice look as was measured."""
PLIES = 12
"""Turns of a game; few, for a set that has shown little yet."""


Looks = tuple[tuple[float, ...], ...]
"""What each of some looks at a die that lies still says of its six faces."""


@dataclass(frozen=True)
class Thrown:
    """A roll from the frame in which it lies there. looks: what its dice look like most; seen: all looks at them, where
    they were measured."""

    frame: int
    dice: Dice
    looks: Dice
    seen: tuple[Looks, ...] = ()

    @property
    def misread(self) -> bool:
        return sorted(self.dice) != sorted(self.looks)


class Bank:
    """Looks at real dice, by the face that they show. misread: those taken for another one."""

    def __init__(self, dice: Iterable[tuple[int, Sequence[Sequence[float]]]]) -> None:
        self.right: dict[int, list[Looks]] = {face: [] for face in range(1, 7)}
        self.misread: dict[int, list[Looks]] = {face: [] for face in range(1, 7)}
        for value, looks in dice:
            seen = tuple(map(tuple, looks))
            (self.right if faces_of(seen).value == value else self.misread)[value].append(seen)


class MeasuredCamera(SimulatedCamera):
    """Sees dice as they were seen on rendered boards. share: of the throws, one die of which is misread."""

    def measure(self, bank: Bank, share: float, seed: int) -> None:
        self._bank, self._share, self._choice = bank, share, random.Random(f"{seed} measured dice")
        self._seen: dict[tuple[float, float], Looks] = {}
        self._turn = cycle(range(60))

    def thrown(self, dice: Sequence[Lying]) -> None:
        super().thrown(dice)
        wrong = self._choice.choice(dice)[1] if self._choice.random() < self._share else None
        for value, center, _leaf, _owner in dice:
            misread = self._bank.misread[value] if center == wrong else []
            self._seen[center] = self._choice.choice(misread or self._bank.right[value])

    def _dice(self, lying: Iterable[Lying]) -> tuple[DieSeen, ...]:
        now = next(self._turn)
        looks = {center: seen[now % len(seen)] for center, seen in self._seen.items()}
        self.hard = {center: dict(enumerate(look, 1)) for center, look in looks.items()}
        return super()._dice(lying)

    def looks_like(self, center: tuple[float, float]) -> int:
        return faces_of(self._seen[center]).value

    def seen_of(self, center: tuple[float, float]) -> Looks:
        return self._seen[center]


class RememberingTable(Table):
    """A table that remembers its rolls. bank: what its dice look like, where that was measured."""

    def measured(self, bank: Bank, share: float) -> None:
        self.camera = MeasuredCamera(self.seed, self.manners, self.random, self.position)
        self.camera.measure(bank, share, self.seed)

    def throw(self, player: Side, dice: Dice, *, seen: bool = True) -> Iterator[Evidence]:
        yield from super().throw(player, dice, seen=seen)
        looks = [self._looks_like(center, value) for value, center, _leaf, _owner in self.dice]
        measured = self.camera if isinstance(self.camera, MeasuredCamera) else None
        looked = tuple(measured.seen_of(center) for _, center, _leaf, _owner in self.dice) if measured else ()
        self.rolls.append(Thrown(self.frame, dice, (looks[0], looks[1]), looked))

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rolls: list[Thrown] = []

    def _looks_like(self, center: tuple[float, float], value: int) -> int:
        if isinstance(self.camera, MeasuredCamera):
            return self.camera.looks_like(center)
        faces = self.camera.hard.get(center)
        return max(faces, key=faces.__getitem__) if faces else self.camera.misread.get(center, value)


@dataclass
class Headings:
    """plays: how many there were; warned: of so many a card came; plain: headed "Illegal play"."""

    plays: int = 0
    warned: int = 0
    plain: int = 0

    def count(self, cards: list[IllegalPlay]) -> bool:
        """Whether it is headed "Illegal play"."""
        plain = any(not card.doubtful for card in cards)
        self.plays += 1
        self.warned += bool(cards)
        self.plain += plain
        return plain

    def __str__(self) -> str:
        return f"{self.plays} plays, {self.warned} warned of, {self.plain} headed 'Illegal play'"


def seen_at(rate: int, looks: Iterable[Evidence]) -> Iterator[Evidence]:
    """So many of them a second."""
    for look in looks:
        if look.frame * rate // FPS != (look.frame - 1) * rate // FPS:
            yield look


def game(table: RememberingTable, illegal: Headings, right: Headings, rate: int = FPS, *, tell: bool = False) -> None:
    """Counts the illegal plays of one game whose dice were read right, and the right ones with a misread die."""
    followed = Followed(table).watch(seen_at(rate, table.game(plies=PLIES)))
    ends = [roll.frame for roll in table.rolls[1:]] + [table.frame]
    for roll, end in zip(table.rolls, ends, strict=True):
        wrong = any(roll.frame <= first < end for first, _last in table.wrong_spans)
        cards = [each for each in followed.warnings() if roll.frame <= each.frame < end and not each.provisional]
        if wrong and not roll.misread:
            read = [card for card in cards if sorted(card.dice) == sorted(roll.dice)]
            if read and not illegal.count(read) and tell:
                print(told(table, roll, read[-1]), flush=True)
        elif not wrong and roll.misread and right.count(cards) and tell:
            print(told(table, roll, cards[-1]), flush=True)


def told(table: RememberingTable, roll: Thrown, card: IllegalPlay) -> str:
    """A play that is headed otherwise, and why."""
    shares = [" ".join(f"{share / faces.weight:.3f}" for share in faces.shares) for faces in map(faces_of, roll.seen)]
    why = {"left open": card.left_open, "unseen": card.unseen, "dice": min(card.dice_sure or (0.0,)) < CLEARLY_READ}
    reasons = ", ".join(name for name, so in why.items() if so)
    return (
        f"seed {table.seed} frame {roll.frame}: thrown {roll.dice}, looks like {roll.looks}, read {card.dice}, "
        f"rather {card.instead}, sure {card.dice_sure}, {reasons or 'plain'}; {'; '.join(shares)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("illegal", type=int, nargs="?", default=200)
    parser.add_argument("right", type=int, nargs="?", default=100)
    parser.add_argument("--first", type=int, default=51000)
    parser.add_argument("--sure", action="store_true")
    parser.add_argument("--measured", type=Path)
    parser.add_argument("--misread", type=Path)
    parser.add_argument("--rate", type=int, default=FPS)
    parser.add_argument("--tell", action="store_true")
    given = parser.parse_args()
    measured, confused = (
        Bank(json.loads(file.read_text())) if file else None for file in (given.measured, given.misread)
    )

    def table_of(seed: int, *, misread: bool) -> RememberingTable:
        bank = (misread and confused) or measured
        manners = Manners(unseen_rolls=0.0, late_rolls=0.0, illegal=ILLEGAL)
        if misread and given.sure:
            manners = replace(manners, confused_dice=0.18)
        elif misread and not bank:
            manners = replace(manners, hard_dice=0.5)
        table = RememberingTable(seed, manners)
        if bank:
            table.measured(bank, MISREAD if misread else 0.0)
        return table

    illegal, right, seed = Headings(), Headings(), given.first
    while illegal.plays < given.illegal:
        game(table_of(seed, misread=False), illegal, Headings(), given.rate, tell=given.tell)
        seed += 1
    print(f"dice read right: {illegal}", flush=True)
    while right.plays < given.right:
        game(table_of(seed, misread=True), Headings(), right, given.rate, tell=given.tell)
        seed += 1
    print(f"a die misread: {right}", flush=True)


if __name__ == "__main__":
    main()

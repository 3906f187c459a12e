"""How warnings are headed: `python -m tests.arbiter_referee.headings [illegal plays [right plays]]`.

Illegal plays whose dice were read right should be headed "Illegal play", right plays with a misread die should not.
A card is headed by `IllegalPlay.doubtful`. Plays come from games at the simulated table; the misread dice look more
like another face than like their own. `--sure`: they look surely like it, always the same (nothing at a die tells so).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.match.events import IllegalPlay
from arbiter.plays import Dice
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from tests.arbiter_referee.follow import Followed
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.table import Table

ILLEGAL = 0.4
"""Share of the turns in which a rule is broken."""
PLIES = 12
"""Turns of a game; few, for a set that has shown little yet."""


@dataclass(frozen=True)
class Thrown:
    """A roll from the frame in which it lies there. looks: what its dice look like most."""

    frame: int
    dice: Dice
    looks: Dice

    @property
    def misread(self) -> bool:
        return sorted(self.dice) != sorted(self.looks)


class RememberingTable(Table):
    """A table that remembers its rolls."""

    def throw(self, player: Side, dice: Dice, *, seen: bool = True) -> Iterator[Evidence]:
        yield from super().throw(player, dice, seen=seen)
        looks = [self._looks_like(center, value) for value, center, _leaf, _owner in self.dice]
        self.rolls.append(Thrown(self.frame, dice, (looks[0], looks[1])))

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rolls: list[Thrown] = []

    def _looks_like(self, center: tuple[float, float], value: int) -> int:
        faces = self.camera.hard.get(center)
        return max(faces, key=faces.__getitem__) if faces else self.camera.misread.get(center, value)


@dataclass
class Headings:
    """plays: how many there were; warned: of so many a card came; plain: headed "Illegal play"."""

    plays: int = 0
    warned: int = 0
    plain: int = 0

    def count(self, cards: list[IllegalPlay]) -> None:
        self.plays += 1
        self.warned += bool(cards)
        self.plain += any(not card.doubtful for card in cards)

    def __str__(self) -> str:
        return f"{self.plays} plays, {self.warned} warned of, {self.plain} headed 'Illegal play'"


def game(seed: int, illegal: Headings, right: Headings, *, hard_dice: float = 0.0, confused: float = 0.0) -> None:
    """Counts the illegal plays of one game whose dice were read right, and the right ones with a misread die."""
    manners = Manners(hard_dice=hard_dice, confused_dice=confused, unseen_rolls=0.0, late_rolls=0.0, illegal=ILLEGAL)
    table = RememberingTable(seed, manners, Seats(Side.LIGHT))
    followed = Followed(table).watch(table.game(plies=PLIES))
    ends = [roll.frame for roll in table.rolls[1:]] + [table.frame]
    for roll, end in zip(table.rolls, ends, strict=True):
        wrong = any(roll.frame <= first < end for first, _last in table.wrong_spans)
        cards = [each for each in followed.warnings() if roll.frame <= each.frame < end and not each.provisional]
        if wrong and not roll.misread:
            read = [card for card in cards if sorted(card.dice) == sorted(roll.dice)]
            if read:
                illegal.count(read)
        elif not wrong and roll.misread:
            right.count(cards)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("illegal", type=int, nargs="?", default=200)
    parser.add_argument("right", type=int, nargs="?", default=100)
    parser.add_argument("--first", type=int, default=51000)
    parser.add_argument("--sure", action="store_true")
    given = parser.parse_args()
    illegal, right, seed = Headings(), Headings(), given.first
    while illegal.plays < given.illegal:
        game(seed, illegal, Headings())
        seed += 1
    print(f"dice read right: {illegal}", flush=True)
    kind = {"confused": 0.18} if given.sure else {"hard_dice": 0.5}
    while right.plays < given.right:
        game(seed, Headings(), right, **kind)
        seed += 1
    print(f"a die misread: {right}", flush=True)


if __name__ == "__main__":
    main()

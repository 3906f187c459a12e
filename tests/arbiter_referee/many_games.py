"""Full games by the hundred: `python -m tests.arbiter_referee.many_games 500 [first seed [hard dice [compares]]]`.

hard dice: the share of dice that look much like another face, the same in every look; both faces may allow what was
played, so some of their rolls cannot be told right. compares: 1 where the eye tells which points look as they did.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from tests.arbiter_referee.follow import differences, implied_rolls
from tests.arbiter_referee.test_whole_games import at_table


@dataclass
class Tally:
    """What came of the games so far."""

    hard_dice: float = 0.0
    compares: bool = False
    games: int = 0
    wrong: int = 0
    alarms: int = 0
    illegal: int = 0
    missed: int = 0
    turns: int = 0
    doubles: int = 0
    cubes_wrong: int = 0
    told: int = 0
    determined: int = 0

    def count(self, seed: int) -> None:
        followed = at_table(seed, self.hard_dice, compares=self.compares)
        followed.watch(followed.table.game()).watch(followed.table.set_up_again())
        difference = differences(followed, dice=not self.hard_dice)
        false = followed.false_alarms()
        cube = followed.doubles() != followed.table.doubles
        told, determined = implied_rolls(followed)
        self.games += 1
        self.wrong += bool(difference)
        self.alarms += len(false)
        self.illegal += len(followed.table.wrong_spans)
        self.missed += len(followed.missed_warnings())
        self.turns += len(followed.table.record)
        self.doubles += len(followed.table.doubles)
        self.cubes_wrong += cube
        self.told += told
        self.determined += determined
        if difference or false or cube or followed.missed_warnings():
            frames = [event.frame for event in false]
            what = f"{difference}; {'wrong cube; ' if cube else ''}false alarms at {frames}"
            print(f"seed {seed}: {what}; missed {followed.missed_warnings()}")

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.turns} turns: {self.games - self.wrong} records exact,"
            f" {self.illegal - self.missed} of {self.illegal} illegal plays caught, {self.alarms} false alarms,"
            f" {self.doubles} doubles, {self.cubes_wrong} games with a wrong cube,"
            f" {self.told} of {self.determined} unseen rolls that the play determines are told"
        )


def main(games: int, first: int = 1000, hard_dice: float = 0.0, compares: float = 0.0) -> None:
    tally = Tally(hard_dice, bool(compares))
    for seed in range(first, first + games):
        tally.count(seed)
        if tally.games % 25 == 0 or tally.games == games:
            print(tally, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *map(float, sys.argv[3:5]))

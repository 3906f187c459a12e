"""Abak Evolution's plays against the second generator, every roll of every position.

    python -m lab.campaigns.abak_plays [POSITIONS] [SEED]

Positions are hypothesis's, as in test_abak_plays.py, which runs a sample; and those of games in which every play is
drawn by lot, one for each of hypothesis's. The two sides take turns.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from hypothesis import HealthCheck, Phase, given, seed, settings

from arbiter.abak.plays import legal_plays, whole_plays
from arbiter.abak.position import START, AbakPosition, View
from arbiter.abak.settings import AbakSettings
from arbiter.plays import ROLLS, Dice
from arbiter.position import SIDES, Side
from tests.arbiter import abak_by_table
from tests.arbiter.abak_positions import positions


def differing(position: AbakPosition, side: Side, dice: Dice, agreed: AbakSettings) -> set[tuple[str, ...]]:
    """Boards that one of the two finds and the other does not."""
    view = position.view(side)
    theirs = abak_by_table.results(
        _board(view),
        dice,
        druid_hit=agreed.druid_hit,
        join=agreed.druid_joined,
        off_by_any=agreed.wounded_off_by_any,
        enter_by_any=agreed.wounded_enter_by_any,
    )
    return theirs ^ set(map(_board, whole_plays(view, dice, agreed)))


def _board(view: View) -> tuple[str, ...]:
    """As the second generator has it; what the opponent has borne off does not change."""
    return (*view[1:25], "".join(sorted(view[25])), "".join(sorted(view[26])), "".join(sorted(view[0])))


def games(number: int, seed: int) -> Iterator[AbakPosition]:
    """Positions of games in which every play is drawn by lot."""
    rng = random.Random(seed)
    position, side = START, Side.LIGHT
    for _ in range(number):
        yield position
        plays = legal_plays(position, side, (rng.randint(1, 6), rng.randint(1, 6)))
        position, side = rng.choice(plays).result, side.other
        if 15 in position.seen.off:
            position = START


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    seen: list[int] = [0, 0]

    def compare(position: AbakPosition) -> None:
        side = SIDES[seen[0] % 2]
        wrong = [f"{position} {side} {dice}" for dice in ROLLS if differing(position, side, dice, AbakSettings())]
        seen[0], seen[1] = seen[0] + 1, seen[1] + bool(wrong)
        if wrong:
            print(wrong, flush=True)
        if seen[0] % 200 == 0:
            print(f"{seen[0]} positions, every roll: {seen[1]} differ", flush=True)

    for position in games(number // 2, first):
        compare(position)

    @seed(first)
    @settings(
        max_examples=number - number // 2,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(positions())
    def each(position: AbakPosition) -> None:
        compare(position)

    each()
    print(f"{seen[0]} positions, every roll: {seen[1]} differ")


if __name__ == "__main__":
    main()

"""What one look costs the referee, and what one verdict costs, over whole games at the simulated table.

    python -m lab.benchmarks.referee [--games 5] [--first 1000] [--noise 1]

Printed are the median, the 99th percentile and the dearest, in milliseconds of one core's processor time: of the looks,
and of `judge` for each turn's legal play, for one checker moved by a pip, and for a board of another turn.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise

from arbiter.position import OFF, Position, Side
from arbiter.verdict import judge
from tests.arbiter_referee.test_whole_games import at_table


def costs(seed: int, noise: float) -> list[float]:
    """Seconds of each look of one game."""
    followed = at_table(seed, noise=noise)
    found = []
    for evidence in followed.table.game():
        begun = time.process_time()
        followed.referee.observe(evidence)
        found.append(time.process_time() - begun)
    return found


def verdicts(seed: int) -> dict[str, list[float]]:
    """Seconds of each verdict on one game's turns, by what is judged."""
    table = at_table(seed).table
    for _ in table.game():
        pass
    record = [table.start, *(done.position for done in table.record)]
    found: dict[str, list[float]] = {"legal or as played": [], "illegal": [], "unrelated": []}
    for number, ((before, after), done) in enumerate(zip(pairwise(record), table.record, strict=True)):
        boards = (after, _one_pip_more(before, number), record[number * 7 % len(record)])
        for kind, board in zip(found, boards, strict=True):
            begun = time.process_time()
            judge(before, done.player, done.dice, board)
            found[kind].append(time.process_time() - begun)
    return found


def _one_pip_more(before: Position, number: int) -> Position:
    """Only the rearmost checker of light or of dark has moved, by a pip."""
    side = list(Side)[number % 2]
    row = list(before.row(side))
    start = max(point for point in range(OFF + 1, len(row)) if row[point])
    row[start], row[start - 1] = row[start] - 1, row[start - 1] + 1
    return before.with_row(side, tuple(row))


def told(what: str, seconds: list[float]) -> str:
    spent = sorted(1000 * each for each in seconds)
    middle, rare = spent[len(spent) // 2], spent[int(0.99 * len(spent))]
    return f"{len(spent)} {what}: median {middle:.2f} ms, p99 {rare:.1f} ms, dearest {spent[-1]:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--noise", type=float, default=1.0)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    print(told("looks", [cost for seed in seeds for cost in costs(seed, given.noise)]), flush=True)
    judged = [verdicts(seed) for seed in seeds]
    for kind in judged[0]:
        print(told(f"verdicts, {kind}", [cost for game in judged for cost in game[kind]]), flush=True)


if __name__ == "__main__":
    main()

"""What one look costs the referee, in processor time, over whole games at the simulated table.

    python -m benchmarks.referee [--games 5] [--first 1000] [--noise 1]

Printed are the median, the 99th percentile and the dearest look, in milliseconds of one core.
"""

from __future__ import annotations

import argparse
import time

from tests.arbiter_referee.test_whole_games import at_table


def costs(seed: int, noise: float) -> list[float]:
    """Seconds of each look of one game."""
    followed = at_table(seed, noise=noise)
    found = []
    for evidence in followed.table.game():
        begun = time.process_time()
        followed.referee.see(evidence)
        found.append(time.process_time() - begun)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--noise", type=float, default=1.0)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    looks = sorted(1000 * cost for seed in seeds for cost in costs(seed, given.noise))
    middle, rare = looks[len(looks) // 2], looks[int(0.99 * len(looks))]
    print(f"{len(looks)} looks: median {middle:.2f} ms, p99 {rare:.1f} ms, dearest {looks[-1]:.0f} ms")


if __name__ == "__main__":
    main()

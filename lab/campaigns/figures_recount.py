"""The figures of players against what the simulator knows and a recount from the exported records, over many evenings:
`python -m lab.campaigns.figures_recount [EVENINGS]`. What `test_figures.py` holds for a sample.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bookgammon.plugins.players.counting import Counting
from tests.plugins.players import test_figures as checks
from tests.plugins.players.evenings import PEOPLE, Simulated


def main(evenings: int = 300) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        simulated = path, Simulated(path, evenings, seed=43)
        Counting(path, lambda: None).catch_up(float("inf"))
        for name in PEOPLE:
            checks.test_figures_are_those_that_the_simulator_knows(simulated, name)
            checks.test_rolls_are_counted_by_how_they_are_known(simulated, name)
        checks.test_results_and_rolls_equal_a_recount_from_the_exported_records(simulated)
        checks.test_ratings_equal_an_implementation_of_this_test(simulated)
        known = simulated[1].known
        rolls = sum(counted.total() for one in known.values() for counted in one.rolls.values())
        rated = len(simulated[1].results)
        print(
            f"{evenings} evenings of {len(known)} players, {rated} rated matches, {rolls} rolls: every figure is equal"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""A sample of the comparison with the plainest search; `python -m lab.campaigns.brute_force 100000` runs it long."""

from __future__ import annotations

from lab.campaigns.brute_force import differing


def test_results_are_those_of_the_plainest_search() -> None:
    assert differing(150, seed=4) == []

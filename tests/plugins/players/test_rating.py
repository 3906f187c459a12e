"""Ratings by FIBS' formula: known answers, and what holds for any results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgammon.plugins.players.rating import RatedMatch, Rating, rated, upset_chance

NAMES = st.sampled_from(["Ada", "Bea", "Cleo"])
MATCHES = st.lists(
    st.tuples(NAMES, NAMES, st.integers(1, 25))
    .filter(lambda each: each[0] != each[1])
    .map(lambda each: RatedMatch(1, *each)),
    max_size=60,
)


def test_first_match_of_two_beginners_moves_both_by_ten_a_root_point() -> None:
    """Both are rated 1500: P = 1/2 and K = 5, so 4 * 5 * sqrt(9) / 2 = 30."""
    winner, loser = rated([RatedMatch(1, "Ada", "Bea", 9)])
    assert (winner.name, winner.rating.value, winner.change) == ("Ada", 1530.0, 30.0)
    assert (loser.name, loser.rating.value, loser.change) == ("Bea", 1470.0, -30.0)
    assert winner.rating.experience == 9


@pytest.mark.parametrize(
    ("difference", "length", "chance"), [(0, 7, 0.5), (100, 1, 0.4712), (200, 9, 0.3339), (400, 25, 0.0909)]
)
def test_chance_of_an_upset_as_the_table_of_the_formula_has_it(difference: float, length: int, chance: float) -> None:
    assert upset_chance(difference, length) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize(("experience", "weight"), [(0, 5), (100, 4), (399, 1.01), (400, 1), (5000, 1)])
def test_experience_makes_a_match_count_less(experience: int, weight: float) -> None:
    assert Rating(experience=experience).weight == pytest.approx(weight)


@given(MATCHES)
def test_winner_gains_and_loser_loses_and_upsets_move_more(matches: list[RatedMatch]) -> None:
    found = list(rated(matches))
    assert len(found) == 2 * len(matches)
    for winner, loser in zip(found[::2], found[1::2], strict=True):
        assert winner.change > 0 > loser.change
    if found and all(after.rating.experience == 0 for after in found):
        assert sum(after.change for after in found) == pytest.approx(0)

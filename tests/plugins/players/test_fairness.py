"""The test of dice: its level on fair ones, what it finds of loaded ones, its share against an exact enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, prod

import numpy as np
import pytest

from bookgammon.plugins.players.facts import RollCount
from bookgammon.plugins.players.fairness import (
    FAIR_PAIRS,
    FEWEST_ROLLS,
    UNEVEN,
    Fairness,
    fair_pairs,
    fairness_of,
    unevenness,
)
from lab.campaigns.fairness_power import loaded_pairs, verdicts

SIXTH = Fraction(1, 6)


def test_no_verdict_below_two_hundred_rolls() -> None:
    short = RollCount((2 * (FEWEST_ROLLS - 1), 0, 0, 0, 0, 0), FEWEST_ROLLS - 1)
    assert fairness_of(short) == Fairness(FEWEST_ROLLS - 1, None)
    assert fairness_of(short).verdict == "too few"
    assert fairness_of(RollCount((2 * FEWEST_ROLLS, 0, 0, 0, 0, 0), FEWEST_ROLLS)).verdict == "uneven"


def test_unevenness_is_pearsons_chi_squared_of_faces_and_doubles() -> None:
    """Worked out by hand: 36 rolls, 12 of each face and 6 doubles are what even dice throw on average."""
    faces, doubles = np.array([[12] * 6, [18, 6, 12, 12, 12, 12]]), np.array([6, 11])
    even, uneven = unevenness(faces, doubles)
    assert even == 0
    assert uneven == pytest.approx((36 + 36) / 12 + 25 / 5)


def test_share_equals_an_exact_enumeration_of_three_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 46,656 outcomes of three rolls, in fractions."""
    monkeypatch.setattr("bookgammon.plugins.players.fairness.FEWEST_ROLLS", 1)
    fairness_of.cache_clear()
    seen: dict[tuple[tuple[int, ...], int], int] = {}
    for six in product(range(6), repeat=6):
        faces = tuple(six.count(face) for face in range(6))
        doubles = sum(six[place] == six[place + 1] for place in (0, 2, 4))
        seen[faces, doubles] = seen.get((faces, doubles), 0) + 1
    assert sum(seen.values()) == 6**6
    assert seen[(6, 0, 0, 0, 0, 0), 3] == factorial(6) // prod([factorial(6)])

    def measure(faces: tuple[int, ...], doubles: int) -> Fraction:
        return sum((Fraction(count) - 1) ** 2 for count in faces) + (doubles - 3 * SIXTH) ** 2 / (3 * SIXTH * 5 * SIXTH)

    for faces, doubles in (((2, 2, 1, 1, 0, 0), 1), ((3, 1, 1, 1, 0, 0), 0), ((1, 1, 1, 1, 1, 1), 0)):
        found = measure(faces, doubles)
        exact = sum(many for (each, twice), many in seen.items() if measure(each, twice) >= found) / 6**6
        share = fairness_of(RollCount(faces, doubles)).share
        assert share == pytest.approx(exact, abs=4 * (exact * (1 - exact) / FAIR_PAIRS) ** 0.5 + 1 / FAIR_PAIRS)
    fairness_of.cache_clear()


def test_fair_pairs_throw_each_outcome_equally_often() -> None:
    faces, doubles = fair_pairs(np.random.default_rng(5), 600, 400)
    assert faces.sum() == 2 * 600 * 400
    assert np.all(np.abs(faces.mean(axis=0) - 200) < 4 * (1200 * 5 / 36 / 400) ** 0.5)
    assert abs(doubles.mean() - 100) < 4 * (600 * 5 / 36 / 400) ** 0.5


def test_same_rolls_always_get_the_same_verdict() -> None:
    count = RollCount((70, 62, 71, 60, 68, 69), 31)
    first = fairness_of(count)
    fairness_of.cache_clear()
    assert fairness_of(count) == first


def test_fair_dice_are_called_uneven_as_rarely_as_claimed_and_loaded_ones_found() -> None:
    """A sample of `python -m lab.campaigns.fairness_power`; at most four standard deviations above the level."""
    fair = verdicts(fair_pairs(np.random.default_rng(1), 500, 200))
    loaded = verdicts(loaded_pairs(np.random.default_rng(2), 500, 200, 1.5))
    assert fair["uneven"] <= 200 * UNEVEN + 4 * (200 * UNEVEN * (1 - UNEVEN)) ** 0.5
    assert loaded["uneven"] > 150

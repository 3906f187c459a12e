"""The best counts of all places together, against trying every one of them."""

from __future__ import annotations

from itertools import product
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from arbiter.assignment import Count, best_assignments
from arbiter.position import START, Position, Side

COUNTS = st.tuples(st.integers(0, 3), st.integers(0, 3))
PLACES = st.lists(st.dictionaries(COUNTS, st.integers(-20, 0), min_size=1, max_size=4), min_size=1, max_size=4)


def tried(places: list[dict[Count, int]], most: float) -> dict[Count, int]:
    """The best score for each total, by trying all."""
    found: dict[Count, int] = {}
    for chosen in product(*places):
        total = (sum(light for light, _ in chosen), sum(dark for _, dark in chosen))
        score = sum(place[count] for place, count in zip(places, chosen, strict=True))
        if max(total) <= most:
            found[total] = max(score, found.get(total, score))
    return found


@given(PLACES, st.sampled_from([2, 5, inf]))
def test_for_every_total_the_best_of_all_assignments_is_found(places: list[dict[Count, int]], most: float) -> None:
    found = best_assignments([list(place.items()) for place in places], most=most)
    assert {total: score for total, (score, _) in found.items()} == tried(places, most)
    for total, (score, chosen) in found.items():
        assert tuple(map(sum, zip(*chosen, strict=True))) == total
        assert sum(place[count] for place, count in zip(places, chosen, strict=True)) == score


@given(PLACES)
def test_the_best_of_all_totals_is_found_however_short_the_reach(places: list[dict[Count, int]]) -> None:
    found = best_assignments([list(place.items()) for place in places], reach=0.0)
    assert max(score for score, _ in found.values()) == sum(max(place.values()) for place in places)


def test_a_position_is_told_by_its_places() -> None:
    assert START.places[5] == (5, 0)
    assert START.places[23] == (2, 0)
    assert START.places[0] == (0, 2)
    hit = START.with_row(Side.LIGHT, (*START.row(Side.LIGHT)[:24], 1, 1))
    assert hit.places[24] == (1, 0)
    assert Position.from_places(hit.places) == hit

"""How sure a reading is of itself: less where places are doubtful, checkers out of sight or points hidden."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter.position import OFF, START, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from vision.certainty import COVERED, alone, certainty_of, claimed, is_sure

PLAIN = -7.0
"""Nats by which every other count of a place is less likely: as the networks say of most."""


def look(rival: float = PLAIN, hidden: int = 0, hand: bool = False, doubted: tuple[int, ...] = (5,)) -> Evidence:
    """The starting position; rival: how likely it is that a doubted place holds one checker less, or one more."""
    places = []
    for index, (light, dark) in enumerate(START.places):
        others = {(max(0, light - 1), dark), (light, max(0, dark - 1)), (light + 1, dark)} - {(light, dark)}
        scores = [(light, dark, 0.0), *((a, b, rival if index in doubted else PLAIN) for a, b in sorted(others))]
        places.append(PlaceEvidence(tuple(scores), -12.0, hidden=index < hidden))
    return Evidence(0, 0.0, still=True, hand=hand, places=tuple(places), beside_board=(0, 0))


def test_a_plain_board_in_good_light_is_read_surely() -> None:
    assert certainty_of(look()) > 0.97


def test_checkers_that_nobody_sees_make_a_reading_less_certain() -> None:
    """Four borne off: beside the board, or nowhere in sight."""
    row = tuple(count - 4 if place == 6 else 4 if place == OFF else count for place, count in enumerate(START.light))
    position = START.with_row(Side.LIGHT, row)
    doubts = [((*count, 0.0), (count[0] + 1, count[1], -3.0)) for count in position.places]
    seen = replace(look(), places=tuple(PlaceEvidence(scores) for scores in doubts))
    beside, nowhere = replace(seen, beside_board=(4, 0)), replace(seen, beside_board=(0, 0))
    assert certainty_of(nowhere) < certainty_of(beside)


@pytest.mark.parametrize("covered", [look(hidden=1), look(hidden=8), look(hand=True)])
def test_what_something_hides_is_uncertain_however_plain_it_looks(covered: Evidence) -> None:
    assert certainty_of(covered) <= COVERED < certainty_of(look())


def test_a_doubted_place_is_uncertain() -> None:
    certainties = [certainty_of(look(-0.5, doubted=places)) for places in ((), (5,), (5, 7), (5, 7, 12, 18))]
    assert certainties == sorted(certainties, reverse=True)
    assert certainties[1] < 0.96 < certainties[0]
    assert certainties[3] < 0.8


def test_what_a_place_claims_of_all_its_counts_adds_up_to_one() -> None:
    place = PlaceEvidence(((2, 0, -0.1), (3, 0, -2.4), (0, 0, -7.0)), -12.0)
    claims = [np.exp(alone(place, count)) for count in ((2, 0), (3, 0), (0, 0))]
    assert sum(claims) == pytest.approx(1.0)


def test_where_colours_hardly_differ_a_point_claims_less() -> None:
    seen = look()
    claims = [claimed(replace(seen, contrast=((40.0, lab),) * 24), 5, (5, 0)) for lab in (0.5, 2.0, 4.0, 30.0)]
    assert claims == sorted(claims)
    assert claims[1] < 0.99 < claims[3] == pytest.approx(claimed(seen, 5, (5, 0)))


def test_a_point_is_sure_where_it_can_be_seen() -> None:
    seen = look()
    assert is_sure(seen, 5)
    assert is_sure(replace(seen, contrast=((40.0, 4.0),) * 24), 5)
    assert not is_sure(replace(seen, contrast=((40.0, 0.5),) * 24), 5)
    assert not is_sure(look(rival=-1.0), 5)

"""A place that lamps have burnt out says less than the networks say of it; the others say what they did."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter.position import Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.seats import Seats
from vision.lamp_doubt import DOUBT, in_lamplight
from vision.lamplight import Unlit
from vision.strips import STRIPS, strip_at

SEATS = Seats(Side.LIGHT, "right")
SAYS = PlaceEvidence(((2, 0, -0.1), (0, 2, -5.0), (0, 0, -8.0)), floor=-12.0)


def look() -> Evidence:
    return Evidence(7, 0.7, still=True, hand=False, places=(SAYS,) * 25)


def unlit(point: int, faces: float, *, dazzled: bool = False) -> Unlit:
    """A picture of whose point (light's, 1 to 24) so many faces of checkers are burnt out and open."""
    open_faces = np.zeros(STRIPS, np.float32)
    open_faces[strip_at(*SEATS.track()[point - 1])] = faces
    nothing = np.zeros((2, 2), np.bool_)
    return Unlit(np.zeros((2, 2, 3), np.uint8), nothing, open_faces, dazzled)


def test_without_lamps_evidence_stays_as_it_is() -> None:
    evidence = look()
    assert in_lamplight(evidence, None, SEATS) is evidence


def test_the_odds_of_a_place_that_is_burnt_out_come_nearer_to_even_and_only_its() -> None:
    found = in_lamplight(look(), unlit(4, 3.0), SEATS)
    assert found.places[3].scores == ((2, 0, -0.06), (0, 2, -3.0), (0, 0, -4.8))
    assert found.places[3].floor == pytest.approx(-7.2)
    assert all(place is SAYS for place in (*found.places[:3], *found.places[4:]))


@pytest.mark.parametrize(("faces", "share"), [(0.0, 1.0), (DOUBT.begins, 1.0), (1.0, 0.8), (1.5, 0.6), (9.0, 0.6)])
def test_the_more_is_burnt_out_the_less_is_said_down_to_a_least(faces: float, share: float) -> None:
    assert DOUBT.share(faces) == pytest.approx(share)


def test_whether_lamps_dazzle_is_told_also_where_all_places_are_clear() -> None:
    found = in_lamplight(look(), unlit(4, 0.0, dazzled=True), SEATS)
    assert found.dazzled
    assert found.places == look().places


def test_a_picture_that_was_not_worth_reading_has_no_places_to_doubt() -> None:
    moving = Evidence(7, 0.7, still=False, hand=False)
    assert in_lamplight(moving, unlit(4, 3.0), SEATS) is moving

"""How likely a picture says that what lies there lies there, by what lies beside the board."""

from __future__ import annotations

import pytest

from arbiter.position import Position
from arbiter.referee.evidence import Evidence, PlaceEvidence
from lab.training.beside_board import Case, judged

PILE = ((5, 0, 0.0), (6, 0, -3.0))
SIX = Position.from_points([6, 2, 4, 2, *[0] * 20], off=(1, 15))


def pictured(beside: tuple[int, int]) -> Case:
    counts = [SIX.counts(point) for point in range(1, 25)] + [SIX.bar]
    seen = tuple(PlaceEvidence(PILE if n == 0 else ((*count, 0.0),), -9.0) for n, count in enumerate(counts))
    return Case(1, Evidence(0, 0.0, True, False, seen, beside_board=beside), SIX)


@pytest.mark.parametrize(("beside", "exact"), [((1, 15), True), ((0, 15), False), ((2, 15), False)])
def test_a_pile_is_as_likely_as_what_lies_beside_the_board_makes_it(beside: tuple[int, int], exact: bool) -> None:
    right, logarithm = judged(pictured(beside))
    assert right is exact
    assert (logarithm > -0.7) is exact

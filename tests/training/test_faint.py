"""How checkers are misread on faint ground, on cases whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from lab.training.faint import Seen, fitted, kinds


def test_the_curve_that_made_the_cases_is_found() -> None:
    rng = np.random.default_rng(1)
    contrasts = rng.uniform(0, 10, 4_000)
    cases = [(float(c), bool(rng.random() < 1 / (1 + np.exp(-1.0 + 0.8 * c)))) for c in contrasts]
    curve = fitted(cases)
    assert curve.at_none == pytest.approx(-1.0, abs=0.25)
    assert curve.per_lab == pytest.approx(0.8, abs=0.1)


def test_what_looks_empty_is_overlooked_and_another_number_miscounted() -> None:
    lone, row, empty = (
        Seen(1, 0, 3, 1, count, read, lead, 1.5)
        for count, read, lead in ((1, (0, 0), -4.0), (5, (0, 7), -2.0), (0, (0, 0), 6.0))
    )
    found = kinds([lone, row, empty])
    assert found["one overlooked"] == [(lone, True)]
    assert found["tall row miscounted"] == [(row, True)]
    assert found["imagined"] == [(empty, False)]

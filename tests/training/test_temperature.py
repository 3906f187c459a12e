"""One temperature makes a network as sure as it may be."""

from __future__ import annotations

import numpy as np
import pytest

from lab.training.sheet.temperature import Said
from vision.nets import log_softmax


@pytest.mark.parametrize("too_sure", [0.7, 1.0, 1.8])
def test_the_temperature_is_found_at_which_claims_are_true(too_sure: float) -> None:
    """Truths are drawn as likely as honest logits say; what is held against them claims so many times as much."""
    rng = np.random.default_rng(5)
    honest = rng.normal(0, 2, (6000, 5)).astype(np.float32)
    chances = np.exp(log_softmax(honest))
    true = np.array([rng.choice(5, p=row / row.sum()) for row in chances.astype(np.float64)])
    head = Said(np.asarray(too_sure * honest, np.float32), true)
    assert head.temperature == pytest.approx(too_sure, rel=0.06)
    for _, claimed, right in head.reliability(head.temperature):
        assert claimed == pytest.approx(right, abs=0.05)

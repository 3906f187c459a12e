"""A sample of `python -m lab.campaigns.fuzz_formats`, which knows what the strangers' files are made of."""

from __future__ import annotations

import pytest

from lab.campaigns.fuzz_formats import DOORS, tried


@pytest.mark.parametrize("name", DOORS)
def test_what_is_put_together_wrongly_is_an_answer_or_one_sentence(name: str) -> None:
    found = tried(DOORS[name], 30, seed=5)
    assert not found.faults
    assert found.grown < 1024

"""A sample of the run by hand over files changed by chance (`python -m lab.campaigns.mutated_records`)."""

from __future__ import annotations

import pytest

from lab.campaigns.mutated_records import DOORS, run


@pytest.mark.parametrize("door", DOORS)
def test_files_changed_by_chance_are_read_or_refused(door: str) -> None:
    assert 0 < run(door, 150, seed=6).refused < 150

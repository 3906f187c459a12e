"""A sample of the run by hand over files changed by chance (`python -m tests.arbiter.mutated_records 10000`)."""

from __future__ import annotations

import pytest

from tests.arbiter.mutated_records import READERS, run


@pytest.mark.parametrize("reader", READERS)
def test_files_changed_by_chance_are_read_or_refused(reader: str) -> None:
    refused, _seconds = run(reader, 150, seed=6)
    assert 0 < refused < 150

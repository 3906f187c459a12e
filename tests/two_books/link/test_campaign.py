"""A sample of `python -m lab.campaigns.two_books_links`: two processes, a real broker, outages by lot."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.campaigns.two_books_links import run
from tests.plugins.club.mosquitto import MISSING


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_both_logs_are_one_after_outages(tmp_path: Path) -> None:
    (figures,) = run(1, 3, 12, tmp_path, seed=7)
    assert figures.faults == []
    assert figures.entries
    assert sum(figures.outages.values()) == 3

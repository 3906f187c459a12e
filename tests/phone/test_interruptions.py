"""A sample of `python -m lab.campaigns.phone_interruptions`: each kind once."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.campaigns.phone_interruptions import KINDS, evening, interrupt, is_whole
from tests.web.browser import MISSING

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_whatever_comes_between_the_match_goes_on_by_itself(tmp_path: Path) -> None:
    with evening(tmp_path) as (table, driver):
        for kind in KINDS:
            interrupt(table, driver, kind)
    assert is_whole(tmp_path / "data")

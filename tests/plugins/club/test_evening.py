"""A sample of `python -m lab.campaigns.club_evening`: one kill of the broker. Real tables and a cut cable take too
long."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.campaigns.club_evening import evening
from tests.plugins.club.mosquitto import MISSING

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_no_event_is_lost_or_told_twice_when_the_broker_is_killed(tmp_path: Path) -> None:
    found = evening(tables=3, real=0, kills=1, minutes=0.05, pace=0.3, folder=tmp_path)
    assert found.lost == []
    assert (found.repeated, found.out_of_order) == (0, 0)
    assert found.wrong_states == []
    assert found.events > 20

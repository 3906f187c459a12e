"""Whole matches whose line, broker and programs are cut off and killed, over the real link."""

from __future__ import annotations

import shutil

import pytest

from lab.campaigns.two_tables_go_on import match
from tests.plugins.club.mosquitto import MISSING

GNUBG = shutil.which("gnubg-cli") or shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
    pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon (package gnubg) is not installed"),
]


def test_both_tables_end_with_one_log_and_one_record() -> None:
    figures = match(1, 6101)
    assert figures.faults == []
    assert figures.entries
    assert figures.outages["kill host"] or figures.outages["kill guest"]


def test_a_table_that_lost_its_journal_goes_on_from_the_log() -> None:
    figures = match(1, 6100, loses_journal=True, against_rules=0.0)
    assert figures.faults == []
    assert figures.outages["journal lost"] == 2

"""Whole matches whose line, broker and programs are cut off and killed, over the real link."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lab.campaigns.two_tables_pair import DELAYED_LATER, JOURNALS, OUTAGES, Pair
from tests.plugins.club.mosquitto import MISSING

GNUBG = shutil.which("gnubg-cli") or shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
    pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon (package gnubg) is not installed"),
]


def test_both_tables_end_with_one_log_and_one_record(tmp_path: Path) -> None:
    figures = Pair(tmp_path, 6101, 1, OUTAGES, {"gives_up": 0.0}, delayed=DELAYED_LATER).play()
    assert figures.faults == []
    assert figures.entries
    assert figures.outages == dict.fromkeys(OUTAGES, 1)


def test_a_table_that_lost_its_journal_goes_on_from_the_log(tmp_path: Path) -> None:
    figures = Pair(tmp_path, 6100, 1, JOURNALS, {"gives_up": 0.0, "against_rules": 0.0}, delayed=DELAYED_LATER).play()
    assert figures.faults == []
    assert figures.outages == dict.fromkeys(JOURNALS, 1)

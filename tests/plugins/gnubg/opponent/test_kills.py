"""A sample of `python -m lab.campaigns.kill engine`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bookgammon.plugins.gnubg.analysis.engine import Engine
from lab.campaigns.kill.engine import engine_disturbed, program_killed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def test_an_engine_killed_or_stopped_plays_the_same_match(gnubg: Engine, tmp_path: Path) -> None:
    assert engine_disturbed(tmp_path, killed=2, hung=1) == []


def test_after_the_program_is_killed_the_same_play_stands_there(gnubg: Engine, tmp_path: Path) -> None:
    assert program_killed(tmp_path, times=2) == []

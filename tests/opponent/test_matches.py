"""Matches against the real GNU Backgammon at the simulated table; the whole is `python -m tests.opponent.matches`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookgammon.analysis.engine import Engine
from tests.opponent.matches import match


@pytest.mark.parametrize("seed", [4200, 4201])
def test_a_match_is_recorded_as_it_was_played(seed: int, gnubg: Engine, tmp_path: Path) -> None:
    one, faults = match(tmp_path / "journal.sqlite", seed, length=1, level="expert")
    assert faults == []
    assert max(one.state.score) >= 1

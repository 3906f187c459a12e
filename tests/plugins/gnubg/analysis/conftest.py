"""GNU Backgammon for the tests that run it, and a short match."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.records import MatchRecord, read_record
from bookgammon.errors import EngineMissingError
from bookgammon.plugins.gnubg.analysis.engine import Engine, find_engine

DATA = Path(__file__).parents[3] / "arbiter" / "data" / "matches"


@pytest.fixture(scope="session")
def gnubg() -> Engine:
    try:
        return find_engine()
    except EngineMissingError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def record() -> MatchRecord:
    """A match to one point, a single game with errors in it."""
    return read_record((DATA / "match-01-1pt.sgf").read_text(encoding="utf-8"))

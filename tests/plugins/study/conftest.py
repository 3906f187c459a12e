"""GNU Backgammon for the drills that it grades."""

from __future__ import annotations

import pytest

from bookgammon.errors import EngineMissingError
from bookgammon.plugins.gnubg.analysis.engine import Engine, find_engine
from tests.plugins.gnubg.conftest import gives_way, no_engine_gives_way
from tests.web.conftest import hub

__all__ = ["gives_way", "gnubg", "hub", "no_engine_gives_way"]


@pytest.fixture(scope="session")
def gnubg() -> Engine:
    try:
        return find_engine()
    except EngineMissingError as missing:
        pytest.skip(str(missing))

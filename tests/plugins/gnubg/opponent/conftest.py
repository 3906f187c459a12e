"""GNU Backgammon for the tests that play against it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bookgammon.errors import EngineMissingError
from bookgammon.plugins.gnubg.analysis.engine import Engine, find_engine
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess


@pytest.fixture(scope="session")
def gnubg() -> Engine:
    try:
        return find_engine()
    except EngineMissingError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def process(gnubg: Engine) -> Iterator[GnubgProcess]:
    """One that all tests may ask."""
    started = GnubgProcess(lambda: gnubg)
    yield started
    started.close()

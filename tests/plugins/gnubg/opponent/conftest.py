"""GNU Backgammon for the tests that play against it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bookgammon.analysis.engine import Engine, find_engine
from bookgammon.analysis.gnubg_process import GnubgProcess
from bookgammon.errors import EngineMissingError


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

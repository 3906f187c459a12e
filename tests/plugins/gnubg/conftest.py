"""For the tests of all that asks GNU Backgammon."""

from __future__ import annotations

import pytest

from bookgammon.plugins.gnubg.analysis import gnubg_process


@pytest.fixture(autouse=True)
def no_engine_gives_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a table GNU Backgammon gets only what nothing else wants; beside other tests that may be nothing."""
    if "gives_way" not in request.fixturenames:
        monkeypatch.setattr(gnubg_process, "_put_behind", lambda _, __: None)


@pytest.fixture
def gives_way() -> None:
    """For tests of just that: GNU Backgammon gives way, as it does for people."""

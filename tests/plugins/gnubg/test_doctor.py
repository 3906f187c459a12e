"""What `bookgammon doctor` says of GNU Backgammon."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookgammon.doctor import checks
from bookgammon.plugins.gnubg.analysis.engine import Engine


def test_gnu_backgammon_is_named_whether_it_is_there_or_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def named() -> checks.Check:
        (found,) = (each for each in checks.plugin_checks(tmp_path) if each.name == "GNU Backgammon")
        return found

    with monkeypatch.context() as there:
        there.setattr("bookgammon.plugins.gnubg.check.find_engine", lambda: Engine("gnubg", "GNU Backgammon 1.08.003"))
        assert (named().state, named().found) == ("ok", "GNU Backgammon 1.08.003")
    monkeypatch.setattr("bookgammon.plugins.gnubg.analysis.engine.PLACES", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (named().state, named().found) == ("hint", "not installed")
    assert "package gnubg" in str(named().do)

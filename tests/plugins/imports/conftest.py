"""GNU Backgammon does not give way to other tests."""

from __future__ import annotations

from tests.plugins.gnubg.conftest import gives_way, no_engine_gives_way
from tests.web.conftest import hub

__all__ = ["gives_way", "hub", "no_engine_gives_way"]

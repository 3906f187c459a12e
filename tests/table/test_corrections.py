"""A sample of `python -m tests.table.corrections`: every kind of correction once, in one game."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from arbiter.rules import Rules
from tests.table.corrections import one_game
from tests.web.browser import MISSING
from tests.web.conftest import driver

__all__ = ["driver"]

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_what_is_recorded_is_what_was_played_and_entered(driver: Chrome, tmp_path: Path) -> None:
    evening, found = one_game(driver, tmp_path, Rules(length=5), seed=1, plies=8)
    assert found == []
    wanted = {"cleared", "mirrored", "jumbled", "camera", "position", "dice", "edited"}
    assert wanted <= set(evening.done)

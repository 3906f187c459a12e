"""A sample of `python -m lab.campaigns.corrections`: every kind of correction once, in one game."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from arbiter.rules import Rules
from lab.campaigns.corrections import Form, one_game
from tests.web.browser import MISSING

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_what_is_recorded_is_what_was_played_and_entered(driver: Chrome, tmp_path: Path) -> None:
    form = Form("match to 5", Rules(length=5))
    evening, found = one_game(driver, tmp_path, form, seed=1, plies=6)
    assert found == []
    wanted = {"cleared", "swapped", "jumbled", "camera", "position", "dice", "turn", "edited"}
    assert wanted <= set(evening.done)

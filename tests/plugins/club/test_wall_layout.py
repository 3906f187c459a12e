"""The wall of a club on every size: a sample of `python -m tests.web.layout`."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from tests.plugins.club.screens import WALL_SCREENS, wall
from tests.web.browser import MISSING, screen
from tests.web.layout import SIZES, measured_apart, some
from translation.catalogue import languages

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

BOARD_SHARES = """
dispatchEvent(new Event("resize"));
const high = (part) => part.getBoundingClientRect().height;
return [...document.querySelectorAll(".tile")].map((tile) => high(tile.querySelector(".board")) / high(tile));
"""


@pytest.mark.parametrize("language", languages())
def test_the_wall_of_a_club_holds_its_texts(driver: Chrome, language: str) -> None:
    with wall(driver, language) as on:
        found = [fault for number, one in enumerate(WALL_SCREENS) for fault in measured_apart(on, one, some(number))]
        shares = []
        on.show(WALL_SCREENS[0])
        for size in SIZES.values():
            screen(driver, *size)
            shares.append(min(driver.execute_script(BOARD_SHARES)))
    assert found == []
    assert min(shares) > 0.4, shares

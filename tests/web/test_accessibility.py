"""A sample of `python -m tests.web.axe`: every screen before axe-core in one of the looks, the next in the next."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests import plugged
from tests.web.axe import LOOKS, violations
from tests.web.browser import MISSING, screen
from tests.web.screens import screens, stage
from translation.catalogue import ENGLISH

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.mark.parametrize("look", LOOKS)
def test_every_screen_is_accessible(driver: Chrome, look: str) -> None:
    number = list(LOOKS).index(look)
    screen(driver, *LOOKS[look])
    found: list[tuple[str, list[str]]] = []
    with stage(driver) as on:
        for one in screens()[number :: len(LOOKS)]:
            on.show(one)
            found.append((one.name, violations(driver)))
        driver.get(f"{on.server.url}overlay")
        found.append(("overlay", violations(driver)))
    for apart in plugged.apart():
        with apart.stage(driver, ENGLISH) as hall:
            for one in apart.screens[number :: len(LOOKS)]:
                hall.show(one)
                found.append((one.name, violations(driver)))
    assert [entry for entry in found if entry[1]] == []


def test_points_below_nought_are_said_in_german(driver: Chrome) -> None:
    """A language counts by the last two digits, and in a chouette somebody has lost points."""
    screen(driver, 1180, 820)
    with stage(driver, language="de") as on:
        on.show(next(one for one in screens() if one.table == "chouette_doubled" and not one.sheet))
        said = [part.get_attribute("aria-label") or "" for part in driver.find_elements(By.CSS_SELECTOR, ".score")]
    assert any(label.startswith(("-", "\N{MINUS SIGN}")) and label.endswith("Punkte") for label in said), said

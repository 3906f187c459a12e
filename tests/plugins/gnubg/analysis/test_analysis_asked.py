"""Nobody has asked for the analysis yet: who may not ask is told why, and how they may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.plugins.gnubg.pages import add_analysis
from tests.plugins.gnubg.analysis.analysed import Analysed
from tests.web.browser import MISSING, find, screen, until
from tests.web.table_parts import NAMES
from tests.web.tables import to_roll
from tests.web.whole_page import whole_app
from web.history import add_history
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def pairing() -> Pairing:
    return Pairing()


@pytest.fixture
def url(driver: Chrome, pairing: Pairing) -> Iterator[str]:
    app = whole_app(Hub(to_roll()), pairing=pairing)
    add_history(app, None)  # type: ignore[arg-type] # only its addresses are needed
    add_analysis(app, Analysed(NAMES))
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    screen(driver, 1024, 768)
    yield server.url
    driver.get("about:blank")
    server.stop()


def test_who_only_looks_is_told_why_nothing_can_be_started(driver: Chrome, url: str, pairing: Pairing) -> None:
    driver.get(f"{url}history/2/analysis")
    until(driver, lambda: find(driver, "analyse-why-not").is_displayed())
    assert not find(driver, "analyse").is_displayed()
    driver.find_element(By.LINK_TEXT, "Take control").click()
    until(driver, lambda: driver.find_elements(By.ID, "pair"))
    driver.get(f"{url}pair#{pairing.code}")
    until(driver, lambda: driver.current_url == url)
    driver.get(f"{url}history/2/analysis")
    until(driver, lambda: find(driver, "analyse").is_displayed())
    assert not find(driver, "analyse-why-not").is_displayed()

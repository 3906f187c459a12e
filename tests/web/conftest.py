from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.web.browser import arrived, find, screen, until
from tests.web.ear import Ear
from tests.web.listening import Table
from tests.web.tables import to_roll
from tests.web.whole_page import whole_app
from web.control import add_control
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer
from web.sharing import add_sharing


@pytest.fixture
def hub() -> Hub:
    return Hub(to_roll(), streams=3)


@pytest.fixture
def server(hub: Hub) -> Iterator[PageServer]:
    running = PageServer(whole_app(hub, heartbeat=0.2), "127.0.0.1", 0)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def ear(driver: Chrome) -> Iterator[Ear]:
    """What this browser says of the pages that are opened from now on."""
    found = Ear(driver)
    yield found
    found.close()


@pytest.fixture(scope="module")
def listening() -> Iterator[tuple[Table, PageServer]]:
    table = Table(Hub(to_roll()), Pairing())
    app = whole_app(table.hub, pairing=table.pairing)
    add_control(app, table.tell)
    add_sharing(app, table.shared)
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    yield table, server
    server.stop()


@pytest.fixture
def table(driver: Chrome, listening: tuple[Table, PageServer]) -> Iterator[Table]:
    """The table, with the browser showing its page and in control of it."""
    table, server = listening
    table.told.clear()
    table.refusal = ""
    table.answers.set()
    table.hub.publish(to_roll())
    screen(driver, 1180, 820)
    driver.get(f"{server.url}pair#{table.pairing.code}")
    until(driver, lambda: driver.current_url == server.url)
    arrived(driver, table.hub)
    until(driver, lambda: find(driver, "undo").is_displayed())
    yield table
    driver.get("about:blank")

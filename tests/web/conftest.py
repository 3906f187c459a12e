from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.web.browser import chromium
from tests.web.tables import to_roll
from web.app import create_app
from web.hub import Hub
from web.server import PageServer


@pytest.fixture
def hub() -> Hub:
    return Hub(to_roll(), streams=3)


@pytest.fixture
def server(hub: Hub) -> Iterator[PageServer]:
    running = PageServer(create_app(hub, heartbeat=0.2), "127.0.0.1", 0)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for all tests of the page."""
    with chromium(tmp_path_factory.mktemp("chromium")) as started:
        yield started

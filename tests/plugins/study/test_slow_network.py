"""On a slow network: what is due is never what was due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from flask import Flask
from selenium.webdriver import Chrome

from bookgammon.plugins.study.pages import Study, add_study
from tests.plugins.study.studied import Studied, drills
from tests.web.browser import MISSING, PATIENCE, find, until
from tests.web.table_parts import NAMES
from tests.web.tables import TABLES
from tests.web.test_slow_network import Held, served
from tests.web.whole_page import whole_app
from web.hub import Hub
from web.pairing import Pairing

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def pairing() -> Pairing:
    return Pairing()


@pytest.fixture
def app(driver: Chrome, pairing: Pairing) -> Iterator[Flask]:
    yield whole_app(Hub(TABLES["to_roll"]()), pairing=pairing)
    driver.get("about:blank")


def test_what_is_due_is_asked_anew_before_it_is_shown_after_a_drill(
    driver: Chrome, app: Flask, pairing: Pairing
) -> None:
    studied, held = Studied(NAMES), Held(app, "/api/study")
    add_study(app, cast(Study, studied))
    server = served(app)
    driver.get(f"{server.url}study")
    until(driver, lambda: find(driver, "overview").is_displayed())
    studied.now = next(iter(drills("")))
    until(driver, lambda: find(driver, "drill").is_displayed())
    held.hold()
    studied.now = ""
    assert held.waiting.wait(PATIENCE)
    until(driver, lambda: not find(driver, "drill").is_displayed())
    assert not find(driver, "overview").is_displayed()
    held.deliver()
    until(driver, lambda: find(driver, "overview").is_displayed())
    driver.get("about:blank")
    server.stop()

"""The table's own screen, which nobody touches: the code for a telephone, then the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.ports import free_port
from tests.web.axe import violations
from tests.web.browser import MISSING, chromium, screen, until
from tests.web.layout import SIZES, measured
from tests.web.screens import SetupStage
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.guard import lead_to
from web.hub import Hub
from web.kiosk import add_kiosk
from web.pairing import Pairing
from web.server import PageServer
from web.setup import add_setup

ADDRESS = "http://192.168.178.23:8024/"
HERE, ELSEWHERE = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "192.168.178.40"}
PATHS = ("/kiosk", "/api/kiosk", "/api/kiosk/code.svg")


def application(pairing: Pairing, *, table: bool) -> Flask:
    """The page of a match, or of set-up before it."""
    app = whole_app(Hub(TABLES["to_roll"]()), pairing=pairing, address=lambda: ADDRESS)
    add_kiosk(app)
    if not table:
        add_setup(app, SetupStage())
        lead_to(app, "setup_page", closed=True)
    return app


@contextmanager
def served(pairing: Pairing, port: int, *, table: bool) -> Iterator[PageServer]:
    server = PageServer(application(pairing, table=table), "127.0.0.1", port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.mark.parametrize("table", [False, True])
def test_only_the_machines_own_screen_is_shown_the_code(table: bool) -> None:
    browser = application(Pairing(), table=table).test_client()
    assert [browser.get(path, environ_base=HERE).status_code for path in PATHS] == [200, 200, 200]
    for path in PATHS:
        answer = browser.get(path, environ_base=ELSEWHERE)
        assert (answer.status_code, answer.get_json()) == (403, {"error": "Only the table's own screen shows this."})


def test_without_being_asked_for_there_is_no_such_screen() -> None:
    browser = whole_app(Hub(TABLES["to_roll"]())).test_client()
    assert [browser.get(path, environ_base=HERE).status_code for path in PATHS] == [404, 404, 404]


def test_the_screen_itself_is_not_paired_and_its_code_pairs_once() -> None:
    pairing = Pairing()
    browser = application(pairing, table=True).test_client()
    said = browser.get("/api/kiosk", environ_base=HERE).get_json()
    assert said == {"table": True, "address": ADDRESS, "code": pairing.code, "paired": False, "says": ""}
    assert browser.get("/api/me", environ_base=HERE).get_json()["control"] is False
    pairing.join(said["code"], "a telephone")
    after = browser.get("/api/kiosk", environ_base=HERE).get_json()
    assert after["paired"]
    assert after["code"] != said["code"]


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_screen_leads_a_telephone_in_and_then_shows_the_table_by_itself(tmp_path: Path) -> None:
    """Read from the screen's own pixels, as a telephone reads it; the program's two pages follow each other."""
    pairing = Pairing()
    with chromium(tmp_path, welcomed=False) as driver:
        screen(driver, 1024, 600)
        port = free_port()
        with served(pairing, port, table=False) as server:
            driver.get(f"{server.url}kiosk")
            until(driver, lambda: code_on(driver) == f"{ADDRESS}pair#{pairing.code}")
            assert ADDRESS in driver.find_element(By.ID, "kiosk-says").text
            assert measured(driver, "kiosk", SIZES, dark=SIZES) == violations(driver) == []
        screen(driver, 1024, 600)
        with served(pairing, port, table=True):
            until(driver, lambda: driver.find_elements(By.ID, "table"))
            until(driver, lambda: code_on(driver) == f"{ADDRESS}pair#{pairing.code}")
            assert not driver.find_element(By.ID, "menu-open").is_displayed()
            assert not driver.find_elements(By.CSS_SELECTOR, "dialog[open]")
            assert measured(driver, "kiosk's table", SIZES) == violations(driver) == []
        with served(pairing, port, table=False):
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".kiosk-start"))


def code_on(driver: Chrome) -> str:
    """What the code on the screen says; empty where none is read."""
    return cv2.QRCodeDetector().detectAndDecode(pixels(driver))[0]


def pixels(driver: Chrome) -> np.ndarray:
    """What the screen shows, BGR."""
    shown = cv2.imdecode(np.frombuffer(driver.get_screenshot_as_png(), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    return shown

"""*What do you see?* on the page: the picture with its marks, the reasons in any language, and who may look."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browser import MISSING, find, press, screen, until
from tests.web.screens import seen_reading
from tests.web.table_parts import NAMES
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.control import add_control
from web.hub import Hub
from web.language import COOKIE
from web.pairing import Pairing
from web.reading import add_reading
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def page(driver: Chrome) -> Iterator[str]:
    pairing = Pairing()
    app = whole_app(Hub(TABLES["moving"]()), pairing=pairing)
    add_control(app, lambda _: None)
    add_reading(app, seen_reading())
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    screen(driver, 1180, 820)
    driver.get(f"{server.url}pair#{pairing.code}")
    until(driver, lambda: driver.current_url == server.url)
    yield server.url
    driver.get("about:blank")
    server.stop()


def lines(driver: Chrome, where: str) -> list[str]:
    """All at one moment: the page draws them anew with every picture."""
    read = "return [...document.querySelectorAll(arguments[0])].map((part) => part.textContent)"
    until(driver, lambda: driver.execute_script(read, f"{where} li"))
    found: list[str] = driver.execute_script(read, f"{where} li")
    return found


def test_it_shows_picture_marks_and_reasons(driver: Chrome, page: str) -> None:
    until(driver, lambda: find(driver, "undo").is_displayed())
    press(driver, "Menu")
    press(driver, "What do you see?")
    assert lines(driver, ".waits")[0].startswith("A hand lies over the board")
    assert "Ben's 19-point is not sure: 5 or 4." in lines(driver, ".waits")
    assert lines(driver, ".reading-facts")[:2] == ["Dice: 6-3", f"Cube: 2, with {NAMES[1]}"]
    labels = driver.execute_script("return [...document.querySelectorAll('.read-label')].map((one) => one.textContent)")
    assert {"5?", "3?"} <= set(labels)
    # the count of light's 6-point, the first of the right leaf's near row, lies below that leaf
    marks = "return [...document.querySelectorAll('.read-label')].find((one) => one.textContent === '5?')"
    middle = f"{marks}.getBoundingClientRect().bottom"
    leaf = "return document.querySelectorAll('.read-leaf')[1].getBoundingClientRect().bottom"
    assert driver.execute_script(middle) >= driver.execute_script(leaf)
    driver.add_cookie({"name": COOKIE, "value": "de"})
    driver.refresh()
    until(driver, lambda: find(driver, "undo").is_displayed())
    press(driver, "Menü")
    press(driver, "Was siehst du?")
    assert lines(driver, ".waits")[0].startswith("Über dem Brett liegt eine Hand")


def test_who_only_looks_is_not_offered_it(driver: Chrome, page: str) -> None:
    driver.delete_all_cookies()
    driver.get(page)
    until(driver, lambda: find(driver, "headline").text)
    press(driver, "Menu")
    until(driver, lambda: driver.find_elements(By.LINK_TEXT, "Take control"))
    assert not driver.find_elements(By.XPATH, "//dialog//button[.='What do you see?']")

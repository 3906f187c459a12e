"""*From a photograph* in Chromium: sent, put right by tapping, numbered as people sit, asked about, played on from."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.plugins.photograph.pages import add_photograph
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from tests.plugins.photograph.test_photograph import PICTURE, service
from tests.web.axe import violations
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.whole_page import whole_page

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PICTURES = os.environ.get("PICTURES_OF_PHOTOGRAPH", "")
"""A folder in which pictures of the page are left, to be looked at."""


def picture(driver: Chrome, name: str) -> None:
    if PICTURES:
        time.sleep(0.6)
        driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))


@pytest.fixture
def page(driver: Chrome) -> Iterator[Page]:
    with service() as photographs:
        add = [partial(add_photograph, photographs=photographs)]
        with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as running:
            yield running
            driver.get("about:blank")


def choose(driver: Chrome, name: str, value: str) -> None:
    driver.find_element(By.CSS_SELECTOR, f"#editor [name={name}][value={value}]").click()


def test_a_photograph_becomes_a_position_that_is_put_right_and_asked_about(driver: Chrome, page: Page) -> None:
    screen(driver, 390, 844)
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "photograph")
    until(driver, lambda: find(driver, "pick").is_displayed())
    assert violations(driver) == []
    find(driver, "file").send_keys(str(PICTURE))
    until(driver, lambda: find(driver, "read").is_displayed())
    assert "80 % certainty" in find(driver, "sure").text
    assert find(driver, "photograph-picture").is_displayed()
    assert violations(driver) == []
    picture(driver, "read")
    for spot in ("light-6", "light-5"):
        driver.find_element(By.CSS_SELECTOR, f'[data-spot="{spot}"]').click()
    press(driver, "This is the position")
    until(driver, lambda: find(driver, "result").is_displayed())
    assert find(driver, "xgid").text == "XGID=-b---AD-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10"
    press(driver, "What is best here?")
    until(driver, lambda: "Best is 8/5 6/5." in find(driver, "used").text)
    assert len(driver.find_elements(By.CSS_SELECTOR, "#best tr")) == 2
    assert violations(driver) == []
    picture(driver, "best")
    choose(driver, "near", "dark")
    press(driver, "This is the position")
    until(driver, lambda: find(driver, "xgid").text.startswith("XGID=-B----e-c"))
    choose(driver, "home", "left")
    press(driver, "This is the position")
    until(driver, lambda: not find(driver, "xgid").text.startswith("XGID=-B----e-c"))
    find(driver, "turn").click()
    until(driver, lambda: find(driver, "read").is_displayed() and not find(driver, "result").is_displayed())
    torn = PICTURE.parent / "recording.toml"
    find(driver, "file").send_keys(str(torn))
    until(driver, lambda: "cannot open that picture" in find(driver, "trouble").text)


def test_a_position_from_another_page_is_at_hand_for_a_game(driver: Chrome, page: Page) -> None:
    screen(driver, 1180, 820)
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "#take_up=XGID%3D-b---AD-C---eE---c-e----B-%3A1%3A1%3A-1%3A31%3A0%3A0%3A0%3A0%3A10")
    driver.refresh()
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open][data-view=take_up]"))
    until(driver, lambda: driver.find_element(By.NAME, "dice").get_attribute("value") == "31")
    assert driver.find_element(By.CSS_SELECTOR, "[name=player][value=dark]").is_selected()
    assert driver.find_element(By.CSS_SELECTOR, "[name=cube][value='2']").is_selected()
    assert "take_up" not in driver.current_url

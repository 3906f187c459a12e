"""By keyboard alone: an earlier turn edited, a game begun from any position, *What do you see?* opened and closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.match.fold import fold
from arbiter.match.state import Phase
from arbiter.xgid import parse_xgid
from tests.web.browser import MISSING, find, screen, until
from tests.web.live_table import LiveTable
from tests.web.screens import seen_reading
from tests.web.table_parts import match
from tests.web.tables import TABLES
from tests.web.test_any_position import INTERRUPTED
from tests.web.test_keyboard import keys, press, reach
from tests.web.test_turn_editor import controlled, turns
from tests.web.whole_page import whole_app
from web.control import add_control
from web.hub import Hub
from web.pairing import Pairing
from web.reading import add_reading
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def opened(driver: Chrome, entry: str, shows: str) -> None:
    """The menu's entry, until its sheet shows that part."""
    press(driver, "Menu")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .dialog-body > *"))
    press(driver, entry)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, f"dialog[open] {shows}"))


def closed(driver: Chrome) -> None:
    until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))


def test_the_roll_of_an_earlier_turn_is_edited(driver: Chrome, tmp_path: Path) -> None:
    """6-2 becomes 5-3: one die an arrow down, the other an arrow up."""
    table = LiveTable(turns(), tmp_path / "journal.sqlite")
    table.players.position = fold(table.events).position
    with table.followed() as page:
        screen(driver, 1024, 768)
        controlled(driver, page)
        opened(driver, "Correct an earlier turn", ".play")
        press(driver, "2. Ben")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=one]"))
        reach(driver, "|one|")
        keys(driver, Keys.ARROW_LEFT)
        reach(driver, "|two|")
        keys(driver, Keys.ARROW_RIGHT)
        press(driver, "So it was")
        until(driver, lambda: table.table.state.turns[1].dice == (5, 3))
        closed(driver)
        driver.get("about:blank")


def test_a_game_is_begun_from_an_xgid(driver: Chrome) -> None:
    table, wanted = LiveTable(match(length=3)), parse_xgid(INTERRUPTED)
    table.players.position = wanted.position
    with table.followed() as page:
        screen(driver, 1024, 768)
        controlled(driver, page)
        opened(driver, "New game", "button")
        press(driver, "From any position")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=xgid]"))
        reach(driver, "|xgid|")
        keys(driver, INTERRUPTED)
        press(driver, "Use it")
        until(driver, lambda: driver.find_element(By.CSS_SELECTOR, "[name=dice]").get_attribute("value") == "63")
        press(driver, "Begin from here")
        until(driver, lambda: table.table.state.phase is Phase.MOVING)
        assert table.table.state.position == wanted.position
        driver.get("about:blank")


def test_what_the_camera_sees_is_opened_and_closed(driver: Chrome) -> None:
    """Escape leads back to where the keyboard was."""
    pairing = Pairing()
    app = whole_app(Hub(TABLES["moving"]()), pairing=pairing)
    add_control(app, lambda _: None)
    add_reading(app, seen_reading())
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    screen(driver, 1024, 768)
    driver.get(f"{server.url}pair#{pairing.code}")
    until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "undo").is_displayed())
    opened(driver, "What do you see?", ".waits li")
    keys(driver, Keys.ESCAPE)
    closed(driver)
    assert "Menu" in str(driver.execute_script("return document.activeElement.innerText"))
    driver.get("about:blank")
    server.stop()

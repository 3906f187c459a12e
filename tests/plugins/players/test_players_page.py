"""A player renamed, made one with another and removed in the browser, by keyboard alone; and the journal afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bookgammon.history.archive import Archive
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.pages import add_players
from bookgammon.plugins.players.register import PlayerRegister
from tests.plugins.players.test_index import WON, begun, names, played
from tests.web.axe import violations
from tests.web.browser import MISSING, find, screen, until
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    for one, other in (("Ada & Söhne", "Bea"), ("Ada", "Bea"), ("Cleo", "Bea")):
        played(path, *begun(one, other), *WON)
    return path


@pytest.fixture
def url(driver: Chrome, journal: Path) -> Iterator[str]:
    """Of a page whose browser is paired."""
    counting, pairing = Counting(journal, lambda: None), Pairing()
    archive = Archive(journal, lambda: None)
    app = whole_app(Hub(TABLES["to_roll"]()), pairing=pairing)
    add_players(app, PlayerRegister(journal, counting, archive.delete))
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    try:
        screen(driver, 1024, 768)
        driver.get(f"{server.url}pair#{pairing.code}")
        until(driver, lambda: driver.current_url == server.url)
        yield server.url
    finally:
        driver.get("about:blank")
        server.stop()


def keys(driver: Chrome, *pressed: str) -> None:
    ActionChains(driver).send_keys(*pressed).perform()


def tab_to(driver: Chrome, text: str) -> None:
    """Until what is focused shows that text; at most so often as a page has stops."""
    for _ in range(40):
        keys(driver, Keys.TAB)
        if driver.switch_to.active_element.text.split("\n")[0] == text:
            return
    pytest.fail(f"{text} is not reached by the keyboard")


def opened(driver: Chrome, url: str, name: str) -> None:
    def listed() -> bool:
        """A busy machine has not counted everything at once: the page says so, and shows more when opened again."""
        driver.get(f"{url}players")
        return any(entry.text.split("\n")[0] == name for entry in driver.find_elements(By.CSS_SELECTOR, ".entry"))

    until(driver, listed)
    tab_to(driver, name)
    keys(driver, Keys.ENTER)
    until(driver, lambda: driver.find_element(By.TAG_NAME, "h1").text == name)
    until(driver, lambda: find(driver, "rename").is_displayed())


def test_player_is_made_one_with_another_after_saying_so_twice(driver: Chrome, url: str, journal: Path) -> None:
    opened(driver, url, "Ada & Söhne")
    tab_to(driver, "Rename or merge…")
    keys(driver, Keys.ENTER)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=new]"))
    assert violations(driver) == []
    field = driver.find_element(By.NAME, "new")
    field.clear()
    field.send_keys("Ada", Keys.ENTER)
    until(driver, lambda: "Ada plays here already" in driver.find_element(By.CSS_SELECTOR, "dialog").text)
    assert names(journal) == {"Bea": 3, "Cleo": 1, "Ada": 1, "Ada & Söhne": 1}
    field.send_keys(Keys.ENTER)
    until(driver, lambda: driver.current_url.endswith("/players/player?name=Ada"))
    until(driver, lambda: driver.find_element(By.TAG_NAME, "h1").text == "Ada")
    assert names(journal) == {"Bea": 3, "Cleo": 1, "Ada": 2}


def test_two_who_have_played_each_other_are_refused_in_a_sentence(driver: Chrome, url: str, journal: Path) -> None:
    opened(driver, url, "Cleo")
    tab_to(driver, "Rename or merge…")
    keys(driver, Keys.ENTER)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=new]"))
    field = driver.find_element(By.NAME, "new")
    field.clear()
    field.send_keys("Bea", Keys.ENTER)
    until(driver, lambda: "plays here already" in driver.find_element(By.CSS_SELECTOR, "dialog").text)
    field.send_keys(Keys.ENTER)
    until(driver, lambda: "have played each other" in driver.find_element(By.CSS_SELECTOR, "dialog .error").text)
    assert names(journal)["Cleo"] == 1


def test_player_is_removed_with_their_matches(driver: Chrome, url: str, journal: Path) -> None:
    opened(driver, url, "Cleo")
    tab_to(driver, "Remove this player…")
    keys(driver, Keys.ENTER)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .danger"))
    assert violations(driver) == []
    tab_to(driver, "Delete the matches too")
    keys(driver, Keys.ENTER)
    until(driver, lambda: driver.current_url == f"{url}players")
    assert names(journal) == {"Bea": 2, "Ada": 1, "Ada & Söhne": 1}


def test_whoever_is_not_paired_looks_and_is_offered_nothing_more(driver: Chrome, url: str) -> None:
    driver.delete_all_cookies()

    def shown() -> bool:
        """Once she is counted, as above."""
        driver.get(f"{url}players/player?name=Bea")
        return driver.find_element(By.TAG_NAME, "h1").text == "Bea"

    until(driver, shown)
    assert not find(driver, "rename").is_displayed()
    assert not find(driver, "remove").is_displayed()

"""Notes on the page of a past match: written by whoever is in control, there again, marked in the list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE
from bookgammon.plugin_manager import plugins
from bookgammon.plugins.notes.pages import add_notes
from bookgammon.plugins.notes.service import NotesService, kept_notes
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from tests.plugins.notes.matches import in_journal, noted_match
from tests.web.axe import violations
from tests.web.browser import MISSING, find, screen, until
from tests.web.whole_page import whole_page
from web.history import add_history
from web.plugged import add_plugged

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
HARD = "Why not 13/11?\n<b>Because</b> of the shot."


@pytest.fixture
def page(driver: Chrome, tmp_path: Path) -> Iterator[Page]:
    in_journal(tmp_path, noted_match())
    archive = Archive(tmp_path / FILE, lambda: None)
    add = [
        partial(add_plugged, plugged=plugins().plugged),
        partial(add_history, archive=archive),
        partial(add_notes, notes=NotesService(tmp_path / FILE)),
    ]
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as running:
        yield running
        driver.get("about:blank")


def field(driver: Chrome) -> str:
    return str(driver.execute_script("return document.querySelector('.note-input').value"))


def test_a_note_is_written_kept_and_found_again(driver: Chrome, page: Page, tmp_path: Path) -> None:
    screen(driver, 390, 844)
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history/1#3")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".note-input"))
    until(driver, lambda: find(driver, "note").is_displayed())
    assert "Note to this turn" in find(driver, "note").text
    assert violations(driver) == []
    area = driver.find_element(By.CSS_SELECTOR, ".note-input")
    area.send_keys(HARD + " " + Keys.ARROW_LEFT + Keys.TAB)
    until(driver, lambda: "The note is kept." in find(driver, "note").text)
    assert driver.current_url.endswith("#3"), "keys pressed in the field are no steps of the match"
    assert list(kept_notes(tmp_path / FILE, 1).values()) == [HARD]
    find(driver, "on").click()
    until(driver, lambda: field(driver) == "")
    find(driver, "first").click()
    until(driver, lambda: "Note to the match" in find(driver, "note").text)
    driver.get("about:blank")
    driver.get(page.url + "history/1#3")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step .has-note"))
    assert field(driver) == HARD
    assert len(driver.find_elements(By.CSS_SELECTOR, ".step .has-note")) == 1
    assert violations(driver) == []
    driver.delete_all_cookies()
    driver.get("about:blank")
    driver.get(page.url + "history/1#3")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".note-text"))
    until(driver, lambda: find(driver, "note").is_displayed())
    assert find(driver, "note").text == HARD

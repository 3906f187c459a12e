"""Past matches in a real browser: the list, the way through one, its deletion; and what is behind them."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bookgammon.history.album import album_beside, picture_path, write
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from bookgammon.table.snapshots import jpeg
from tests.setup.stage import START
from tests.web.axe import violations
from tests.web.browser import MISSING, screen, until
from tests.web.screens import archive
from tests.web.tables import misplay, to_roll
from tests.web.whole_page import whole_app, whole_page
from web.history import add_history
from web.hub import Hub
from web.match_file import MOST_PICTURES, match_file

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def page(driver: Chrome, tmp_path: Path) -> Iterator[Page]:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        for started in ("2026-01-02T20:00:00+00:00", "2026-01-09T20:00:00+00:00"):
            journal.append(journal.begin(started, "0"), misplay(provisional=False))
    write(picture_path(album_beside(path), 1, 0), jpeg(START, 640))
    archive = Archive(path, lambda: None)
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=[partial(add_history, archive=archive)]) as running:
        yield running
        driver.get("about:blank")


def text(driver: Chrome, name: str) -> str:
    return driver.find_element(By.ID, name).text


def checkers(driver: Chrome) -> int:
    return len(driver.find_elements(By.CSS_SELECTOR, "#board .checker"))


@pytest.mark.parametrize(("size", "scheme"), [((1024, 768), "light"), ((390, 844), "dark")])
def test_a_match_is_stepped_through_by_keys_and_touch(
    driver: Chrome, page: Page, size: tuple[int, int], scheme: str
) -> None:
    screen(driver, *size, scheme)
    driver.get(page.url + "history")
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".match-entry")) == 2)
    assert violations(driver) == []
    driver.find_elements(By.CSS_SELECTOR, ".match-entry")[1].click()
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step"))
    assert text(driver, "step-text") == "Game 1 begins"
    until(driver, lambda: driver.execute_script("return document.getElementById('picture').naturalWidth") == 640)
    assert checkers(driver) == 30
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    assert text(driver, "step-text") == "Ben · 6-2: 24/18 13/11"
    assert text(driver, "xgid").startswith("XGID=-b----E-C---eE---c-e----B-:0:0:-1:62:2:1")
    driver.find_element(By.ID, "last").click()
    assert "Illegal play" in text(driver, "step-text")
    assert "8/4" in text(driver, "step-note")
    assert not driver.find_element(By.ID, "on").is_enabled()
    driver.find_elements(By.CSS_SELECTOR, ".step")[2].click()
    assert text(driver, "step-text").startswith("Anna · 5-4")
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert violations(driver) == []
    assert not driver.find_element(By.ID, "delete").is_displayed()  # this device only looks


def test_a_paired_device_deletes_after_asking(driver: Chrome, page: Page) -> None:
    screen(driver, 768, 1024, "dark")
    driver.get(page.joined_by(page.url))
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history/2")
    until(driver, lambda: driver.find_element(By.ID, "delete").is_displayed())
    driver.find_element(By.ID, "delete").click()
    assert "Anna" in text(driver, "sure-text")
    assert violations(driver) == []
    driver.find_element(By.ID, "keep").click()
    assert not driver.find_element(By.ID, "sure").is_displayed()
    driver.find_element(By.ID, "delete").click()
    driver.find_element(By.ID, "really").click()
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".match-entry")) == 1)
    driver.get(page.url + "history/2")
    until(driver, lambda: "no such match" in text(driver, "past-error"))


def test_a_match_plays_by_itself_and_a_link_leads_to_a_step(driver: Chrome, page: Page) -> None:
    screen(driver, 1024, 768)
    driver.get(page.url + "history/1#5")
    until(driver, lambda: text(driver, "step-text").startswith("Ben · 6-4"))
    driver.execute_script("document.getElementById('speed').value = 'quick'")
    driver.find_element(By.TAG_NAME, "body").send_keys(" ")
    play = driver.find_element(By.ID, "play")
    assert play.get_attribute("aria-label") == "Stop"
    until(driver, lambda: "Illegal play" in text(driver, "step-text"))
    until(driver, lambda: play.get_attribute("aria-label") == "Play it")
    assert driver.current_url.endswith("#7")
    play.click()  # from the beginning again
    until(driver, lambda: text(driver, "step-text").startswith("Ben · 6-2"))
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.END)
    assert play.get_attribute("aria-label") == "Play it"


def test_the_whole_record_is_printed(driver: Chrome, page: Page) -> None:
    screen(driver, 1024, 768, "light")
    driver.get(page.url + "history/1")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step"))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    hidden = driver.execute_script(
        "const list = document.getElementById('steps'); list.append(...[...list.children, ...list.children].map("
        "(row) => row.cloneNode(true))); return list.scrollHeight - list.clientHeight"
    )
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert hidden <= 0


def test_one_file_holds_board_plays_pictures_and_figures(driver: Chrome, page: Page, tmp_path: Path) -> None:
    told = urllib.request.urlopen(page.url + "api/history/1").read()
    match = {**json.loads(told), "names": {"light": "</script><b>Anna", "dark": "Ben"}}
    with whole_app(Hub(to_roll())).test_request_context():
        text_of_file = "".join(
            match_file(match, lambda frame: jpeg(START, 640) if frame == 0 else None, lambda _: None)
        )
    elsewhere = r"""(?:src|href)=["']?(?!data:)|https?://(?!www\.w3\.org/)|^import """
    assert not re.search(elsewhere, text_of_file, re.MULTILINE)
    path = tmp_path / "match.html"
    path.write_text(text_of_file, encoding="utf-8")
    driver.get(path.as_uri())
    until(driver, lambda: text(driver, "step-text") == "Game 1 begins")
    assert text(driver, "title") .startswith("</script><b>Anna 2")
    until(driver, lambda: driver.execute_script("return document.getElementById('picture').naturalWidth") == 640)
    assert checkers(driver) == 30
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.END)
    assert "Illegal play" in text(driver, "step-text")
    rows = [row.text for row in driver.find_elements(By.CSS_SELECTOR, "#figures tr")]
    assert rows[1] == "Rolls 3 4"
    assert rows[-1] == "Illegal plays 0 1"
    assert violations(driver) == []


def test_pictures_beyond_the_bound_are_left_out() -> None:
    steps = [{"frame": frame, "clip": None} for frame in range(4)]
    with whole_app(Hub(to_roll())).test_request_context():
        made = "".join(match_file({"steps": steps}, lambda _: b"x" * (MOST_PICTURES // 2 - 1), lambda _: None))
    assert made.count("data:image/jpeg;base64,eHh4") == 2


def test_the_file_to_send_speaks_the_language_of_who_asks(tmp_path: Path, hub: Hub) -> None:
    app = whole_app(hub)
    add_history(app, archive(tmp_path, ("Anna", "Ben")))
    for language, told in (("en", "Illegal play"), ("de", "Regelwidrig"), ("xx", "Illegal play")):
        spoken = {"Accept-Language": language}
        text = app.test_client().get("/api/history/1/file", headers=spoken, buffered=True).text
        assert f'<html lang="{language if language == "de" else "en"}"' in text
        assert f'"text": "{told}"' in text

"""Clips in real Chromium: they play in past matches, in the file to send and behind *Why?*."""

from __future__ import annotations

import os
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bookgammon.history.album import album_beside, picture_path, write
from bookgammon.history.archive import Archive
from bookgammon.history.clips import ClipName, clip_path
from bookgammon.history.journal import Journal
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from bookgammon.table.snapshots import jpeg
from tests.history.films import film
from tests.setup.stage import START
from tests.web.axe import violations
from tests.web.browser import MISSING, press, screen, show, until
from tests.web.listening import Table
from tests.web.tables import misplay, seen_misplayed
from tests.web.whole_page import whole_app, whole_page
from web.history import add_history, clip_address
from web.hub import Hub
from web.match_file import MOST_CLIPS, match_file
from web.view import view_json

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PICTURES = os.environ.get("PICTURES_OF_CLIPS", "")
"""A folder in which pictures of the page are left, to be looked at."""
SECONDS = 6.0

PLAYS = """
const video = document.querySelector(arguments[0]);
return video && video.readyState >= 2 && video.currentTime > 0.5 ? [video.duration, video.videoWidth] : null;
"""


def picture(driver: Chrome, name: str) -> None:
    if PICTURES:
        time.sleep(0.6)
        driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))


def played(driver: Chrome, where: str) -> None:
    """Until the film there has run on for half a second."""
    until(driver, lambda: driver.execute_script("return Boolean(document.querySelector(arguments[0]))", where))
    driver.execute_script("document.querySelector(arguments[0]).play()", where)
    until(driver, lambda: driver.execute_script(PLAYS, where))
    duration, width = driver.execute_script(PLAYS, where)
    assert abs(float(duration) - SECONDS) < 0.5
    assert width == 480


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as opened:
        opened.append(opened.begin("2026-01-02T20:00:00+00:00", "0"), misplay(provisional=False))
    write(picture_path(album_beside(path), 1, 0), jpeg(START, 640))
    write(clip_path(album_beside(path), 1, ClipName(0, 4)), film())
    return path


@pytest.fixture
def page(driver: Chrome, journal: Path) -> Iterator[Page]:
    archive = Archive(journal, lambda: None)
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=[partial(add_history, archive=archive)]) as running:
        yield running
        driver.get("about:blank")


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [((1180, 820), "light", "en"), ((390, 844), "dark", "de")],
    ids=["tablet", "telephone"],
)
def test_a_clip_plays_in_a_past_match(
    driver: Chrome, page: Page, size: tuple[int, int], scheme: str, language: str
) -> None:
    screen(driver, *size, scheme)
    driver.get(page.url + "help")
    driver.add_cookie({"name": "language", "value": language})
    driver.get(page.url + "history/1")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step"))
    assert not driver.find_elements(By.CSS_SELECTOR, "#film video")
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.END)
    played(driver, "#film video")
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert violations(driver) == []
    driver.execute_script("document.getElementById('film').scrollIntoView({ block: 'center' })")
    picture(driver, f"past-{scheme}-{language}")
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.HOME)
    assert not driver.find_elements(By.CSS_SELECTOR, "#film video")


def test_a_clip_plays_in_the_file_to_send(driver: Chrome, page: Page, tmp_path: Path) -> None:
    path = tmp_path / "match.html"
    path.write_bytes(urllib.request.urlopen(page.url + "api/history/1/file").read())
    driver.get(path.as_uri())
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step"))
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.END)
    played(driver, "#film video")


def test_clips_beyond_the_bound_are_left_out_of_the_file() -> None:
    steps = [{"frame": None, "clip": f"{number}-{number}"} for number in range(4)]
    with whole_app(Hub(seen_misplayed())).test_request_context():
        made = "".join(match_file({"steps": steps}, lambda _: None, lambda _: b"x" * (MOST_CLIPS // 2 - 1)))
    assert made.count("data:video/webm;base64,eHh4") == 2


@pytest.mark.parametrize(("size", "scheme"), [((1180, 820), "light"), ((390, 844), "dark")])
def test_the_clip_of_a_warning_stands_behind_why_as_soon_as_it_is_there(
    driver: Chrome, page: Page, table: Table, size: tuple[int, int], scheme: str
) -> None:
    del page
    screen(driver, *size, scheme)
    show(driver, table.hub, seen_misplayed())
    press(driver, "Why?")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .why-pictures"))
    assert not driver.find_elements(By.CSS_SELECTOR, "dialog[open] video")
    show(driver, table.hub, replace(seen_misplayed(), clip="/static/guide/none.webm"))
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] video"))


def test_the_warning_names_its_clip() -> None:
    view = replace(seen_misplayed(), clip=clip_address(3, "10-40"))
    assert view_json(view, 1)["warning"]["clip"] == "/api/history/3/clips/10-40.webm"
    assert view_json(seen_misplayed(), 1)["warning"]["clip"] is None


def test_whoever_may_see_pictures_may_see_clips_and_nobody_deletes_them_so(journal: Path) -> None:
    app = whole_app(Hub(seen_misplayed()))
    add_history(app, Archive(journal, lambda: None))
    browser = app.test_client()
    answer = browser.get("/api/history/1/clips/0-4.webm", buffered=True)
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "video/webm", film())
    part = browser.get("/api/history/1/clips/0-4.webm", headers={"Range": "bytes=10-19"}, buffered=True)
    assert (part.status_code, part.data) == (206, film()[10:20])
    for other in ("0-5", "..%2F1%2F0-4", "x"):
        assert browser.get(f"/api/history/1/clips/{other}.webm").status_code == 404
    assert browser.get("/api/history/2/clips/0-4.webm").status_code == 404
    assert browser.post("/api/history/1/clips/0-4.webm").status_code in {401, 405}
    steps = browser.get("/api/history/1").get_json()["steps"]
    assert [step["clip"] for step in steps if step["clip"]] == ["0-4"]

"""What the play was worth, in a real browser: curve, worst plays, every decision; asked for by who is in control."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.records import MatchRecord
from bookgammon.history.album import album_beside, picture_path
from bookgammon.history.archive import Archive
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analyst import Analyst
from bookgammon.plugins.gnubg.pages import add_analysis
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from bookgammon.table.snapshots import jpeg
from tests.plugins.gnubg.analysis.played import journal_with
from tests.setup.stage import START
from tests.web.axe import violations
from tests.web.browser import MISSING, screen, until
from tests.web.tables import to_roll
from tests.web.whole_page import whole_app, whole_page
from web.history import add_history
from web.hub import Hub

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
SIZES = ((1180, 820, "light"), (768, 1024, "dark"), (390, 844, "light"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, record: MatchRecord) -> Path:
    """A data folder with one match, and the camera's picture of each of its plays."""
    folder = tmp_path_factory.mktemp("data")
    path = folder / "journal.sqlite"
    entry = journal_with(path, record)
    picture = jpeg(START, 640)
    for frame in range(2, 60):
        shown = picture_path(album_beside(path), entry.id, frame)
        shown.parent.mkdir(parents=True, exist_ok=True)
        shown.write_bytes(picture)
    return folder


@pytest.fixture(scope="module")
def page(folder: Path) -> Iterator[Page]:
    archive = Archive(folder / "journal.sqlite", lambda: None)
    analyst = Analyst(folder / "journal.sqlite", archive, lambda: None, plies=0, background=False)
    add = [partial(add_history, archive=archive), partial(add_analysis, analyses=analyst)]
    with analyst, whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as running:
        yield running


def test_who_is_in_control_asks_and_everybody_reads(driver: Chrome, page: Page, gnubg: Engine, tmp_path: Path) -> None:
    driver.get(page.opened_here())
    until(driver, lambda: "pair" not in driver.current_url)
    driver.get(page.url + "history/1")
    driver.find_element(By.PARTIAL_LINK_TEXT, "What the play was worth").click()
    until(driver, lambda: driver.find_element(By.ID, "analyse").is_displayed())
    assert violations(driver) == []
    driver.find_element(By.ID, "analyse").click()
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".mistake")) == 5)
    for width, height, scheme in SIZES:
        screen(driver, width, height, scheme)
        assert violations(driver) == []
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        text = driver.find_element(By.CSS_SELECTOR, ".curve-name")
        assert driver.execute_script("return arguments[0].getBoundingClientRect().height", text) >= 9
    assert len(driver.find_elements(By.CSS_SELECTOR, ".curve-mark")) == 5
    first = driver.find_element(By.CSS_SELECTOR, ".mistake")
    assert "21/3 9/3" in first.text
    assert "9/3(2) 8/2*(2)" in first.text
    assert len(first.find_elements(By.CSS_SELECTOR, ".sb-arrow.better")) == 4
    assert first.find_elements(By.CSS_SELECTOR, ".sb-arrow.played")
    image = first.find_element(By.TAG_NAME, "img")
    until(driver, lambda: driver.execute_script("return arguments[0].naturalWidth > 0", image))
    report = driver.execute_async_script(
        "fetch(arguments[0]).then((answer) => answer.text()).then(arguments[1])", page.url + "history/1/analysis.html"
    )
    file = tmp_path / "report.html"
    file.write_text(report, encoding="utf-8")
    driver.get(file.as_uri())
    assert len(driver.find_elements(By.CSS_SELECTOR, ".mistake")) == 5
    assert driver.execute_script("return [...document.images].every((image) => image.src.startsWith('data:'))")
    assert "http:" not in report.replace("http://www.w3.org/", "")
    driver.get("about:blank")


def test_whoever_is_not_paired_may_not_start_the_engine(folder: Path) -> None:
    archive = Archive(folder / "journal.sqlite", lambda: None)
    analyst = Analyst(folder / "journal.sqlite", archive, lambda: None)
    app = whole_app(Hub(to_roll()))
    add_history(app, archive)
    add_analysis(app, analyst)
    answer = app.test_client().post(
        "/api/history/1/analysis", json={}, headers={"Origin": "http://localhost", "Host": "localhost"}
    )
    assert answer.status_code == 401
    assert not analyst._wanted

"""Records of other programs brought in on the page of past matches: many files, what was left out, who is who."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from arbiter.records import write_mat, write_sgf
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE
from bookgammon.plugins.imports.pages import ADDRESS, add_imports
from bookgammon.plugins.imports.service import ImportService
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from tests.plugins.imports.test_imports import match_of
from tests.web.axe import violations
from tests.web.browser import MISSING, screen, until
from tests.web.devices import ORIGIN, paired, post
from tests.web.whole_page import whole_page
from web.app import create_app
from web.history import add_history
from web.hub import Hub


@pytest.fixture
def page(driver: Chrome, tmp_path: Path) -> Iterator[Page]:
    archive = Archive(tmp_path / FILE, lambda: None)
    with ImportService(tmp_path / FILE, background=False) as service:
        add = [partial(add_history, archive=archive), partial(add_imports, imports=service)]
        with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as running:
            yield running
            driver.get("about:blank")


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_folder_is_brought_in_names_are_mapped_and_a_match_is_opened(
    driver: Chrome, page: Page, tmp_path: Path
) -> None:
    files = []
    for seed in range(4):
        files.append(tmp_path / f"{seed}.mat")
        files[-1].write_text(write_mat(match_of(seed)), encoding="utf-8")
    files.append(tmp_path / "again.sgf")
    files[-1].write_text(write_sgf(match_of(0)), encoding="utf-8")
    files.append(tmp_path / "torn.txt")
    files[-1].write_text("hello", encoding="utf-8")
    screen(driver, 390, 844)
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history")
    until(driver, lambda: driver.find_element(By.ID, "add-imports").is_displayed())
    assert violations(driver) == []
    driver.find_element(By.ID, "imports-files").send_keys("\n".join(map(str, files)))
    says = driver.find_element(By.ID, "imports-says")
    until(driver, lambda: says.text == "6 of 6 files. Brought in: 4. Known already: 1. Left out: 1.")
    (left_out,) = driver.find_elements(By.CSS_SELECTOR, "#imports-left-out li")
    assert left_out.text.startswith("torn.txt: Line 1:")
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#matches li")) == 4)
    assert "played elsewhere" in driver.find_element(By.ID, "matches").text
    driver.find_element(By.CSS_SELECTOR, "#imports-names summary").click()
    Select(driver.find_element(By.NAME, "other")).select_by_visible_text("Ann_73")
    driver.find_element(By.NAME, "name").send_keys("Ann")
    driver.find_element(By.CSS_SELECTOR, "#imports-names button").click()
    until(driver, lambda: driver.find_element(By.ID, "imports-named").text == "Ann_73 is Ann from now on.")
    until(driver, lambda: "Ann_73" not in driver.find_element(By.ID, "matches").text)
    assert violations(driver) == []
    assert driver.find_element(By.NAME, "name").get_attribute("value") == ""
    driver.find_element(By.CSS_SELECTOR, "#matches a").click()
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step.over"))
    about = driver.find_element(By.ID, "about").text
    assert about.endswith("Saturday, May 4, 2019")  # nobody knows at what hour it was played
    assert driver.find_element(By.ID, "picture-says").text == ""  # no camera saw it
    places = "return [...document.querySelectorAll('.step')].map((step) => step.getBoundingClientRect().top)"
    tops = driver.execute_script(places)
    assert tops == sorted(set(tops))  # each below the one before it


def test_the_page_brings_in_for_paired_devices_alone(hub: Hub, tmp_path: Path) -> None:
    app = create_app(hub)
    with ImportService(tmp_path / FILE, background=False) as service:
        add_imports(app, service)
        _brings_in(app)


def _brings_in(app: Flask) -> None:
    binary = {**ORIGIN, "Content-Type": "application/octet-stream"}
    content = write_mat(match_of(1)).encode()
    assert app.test_client().post(ADDRESS, data=content, headers=binary).status_code in (401, 403)
    client = paired(app)
    found = client.post(ADDRESS, data=content, headers=binary)
    assert found.json == {
        "matches": [{"id": 1, "names": {"light": "Ann_73", "dark": "Ben"}, "known": False}], "trouble": "",
    }  # fmt: skip
    torn = client.post(ADDRESS, data=b"hello", headers=binary).json
    assert torn
    assert torn["trouble"].startswith("Line 1")
    assert post(client, f"{ADDRESS}/names", {"other": "Ann_73", "name": "Ann"}).status_code == 200
    assert post(client, f"{ADDRESS}/names", {"other": "Ann"}).status_code == 400

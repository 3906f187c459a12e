"""Help: the guide is served whole and leads nowhere wrong; each screen says what it is; a new device is told once."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter import __version__
from arbiter.rulebook import RULES
from bookgammon.commands.about import libraries, page_about
from tests.web.browser import MISSING, arrived, chromium, screen, show, until
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from translation.catalogue import languages
from web.help import guide_titles, screens
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.mark.parametrize("language", languages())
def test_every_link_and_picture_of_the_guide_leads_to_something(hub: Hub, language: str) -> None:
    app = whole_app(hub)
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    about = [f"/help/screen/{name}" for name in screens(app)]
    chapters = [f"/help/{name}" for name in guide_titles(app)]
    pages = {path: client.get(path).text for path in ("/help", *chapters, *about)}
    links = {link for text in pages.values() for link in re.findall(r'(?:href|src)="(/[^"]*)"', text)}
    assert any(link.endswith(".svg") and "/guide/" in link for link in links)
    for link in links:
        path, _, place = link.partition("#")
        with client.get(path) as answer:
            assert answer.status_code == 200, link
            assert not place or f'id="{place}"' in answer.get_data(as_text=True), link


def test_guide_is_served_in_the_language_of_the_viewer(hub: Hub) -> None:
    client = whole_app(hub).test_client()
    assert '<h1 id="camera-and-light">' in client.get("/help/camera", headers={"Accept-Language": "xx"}).text
    german = client.get("/help/camera", headers={"Accept-Language": "de"}).text
    assert '<h1 id="kamera-und-licht">' in german
    assert '<html lang="de"' in german


def test_every_rule_can_be_looked_up_by_its_number(hub: Hub) -> None:
    text = whole_app(hub).test_client().get("/help/rules").text
    assert re.findall(r'<div id="(R\d+)">', text) == list(RULES)


def test_what_the_program_is_stands_there_and_for_paired_devices_where_data_lies(hub: Hub, tmp_path: Path) -> None:
    pairing = Pairing()
    app = whole_app(hub, pairing=pairing)
    page_about(tmp_path)(app)
    device = app.test_client()
    text = device.get("/help/about").text
    assert f"Bookgammon Companion {__version__}" in text
    assert "opencv-python" in text
    assert "Apache" in text
    assert str(tmp_path) not in text
    joined = device.post("/api/pair", json={"code": pairing.code}, headers={"Origin": "http://localhost"})
    assert joined.status_code == 200
    assert str(tmp_path) in device.get("/help/about").text


def test_every_library_that_is_asked_for_is_named_with_a_licence() -> None:
    asked_for = {
        re.split(r"[^a-z-]", each, maxsplit=1)[0]
        for each in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    }
    assert {library.name.lower() for library in libraries()} == asked_for
    assert all(library.version and library.licence for library in libraries())


def test_there_is_no_way_out_of_the_guide(hub: Hub) -> None:
    client = whole_app(hub).test_client()
    for path in ("/help/nothing", "/help/..%2Fapp", "/help/screen/x", "/help/../../etc/passwd"):
        assert client.get(path).status_code == 404


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_new_device_is_told_once_and_a_warning_comes_first(tmp_path: Path, hub: Hub, server: PageServer) -> None:
    with chromium(tmp_path, welcomed=False) as driver:
        screen(driver, 1024, 768)
        driver.get(server.url)
        until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#help[open] li")) == 3)
        for name in ("alarm", "hint", "void_roll", "left_home"):
            show(driver, hub, TABLES[name]())
            until(driver, lambda: not driver.find_elements(By.ID, "help"))
        show(driver, hub, TABLES["to_roll"]())
        until(driver, lambda: driver.find_elements(By.ID, "help"))  # not yet read
        driver.find_element(By.ID, "help-close").send_keys(Keys.ENTER)
        until(driver, lambda: not driver.find_elements(By.ID, "help"))
        driver.refresh()
        arrived(driver, hub)
        driver.find_element(By.TAG_NAME, "body").send_keys("?")
        until(driver, lambda: driver.find_elements(By.ID, "help"))
        assert driver.find_element(By.ID, "help-title").text == "The table"
        assert driver.switch_to.active_element.get_attribute("id") == "help-title"

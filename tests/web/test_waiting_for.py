"""One place knows what the program waits for, and every screen shows it, whatever page it was on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.boards.known_boards import file_for, save_board
from bookgammon.history.journal import FILE, Journal
from tests.commands.films import standing_film
from tests.commands.program import environment, pairing_address
from tests.ports import free_port
from tests.setup.stage import board_of
from tests.setup.test_before import match, played
from tests.web.browser import MISSING, arrived, find, press, show, until
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer
from web.setup import add_no_setup
from web.view import TableView, view_json
from web.waiting_for import WaitingFor

SET_UP = WaitingFor("go on", "Go on with the match?", "Go on", "/setup")


def paused(view: TableView) -> TableView:
    return replace(view, state=replace(view.state, paused=True))


@pytest.mark.parametrize(
    ("view", "what", "button"),
    [
        (TABLES["to_roll"](), "nothing", ""),
        (TABLES["setting_up"](), "start", "To the table"),
        (TABLES["alarm"](), "answer", "Answer"),
        (TABLES["doubled"](), "answer", "Answer"),
        (TABLES["match_over"](), "who plays", "New match"),
        (paused(TABLES["to_roll"]()), "go on", "Go on"),
        (replace(TABLES["to_roll"](), camera="The camera is gone."), "camera", "To the table"),
        (replace(TABLES["to_roll"](), camera="Something lies there.", hand=True), "board", "To the table"),
        (replace(TABLES["to_roll"](), elsewhere=SET_UP), "go on", "Go on"),
        (replace(TABLES["setting_up"](), another_board=True), "board", "Set it up"),
        (replace(TABLES["to_roll"](), camera="Covered.", hand=True, another_board=True), "board", "Set it up"),
    ],
)
def test_the_process_says_what_is_waited_for(view: TableView, what: str, button: str) -> None:
    waiting = view_json(view, 1)["waiting_for"]
    assert (waiting["what"], waiting["button"]) == (what, button)
    assert bool(waiting["says"]) == (what != "nothing")


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_screen_that_only_looks_keeps_the_table_and_shows_the_question(
    driver: Chrome, hub: Hub, server: PageServer
) -> None:
    driver.get(server.url)
    arrived(driver, hub)
    before = find(driver, "headline").text
    hub.publish(replace(hub.view, elsewhere=SET_UP))
    until(driver, find(driver, "elsewhere").is_displayed)
    assert find(driver, "elsewhere").text.split("\n") == ["Go on with the match?", "Go on"]
    assert str(find(driver, "elsewhere-way").get_attribute("href")).endswith("/setup")
    assert find(driver, "headline").text == before
    driver.get(f"{server.url}help")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".waiting:not([hidden])"))
    assert driver.find_element(By.CSS_SELECTOR, ".waiting span").text == "Go on with the match?"
    assert driver.find_element(By.CSS_SELECTOR, ".waiting a").text == "Go on"
    hub.publish(replace(hub.view, elsewhere=None))
    driver.get(server.url)
    arrived(driver, hub)
    assert not find(driver, "elsewhere").is_displayed()


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_another_board_is_asked_about_and_set_up_from_the_table_and_the_menu(driver: Chrome, hub: Hub) -> None:
    asked: list[str] = []
    pairing = Pairing()
    app = whole_app(hub, pairing=pairing)
    add_no_setup(app, lambda: asked.append("again"))
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    driver.get(f"{server.url}pair#{pairing.code}")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "body.control"))
    arrived(driver, hub)
    assert not find(driver, "another").is_displayed()
    show(driver, hub, replace(hub.view, camera="Something lies there.", hand=True, another_board=True))
    assert view_json(hub.view, 1)["waiting_for"]["says"] == "Is this another board?"
    assert not find(driver, "camera").is_displayed()
    press(driver, "Set it up")
    until(driver, lambda: asked == ["again"])
    press(driver, "Menu")
    press(driver, "Set this board up")
    until(driver, lambda: asked == ["again", "again"])
    driver.get("about:blank")
    server.stop()


@contextmanager
def program(data: Path, film: Path, port: int, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`play` before a known board, and the address that pairs; it is killed where it was not ended before."""
    call = ["play", str(film), "--data", str(data), "--port", str(port), "--no-light", *words]
    with subprocess.Popen(
        [sys.executable, "-m", "bookgammon", *call],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stderr
        try:
            yield running, pairing_address(running.stderr)
        finally:
            running.kill()


def asked(address: str) -> dict[str, Any]:
    with urlopen(f"{address}api/state", timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_tablet_goes_where_the_program_waits_after_it_was_started_again(driver: Chrome, tmp_path: Path) -> None:
    save_board(board_of(name="Demo"), file_for(tmp_path, "Demo"))
    played(tmp_path, match("Anna", "Ben"))
    film, port = standing_film(tmp_path / "still.avi"), free_port()
    with program(tmp_path, film, port, "--go-on") as (running, pairs):
        address = pairs.partition("pair#")[0]
        driver.get(pairs)
        until(driver, lambda: driver.current_url == address and driver.find_elements(By.CSS_SELECTOR, "body.control"))
        until(driver, lambda: find(driver, "near-name").text == "Anna")
        running.kill()
        until(driver, find(driver, "stale").is_displayed)
    with program(tmp_path, film, port) as (_, _):
        until(driver, lambda: driver.current_url == f"{address}setup")
        until(driver, lambda: driver.find_element(By.ID, "match").is_displayed())
        state = asked(address)
        assert state["waiting_for"] == {
            "what": "go on", "says": "Go on with the match?", "button": "Go on", "page": "/setup",
        }  # fmt: skip
        told = driver.execute_async_script(
            "const done = arguments[0]; fetch('/api/tell', {method: 'POST', body: '{\"command\": \"new_match\"}', "
            "headers: {'Content-Type': 'application/json'}}).then(async (a) => done([a.status, await a.json()]));"
        )
        assert told == [409, {"error": "No match is followed just now."}]
        press(driver, "Begin")
        until(driver, lambda: driver.current_url == address and find(driver, "near-name").text == "Anna")
        assert asked(address)["waiting_for"]["page"] == "/"
        # the board is set up anew, and the match goes on with it
        press(driver, "Menu")
        press(driver, "Set this board up")
        until(driver, lambda: driver.current_url == f"{address}setup")
        press(driver, "Use it as it is")
        until(driver, lambda: driver.find_element(By.ID, "match").is_displayed())
        press(driver, "Begin")
        until(driver, lambda: driver.current_url == address and find(driver, "near-name").text == "Anna")
    driver.get("about:blank")
    with Journal(tmp_path / FILE, read_only=True) as journal:
        assert len(journal.matches()) == 1

"""On a slow network: what is tapped twice is done once, no tap is lost, and no late answer shows what was."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask, Response, request
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.commands import Double, NamePlayers, Undo
from bookgammon.lights.map import TappedMap
from tests.web.browser import MISSING, PATIENCE, find, press, until
from tests.web.listening import Table, fill, open_sheet
from tests.web.screens import CAMERAS, SETUP, SetupStage
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.hub import Hub
from web.lights_map import add_lights_map
from web.pairing import Pairing
from web.server import PageServer
from web.setup import add_setup

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


LOSES_AN_ANSWER = """
const real = window.fetch;
window.sent = [];
window.fetch = async (address, options) => {
  const answer = await real(address, options);
  if (!String(address).endsWith("/api/tell")) return answer;
  if (window.sent.push(JSON.parse(options.body)) === 1) throw new TypeError("the network lost it");
  return answer;
};
"""


class Held:
    """Answers to looks at one address that are on their way for as long as a test wants."""

    def __init__(self, app: Flask, path: str) -> None:
        self._path = path
        self._free, self.waiting = threading.Event(), threading.Event()
        self._free.set()
        app.after_request(self._deliver)

    def hold(self) -> None:
        self.waiting.clear()
        self._free.clear()

    def deliver(self) -> None:
        self._free.set()

    def _deliver(self, response: Response) -> Response:
        if (request.method, request.path) == ("GET", self._path) and not self._free.is_set():
            self.waiting.set()
            assert self._free.wait(PATIENCE)
        return response


@pytest.fixture
def pairing() -> Pairing:
    return Pairing()


@pytest.fixture
def app(driver: Chrome, pairing: Pairing) -> Iterator[Flask]:
    yield whole_app(Hub(TABLES["to_roll"]()), pairing=pairing)
    driver.get("about:blank")


def served(app: Flask) -> PageServer:
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    return server


def test_what_is_tapped_twice_before_the_table_answers_is_done_once(driver: Chrome, table: Table) -> None:
    """Another command in between shows that the second tap has been dealt with."""
    table.answers.clear()
    find(driver, "undo").click()
    until(driver, lambda: table.told)
    find(driver, "undo").click()
    press(driver, "Double")
    until(driver, lambda: len(table.told) > 1)
    table.answers.set()
    assert table.told == [Undo(), Double()]


def test_a_tap_whose_answer_is_lost_is_sent_once_more_and_done_once(driver: Chrome, table: Table) -> None:
    driver.execute_script(LOSES_AN_ANSWER)
    find(driver, "undo").click()
    until(driver, lambda: len(driver.execute_script("return window.sent")) == 2)
    first, second = driver.execute_script("return window.sent")
    assert second.pop("again")
    assert first == second
    assert first["tap"]
    press(driver, "Double")
    until(driver, lambda: len(table.told) > 1)
    assert table.told == [Undo(), Double()]


def test_a_form_that_is_sent_twice_is_one_command(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "Names")
    fill(driver, "dark", "Grace")
    table.answers.clear()
    for _ in range(2):
        driver.find_element(By.CSS_SELECTOR, "dialog [type=submit]").click()
    until(driver, lambda: table.told)
    table.answers.set()
    until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))
    find(driver, "undo").click()
    until(driver, lambda: Undo() in table.told)
    assert table.told == [NamePlayers(("Anna", "Grace")), Undo()]


def test_a_lamp_that_is_tapped_while_the_page_looks_is_named(
    driver: Chrome, app: Flask, pairing: Pairing, tmp_path: Path
) -> None:
    held = Held(app, "/api/lights/map")
    with TappedMap(tmp_path) as tapped:
        add_lights_map(app, tapped)
        server = served(app)
        driver.get(f"{server.url}lights/map#{pairing.code}")
        until(driver, lambda: find(driver, "leds").is_displayed())
        driver.find_element(By.CSS_SELECTOR, 'input[name=port][value=""]').click()
        find(driver, "leds").send_keys("3\n")
        until(driver, lambda: "LED 1 of 3" in find(driver, "asked").text)
        held.hold()
        assert held.waiting.wait(PATIENCE)
        driver.find_element(By.CSS_SELECTOR, '[aria-label="point 1 at the near edge"]').click()
        until(driver, lambda: "LED 2 of 3" in find(driver, "asked").text)
        held.deliver()
        driver.get("about:blank")
        server.stop()
        assert len(tapped.progress().named) == 1


class Chooses(SetupStage):
    """Goes on to the book when a camera is chosen."""

    def choose(self, key: str) -> None:
        self.now = SETUP["book"]


@pytest.fixture
def setup_page(driver: Chrome, app: Flask, pairing: Pairing) -> Iterator[tuple[SetupStage, Held]]:
    """The page of set-up, in control, with the first of two cameras found."""
    setup, held = Chooses(), Held(app, "/api/setup")
    setup.now = replace(SETUP["camera"], cameras=CAMERAS[1:])
    add_setup(app, setup)
    server = served(app)
    driver.get(f"{server.url}pair#{pairing.code}")
    until(driver, lambda: "pair" not in driver.current_url)
    driver.get(f"{server.url}setup")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".camera"))
    yield setup, held
    held.deliver()
    driver.get("about:blank")
    server.stop()


STEPS = """
window.steps = [];
const setup = document.getElementById("setup");
const note = () => steps.at(-1) === setup.dataset.step || steps.push(setup.dataset.step);
new MutationObserver(note).observe(setup, { attributeFilter: ["data-step"] });
"""


def test_set_up_does_not_fall_back_by_an_answer_that_comes_late(
    driver: Chrome, setup_page: tuple[SetupStage, Held]
) -> None:
    _, held = setup_page
    driver.execute_script(STEPS)
    held.hold()
    assert held.waiting.wait(PATIENCE)
    driver.find_element(By.CSS_SELECTOR, ".camera").click()
    until(driver, lambda: driver.execute_script("return steps.length"))
    held.deliver()
    held.hold()
    assert held.waiting.wait(PATIENCE)  # the page has had the late answer, and asks again
    assert driver.execute_script("return steps") == ["board"]


def test_a_camera_that_is_found_later_leaves_the_focus_where_it_is(
    driver: Chrome, setup_page: tuple[SetupStage, Held]
) -> None:
    setup, _ = setup_page
    driver.execute_script("document.querySelector('.camera').focus()")
    setup.now = SETUP["camera"]
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".camera")) == len(CAMERAS))
    focused = driver.switch_to.active_element
    assert (focused.tag_name, CAMERAS[1].name in focused.text) == ("button", True)
    assert CAMERAS[0].name in driver.find_element(By.CSS_SELECTOR, ".camera").text

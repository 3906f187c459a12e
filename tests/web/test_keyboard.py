"""An evening by keyboard alone: set-up to the first roll, a double, a warning, corrected dice, a new game."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.match.answers import answer
from arbiter.match.commands import Command
from arbiter.match.events import Event, GameStarted, IllegalPlay, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.position import START as START_POSITION
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.wizard import USUAL_SEATS, Wizard
from bookgammon.table.table import FrameTime, opening
from tests.setup.stage import EMPTY, START, Camera, Room, find_here, put_away
from tests.web.browser import MISSING, arrived, screen, until
from tests.web.table_parts import game, view_of
from tests.web.tables import misplay
from tests.web.whole_page import whole_app, whole_page
from web.control import add_control
from web.guard import lead_to
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer
from web.setup import add_setup

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

FURTHEST = 80
"""Tab stops within which everything is reached."""
FOCUSED = """
const part = document.activeElement;
if (part === document.body) return "";
const told = [part.innerText, part.getAttribute("aria-label"), part.id, part.name, part.value];
return told.map((it) => it || "").join("|");
"""


def keys(driver: Chrome, *pressed: str) -> None:
    ActionChains(driver).send_keys(*pressed).perform()


def reach(driver: Chrome, what: str) -> None:
    """Tab until the part in focus says so, by its text, name for the ear, id, name or value."""
    for _ in range(FURTHEST):
        if what in str(driver.execute_script(FOCUSED)):
            return
        keys(driver, Keys.TAB)
    raise AssertionError(f"the tab key never reaches {what}")


def press(driver: Chrome, what: str) -> None:
    reach(driver, what)
    keys(driver, Keys.ENTER)


@dataclass
class Table:
    """Answers what is entered as the match does, and shows what came of it."""

    hub: Hub
    events: list[Event] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def state(self) -> MatchState:
        with self.lock:  # what has happened has been shown as well
            return fold(self.events)

    def happen(self, *events: Event) -> None:
        with self.lock:
            self.events += events
            self.hub.publish(view_of(self.events))

    def tell(self, command: Command) -> None:
        self.happen(*answer(self.state, command, 0, 0.0))


def test_set_up_to_the_first_roll(driver: Chrome, tmp_path: Path) -> None:
    camera = Camera(EMPTY, "camera 0")
    wizard = Wizard(
        tmp_path, None, rules=Rules(), cameras=Cameras(Room(**{"0": camera}).open, lambda: [0]), find=find_here
    )
    add = (partial(add_setup, setup=wizard), partial(lead_to, endpoint="setup_page"))
    screen(driver, 1024, 768)
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as page:
        driver.get(page.joined_by(page.url))
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".camera"))
        press(driver, "amera 0")
        step = partial(driver.execute_script, "return document.getElementById('setup').dataset.step")
        until(driver, lambda: step() == "start")
        camera.scene = np.asarray(START)
        until(driver, lambda: step() == "match")
        reach(driver, "near")
        keys(driver, "Anna")
        reach(driver, "Begin")
        keys(driver, Keys.ENTER)
        outcome = wizard.wait()
        driver.get("about:blank")
    put_away(wizard)
    camera.close()
    assert outcome.agreement
    assert outcome.agreement.names == ("Anna", "Dark")
    begun = fold([*outcome.agreement.settles(opening(Rules(), (0, 0), None, FrameTime()))])
    assert begun.names == ("Anna", "Dark")


def test_double_warning_correction_and_new_game(driver: Chrome) -> None:
    screen(driver, 1024, 768)
    pairing, table = Pairing(), Table(Hub(view_of(())))
    table.happen(*misplay(provisional=False)[:1], *game())
    app = whole_app(table.hub, pairing=pairing)
    add_control(app, table.tell)
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    driver.get(server.url + "pair")
    reach(driver, "code")
    keys(driver, pairing.code, Keys.ENTER)
    until(driver, lambda: driver.current_url == server.url)
    arrived(driver, table.hub)
    until(driver, lambda: driver.execute_script("return document.body.classList.contains('control')"))

    press(driver, "Double")
    until(driver, lambda: table.state.phase is Phase.DOUBLED)
    arrived(driver, table.hub)
    press(driver, "Take")
    until(driver, lambda: table.state.cube.value == 2)

    *_, roll, wrong = misplay(provisional=False)
    assert isinstance(wrong, IllegalPlay)
    table.happen(roll, wrong)
    arrived(driver, table.hub)
    press(driver, "It stands")
    until(driver, lambda: table.state.warning is None)

    table.happen(RollSeen(0, 0.0, Side.LIGHT, (4, 4)))
    arrived(driver, table.hub)
    press(driver, "Menu")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .dialog-body > *"))
    press(driver, "Correct the dice")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=one]"))
    reach(driver, "|one|")
    keys(driver, Keys.ARROW_RIGHT)
    press(driver, "These are the dice")
    until(driver, lambda: table.state.dice == (5, 4))
    arrived(driver, table.hub)

    press(driver, "Menu")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .dialog-body > *"))
    press(driver, "New game")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .endings"))
    before = len(table.events)
    press(driver, "Nobody scores")
    until(driver, lambda: table.state and len(table.events) > before)
    assert table.state.score == (2, 1)
    table.happen(GameStarted(0, 0.0, START_POSITION))
    until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))
    driver.get("about:blank")
    server.stop()

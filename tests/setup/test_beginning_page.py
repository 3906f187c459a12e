"""The evening's beginning on the page: who plays is one tap, and so is the same once more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from arbiter.match.opponent import OpponentSeat
from arbiter.position import Side
from arbiter.rules import Rules
from tests import plugged
from tests.web.browser import MISSING, screen, until
from tests.web.screens import SETUP, SetupStage
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.drawing_colours import DrawingColours
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer
from web.setup import MatchForm, OpenMatch, SetupState, add_setup

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

LAST = OpenMatch(("Anna", "Ben"), (7, 4), 7, is_open=False, named=True)
LOOK = DrawingColours((228, 120, 112), (20, 60, 34), ((200, 170, 120), (90, 60, 40)), (60, 90, 70))
"""Checkers of pink and green, far enough apart to be drawn as they are."""
FORM = MatchForm("match", "Anna", "Ben", "Our book", Rules(length=7))
BEFORE = ("Anna", "Ben", "Cleo", "Dan")


class Beginning(SetupStage):
    """The last step of set-up; keeps what was begun."""

    def __init__(self, now: SetupState) -> None:
        super().__init__()
        self.now = now
        self.begun: list[MatchForm] = []

    def begin(self, form: MatchForm) -> None:
        self.begun.append(form)


@pytest.fixture
def stage(driver: Chrome) -> Iterator[Beginning]:
    setup, pairing = Beginning(replace(SETUP["match"], form=FORM, last=LAST, players=BEFORE, look=LOOK)), Pairing()
    app = whole_app(Hub(TABLES["to_roll"]()), pairing=pairing)
    add_setup(app, setup)
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    screen(driver, 1024, 768)
    driver.get(f"{server.url}pair#{pairing.code}")
    until(driver, lambda: "pair" not in driver.current_url)
    driver.get(f"{server.url}setup")
    until(driver, lambda: driver.find_element(By.ID, "match").is_displayed())
    yield setup
    driver.get("about:blank")
    server.stop()


def part(driver: Chrome, name: str) -> WebElement:
    return driver.find_element(By.ID, name)


def tap(driver: Chrome, name: str) -> None:
    driver.find_element(By.XPATH, f"//*[@id='before']/button[.='{name}']").click()


def test_a_rematch_is_one_tap(driver: Chrome, stage: Beginning) -> None:
    assert all(name in part(driver, "rematch").text for name in LAST.names)
    part(driver, "rematch").click()
    until(driver, lambda: stage.begun)
    (form,) = stage.begun
    assert (form.kind, form.near, form.far, form.rules.length) == ("match", "Anna", "Ben", 7)


def test_players_of_before_are_entered_by_a_tap_each(driver: Chrome, stage: Beginning) -> None:
    for seat in ("far", "near"):
        part(driver, seat).clear()
    part(driver, "far").click()
    tap(driver, "Cleo")
    tap(driver, "Dan")
    driver.find_element(By.CSS_SELECTOR, "#match button[type=submit]").click()
    until(driver, lambda: stage.begun)
    (form,) = stage.begun
    assert (form.far, form.near) == ("Cleo", "Dan")


def test_the_discs_have_the_colours_of_the_checkers_that_lie_there(driver: Chrome, stage: Beginning) -> None:
    drawn = [part(driver, f"{seat}-disc").value_of_css_property("background-color") for seat in ("near", "far")]
    assert drawn == ["rgba(228, 120, 112, 1)", "rgba(20, 60, 34, 1)"]


def test_both_names_stand_below_each_other(driver: Chrome, stage: Beginning) -> None:
    near, far = (part(driver, seat).rect for seat in ("near", "far"))
    assert (near["x"], near["width"]) == (far["x"], far["width"])


def test_a_chouette_begins_only_once_it_is_said_where_the_box_sits(driver: Chrome, stage: Beginning) -> None:
    driver.find_element(By.CSS_SELECTOR, "[name=kind][value=chouette]").click()
    for name in BEFORE:
        tap(driver, name)
    begin = driver.find_element(By.CSS_SELECTOR, "#match button[type=submit]")
    begin.click()
    until(driver, lambda: part(driver, "match-error").text)
    assert not stage.begun
    driver.find_element(By.CSS_SELECTOR, "[name=box][value=near]").click()
    begin.click()
    until(driver, lambda: stage.begun)
    (form,) = stage.begun
    assert (form.players, form.box) == (BEFORE, "near")


@pytest.mark.skipif("gnubg" in plugged.gone(), reason="nobody plays against the computer without its plugin")
def test_two_at_the_board_have_both_a_name_after_a_match_against_the_computer(
    driver: Chrome, stage: Beginning
) -> None:
    seat = OpponentSeat(Side.DARK, "gnubg", "expert")
    stage.now = replace(stage.now, form=replace(FORM, far="", opponent=seat), last=replace(LAST, opponent=seat))
    driver.refresh()
    until(driver, lambda: part(driver, "match").is_displayed())
    assert not part(driver, "far").is_displayed()
    driver.find_element(By.CSS_SELECTOR, "[name=against][value=people]").click()
    part(driver, "far").send_keys("Cleo")
    driver.find_element(By.CSS_SELECTOR, "#match button[type=submit]").click()
    until(driver, lambda: stage.begun)
    (form,) = stage.begun
    assert (form.near, form.far, form.opponent) == ("Anna", "Cleo", None)

"""A match against GNU Backgammon begun and played on the page, before the real referee and engine, in Chromium."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import MatchStarted
from arbiter.match.state import Phase
from arbiter.plays import accepted_plays
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from bookgammon.plugins.gnubg.analysis.engine import Engine
from tests.arbiter_referee.table import steps
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.listening import choose, fill, open_sheet
from tests.web.live_table import LiveTable

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PICTURES = os.environ.get("PICTURES_OF_OPPONENT", "")
"""A folder in which pictures of the page are left, to be looked at."""


def picture(driver: Chrome, name: str) -> None:
    if PICTURES:
        time.sleep(0.6)
        driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))


def opens(table: LiveTable, mine: int, its: int) -> Iterator[Evidence]:
    """One die in each half."""
    players = table.players
    for _ in range(2):
        yield players.look(still=False)
    players.dice = [(mine, (640.0, 250.0), "right", Side.LIGHT), (its, (320.0, 260.0), "left", Side.DARK)]
    players.camera.thrown(players.dice)
    yield from players.rest(10, 10)


def head(driver: Chrome) -> str:
    return find(driver, "headline").text


def detail(driver: Chrome) -> str:
    return find(driver, "detail").text


def moved(table: LiveTable, position: Position) -> Iterator[Evidence]:
    yield from table.players.reach(position)
    yield from table.players.rest(12, 12)


def test_from_new_match_to_its_first_plays(driver: Chrome, gnubg: Engine) -> None:
    table = LiveTable([MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben"))], opponent=True)
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "headline").is_displayed())
        open_sheet(driver, "New match")
        choose(driver, "against", "computer")
        choose(driver, "level", "expert")
        fill(driver, "light", "Ada")
        assert not driver.find_element(By.CSS_SELECTOR, "dialog [name=dark]").is_displayed()
        picture(driver, "form")
        press(driver, "Begin")
        until(driver, lambda: find(driver, "far-name").text == "GNU Backgammon (expert)")
        table.show(table.players.rest(14, 14))
        until(driver, lambda: "one die in each half" in detail(driver))
        table.show(opens(table, 2, 5))
        until(driver, lambda: head(driver).startswith("It plays"))
        intended = table.table.state.intended
        assert intended is not None
        assert intended.play in head(driver)
        assert detail(driver).startswith("2 checkers to move for it: ")
        assert driver.find_elements(By.CSS_SELECTOR, "#board .arrow.back")
        picture(driver, "intended")
        state = table.table.state
        plays = accepted_plays(state.position, Side.DARK, (5, 2))
        play = next(each for each in plays if each.result == intended.position)
        other = next(each for each in plays if not {each.result} & {intended.position, state.position})
        table.show(moved(table, other.result))
        until(driver, lambda: detail(driver).startswith("Not quite: the checker on"))
        assert not find(driver, "alarm").is_displayed()
        assert not find(driver, "hint").is_displayed()
        picture(driver, "misplaced")
        table.show(moved(table, steps(state.position, play, Side.DARK)[0]))
        until(driver, lambda: detail(driver).startswith("One checker to move for it: "))
        table.show(moved(table, play.result))
        until(driver, lambda: detail(driver) == "Now lift the dice.")
        table.show(table.players.lift())
        until(driver, lambda: head(driver) == "Ada to roll")
        assert table.table.state.turns[-1].play == intended.play
        picture(driver, "mine")
        press(driver, "Double")
        until(driver, lambda: "takes: the cube" in detail(driver) or table.table.state.phase is Phase.GAME_OVER)
        picture(driver, "answered")


def test_with_the_programs_dice_nothing_is_thrown_for_it(driver: Chrome, gnubg: Engine) -> None:
    table = LiveTable([MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben"))], opponent=True)
    with table.followed() as page:
        screen(driver, 390, 844)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "headline").is_displayed())
        open_sheet(driver, "New match")
        choose(driver, "against", "computer")
        choose(driver, "level", "expert")  # weaker levels err by chance, and sometimes double
        choose(driver, "its_dice", "program")
        picture(driver, "form-telephone")
        press(driver, "Begin")
        until(driver, lambda: "GNU" in find(driver, "far-name").text)
        table.show(table.players.rest(14, 14))
        table.show(opens(table, 5, 2))
        until(driver, lambda: table.table.state.phase is Phase.MOVING)
        state = table.table.state
        play = accepted_plays(state.position, Side.LIGHT, (5, 2))[0]
        table.show(moved(table, play.result))
        table.show(table.players.lift())
        until(driver, lambda: head(driver).startswith("It plays"))
        assert "program" in (find(driver, "dice").get_attribute("class") or "")
        picture(driver, "program-telephone")
        assert not table.players.dice
        press(driver, "Undo")
        until(driver, lambda: table.table.state.player is Side.LIGHT)
        assert table.table.state.kept_rolls

"""A game from any position: an XGID pasted, or a board cleared and laid by tapping, before the real referee."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.commands import NewGame
from arbiter.match.state import Cube, Phase
from arbiter.position import Position, Side
from arbiter.xgid import parse_xgid
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.listening import Table, choose, fill, open_sheet, told
from tests.web.live_table import LiveTable
from tests.web.table_parts import match

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

INTERRUPTED = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:3:4:0:7:10"
"""Dark to play 6-3, light holds the cube at 2, light leads 3-4 in a match to 7."""


def opened(driver: Chrome) -> None:
    open_sheet(driver, "New game")
    press(driver, "From any position")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog [name=xgid]"))


def tap(driver: Chrome, *spots: str) -> None:
    for spot in spots:
        driver.find_element(By.CSS_SELECTOR, f"[data-spot={spot}]").click()


@pytest.fixture
def live(driver: Chrome) -> Iterator[LiveTable]:
    table = LiveTable(match(length=3))
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "undo").is_displayed())
        yield table
        driver.get("about:blank")


def test_an_interrupted_game_goes_on_from_its_xgid(driver: Chrome, live: LiveTable) -> None:
    """Turn, dice, cube, score and length are those of the XGID, and the board that shows it is in doubt for nobody."""
    wanted = parse_xgid(INTERRUPTED)
    live.players.position = wanted.position
    opened(driver)
    fill(driver, "xgid", INTERRUPTED)
    press(driver, "Use it")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, "[name=dice]").get_attribute("value") == "63")
    press(driver, "Begin from here")
    until(driver, lambda: live.table.state.phase is Phase.MOVING)
    live.wait()
    state = live.table.state
    assert (state.position, state.player, state.dice) == (wanted.position, Side.DARK, (6, 3))
    assert (state.cube, state.score, state.rules.length) == (Cube(2, Side.LIGHT), (3, 4), 7)
    assert state.out_of_step is None
    assert state.names == ("Anna", "Ben")


def says(driver: Chrome, sentence: str) -> bool:
    return sentence in driver.find_element(By.TAG_NAME, "dialog").text


def test_what_is_no_position_is_said_where_it_was_pasted(driver: Chrome, table: Table) -> None:
    opened(driver)
    doubled = INTERRUPTED.replace(":63:", ":D:")
    for text, sentence in (("nonsense", "no position in this text"), (doubled, "waits for its answer")):
        fill(driver, "xgid", text)
        press(driver, "Use it")
        until(driver, partial(says, driver, sentence))
    assert table.told == []


def test_a_position_is_laid_from_a_cleared_board(driver: Chrome, table: Table) -> None:
    """The tray is lifted from once; each tap on a point lays one more checker, until the tray is tapped again."""
    opened(driver)
    press(driver, "Clear the board")
    tap(driver, "light-0", "light-6", "light-6", "light-5", "light-0")
    tap(driver, "dark-0", "light-5", "light-20", "dark-25", "dark-0")  # dark takes the 5-point, light's goes off
    choose(driver, "player", "dark")
    choose(driver, "cube", "4")
    choose(driver, "owner", "dark")
    fill(driver, "length", "7")
    fill(driver, "score_light", "6")
    press(driver, "Begin from here")
    light, dark = [0] * 26, [0] * 26
    light[6], light[0] = 2, 13
    dark[20] = dark[5] = dark[25] = 1
    dark[0] = 12
    asked = NewGame(Position(tuple(light), tuple(dark)), Side.DARK, 4, Side.DARK, None, (6, 1), 7, crawford=True)
    assert told(driver, table) == asked

"""While it is asked how the game ended, or what lies there, everything else can be corrected too: *Menu* is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.entered_events import PositionEntered
from arbiter.match.fold import fold
from arbiter.position import Position
from tests.web.axe import violations
from tests.web.browser import MISSING, arrived, find, press, screen, show, until
from tests.web.listening import choose, open_sheet
from tests.web.live_table import LiveTable
from tests.web.tables import TABLES
from tests.web.test_turn_editor import turns
from web.hub import Hub
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

ALL_OFF = Position((15, *[0] * 25), (15, *[0] * 25))


@contextmanager
def cleared(driver: Chrome, folder: Path) -> Iterator[LiveTable]:
    """A game of a few turns, and an empty board: the page asks how it ended."""
    table = LiveTable(turns(), folder / "journal.sqlite")
    table.players.position = fold(table.events).lies
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: find(driver, "table").is_displayed())
        table.wait(30)
        table.show(table.players.reach(ALL_OFF))
        until(driver, lambda: find(driver, "question").is_displayed())
        yield table
        driver.get("about:blank")


def test_an_earlier_turn_is_corrected_while_it_is_asked_how_the_game_ended(driver: Chrome, tmp_path: Path) -> None:
    with cleared(driver, tmp_path) as table:
        assert table.table.state.out_of_step
        assert table.table.state.out_of_step.asks == "ending"
        assert violations(driver) == []
        assert not find(driver, "question-look").is_displayed()
        open_sheet(driver, "Correct an earlier turn")
        press(driver, "3. Anna · 4-2: 8/4 6/4")
        choose(driver, "play", "13/9 13/11")
        press(driver, "So it was")
        press(driver, "Correct it all the same")
        until(driver, lambda: table.table.state.turns[2].play == "13/9 13/11")


def test_the_position_is_entered_while_it_is_asked_how_the_game_ended(driver: Chrome, tmp_path: Path) -> None:
    """What is corrected begins as the game has it, not as the empty board."""
    with cleared(driver, tmp_path) as table:
        before = table.table.state
        open_sheet(driver, "Correct the position")
        press(driver, "The board shows this")
        until(driver, lambda: any(isinstance(event, PositionEntered) for event in table.events))
        until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))
        assert table.table.state.position == before.position
        table.wait(30)
        assert find(driver, "question").is_displayed()  # the board is empty all the same


@pytest.mark.parametrize("name", ["ending_asked", "doubtful", "match_over"])
def test_who_cannot_change_anything_may_take_control_from_what_covers_the_table(
    driver: Chrome, server: PageServer, hub: Hub, name: str
) -> None:
    screen(driver, 390, 844)
    driver.get(server.url)
    arrived(driver, hub)
    show(driver, hub, TABLES[name]())
    if name != "match_over":
        assert find(driver, "question-look").is_displayed()
        assert violations(driver) == []
    press(driver, "Menu")
    until(driver, lambda: driver.find_elements(By.LINK_TEXT, "Take control"))
    driver.get("about:blank")

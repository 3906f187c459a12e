"""A chouette begun from the table while the starting position lies there: by finger, before the real referee."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import GameStarted
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.position import START, Side
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.listening import choose, open_sheet
from tests.web.live_table import LiveTable
from tests.web.table_parts import match

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def begin_chouette(driver: Chrome, address: str) -> None:
    """On the table's page, until who plays can be entered."""
    screen(driver, 1180, 820)
    driver.get(address)
    until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "undo").is_displayed())
    open_sheet(driver, "New match")
    choose(driver, "kind", "chouette")


def enter_players(driver: Chrome, dice: str) -> None:
    """Anna, Ben and Chloe, each with the die they rolled."""
    entries = "dialog [name=die]:enabled"
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, entries)) == len(dice))
    for entry, text in zip(driver.find_elements(By.CSS_SELECTOR, entries), dice, strict=True):
        entry.send_keys(text)
    driver.find_elements(By.CSS_SELECTOR, "dialog [name=name]")[2].send_keys("Chloe")


def written(driver: Chrome) -> dict[str, str]:
    """The ledger on the page: points by name."""
    read = """
    return Object.fromEntries([...document.querySelectorAll("#ledger-list li")].map((row) =>
      [".ledger-name", ".ledger-points"].map((part) => row.querySelector(part).textContent)));
    """
    found: dict[str, str] = driver.execute_script(read)
    return found


def test_first_game_of_a_chouette_begun_at_the_set_up_board_counts(driver: Chrome) -> None:
    """Anna in the box doubles: both of the team are asked (R71), drop and pay, and the line moves on (R68)."""
    table = LiveTable(match(length=3))
    with table.followed() as page:
        begin_chouette(driver, page.opened_here())
        enter_players(driver, "653")
        table.wait()
        assert table.table.state.rules.length == 3, "nothing new begins while names are entered"
        press(driver, "Begin")
        until(driver, lambda: table.table.state.chouette and table.table.state.phase is Phase.TO_ROLL)
        assert [event.name for event in table.events[-3:]] == ["match", "chouette", "game"]

        play = find_play("8/5 6/5", START, Side.DARK, (3, 1))
        table.show(table.players.throw(Side.DARK, (3, 1)))
        table.show(table.players.walk([play.result]))
        table.show(table.players.lift())
        until(driver, lambda: table.table.state.player is Side.LIGHT)
        press(driver, "Double")
        press(driver, "Who takes?")
        for member in range(2):
            choose(driver, f"member{member}", "drop")
        press(driver, "That is the answer")
        until(driver, lambda: table.table.state.phase is Phase.GAME_OVER)
        until(driver, lambda: written(driver) == {"Anna": "+2", "Ben": "\N{MINUS SIGN}1", "Chloe": "\N{MINUS SIGN}1"})
        assert table.table.state.chouette
        assert table.table.state.chouette.line == ("Chloe", "Ben")
        assert sum(isinstance(event, GameStarted) for event in table.events) == 2
        driver.get("about:blank")


@pytest.mark.parametrize(
    ("dice", "chosen", "box"), [("563", None, Side.DARK), ("653", None, Side.LIGHT), ("563", "light", Side.LIGHT)]
)
def test_who_rolled_highest_keeps_the_checkers_that_they_sit_at(
    driver: Chrome, dice: str, chosen: str | None, box: Side
) -> None:
    """Unless people say otherwise: the ledger would be the wrong way round."""
    table = LiveTable(match(length=3))
    with table.followed() as page:
        begin_chouette(driver, page.opened_here())
        if chosen:
            choose(driver, "box", chosen)
        enter_players(driver, dice)
        press(driver, "Begin")
        until(driver, lambda: table.table.state.chouette)
        assert table.table.state.chouette
        assert table.table.state.chouette.side is box
        driver.get("about:blank")

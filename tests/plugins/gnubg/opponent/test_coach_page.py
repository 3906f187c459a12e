"""A coach agreed and used on the page, before the real referee and engine, in Chromium."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.entered_events import HintTaken, Undone
from arbiter.match.events import MatchStarted
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.plays import Play
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.plugins.gnubg.analysis.engine import Engine
from tests.plugins.gnubg.opponent.coached import coach
from tests.plugins.gnubg.opponent.test_page import detail, head, moved, opens, picture
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.listening import choose, open_sheet
from tests.web.live_table import LiveTable

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def shown(driver: Chrome, part: str) -> bool:
    return bool(driver.find_element(By.ID, part).is_displayed())


def open_part(driver: Chrome) -> None:
    """The form's part that asks for a coach."""
    until(driver, lambda: driver.find_elements(By.XPATH, "//summary[.='A coach']"))
    driver.find_element(By.XPATH, "//summary[.='A coach']").click()


def tick(driver: Chrome, *names: str) -> None:
    wanted = ", ".join(f"dialog [name={name}]" for name in names)
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, wanted)) == len(names))
    for box in driver.find_elements(By.CSS_SELECTOR, wanted):
        box.click()


def plays(table: LiveTable, play: Play) -> None:
    table.show(moved(table, play.result))
    table.show(table.players.lift())


@pytest.mark.parametrize("size", [(1180, 820), (390, 844)], ids=["tablet", "telephone"])
def test_a_hint_a_verdict_and_once_more(driver: Chrome, gnubg: Engine, size: tuple[int, int]) -> None:
    table = LiveTable([MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben"))], guest=coach())
    name = "coach" if size[0] > size[1] else "coach-telephone"
    with table.followed() as page:
        screen(driver, *size)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "headline").is_displayed())
        open_sheet(driver, "New match")
        open_part(driver)
        tick(driver, "coach_light", "coach_dark")
        picture(driver, f"{name}-form")
        press(driver, "Begin")
        until(driver, lambda: "with a coach" in find(driver, "match").text)
        table.show(table.players.rest(14, 14))
        table.show(opens(table, 4, 2))
        until(driver, lambda: head(driver) == "Ada to play")
        press(driver, "Hint")
        until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#coach-plays button")) == 3)
        assert find(driver, "coach-title").text == "Hint for Ada"
        assert driver.find_element(By.CSS_SELECTOR, "#coach-plays button").text.startswith("8/4 6/4")
        assert driver.find_elements(By.CSS_SELECTOR, "#board .arrow.better")
        picture(driver, f"{name}-hint")
        driver.find_elements(By.CSS_SELECTOR, "#coach-plays button")[2].click()
        assert driver.find_elements(By.CSS_SELECTOR, "#coach-plays button")[2].get_attribute("aria-pressed") == "true"
        wrong = find_play("6/4 6/2", START, Side.LIGHT, (4, 2))
        plays(table, wrong)
        until(driver, lambda: shown(driver, "coach-again"))
        assert find(driver, "coach-title").text == "Ada: A blunder"
        assert "8/4 6/4 was better: 6/2 6/4 cost 0." in find(driver, "coach-words").text
        picture(driver, f"{name}-blunder")
        press(driver, "Show it")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog .arrow.worse"))
        picture(driver, f"{name}-sheet")
        press(driver, "Close")
        press(driver, "Play it again")
        until(driver, lambda: head(driver) == "Ada to play")
        until(driver, lambda: detail(driver).startswith("First 4 back to 6, 2 back to 6; then 4-2 once more."))
        assert driver.find_elements(By.CSS_SELECTOR, "#board .arrow.back")
        picture(driver, f"{name}-again")
        table.show(moved(table, START))
        until(driver, lambda: detail(driver).startswith("Once more: lay the dice so"))
        table.players.dice = [(4, (640.0, 250.0), "right", Side.LIGHT), (2, (680.0, 260.0), "right", Side.LIGHT)]
        table.players.camera.thrown(table.players.dice)
        table.show(table.players.rest(12, 12))
        plays(table, find_play("8/4 6/4", START, Side.LIGHT, (4, 2)))
        until(driver, lambda: find(driver, "coach-title").text == "Ada: Fine" and head(driver) == "Ben to roll")
        assert find(driver, "coach-words").text == "The best play."
        assert not shown(driver, "coach-again")
        picture(driver, f"{name}-fine")
    assert [type(event) for event in table.events].count(HintTaken) == 1
    assert [event.again for event in table.events if isinstance(event, Undone)] == [True]
    assert [turn.play for turn in table.table.state.turns] == ["8/4 6/4"]


def test_without_everybodys_word_there_is_no_coach(driver: Chrome) -> None:
    table = LiveTable([MatchStarted(0, 0.0, Rules(length=3, coach=True), ("Ada", "Ben"))], guest=coach())
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and "with a coach" in find(driver, "match").text)
        open_sheet(driver, "New match")
        open_part(driver)
        assert not driver.find_element(By.CSS_SELECTOR, "dialog [name=coach_light]").is_selected()  # agreed anew
        tick(driver, "coach_dark")
        press(driver, "Begin")
        until(driver, lambda: "with a coach" not in find(driver, "match").text)
        assert not table.table.state.rules.coach
        open_sheet(driver, "New match")
        tick(driver, "clock")
        assert not driver.find_elements(By.XPATH, "//summary[.='A coach']")[0].is_displayed()
        press(driver, "Close")


def test_against_the_computer_one_word_is_enough(driver: Chrome, gnubg: Engine) -> None:
    table = LiveTable([MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben"))], opponent=True, guest=coach())
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "headline").is_displayed())
        open_sheet(driver, "New match")
        choose(driver, "against", "computer")
        choose(driver, "level", "expert")  # weaker levels err by chance, and sometimes double
        choose(driver, "its_dice", "program")
        open_part(driver)
        assert not driver.find_element(By.CSS_SELECTOR, "dialog [name=coach_dark]").is_displayed()
        tick(driver, "coach_light")
        press(driver, "Begin")
        until(driver, lambda: "with a coach" in find(driver, "match").text)
        table.show(table.players.rest(14, 14))
        table.show(opens(table, 5, 2))
        until(driver, lambda: table.table.state.phase is Phase.MOVING)
        plays(table, find_play("8/3 6/4", START, Side.LIGHT, (5, 2)))
        until(driver, lambda: head(driver).startswith("It plays"))  # it has thrown and decided already
        until(driver, lambda: shown(driver, "coach-again"))
        roll = table.table.state.dice
        press(driver, "Play it again")
        until(driver, lambda: detail(driver).startswith("First "))
        assert table.table.state.kept_rolls == ((Side.DARK, roll),)
        picture(driver, "coach-computer-again")

"""Positions loaded, set up, played and graded on the page, before the real table and engine, in Chromium."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import GameStarted, MatchStarted
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from bookgammon.plugins.gnubg.analysis.engine import Engine
from tests.arbiter_referee.stage import moved
from tests.plugins.study.live_drills import PractisedTable
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.test_keyboard import press as press_by_key

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PICTURES = os.environ.get("PICTURES_OF_STUDY", "")
"""A folder in which pictures of the page are left, to be looked at."""
OTHERWISE = moved(START, Side.LIGHT, (8, 7), (13, 9))
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


def picture(driver: Chrome, name: str) -> None:
    if PICTURES:
        time.sleep(0.6)
        driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))


def laid(table: PractisedTable, position: Position) -> Iterator[Evidence]:
    yield from table.players.reach(position)
    yield from table.players.rest(16, 16)


def thrown(table: PractisedTable, one: int, two: int) -> Iterator[Evidence]:
    players = table.players
    yield players.look(hand=True, still=False)
    players.dice = [(one, (640.0, 250.0), "right", Side.LIGHT), (two, (675.0, 250.0), "right", Side.LIGHT)]
    players.camera.thrown(players.dice)
    yield from players.rest(16, 16)


def head(driver: Chrome) -> str:
    return find(driver, "drill-headline").text


def load(driver: Chrome, name: str, text: str) -> None:
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".study-load"))
    driver.find_element(By.CSS_SELECTOR, ".study-load summary").click()
    for field, value in (("learner", "Ada"), ("name", name), ("text", text)):
        part = driver.find_element(By.CSS_SELECTOR, f".study-load [name={field}]")
        part.clear()
        part.send_keys(value)
    press(driver, "Load these positions")


def test_from_a_pasted_list_to_a_grade(driver: Chrome, gnubg: Engine, tmp_path: Path) -> None:
    table = PractisedTable([MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben"))], tmp_path)
    table.players.position = table.players.camera._looked_at = OTHERWISE  # so that no game begins
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo"))
        driver.get(f"{page.url}study")
        load(driver, "Openings", f"{OPENING} Make the point, of course.\nXGID=broken")
        until(driver, lambda: "1 position was added." in find(driver, "loaded").text)
        assert "Line 2: An XGID has ten fields" in find(driver, "loaded").text
        picture(driver, "overview")
        table.show(laid(table, OTHERWISE))
        press(driver, "Practise at the board")
        until(driver, lambda: head(driver) == "Set this position up")
        until(driver, lambda: "Take 1 light checker from the 7-point." in find(driver, "drill-steps").text)
        assert len(driver.find_elements(By.CSS_SELECTOR, "#drill-board .surplus")) == 2
        assert len(driver.find_elements(By.CSS_SELECTOR, "#drill-board .ghost")) == 2
        picture(driver, "setting-up")
        table.show(laid(table, START))
        until(driver, lambda: head(driver) == "Lay the dice: 3-1")
        picture(driver, "rolling")
        table.show(thrown(table, 3, 1))
        until(driver, lambda: head(driver) == "Play 3-1")
        table.show(laid(table, moved(START, Side.LIGHT, (24, 20))))
        until(driver, lambda: "That is 24/20" in find(driver, "drill-detail").text)
        picture(driver, "deciding")
        table.show(table.players.lift())
        until(driver, lambda: head(driver).startswith("That cost"))
        assert "better is 8/5 6/5" in find(driver, "drill-detail").text
        assert len(driver.find_elements(By.CSS_SELECTOR, "#drill-board .arrow.back")) == 2
        area = driver.find_element(By.CSS_SELECTOR, "#drill-note textarea")
        assert area.get_attribute("value") == "Make the point, of course."
        area.clear()
        area.send_keys("Always.")
        find(driver, "drill-headline").click()
        until(driver, lambda: "The note is kept." in find(driver, "drill-note").text)
        assert "Always." in driver.execute_script("return fetch('/api/study/export?learner=Ada').then((a) => a.text())")
        picture(driver, "graded")
        press(driver, "Next position")
        until(driver, lambda: find(driver, "overview").is_displayed())
        assert "1 more comes today." in find(driver, "lines").text
        picture(driver, "after")


def test_an_open_match_is_asked_about_and_laid_out_again(driver: Chrome, gnubg: Engine, tmp_path: Path) -> None:
    game = [
        MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben")),
        GameStarted(0, 0.0, START, Side.LIGHT, 1, None, False),
    ]
    table = PractisedTable(game, tmp_path)
    with table.followed() as page:
        screen(driver, 390, 844)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo"))
        driver.get(f"{page.url}study")
        load(driver, "Cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10")
        until(driver, lambda: find(driver, "begin").is_displayed())
        press_by_key(driver, "Practise at the board")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))
        picture(driver, "asks-telephone")
        press_by_key(driver, "Practise now")
        until(driver, lambda: head(driver) == "Double, or roll?")
        picture(driver, "cube-telephone")
        press_by_key(driver, "Double")
        until(driver, lambda: head(driver).startswith("That cost"))
        picture(driver, "cube-graded-telephone")
        table.show(laid(table, moved(START, Side.DARK, (24, 18))))
        press(driver, "Stop for now")
        until(driver, lambda: head(driver) == "Lay your match out again")
        until(driver, lambda: "Take 1 dark checker" in find(driver, "drill-steps").text)
        picture(driver, "laying-out-telephone")
        state = table.table.state
        table.show(laid(table, START))
        until(driver, lambda: find(driver, "overview").is_displayed())
        table.wait(30)
        assert table.table.state == state
        assert table.events == game

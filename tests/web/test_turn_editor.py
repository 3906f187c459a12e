"""An earlier turn corrected by finger: from the list of plays, from the menu and from the past matches."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import Event, GameStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.notation import find_play, format_play
from arbiter.position import START, Side
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from tests.web.axe import violations
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.listening import choose, open_sheet
from tests.web.live_table import LiveTable
from tests.web.table_parts import match
from tests.web.whole_page import whole_page
from web.history import add_history

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

PLAYED = ((Side.LIGHT, (3, 1), "8/5 6/5"), (Side.DARK, (6, 2), "13/5"), (Side.LIGHT, (4, 2), "8/4 6/4"))


def turns() -> list[Event]:
    events: list[Event] = [*match(score=(0, 0)), GameStarted(0, 0.0, START)]
    position = fold(events).position
    for number, (side, dice, text) in enumerate(PLAYED, 1):
        play = find_play(text, position, side, dice)
        position = play.result
        events.append(RollSeen(number, float(number), side, dice))
        events.append(PlayMade(number, number + 0.5, side, dice, format_play(play), position))
    return events


def controlled(driver: Chrome, page: Page) -> None:
    driver.get(page.opened_here())
    until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "undo").is_displayed())


@pytest.mark.parametrize(("size", "scheme"), [((1180, 820), "light"), ((390, 844), "dark")])
def test_a_play_of_the_list_is_corrected_and_the_correction_undone(
    driver: Chrome, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    table = LiveTable(turns(), tmp_path / "journal.sqlite")
    table.players.position = fold(table.events).position
    before = table.table.state
    with table.followed() as page:
        screen(driver, *size, scheme)
        controlled(driver, page)
        open_sheet(driver, "Correct an earlier turn")
        press(driver, "2. Ben · 6-2: 13/5")
        choose(driver, "one", "5")
        choose(driver, "two", "3")
        press(driver, "So it was")
        until(driver, lambda: table.table.state.turns[1].dice == (5, 3))
        assert violations(driver) == []
        assert table.table.state.turns[1].play == "13/5"
        until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))
        table.wait()
        assert table.table.state.position == before.position  # the referee goes on from the board as it lies
        assert table.table.state.out_of_step is None
        until(driver, lambda: find(driver, "undo").get_attribute("aria-label") == "Undo the correction of turn 2")
        find(driver, "undo").click()
        until(driver, lambda: table.table.state == before)
        with Journal(tmp_path / "journal.sqlite", read_only=True) as journal:
            assert fold(journal.events(table.entry)) == table.table.state
        driver.get("about:blank")


def test_the_list_goes_on_with_the_game_while_it_lies_open(driver: Chrome, tmp_path: Path) -> None:
    table = LiveTable(turns(), tmp_path / "journal.sqlite")
    table.players.position = before = fold(table.events).position
    listed = ["3. Anna · 4-2: 8/4 6/4", "2. Ben · 6-2: 13/5", "1. Anna · 3-1: 8/5 6/5"]

    def lists(*newer: str) -> bool:
        found = driver.find_elements(By.CSS_SELECTOR, "dialog[open] .play")
        return [button.text for button in found] == [*newer, *listed]

    with table.followed() as page:
        screen(driver, 768, 1024)
        controlled(driver, page)
        open_sheet(driver, "Correct an earlier turn")
        until(driver, lists)
        opened = driver.find_elements(By.CSS_SELECTOR, "dialog[open] .play")[1]
        driver.execute_script("arguments[0].focus()", opened)
        table.show(table.players.throw(Side.DARK, (5, 3)))
        table.show(table.players.walk([find_play("8/3 6/3", before, Side.DARK, (5, 3)).result]))
        table.show(table.players.lift())
        until(driver, lambda: lists("4. Ben · 5-3: 8/3 6/3"))
        assert driver.switch_to.active_element == opened
        assert violations(driver) == []
        driver.get("about:blank")


def test_what_changes_the_board_as_it_lies_is_asked_first(driver: Chrome, tmp_path: Path) -> None:
    table = LiveTable(turns(), tmp_path / "journal.sqlite")
    table.players.position = fold(table.events).position
    with table.followed() as page:
        screen(driver, 1180, 820)
        controlled(driver, page)
        driver.find_element(By.CSS_SELECTOR, "#plays li").click()  # the newest
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=play]"))
        assert driver.find_element(By.ID, "dialog-title").text == "Turn 3"
        choose(driver, "play", "13/9 13/11")
        press(driver, "So it was")
        until(driver, lambda: "would have to change" in driver.find_element(By.CSS_SELECTOR, "dialog[open]").text)
        assert violations(driver) == []
        assert table.table.state.turns[2].play == "8/4 6/4"
        press(driver, "Correct it all the same")
        until(driver, lambda: table.table.state.turns[2].play == "13/9 13/11")
        driver.get("about:blank")


def test_a_play_written_against_the_rules_is_judged(driver: Chrome, tmp_path: Path) -> None:
    table = LiveTable(turns(), tmp_path / "journal.sqlite")
    table.players.position = fold(table.events).position
    with table.followed() as page:
        screen(driver, 768, 1024, "dark")
        controlled(driver, page)
        open_sheet(driver, "Correct an earlier turn")
        press(driver, "2. Ben · 6-2: 13/5")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=text]"))
        driver.find_element(By.CSS_SELECTOR, "dialog [name=text]").send_keys("24/14")
        press(driver, "So it was")
        until(driver, lambda: "illegal play that stands" in driver.find_element(By.CSS_SELECTOR, "dialog[open]").text)
        assert not table.table.state.turns[1].illegal
        driver.get("about:blank")


@pytest.fixture
def past(driver: Chrome, tmp_path: Path) -> Iterator[tuple[Page, Path]]:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), turns())
    add = [partial(add_history, archive=Archive(path, lambda: None))]
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as page:
        yield page, path
        driver.get("about:blank")


def test_a_past_match_is_corrected_and_says_so(driver: Chrome, past: tuple[Page, Path]) -> None:
    page, path = past
    screen(driver, 1024, 768)
    driver.get(page.url + "history/1#2")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step"))
    assert "Correct this turn" not in [b.text for b in driver.find_elements(By.TAG_NAME, "button") if b.is_displayed()]
    driver.get(page.joined_by(page.url))
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history/1#2")
    press(driver, "Correct this turn")
    choose(driver, "cube", "taken")
    choose(driver, "play", "24/18 13/11")
    press(driver, "So it was")
    press(driver, "Correct it all the same")
    line = "Turn 2 corrected: 24/18 13/11 instead of 13/5; a double, taken, before it"
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".step.edited"))
    driver.find_element(By.CSS_SELECTOR, ".step.edited").click()
    assert driver.find_element(By.ID, "step-note").text == line
    assert violations(driver) == []
    with Journal(path, read_only=True) as journal:
        events = journal.events(journal.matches()[0])
    record = record_of(events)
    assert [getattr(action, "play", getattr(action, "verb", "")) for action in record.games[0].actions] == [
        "8/5 6/5", "double", "take", "24/18 13/11", "8/4 6/4",
    ]  # fmt: skip
    assert line in record.header.comment
    for kind in ("mat", "sgf", "text"):
        told = urllib.request.urlopen(f"{page.url}api/history/1/export/{kind}").read().decode()
        assert "24/18 13/11" in told or "24/18" in told
    steps = json.loads(urllib.request.urlopen(page.url + "api/history/1").read())["steps"]
    assert [step["kind"] for step in steps] == ["begins", "play", "cube", "cube", "play", "play", "edited"]


def test_who_only_looks_may_not_correct(past: tuple[Page, Path]) -> None:
    page, _ = past
    asked = urllib.request.Request(
        page.url + "api/history/1/edit", b"{}", {"Content-Type": "application/json", "Origin": page.url.rstrip("/")}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    assert refused.value.code == 401
    refused.value.close()

"""Abak Evolution on the page: letters on checkers, one question with the stacks drawn, a tap that puts one right."""

from __future__ import annotations

import os

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.abak.rulebook import ABAK_RULES
from arbiter.match.commands import NewMatch, TellStack
from arbiter.rules import Rules
from tests.web.abak_tables import abak_asked, abak_held, abak_set_up
from tests.web.browser import MISSING, find, press, screen, show, until
from tests.web.listening import Table, choose, open_sheet, told
from tests.web.tables import to_roll
from web.state_view import rules_json
from web.view import view_json

needs_browser = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def signs(driver: Chrome) -> list[str]:
    return sorted(found.text for found in driver.find_elements(By.CSS_SELECTOR, "#board .count") if found.text)


@needs_browser
def test_letters_show_the_classes_and_soldiers_bear_none(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, abak_held())
    assert signs(driver) == sorted("GGCDEO" * 2)
    spoken = find(driver, "board").get_attribute("aria-label") or ""
    assert "druid on 18" in spoken
    show(driver, table.hub, to_roll())
    assert signs(driver) == []


@needs_browser
def test_the_board_to_be_set_up_shows_where_each_class_belongs(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, abak_set_up())
    assert [each for each in signs(driver) if each] == sorted("GGCDEO" * 2)


@needs_browser
def test_the_question_is_answered_with_one_tap_on_a_stack(driver: Chrome, table: Table) -> None:
    screen(driver, 1280, 800)
    show(driver, table.hub, abak_asked())
    until(driver, lambda: find(driver, "stack-question").is_displayed())
    assert find(driver, "stack-text").text.startswith("What lies on light's 13-point?")
    if folder := os.environ.get("PICTURES"):
        driver.save_screenshot(f"{folder}/abak_question.png")
    _, second = driver.find_elements(By.CSS_SELECTOR, "#stack-choices .stack-choice")
    picture = second.find_element(By.CSS_SELECTOR, "svg")
    assert picture.get_attribute("aria-label") == "from below: soldier, soldier, guard, even wounded"
    second.click()
    assert told(driver, table) == TellStack(13, "SSGE")
    show(driver, table.hub, to_roll())
    until(driver, lambda: not find(driver, "stack-question").is_displayed())


@needs_browser
def test_a_tap_on_a_stack_puts_its_order_right(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, abak_held())
    label = driver.find_element(By.XPATH, "//*[@id='board']//*[contains(@class,'count')][text()='C']")
    driver.execute_script(
        "const [at, clientX, clientY] = arguments;"
        "at.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX, clientY}))",
        label, label.rect["x"] + 5, label.rect["y"] + 5,
    )  # fmt: skip
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .stack-order li"))
    if folder := os.environ.get("PICTURES"):
        driver.save_screenshot(f"{folder}/abak_sheet.png")


@needs_browser
def test_the_menu_leads_to_every_stack_by_keyboard(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, abak_held())
    open_sheet(driver, "What lies in a stack")
    press(driver, "Light\u2019s 8-point")
    press(driver, "Lower")
    press(driver, "So it lies")
    assert told(driver, table) == TellStack(8, "SSG")


@needs_browser
def test_more_rules_offer_it_with_what_its_makers_leave_open(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "New match or session")
    until(driver, lambda: driver.find_elements(By.NAME, "variant"))
    driver.execute_script("document.querySelectorAll('dialog details').forEach((part) => (part.open = true))")
    assert not driver.find_element(By.NAME, "druid_hit").is_displayed()
    choose(driver, "variant", "abak")
    until(driver, lambda: driver.find_element(By.NAME, "druid_hit").is_displayed())
    driver.find_element(By.NAME, "druid_hit").click()
    if folder := os.environ.get("PICTURES"):
        driver.save_screenshot(f"{folder}/abak_rules.png")
    driver.find_element(By.CSS_SELECTOR, "dialog form button[type=submit]").click()
    command = told(driver, table)
    assert isinstance(command, NewMatch)
    assert (command.rules.variant, command.rules.druid_hit, command.rules.coach) == ("abak", False, False)


def test_the_state_of_backgammon_says_nothing_of_classes() -> None:
    found = view_json(to_roll(), 1)
    assert "stacks" not in found
    assert "stacks" not in found["turn_position"]
    assert view_json(abak_asked(), 1)["waiting_for"]["what"] == "answer"


def test_its_rules_are_told_by_their_numbers() -> None:
    assert rules_json(("A7", "R16"))[0]["text"] == ABAK_RULES["A7"]
    assert Rules(variant="abak", coach=True).fault()

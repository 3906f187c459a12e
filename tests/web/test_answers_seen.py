"""What comes of a tap is seen where people look: that it is sent, why it is refused, whatever lies over the page."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.commands import Undo
from tests.web.browser import MISSING, find, press, show, until
from tests.web.listening import Table, open_sheet
from tests.web.tables import TABLES

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

ON_TOP = """
const slip = arguments[0];
slip.style.pointerEvents = "auto"; // else what lies beneath is found
const { x, y, width, height } = slip.getBoundingClientRect();
return document.elementFromPoint(x + width / 2, y + height / 2) === slip;
"""


def test_what_is_sent_and_not_answered_says_so_until_it_is(driver: Chrome, table: Table) -> None:
    table.answers.clear()
    find(driver, "undo").click()
    until(driver, lambda: slips(driver) == ["Sent; waiting for the answer…"])
    table.answers.set()
    until(driver, lambda: not slips(driver))
    assert table.told == [Undo()]


def test_on_a_sheet_it_is_said_on_the_sheet(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "Seats")
    table.answers.clear()
    press(driver, "Swap the seats")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .sent"))
    table.answers.set()
    until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, ".sent, dialog[open]"))


def test_why_a_warnings_button_is_refused_lies_over_the_warning(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["alarm"]())
    table.refusal = "Somebody let it stand already."
    find(driver, "alarm-demand").click()
    until(driver, lambda: find(driver, "refused").text == table.refusal)
    assert driver.execute_script(ON_TOP, find(driver, "refused"))


def test_why_a_button_of_a_sheet_is_refused_stands_on_the_sheet(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "Seats")
    table.refusal = "Not during a play."
    for says in ("Swap the seats", "They sit so"):
        press(driver, says)
        until(driver, lambda: said_on_sheet(driver) == [table.refusal])


def slips(driver: Chrome) -> list[str]:
    return [slip.text for slip in driver.find_elements(By.CLASS_NAME, "sent")]


def said_on_sheet(driver: Chrome) -> list[str]:
    said = driver.find_elements(By.CSS_SELECTOR, "dialog[open] .error")
    return [each.text.removeprefix("⚠\ufe0e").strip() for each in said if each.text]

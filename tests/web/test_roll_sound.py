"""The short sound for a roll: only where a device wants it, once for each roll."""

from __future__ import annotations

from dataclasses import replace

import pytest
from selenium.webdriver import Chrome

from tests.web.browser import MISSING, press, show, until
from tests.web.listening import Table
from tests.web.tables import TABLES

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

COUNTED = """
window.sounds = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.sounds += 1; return made.call(this); };
"""

WANTED = """
const labels = [...document.querySelectorAll("dialog[open] label")];
const wanted = labels.find((one) => one.textContent.includes("a roll is read"));
wanted?.click();
return Boolean(wanted);
"""


def test_a_roll_sounds_once_where_it_is_wanted(driver: Chrome, table: Table) -> None:
    driver.execute_script(COUNTED)
    press(driver, "Menu")  # a touch, so that the browser lets the page sound
    press(driver, "Close")
    show(driver, table.hub, TABLES["moving"]())
    assert driver.execute_script("return window.sounds") == 0  # silent as it comes
    show(driver, table.hub, TABLES["to_roll"]())
    press(driver, "Menu")
    until(driver, lambda: driver.execute_script(WANTED))
    press(driver, "Close")
    show(driver, table.hub, TABLES["moving"]())
    assert driver.execute_script("return window.sounds") == 1
    show(driver, table.hub, replace(TABLES["moving"](), hand=True))
    assert driver.execute_script("return window.sounds") == 1  # the same roll
    driver.execute_script("localStorage.clear()")

"""`bookgammon demo --two`: a whole match by itself, and both pages beside each other in a real Chromium."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import MatchOver
from bookgammon.history.journal import DEMO_FILE, Journal
from tests.two_books.demo.shown_demo import PATIENCE_S, demo, surroundings, words
from tests.two_books.guest.taps import tap
from tests.two_books.looks import LOOKS
from tests.web.axe import violations
from tests.web.browser import MISSING, chromium, find, screen, until
from two_books.demo_two import LENGTH

TABLES, GUESTS = "#plays li .play-text", "#plays li"
_TEXTS = "return [...document.querySelectorAll(arguments[0])].map((row) => row.textContent)"
pytestmark = pytest.mark.xdist_group("two_books demo")


def test_match_is_played_by_itself(tmp_path: Path) -> None:
    run = subprocess.run(
        words(tmp_path, "--fast"), env=surroundings(tmp_path), capture_output=True, text=True, timeout=2 * PATIENCE_S,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    with Journal(tmp_path / "data" / DEMO_FILE, read_only=True) as journal:
        match = max(journal.matches(), key=lambda each: each.id)
        last = journal.events(match)[-1]
    assert isinstance(last, MatchOver)
    assert max(last.score) >= LENGTH


@contextmanager
def frame(driver: Chrome, number: int) -> Iterator[None]:
    """Within one of the two pages: 0 the table's, 1 the guest's."""
    driver.switch_to.frame(driver.find_elements(By.TAG_NAME, "iframe")[number])
    try:
        yield
    finally:
        driver.switch_to.default_content()


def plays(driver: Chrome, number: int, rows: str) -> list[str]:
    """What that page lists of the last plays, the newest first."""
    with frame(driver, number):
        return [str(row) for row in driver.execute_script(_TEXTS, rows)]


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_both_pages_show_one_match(tmp_path: Path) -> None:
    with demo(tmp_path) as address, chromium(tmp_path / "browser") as driver:
        screen(driver, 1500, 820)
        driver.get(address)
        until(driver, lambda: len(driver.find_elements(By.TAG_NAME, "iframe")) == 2)
        until(driver, lambda: len(plays(driver, 1, GUESTS)) >= 3)
        until(driver, lambda: _agree(driver))
        assert find(driver, "by-itself").is_selected()
        find(driver, "by-itself").click()
        until(driver, lambda: _comes_to_throw(driver))  # nobody throws for the guest any more
        before = plays(driver, 1, GUESTS)
        with frame(driver, 1):
            find(driver, "acts").find_element(By.CSS_SELECTOR, "[data-act=throw]").click()
        until(driver, lambda: not _may_throw(driver))
        find(driver, "by-itself").click()
        until(driver, lambda: len(plays(driver, 1, GUESTS)) > len(before))
        until(driver, lambda: _agree(driver))
        _all_can_use_them(driver)


def _agree(driver: Chrome) -> bool:
    """Whether both pages name the same last play."""
    theirs, ours = plays(driver, 0, TABLES), plays(driver, 1, GUESTS)
    return bool(ours) and bool(theirs) and ours[0].endswith(f"  {theirs[0]}")


def _comes_to_throw(driver: Chrome) -> bool:
    """Whether the guest may throw; a turn that the program has left in its middle is ended by hand."""
    if not _may_throw(driver):
        with frame(driver, 1):
            tap(driver, ("Done", "Take", "Accept"))
    return _may_throw(driver)


def _may_throw(driver: Chrome) -> bool:
    with frame(driver, 1):
        return find(driver, "acts").find_element(By.CSS_SELECTOR, "[data-act=throw]").is_displayed()


def _all_can_use_them(driver: Chrome) -> None:
    """Before axe; and pictures for people to look at, where they say where to."""
    for name, (width, height, scheme) in LOOKS.items():
        screen(driver, width, height, scheme)
        if folder := os.environ.get("PICTURES"):
            driver.save_screenshot(f"{folder}/demo_two_{name}.png")
        assert violations(driver) == [], name
        for number in range(2):
            with frame(driver, number):
                assert violations(driver) == [], (name, number)

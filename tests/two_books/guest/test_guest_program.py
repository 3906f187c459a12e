"""The real program `two-guest` against a simulated table: joined by a file, killed, going on, by keyboard alone."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from arbiter.rules import Rules
from tests.two_books.guest.guest_game import straight_invitation, table_with_link
from tests.two_books.match.programs import RunningProgram, installed_in
from tests.two_books.match.two_tables import games_of
from tests.web.browser import MISSING, chromium, find, screen, until
from two_books.guest_seat import FOLDER
from two_books.invitation import code_of
from two_books.shared_match import match_of

needs_browser = pytest.mark.skipif(bool(MISSING), reason=MISSING)
_TABS = 60


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Chrome]:
    with chromium(tmp_path / "profile") as driver:
        screen(driver, 1180, 820)
        yield driver


def key(driver: Chrome, pressed: str) -> None:
    ActionChains(driver).send_keys(pressed).perform()


def focus(driver: Chrome) -> tuple[str, str]:
    """What has the focus: its text, and the place of the board that it is."""
    text, spot = driver.execute_script(
        "const it = document.activeElement; return [it.textContent, it.getAttribute('data-spot') || '']"
    )
    return str(text), str(spot)


def tab_to(driver: Chrome, wanted: set[str]) -> bool:
    """The next of these buttons, or else of the places, that the tabulator reaches."""
    for _ in range(_TABS):
        key(driver, Keys.TAB)
        text, spot = focus(driver)
        if text in wanted or (spot and "" in wanted):
            return True
    return False


def turn_by_keyboard(driver: Chrome) -> None:
    """One button, or one checker and then where it goes."""
    seen = driver.execute_script(
        "return [...document.querySelectorAll('#acts button')].filter((e) => e.checkVisibility())"
        ".map((e) => e.textContent)"
    )
    wanted = {"Würfeln", "Fertig", "Annehmen"} & set(seen)
    places = driver.execute_script("return document.querySelectorAll('.spot').length")
    if not wanted and not places:
        return
    if tab_to(driver, wanted or {""}):
        key(driver, Keys.ENTER)
    if not wanted:
        tab_to_goal(driver)
        key(driver, Keys.ENTER)


def tab_to_goal(driver: Chrome) -> None:
    """Where the checker that is held may go."""
    for _ in range(_TABS):
        if driver.execute_script("return document.activeElement.classList.contains('goal')"):
            return
        key(driver, Keys.TAB)


@needs_browser
def test_a_guest_goes_on_after_kill_and_plays_by_keyboard(driver: Chrome, tmp_path: Path) -> None:
    invitation = straight_invitation()
    code = tmp_path / "invitation"
    code.touch(0o600)
    code.write_text(code_of(invitation))
    installed = installed_in(tmp_path / "installed")
    rules = Rules(length=1, variant="hypergammon")
    with table_with_link(tmp_path, 21, invitation, rules, gives_up=0.0, against_rules=0.0) as table:
        words = ["two-guest", "--join", str(code), "--my-name", "Ben"]
        guest = RunningProgram(tmp_path, words, installed)
        kills = 0
        try:
            driver.get(guest.paired_at())
            until(driver, lambda: find(driver, "near").text.startswith("Ben"))
            driver.add_cookie({"name": "language", "value": "de"})
            driver.refresh()
            until(driver, lambda: find(driver, "near").text.startswith("Ben"))
            driver.save_screenshot(str(tmp_path / "german.png"))
            ends = time.monotonic() + 400
            while not table.finished:
                assert time.monotonic() < ends
                turns = sum(entry.body["kind"] == "played" for entry in table.log())
                if kills < 2 and turns > 2 + 3 * kills:
                    guest.kill()
                    kills += 1
                    guest = RunningProgram(tmp_path, ["two-guest"], installed)
                    driver.get(guest.paired_at())
                    until(driver, lambda: find(driver, "near").text.startswith("Ben"))
                turn_by_keyboard(driver)
            until(driver, lambda: "gewinnt das Match" in find(driver, "says").text)
        finally:
            guest.kill()
        own = guest.data / FOLDER
        assert kills == 2
        assert all(not stat.S_IMODE(os.stat(path).st_mode) & 0o077 for path in own.iterdir() if path.is_file())
        secret = code_of(invitation).removeprefix("TWOBOOKS:")
        assert not any(secret[:20] in line for line in guest.said)
        shared = match_of(table.log())
    assert table.player is not None
    assert games_of(table.player.events) == games_of(shared.events)


def test_without_a_name_or_with_a_bad_file_it_says_so(tmp_path: Path) -> None:
    installed = installed_in(tmp_path / "installed")
    code = tmp_path / "invitation"
    code.write_text("nonsense")
    code.chmod(0o600)
    for words, sentence in (
        (["two-guest", "--join", str(code), "--my-name", "Ben"], "This is no invitation"),
        (["two-guest", "--join", str(tmp_path / "none"), "--my-name", "Ben"], "cannot be read"),
    ):
        program = RunningProgram(tmp_path, ["--language", "en", *words], installed)
        assert program.wait(120) == 1
        assert len(program.said) == 1, program.said
        assert sentence in program.said[0]

"""While a warning fills the page people say that the board lies otherwise, or that an earlier turn was another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import Event, RollSeen
from arbiter.match.fold import fold
from arbiter.match.judged_play import judged_play
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.position import Side
from tests.web.axe import violations
from tests.web.browser import MISSING, find, press, screen, until
from tests.web.listening import choose, open_sheet
from tests.web.live_table import LiveTable
from tests.web.tables import misplay
from tests.web.test_turn_editor import turns

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@contextmanager
def warned(driver: Chrome, folder: Path, events: Sequence[Event], *, scheme: str = "light") -> Iterator[LiveTable]:
    """The table after these events, with what was played last lying there and the warning filling the page."""
    table = LiveTable(events, folder / "journal.sqlite")
    table.players.position = fold(events).lies
    with table.followed() as page:
        screen(driver, 1180, 820, scheme)
        driver.get(page.opened_here())
        until(driver, lambda: find(driver, "alarm").is_displayed() and find(driver, "alarm-undo").is_displayed())
        yield table
        driver.get("about:blank")


def tap(driver: Chrome, start: str, end: str) -> None:
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, f"dialog [data-spot={start}]"))
    for spot in (start, end):
        driver.find_element(By.CSS_SELECTOR, f"dialog [data-spot={spot}] rect").click()


def verdict(driver: Chrome) -> str:
    return str(find(driver, "alarm-verdict").get_property("textContent"))


def test_another_board_is_another_fault_and_a_legal_one_is_none(driver: Chrome, tmp_path: Path) -> None:
    """Ben's 8/4 with 6-3: it lies on 3, people say, which is wrong too; then on 5, which is right."""
    with warned(driver, tmp_path, misplay(provisional=False)) as table:
        assert verdict(driver) == "8/4 needs a 4."
        open_sheet(driver, "Correct the position")
        tap(driver, "light-21", "light-22")  # Ben's 4 and 3
        press(driver, "The board shows this")
        until(driver, lambda: verdict(driver) == "8/3 needs a 5.")
        assert table.table.state.phase is Phase.CORRECTING
        table.wait()  # the camera reads it on 4 as before
        assert verdict(driver) == "8/3 needs a 5."
        assert violations(driver) == []
        press(driver, "The camera misread the board")
        press(driver, "Show it on the board")
        tap(driver, "light-22", "light-20")
        press(driver, "The board shows this")
        until(driver, lambda: not find(driver, "alarm").is_displayed())
        assert [(turn.play, turn.illegal) for turn in table.table.state.turns[-1:]] == [("11/5 8/5", False)]


@pytest.mark.parametrize("way", ["by the menu", "by what the camera misread"])
def test_an_earlier_turn_was_another_one_and_the_play_is_legal(driver: Chrome, tmp_path: Path, way: str) -> None:
    """Anna's 4-2 was 13/9 13/11, read as 8/4 6/4: from there Ben's 13/9 6/5 is a play of 4-1."""
    before = turns()
    at = fold(before[:-1])
    real = find_play("13/9 13/11", at.position, Side.LIGHT, (4, 2)).result
    lies = find_play("13/9 6/5", real, Side.DARK, (4, 1)).result
    wrong = judged_play(fold(before).position, Side.DARK, (4, 1), lies, 9, 9.5)
    with warned(driver, tmp_path, [*before, RollSeen(9, 9.0, Side.DARK, (4, 1)), wrong], scheme="dark") as table:
        assert table.table.state.phase is Phase.CORRECTING
        if way == "by the menu":
            open_sheet(driver, "Correct an earlier turn")
        else:
            press(driver, "The camera misread the board")
            press(driver, "An earlier turn was misread")
        press(driver, "3. Anna · 4-2: 8/4 6/4")
        choose(driver, "play", "13/9 13/11")
        press(driver, "So it was")
        until(driver, lambda: not find(driver, "alarm").is_displayed())
        assert [(turn.play, turn.illegal) for turn in table.table.state.turns[2:]] == [
            ("13/9 13/11", False), ("13/9 6/5", False),
        ]  # fmt: skip
        table.wait()
        assert (table.table.state.position, table.table.state.out_of_step) == (lies, None)


def test_who_cannot_change_anything_may_take_control_from_the_warning(driver: Chrome, tmp_path: Path) -> None:
    table = LiveTable(misplay(provisional=False), tmp_path / "journal.sqlite")
    table.players.position = fold(table.events).lies
    with table.followed() as page:
        screen(driver, 390, 844)
        driver.get(page.url)
        until(driver, lambda: find(driver, "alarm").is_displayed())
        find(driver, "alarm-menu").click()
        until(driver, lambda: driver.find_elements(By.LINK_TEXT, "Take control"))
        driver.get("about:blank")

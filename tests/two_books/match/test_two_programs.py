"""Two real `play`, a real broker, two real browsers: a match that begins, and what is asked and answered in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.commands.films import standing_film
from tests.plugins.club.mosquitto import MISSING as NO_BROKER
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.match.programs import Program, installed_in
from tests.web.browser import MISSING, chromium, find, press, screen, until

pytestmark = [
    pytest.mark.skipif(bool(MISSING or NO_BROKER), reason=MISSING or NO_BROKER),
    pytest.mark.xdist_group("two_books programs"),  # the programs are started once
]
CODE = re.compile("TWOBOOKS:[0-9A-Z-]+")
LONGEST_S = 900
"""The programs end with their film: on a busy machine nothing here may take that long."""
IN_STEP = "{name} is there, and both boards show the same."
_TOLD = """
const [command, fields, done] = arguments;
import("/static/control.js").then(({ send }) => { send(command, fields); done(); });
"""
_STATE = "const done = arguments[0]; fetch('/api/state').then((answer) => answer.json()).then(done);"


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, board: Path) -> Iterator[tuple[Chrome, Chrome]]:
    """The pages of Ann, who has invited and plays light, and of Ben, in a match to 3 with a clock."""
    folder = tmp_path_factory.mktemp("two programs")
    film, installed = str(standing_film(folder / "still.avi", LONGEST_S, fps=2)), installed_in(folder / "installed")
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(folder / "broker"))
        words = ["--light", "--my-name", "Ann", "--invite", "--link-broker", broker.address]
        host = Program(folder / "host", film, board, [*words, "--length", "3", "--clock", "delay"], installed)
        stack.callback(host.kill)
        host.paired_at()
        code = folder / "invitation"
        code.touch(0o600)
        code.write_text(next(found[0] for line in host.said if (found := CODE.search(line))))
        words = ["--light", "--my-name", "Ben", "--join", str(code)]
        guest = Program(folder / "guest", film, board, words, installed)
        stack.callback(guest.kill)
        ann, ben = (stack.enter_context(chromium(folder / f"profile{number}")) for number in (1, 2))
        for driver, program in ((ann, host), (ben, guest)):
            screen(driver, 1180, 820)
            driver.get(program.paired_at())
        yield ann, ben


def status(driver: Chrome) -> str:
    found = driver.find_elements(By.ID, "two-books-status")
    return found[0].text if found else ""


def state(driver: Chrome) -> Any:
    return driver.execute_async_script(_STATE)


def in_step(ann: Chrome, ben: Chrome) -> None:
    """Wait until both pages say so."""
    until(ann, lambda: status(ann) == IN_STEP.format(name="Ben"))
    until(ben, lambda: status(ben) == IN_STEP.format(name="Ann"))


def asks(ann: Chrome, ben: Chrome, position: object, cube: int) -> None:
    """Ann enters a game and a score that are not those of the match; Ben is asked."""
    game = {"position": position, "player": "dark", "cube": cube, "owner": "dark", "score": [1, 0]}
    ann.execute_async_script(_TOLD, "new_game", game)
    until(ben, lambda: find(ben, "two-books-asked").is_displayed())
    assert find(ben, "two-books-asked-words").text == (
        "Ann wants a game to be played from the position on their page: it is Ben's turn, "
        f"the cube with Ben at {cube}, score 1 to 0."
    )
    until(ann, lambda: find(ann, "two-books-asked-words").text == "Ben is asked whether they agree.")
    assert not find(ann, "two-books-agree").is_displayed()


def stands(driver: Chrome) -> tuple[int, int]:
    """The cube and light's score."""
    shown = state(driver)
    return shown["cube"]["value"], shown["match"]["score"]["light"]


def _counts_for_dark(driver: Chrome) -> bool:
    return bool(state(driver)["clock"]["runner"] == "dark")


def test_two_tables_begin_one_match_and_see_each_other(both: tuple[Chrome, Chrome], tmp_path: Path) -> None:
    ann, ben = both
    in_step(ann, ben)
    assert [find(driver, "near-name").text for driver in both] == ["Ann", "Ann"]
    assert [find(driver, "far-name").text for driver in both] == ["Ben", "Ben"]
    assert find(ben, "two-books-turn").is_displayed()
    assert not find(ann, "two-books-turn").is_displayed()
    ann.save_screenshot(str(tmp_path / "ann.png"))
    ben.save_screenshot(str(tmp_path / "ben.png"))


def test_another_game_is_asked_for_declined_and_agreed_to(both: tuple[Chrome, Chrome], tmp_path: Path) -> None:
    ann, ben = both
    in_step(ann, ben)
    position = state(ann)["turn_position"]
    asks(ann, ben, position, 4)
    for name, width, height, scheme in (("tablet", 1180, 820, "light"), ("phone", 390, 844, "dark")):
        screen(ben, width, height, scheme)
        ben.save_screenshot(str(tmp_path / f"asked {name}.png"))
    screen(ben, 1180, 820)
    press(ben, "Do not agree")
    until(ann, lambda: find(ann, "two-books-trouble").text == "Ben does not agree.")
    until(ann, lambda: stands(ann) == (1, 0))
    in_step(ann, ben)

    asks(ann, ben, position, 2)
    press(ben, "Agree")
    until(ben, lambda: stands(ben) == (2, 1))
    until(ann, lambda: stands(ann) == (2, 1))
    until(ann, lambda: not find(ann, "two-books-asked").is_displayed())
    in_step(ann, ben)
    for driver in both:
        until(driver, partial(_counts_for_dark, driver))
    ann.save_screenshot(str(tmp_path / "agreed.png"))

"""Two real `play`, a real broker, two browsers: one player asks for another game, the other agrees on their page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from tests.commands.films import standing_film
from tests.plugins.club.mosquitto import MISSING as NO_BROKER
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.match.programs import Program, installed_in
from tests.two_books.match.test_two_programs import CODE, status
from tests.web.browser import MISSING, chromium, find, screen, until

pytestmark = pytest.mark.skipif(bool(MISSING or NO_BROKER), reason=MISSING or NO_BROKER)
_TOLD = """
const [command, fields, done] = arguments;
import("/static/control.js").then(({ send }) => { send(command, fields); done(); });
"""
_STATE = "const done = arguments[0]; fetch('/api/state').then((answer) => answer.json()).then(done);"


@contextmanager
def two_pages(tmp_path: Path, board: Path) -> Iterator[tuple[Chrome, Chrome]]:
    """The pages of Ann, who has invited and plays light, and of Ben, in a match to 3 with a clock."""
    film, installed = str(standing_film(tmp_path / "still.avi")), installed_in(tmp_path / "installed")
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(tmp_path / "broker"))
        words = ["--invite", "--link-broker", broker.address, "--my-name", "Ann", "--length", "3"]
        host = Program(tmp_path / "host", film, board, [*words, "--clock", "delay"], installed)
        stack.callback(host.kill)
        host.paired_at()
        code = tmp_path / "invitation"
        code.touch(0o600)
        code.write_text(next(found[0] for line in host.said if (found := CODE.search(line))))
        guest = Program(tmp_path / "guest", film, board, ["--join", str(code), "--my-name", "Ben"], installed)
        stack.callback(guest.kill)
        drivers = [stack.enter_context(chromium(tmp_path / f"profile{number}")) for number in (1, 2)]
        for driver, program in zip(drivers, (host, guest), strict=True):
            screen(driver, 1180, 820)
            driver.get(program.paired_at())
        yield drivers[0], drivers[1]


def state(driver: Chrome) -> Any:
    return driver.execute_async_script(_STATE)


def _clock(driver: Chrome) -> Any:
    return state(driver)["clock"]


def _runs(driver: Chrome) -> bool:
    """Whether that page shows Ben's time going on."""
    return bool(_clock(driver)["runner"] == "dark")


def test_another_game_is_asked_for_and_agreed_to(tmp_path: Path, board: Path) -> None:
    with two_pages(tmp_path, board) as (ann, ben):
        until(ann, lambda: status(ann) == "Ben is there, and both boards show the same.")
        until(ben, lambda: status(ben) == "Ann is there, and both boards show the same.")
        assert find(ben, "two-books-turn").is_displayed()
        assert not find(ann, "two-books-turn").is_displayed()
        now = state(ann)
        game = {"position": now["turn_position"], "player": "dark", "cube": 2, "owner": "dark", "score": [1, 0]}
        ann.execute_async_script(_TOLD, "new_game", game)
        until(ben, lambda: find(ben, "two-books-asked").is_displayed())
        words = find(ben, "two-books-asked-words").text
        assert words == (
            "Ann wants a game to be played from the position on their page: it is Ben's turn, the cube with Ben at 2, "
            "score 1 to 0."
        )
        until(ann, lambda: find(ann, "two-books-asked-words").text == "Ben is asked whether they agree.")
        assert not find(ann, "two-books-agree").is_displayed()
        for number, (width, height, scheme) in enumerate(((1180, 820, "light"), (390, 844, "dark"))):
            screen(ben, width, height, scheme)
            ben.save_screenshot(str(tmp_path / f"ben{number}.png"))
        screen(ben, 1180, 820)
        find(ben, "two-books-agree").click()
        until(ben, lambda: (state(ben)["cube"]["value"], state(ben)["match"]["score"]["light"]) == (2, 1))
        until(ann, lambda: not find(ann, "two-books-asked").is_displayed())
        until(ben, lambda: status(ben) == "Ann is there, and both boards show the same.")
        for driver in (ann, ben):
            until(driver, partial(_runs, driver))
        runs_out = [clock["at"] + clock["delay_left"] + clock["bank"]["dark"] for clock in map(_clock, (ann, ben))]
        assert abs(runs_out[0] - runs_out[1]) < 2.0  # on a busy machine
        ann.save_screenshot(str(tmp_path / "ann.png"))

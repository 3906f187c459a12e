"""Two real `play`, a real broker, two real browsers: the invitation, the match that begins, a roll that is seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.commands.films import standing_film
from tests.plugins.club.mosquitto import MISSING as NO_BROKER
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.match.programs import Program, installed_in
from tests.web.browser import MISSING, chromium, find, screen, until

pytestmark = pytest.mark.skipif(bool(MISSING or NO_BROKER), reason=MISSING or NO_BROKER)
CODE = re.compile("TWOBOOKS:[0-9A-Z-]+")


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Chrome, Chrome]]:
    with ExitStack() as stack:
        ann, ben = (stack.enter_context(chromium(tmp_path / f"profile{number}")) for number in (1, 2))
        yield ann, ben


def status(driver: Chrome) -> str:
    found = driver.find_elements(By.ID, "two-books-status")
    return found[0].text if found else ""


def test_two_tables_begin_one_match_and_see_each_other(
    both: tuple[Chrome, Chrome], board: Path, tmp_path: Path
) -> None:
    film = str(standing_film(tmp_path / "still.avi"))
    installed = installed_in(tmp_path / "installed")
    with Mosquitto(tmp_path / "broker") as broker:
        words = ["--invite", "--link-broker", broker.address, "--my-name", "Ann", "--length", "3"]
        host = Program(tmp_path / "host", film, board, words, installed)
        try:
            host.paired_at()
            code = tmp_path / "invitation"
            code.touch(0o600)
            code.write_text(next(found[0] for line in host.said if (found := CODE.search(line))))
            guest = Program(
                tmp_path / "guest", film, board, ["--join", str(code), "--my-name", "Ben"], installed
            )
            try:
                for driver, program in zip(both, (host, guest), strict=True):
                    screen(driver, 1180, 820)
                    driver.get(program.paired_at())
                ann, ben = both
                until(ann, lambda: status(ann) == "Ben is there, and both boards show the same.")
                until(ben, lambda: status(ben) == "Ann is there, and both boards show the same.")
                assert [find(driver, "near-name").text for driver in both] == ["Ann", "Ann"]
                assert [find(driver, "far-name").text for driver in both] == ["Ben", "Ben"]
                ann.save_screenshot(str(tmp_path / "ann.png"))
                ben.save_screenshot(str(tmp_path / "ben.png"))
            finally:
                guest.kill()
        finally:
            host.kill()

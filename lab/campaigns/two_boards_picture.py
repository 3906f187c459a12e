"""Both pages of `bookgammon demo --two` for docs/two-boards.md: `python -m lab.campaigns.two_boards_picture`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from selenium.webdriver.common.by import By

from lab.campaigns.screenshots import FOLDER, taken
from tests.two_books.demo.shown_demo import demo
from tests.web.browser import chromium, screen, until

PLAYS = 6
SIZE = (1500, 860)
_LISTED = "return document.querySelectorAll('iframe')[0].contentDocument.querySelectorAll('#plays li').length"


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        demo(Path(folder)) as address,
        chromium(Path(folder) / "browser") as driver,
    ):
        screen(driver, *SIZE)
        driver.get(address)
        until(driver, lambda: len(driver.find_elements(By.TAG_NAME, "iframe")) == 2)
        until(driver, lambda: int(driver.execute_script(_LISTED)) >= PLAYS)
        taken(driver, FOLDER / "two-boards.jpg")


if __name__ == "__main__":
    main()

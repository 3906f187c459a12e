"""The whole way of a first evening: the program started without a board, set up in the browser, then the match."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.boards.known_boards import known_boards
from bookgammon.history.journal import Journal
from tests.commands.program import environment, pairing_address
from tests.setup.stage import EMPTY, START, with_hand
from tests.web.browser import MISSING, screen, until

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

FPS = 5


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """What the camera sees: an empty book, hands that set it up, the starting position, left alone."""
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (960, 540))
    for scene, seconds in ((EMPTY, 4), (with_hand(EMPTY), 1), (with_hand(START), 1), (START, 12)):
        for _ in range(seconds * FPS):
            writer.write(scene)
    writer.release()
    return path


def test_from_no_board_to_the_first_roll_without_a_click_on_the_picture(
    driver: Chrome, film: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with subprocess.Popen(
        [sys.executable, "-m", "bookgammon", "play", str(film), "--data", str(data), "--port", "0"],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        try:
            assert running.stderr
            address = pairing_address(running.stderr)
            screen(driver, 1024, 768)
            driver.get(address)
            until(driver, lambda: driver.find_elements(By.ID, "setup"))
            until(driver, lambda: driver.find_element(By.ID, "match").is_displayed())
            driver.find_element(By.ID, "near").send_keys("Anna")
            driver.find_element(By.ID, "far").send_keys("Ben")
            driver.find_element(By.CSS_SELECTOR, "#match button[type=submit]").click()
            until(driver, lambda: driver.find_elements(By.ID, "table"))  # the page has moved on by itself
            until(driver, lambda: driver.find_element(By.ID, "near-name").text == "Anna")
            until(driver, lambda: driver.find_element(By.ID, "headline").text == "Roll to begin")
        finally:
            driver.get("about:blank")
            running.terminate()
            running.communicate(timeout=60)
    assert known_boards(data).names == ("Our book",)
    with Journal(data / "journal.sqlite", read_only=True) as journal:
        (match,) = journal.matches()
        begun = journal.events(match)
    assert [event.name for event in begun[:2]] == ["match", "game"]

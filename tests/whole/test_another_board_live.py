"""Another board is laid down after *Begin*, live: it is asked about, set up, and the match goes on with it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.boards.known_boards import file_for, known_boards, save_board
from bookgammon.history.journal import FILE, Journal
from lab.benchmarks.live_table import Film
from tests.arbiter_referee.test_recordings import BOARDS
from tests.commands.program import environment, pairing_address
from tests.setup.stage import START, board_of
from tests.web.browser import MISSING, find, press, screen, until
from vision.sources.pictures import Image, read_picture

OTHER = BOARDS / "game3"
FPS = 5

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
    pytest.mark.skipif(not OTHER.exists(), reason="the shared boards are not here"),
]


def with_grain(scene: Image) -> list[bytes]:
    """A second of a still scene, as JPEG."""
    chance = np.random.default_rng(5)
    noisy = (np.clip(scene + chance.normal(0, 2, scene.shape), 0, 255).astype(np.uint8) for _ in range(FPS))
    return [cv2.imencode(".jpg", picture)[1].tobytes() for picture in noisy]


@contextmanager
def camera(scene: Image) -> Iterator[Film]:
    """A telephone's stream, of which `pictures` may be changed."""
    film = Film(with_grain(scene), FPS)
    threading.Thread(target=film.serve_forever, daemon=True).start()
    try:
        yield film
    finally:
        film.shutdown()
        film.server_close()


@contextmanager
def program(address: str, data: Path) -> Iterator[str]:
    """`play` at that camera, and the address that pairs."""
    words = ["play", address, "--data", str(data), "--port", "0", "--no-light", "--names", "Anna,Ben"]
    with subprocess.Popen(
        [sys.executable, "-m", "bookgammon", *words],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stderr
        said = running.stderr
        try:
            address = pairing_address(said)
            threading.Thread(target=said.read, daemon=True).start()
            yield address
        finally:
            running.terminate()


def test_another_board_is_asked_about_and_set_up_and_the_match_goes_on(driver: Chrome, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    save_board(board_of(name="Demo"), file_for(data, "Demo"))
    start, empty = (read_picture(OTHER / f"{name}.jpg") for name in ("start", "empty"))

    def step(name: str) -> None:
        until(driver, lambda: find(driver, "setup").get_attribute("data-step") == name)

    with camera(START) as film, program(film.address, data) as pairs:
        screen(driver, 1180, 820)
        driver.get(pairs)
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "body.control"))
        until(driver, lambda: find(driver, "headline").text == "Roll to begin")
        film.pictures = with_grain(start)
        until(driver, find(driver, "another").is_displayed)
        assert not find(driver, "camera").is_displayed()
        film.pictures = with_grain(empty)
        press(driver, "Set it up")
        until(driver, lambda: driver.current_url.endswith("/setup"))
        step("start")
        film.pictures = with_grain(start)
        step("match")
        press(driver, "Begin")
        until(driver, lambda: driver.find_elements(By.ID, "table"))
        until(driver, lambda: find(driver, "headline").text == "Roll to begin")
        assert not find(driver, "another").is_displayed()
        # the first one comes back: it is known, and set up from the menu
        film.pictures = with_grain(START)
        until(driver, find(driver, "another").is_displayed)
        press(driver, "Menu")
        press(driver, "Set this board up")
        until(driver, lambda: driver.current_url.endswith("/setup"))
        press(driver, "Use it as it is")
        step("match")
        press(driver, "Begin")
        until(driver, lambda: driver.find_elements(By.ID, "table"))
        until(driver, lambda: find(driver, "headline").text == "Roll to begin")
        until(driver, lambda: not find(driver, "another").is_displayed())
        assert find(driver, "near-name").text == "Anna"
        driver.get("about:blank")
    assert len(known_boards(data).names) == 2
    with Journal(data / FILE, read_only=True) as journal:
        assert len(journal.matches()) == 1

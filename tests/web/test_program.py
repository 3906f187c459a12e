"""The real program with the demo's recording, and two devices that follow and control it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.commands.program import environment, pairing_address
from tests.ports import free_port
from tests.web.browser import MISSING, find, press, screen, until

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@contextmanager
def demo(data: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The running program and the address that pairs; it is killed where it was not ended before."""
    words = ["demo", "--data", str(data), "--port", str(port)]
    with subprocess.Popen(
        [sys.executable, "-m", "bookgammon", *words],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stderr
        yield running, pairing_address(running.stderr)
        running.kill()


class Devices:
    """Two windows of one browser, each a device that follows the match."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        self.first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        self.second = driver.current_window_handle

    def use(self, window: str) -> None:
        self.driver.switch_to.window(window)

    def both_show(self, part: str, text: str) -> None:
        for window in (self.first, self.second):
            self.use(window)
            until(self.driver, lambda: find(self.driver, part).text == text)

    def close(self) -> None:
        self.use(self.second)
        self.driver.close()
        self.use(self.first)
        self.driver.get("about:blank")


@pytest.fixture
def devices(driver: Chrome) -> Iterator[Devices]:
    screen(driver, 1180, 820)
    made = Devices(driver)
    yield made
    made.close()


def test_two_devices_follow_and_control_one_match_over_the_programs_death(
    driver: Chrome, devices: Devices, tmp_path: Path
) -> None:
    with demo(tmp_path, port := free_port()) as (running, pairs):
        address = pairs.partition("pair#")[0]
        devices.use(devices.first)
        driver.get(pairs)
        until(driver, lambda: driver.current_url == address and driver.find_elements(By.CSS_SELECTOR, "body.control"))
        devices.use(devices.second)
        driver.get(address)
        devices.both_show("near-name", "Light")
        press(driver, "Menu")
        press(driver, "Names")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog [name=light]"))
        field = driver.find_element(By.CSS_SELECTOR, "dialog [name=light]")
        field.clear()
        field.send_keys("Ada <b>")
        press(driver, "Those are the names")
        devices.both_show("near-name", "Ada <b>")
        devices.use(devices.first)
        press(driver, "Menu")
        press(driver, "Pause")
        devices.both_show("plate-title", "Paused")
        running.kill()
        until(driver, find(driver, "stale").is_displayed)
    with demo(tmp_path, port):
        until(driver, lambda: not find(driver, "stale").is_displayed())
        devices.both_show("near-name", "Ada <b>")
        devices.both_show("plate-title", "Paused")
        press(driver, "Go on")
        until(driver, lambda: not find(driver, "plate").is_displayed())
        driver.get(f"{address}overlay")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#strip:not([hidden]) #two .name"))
        assert driver.find_element(By.CSS_SELECTOR, "#two .name").text == "Ada <b>"
        assert driver.execute_script("return getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"

"""A real Chromium for the tests and the pictures."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from web.hub import Hub
from web.view import TableView

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
MISSING = "" if CHROMIUM and DRIVER else "needs a Chromium and its driver (Debian: chromium, chromium-driver)"

_QUIET = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--hide-scrollbars", "--force-color-profile=srgb", "--no-proxy-server",
)  # fmt: skip


_WELCOMED = """
try {
  if (!localStorage.getItem("preferences")) localStorage.setItem("preferences", '{"welcomed": true}');
} catch { /* a page without an origin keeps nothing */ }
"""
PATIENCE = 180
"""Seconds that anything may take on a busy machine."""
SLOWER = int(os.environ.get("SLOWER_BROWSER", "1"))
"""How many times slower the page's processor is than this machine's: to find tests that win a race by luck."""
_LATENCY_MS = 300 if SLOWER > 1 else 0


@contextmanager
def chromium(profile: Path, *flags: str, welcomed: bool = True) -> Iterator[webdriver.Chrome]:
    """A fresh browser that keeps everything it writes in `profile`. flags: what else it is started with.

    welcomed: it was told once what the page shows.
    """
    assert CHROMIUM
    assert DRIVER
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*_QUIET, *flags, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_page_load_timeout(PATIENCE)
    if welcomed:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _WELCOMED})
    driver.set_script_timeout(PATIENCE)
    if SLOWER > 1:
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        network(driver)
    try:
        yield driver
    finally:
        driver.quit()


def network(
    driver: webdriver.Chrome, *, latency_ms: float = _LATENCY_MS, upload: float = -1, offline: bool = False
) -> None:
    """What the window that is open now has from here on; as usual without arguments. upload: bytes a second."""
    driver.execute_cdp_cmd("Network.enable", {})
    conditions = {"offline": offline, "latency": latency_ms, "downloadThroughput": -1, "uploadThroughput": upload}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


def screen(
    driver: webdriver.Chrome, width: int, height: int, scheme: str = "light", scale: float = 1
) -> None:
    """Make the window a screen of that size, in CSS pixels, with that colour scheme."""
    size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    wanted = [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wanted})


def until(driver: webdriver.Chrome, true: Callable[[], object]) -> None:
    """Wait for it, as long as a busy machine may need; what is asked about may be drawn again meanwhile."""
    WebDriverWait(driver, PATIENCE, 0.05, (StaleElementReferenceException,)).until(lambda _: true())


def arrived(driver: webdriver.Chrome, hub: Hub) -> None:
    """Wait until the page shows the hub's newest view."""
    version = str(hub.latest()[0])
    until(driver, lambda: driver.execute_script("return document.body?.dataset.version") == version)


def show(driver: webdriver.Chrome, hub: Hub, view: TableView) -> None:
    hub.publish(view)
    arrived(driver, hub)


def find(driver: webdriver.Chrome, name: str) -> WebElement:
    return driver.find_element(By.ID, name)


def press(driver: webdriver.Chrome, text: str) -> None:
    """The visible button with that text, wherever it is; it may still be on its way, or be drawn again."""

    def pressed() -> bool:
        for button in driver.find_elements(By.CSS_SELECTOR, "button:not([inert] *)"):
            if button.is_displayed() and button.text.startswith(text):
                button.click()
                return True
        return False

    redrawn = (StaleElementReferenceException, ElementClickInterceptedException, ElementNotInteractableException)
    WebDriverWait(driver, PATIENCE, 0.05, redrawn).until(lambda _: pressed())

"""A telephone: a real Chromium whose camera plays a recording, and a person who clicks through its warning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browser import chromium, screen, until
from vision.sources.pictures import Image

PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
"""A telephone's screen, in CSS pixels."""
CAMERA_FPS = 30
"""Chromium plays MJPEG files at this rate, whatever was meant."""


def camera_film(path: Path, pictures: Iterable[tuple[Image, int]], size: tuple[int, int] = (1280, 720)) -> Path:
    """Pictures (BGR uint8), each for so many frames, as Chromium's fake camera plays them, over and over."""
    with path.open("wb") as file:
        for picture, times in pictures:
            shown = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
            data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
            file.write(times * data)
    return path


@contextmanager
def telephone(profile: Path, film: Path, size: tuple[int, int] = PORTRAIT) -> Iterator[Chrome]:
    """A browser with that film before its camera. It asks nobody for the camera: headless, nobody could answer."""
    flags = (
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        "--use-fake-ui-for-media-stream",
        "--ash-no-nudges",
    )
    with chromium(profile, *flags) as driver:
        screen(driver, *size)
        yield driver


def go_through_warning(driver: Chrome) -> int:
    """What a person touches in Chromium's warning of an unknown certificate; how often."""
    until(driver, lambda: driver.find_elements(By.ID, "details-button"))
    driver.find_element(By.ID, "details-button").click()
    until(driver, lambda: driver.find_element(By.ID, "proceed-link").is_displayed())
    driver.find_element(By.ID, "proceed-link").click()
    return 2


def become_camera(driver: Chrome, address: str) -> int:
    """From the code's address to a telephone that sends; how many clicks that took."""
    driver.get(address)
    driver.find_element(By.ID, "go-on").click()
    clicks = 1 + go_through_warning(driver)
    until(driver, lambda: sends(driver))
    return clicks


def sends(driver: Chrome) -> bool:
    return state(driver) == "sending"


def state(driver: Chrome) -> str | None:
    found = driver.find_elements(By.ID, "phone")
    return found[0].get_attribute("data-state") if found else None

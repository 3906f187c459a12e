"""Films on their way, as the past matches show them among all screens (`tests.plugged`)."""

from __future__ import annotations

from flask import Flask
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.plugins.films.pages import add_recordings
from tests.plugged import StagePart
from tests.plugins.films.filmed import Filmed
from tests.web.browser import until
from tests.web.screens import Screen


class FilmsPart(StagePart):
    def add(self, app: Flask, names: tuple[str, str]) -> None:
        add_recordings(app, Filmed(names))

    def wait(self, driver: Chrome, screen: Screen) -> None:
        if screen.path == "/history":
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".recording .button"))


PART = FilmsPart

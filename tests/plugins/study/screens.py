"""Drills among all screens (`tests.plugged`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from flask import Flask
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.plugins.study.pages import Study, add_study
from tests.plugged import StagePart
from tests.plugins.study.studied import Studied, drills
from tests.web.browser import until
from tests.web.screens import OPEN_ALL, Screen


class StudyPart(StagePart):
    """The state of a screen is the drill that is practised at the board."""

    _studied: Studied

    def screens(self) -> Iterable[Screen]:
        yield Screen("study", "/study", within="main", after=OPEN_ALL)
        for name in drills(""):
            yield Screen(f"study: {name}", "/study", state=name, within="main", after=OPEN_ALL)

    def add(self, app: Flask, names: tuple[str, str]) -> None:
        self._studied = Studied(names)
        add_study(app, cast(Study, self._studied))

    def prepare(self, screen: Screen) -> None:
        self._studied.now = screen.state

    def wait(self, driver: Chrome, screen: Screen) -> None:
        if screen.path == "/study":
            part = "drill" if screen.state else "overview"
            until(driver, lambda: driver.find_element(By.ID, part).is_displayed())


PART = StudyPart

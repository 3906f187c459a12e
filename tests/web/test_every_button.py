"""Every button answers with something that is seen; all screens: `lab.campaigns.every_button`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.web.browser import MISSING, screen
from tests.web.every_button import pressed_in_vain
from tests.web.screens import Screen, Stage, screens, stage

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

SHORT = ("setting_up", "alarm", "resigning", "paused", "ending_asked", "match_over", "moving: menu", "set-up: camera")


@pytest.fixture(scope="module")
def on(browser: Chrome) -> Iterator[Stage]:
    screen(browser, 1180, 820)
    with stage(browser) as made:
        yield made


def named(name: str) -> Screen:
    return next(one for one in screens() if one.name == name)


@pytest.mark.parametrize("name", SHORT)
def test_every_button_answers(on: Stage, name: str) -> None:
    assert pressed_in_vain(on.driver, lambda: on.show(named(name))) == []


def test_a_button_that_does_nothing_is_found(on: Stage) -> None:
    def bring() -> None:
        on.show(named("paused"))
        on.driver.execute_script(
            "const dead = document.createElement('button'); dead.id = 'dead'; dead.textContent = 'Dead';"
            "document.getElementById('dead')?.remove(); document.getElementById('plate').append(dead);"
        )

    (found,) = pressed_in_vain(on.driver, bring, skip=("menu", "help", "undo", "resume", "Help", "a "))
    assert found.startswith("button dead Dead")

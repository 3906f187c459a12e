"""Every screen in both colour schemes before axe-core: WCAG 2.2, level AA.

axe.min.js beside this file is axe-core 4.14.1 (Deque Systems, MPL-2.0, https://github.com/dequelabs/axe-core).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browser import MISSING, arrived, screen, show, until
from tests.web.tables import TABLES, to_roll
from web.app import create_app
from web.control import add_control
from web.hub import Hub
from web.lights import add_lights
from web.pairing import Pairing
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN = """
const done = arguments[arguments.length - 1];
// contrast is judged against the plain colour under each gradient, which else could not be judged at all
for (const part of document.querySelectorAll("body, main, section, dialog")) part.style.backgroundImage = "none";
axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })
  .then((found) => done(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)))
  .catch((error) => done([String(error)]));
"""
NO_LIGHTS = {
    "lamps": {}, "mapped": [], "leds": 0, "milliamps": 0, "budget": 0, "port": "", "message": "", "caption": "",
}  # fmt: skip
SHEETS = {
    "moving": (
        "menu", "correct_dice", "correct_position", "correct_score", "name", "seats", "resign", "new_match", "devices",
    ),
    "alarm": ("misread",),
    "chouette_doubled": ("team", "chouette"),
}  # fmt: skip


def violations(driver: Chrome) -> list[str]:
    if not driver.execute_script("return Boolean(window.axe)"):
        driver.execute_script(AXE)
    found: list[str] = driver.execute_async_script(RUN)
    return found


@pytest.fixture(scope="module")
def hub() -> Hub:
    return Hub(to_roll())


@pytest.fixture(scope="module")
def pairing() -> Pairing:
    return Pairing()


@pytest.fixture(scope="module")
def server(hub: Hub, pairing: Pairing) -> Iterator[PageServer]:
    app = create_app(hub, pairing=pairing)
    add_control(app, lambda _: None)
    add_lights(app, lambda: NO_LIGHTS)
    running = PageServer(app, "127.0.0.1", 0)
    running.start()
    yield running
    running.stop()


@pytest.mark.parametrize(("scheme", "size"), [("light", (1180, 820)), ("dark", (390, 844))])
def test_every_table_and_sheet_is_accessible(
    driver: Chrome, server: PageServer, hub: Hub, pairing: Pairing, scheme: str, size: tuple[int, int]
) -> None:
    screen(driver, *size, scheme)
    # paired at once, so that everything that can be touched is judged too
    driver.get(f"{server.url}pair#{pairing.code}")
    until(driver, lambda: driver.current_url == server.url)
    arrived(driver, hub)
    found: list[tuple[str, list[str]]] = []
    for name, made in TABLES.items():
        show(driver, hub, made())
        found.append((name, violations(driver)))
        for sheet in SHEETS.get(name, ()):
            driver.execute_script("import('/static/control.js').then((control) => control.open(arguments[0]))", sheet)
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .dialog-body > *"))
            found.append((sheet, violations(driver)))
            driver.execute_script("document.querySelector('dialog').close()")
    for path in ("pair", "overlay", "lights"):
        driver.get(server.url + path)
        found.append((path, violations(driver)))
    driver.get("about:blank")
    assert [entry for entry in found if entry[1]] == []

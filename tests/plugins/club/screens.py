"""The wall of a club with eight tables, and a browser that shows it: an application of its own (`tests.plugged`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.position import START, Side
from arbiter.seats import Seats
from bookgammon.plugins.club.wall_hub import WallHub
from bookgammon.plugins.club.wall_pages import Attention, Tables, WallResult, WallTable, create_wall, table_json
from tests.plugged import Apart
from tests.web.browser import until
from tests.web.screens import LONG_NAMES, Screen
from translation.catalogue import ENGLISH
from web.language import COOKIE
from web.server import PageServer

TILES = 8


def wall_table(number: int) -> WallTable:
    wrong = (Attention("illegal", "8/4 needs a 4; the dice show 6-3."),) if number == 2 else ()
    return WallTable(
        f"t{number}", f"Table {number} in the far corner", "live", wrong, LONG_NAMES, (3, 2), 7, 6, False, None,
        Side.LIGHT, "Maximiliane-Alexandra to roll", START, (6, 3), Seats(Side.LIGHT), 2, Side.DARK, None,
        True, (412.0, 33.0), Side.LIGHT, 0.0, 9.0, plays=("6-3: 24/15", "4-2: 8/4 6/4"),
    )  # fmt: skip


WALL_SCREENS = (
    Screen("wall"),
    Screen("wall: one table", after="document.querySelector('.tile').click()", within="dialog[open]"),
    Screen("wall: results", "/results"),
)


def wall_result(number: int) -> WallResult:
    return WallResult(
        f"t{number}", f"Table {number} in the far corner", str(number), "2026-01-02T20:00:00+00:00",
        "2026-01-02T21:30:00+00:00", 7, LONG_NAMES, (7, 3), Side.LIGHT, "mat", "",
    )  # fmt: skip


@dataclass
class WallStage:
    """The application of the wall with eight tables, and a browser that shows it."""

    url: str
    driver: Chrome

    def show(self, screen: Screen) -> None:
        self.driver.get(self.url + screen.path.removeprefix("/"))
        if screen.path == "/":
            until(self.driver, lambda: len(self.driver.find_elements(By.CSS_SELECTOR, ".tile")) == TILES)
        self.driver.execute_script(screen.after)


@contextmanager
def wall(driver: Chrome, language: str = ENGLISH) -> Iterator[WallStage]:
    hub = WallHub()
    made = [wall_table(number) for number in range(1, TILES + 1)]
    hub.publish({one.id: table_json(one) for one in made}, [one.id for one in made], "")
    app = create_wall(hub, Tables(lambda: [wall_result(number) for number in (1, 2)], lambda _: None))
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    try:
        driver.get(f"{server.url}results")
        driver.add_cookie({"name": COOKIE, "value": language})
        yield WallStage(server.url, driver)
    finally:
        driver.delete_cookie(COOKIE)
        driver.get("about:blank")
        server.stop()


APART = Apart(WALL_SCREENS, wall)

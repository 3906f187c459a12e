"""Which tables a screen of the wall shows: those looked for, and never what was put away there until it plays on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from bookgammon.plugins.club.wall_hub import WallHub
from bookgammon.plugins.club.wall_pages import Tables, WallTable, create_wall, table_json
from tests.plugins.club.screens import TILES, wall_result, wall_table
from tests.web.browser import MISSING, find, press, screen, until
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

SILENT = 5


class Club:
    """Eight tables, of which the fifth is silent and the second has an illegal play."""

    def __init__(self) -> None:
        self.hub = WallHub()
        self.tables = {one.id: one for one in map(wall_table, range(1, TILES + 1))}
        self.show(replace(self.tables[f"t{SILENT}"], standing="gone", name="Fifth"))

    def show(self, *changed: WallTable) -> None:
        self.tables |= {one.id: one for one in changed}
        self.hub.publish({one.id: table_json(one) for one in self.tables.values()}, list(self.tables), "")


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
def wall(driver: Chrome, club: Club) -> Iterator[Chrome]:
    server = PageServer(create_wall(club.hub, Tables(lambda: [wall_result(1)], lambda _: None)), "127.0.0.1", 0)
    server.start()
    screen(driver, 390, 844)
    driver.get(server.url)
    until(driver, lambda: len(names(driver)) == TILES)
    yield driver
    driver.execute_script("localStorage.clear()")
    driver.get("about:blank")
    server.stop()


def names(driver: Chrome) -> list[str]:
    script = "return [...document.querySelectorAll('.tile-name')].map((one) => one.textContent)"
    return [str(name) for name in driver.execute_script(script)]


def test_a_table_is_found_by_its_name_and_those_that_need_attention_alone(wall: Chrome) -> None:
    find(wall, "wanted").send_keys("table 7")
    until(wall, lambda: len(names(wall)) == 1)
    find(wall, "wanted").clear()
    find(wall, "wanted").send_keys(" ")
    until(wall, lambda: len(names(wall)) == TILES)
    find(wall, "urgent-only").click()
    until(wall, lambda: names(wall) == ["Table 2 in the far corner"])


def test_a_silent_table_is_put_away_on_this_screen_until_it_plays_on(wall: Chrome, club: Club) -> None:
    tiles = wall.find_elements(By.CLASS_NAME, "tile")
    tiles[0].click()
    until(wall, lambda: find(wall, "large").is_displayed())
    assert not find(wall, "put-away").is_displayed(), "it is being played on"
    press(wall, "Back to all tables")
    tiles[SILENT - 1].click()
    press(wall, "Put this table away")
    until(wall, lambda: len(names(wall)) == TILES - 1)
    wall.refresh()
    until(wall, lambda: len(names(wall)) == TILES - 1)
    press(wall, "Bring back 1 put away")
    until(wall, lambda: len(names(wall)) == TILES)
    wall.find_elements(By.CLASS_NAME, "tile")[SILENT - 1].click()
    press(wall, "Put this table away")
    until(wall, lambda: len(names(wall)) == TILES - 1)
    club.show(replace(club.tables[f"t{SILENT}"], standing="live"))
    until(wall, lambda: len(names(wall)) == TILES)


def test_results_have_the_time_of_the_viewers_own_clock(wall: Chrome) -> None:
    wall.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    try:
        wall.get(wall.current_url + "results")
        until(wall, lambda: "6:30" in wall.find_element(By.TAG_NAME, "time").text)  # 21:30 UTC
        assert "UTC" not in wall.find_element(By.TAG_NAME, "time").text
    finally:
        wall.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})

"""The two pages of the lights in a real browser, the real server behind them."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.lights.lights import LightShow, load_lights
from bookgammon.lights.map import TappedMap
from firmware_bridge.lamps import Lamps
from firmware_bridge.settings import LightSettings
from firmware_bridge.spots import Spot
from tests.web.browser import MISSING, screen, until
from web.app import create_app
from web.hub import Hub
from web.lights_map import add_lights, add_lights_map
from web.pairing import Pairing
from web.server import PageServer
from web.view import TableView

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def third_glows(now: float) -> Lamps:
    return {Spot("point", "far", 3): (1.0, 0.0, 0.0)} if now else {}


def test_a_phone_taps_a_map_and_the_picture_shows_the_lamps(driver: Chrome, tmp_path: Path) -> None:
    pairing = Pairing()
    app = create_app(Hub(TableView(MatchState(), Seats(Side.LIGHT))), pairing=pairing)
    show = LightShow(LightSettings(), third_glows)
    with TappedMap(tmp_path) as tapped:
        add_lights(app, show.picture)
        add_lights_map(app, tapped)
        server = PageServer(app, "127.0.0.1", 0)
        server.start()
        try:
            screen(driver, 360, 640, "dark")
            driver.get(f"{server.url}lights/map#{pairing.code}")
            _tap_three(driver)
            assert load_lights(tmp_path).strip == ("near 1-2", "far 3")
            driver.get(f"{server.url}lights")
            until(driver, lambda: driver.find_element(By.ID, "about").text)
            lamp = driver.find_element(By.CSS_SELECTOR, ".lamp[style]")
            assert lamp.value_of_css_property("fill") == "rgb(255, 0, 0)"
            driver.get("about:blank")
        finally:
            server.stop()


def _tap_three(driver: Chrome) -> None:
    def asked(text: str) -> None:
        until(driver, lambda: text in driver.find_element(By.ID, "asked").text)

    def lamp(name: str) -> str:
        return f'[aria-label="{name}"]'

    until(driver, lambda: driver.find_elements(By.ID, "leds") and driver.find_element(By.ID, "leds").is_displayed())
    driver.find_element(By.CSS_SELECTOR, 'input[name=port][value=""]').click()
    driver.find_element(By.ID, "leds").send_keys("5", Keys.ENTER)
    asked("LED 1 of 5")
    driver.find_element(By.CSS_SELECTOR, lamp("point 1 at the near edge")).click()
    asked("LED 2 of 5")
    driver.find_element(By.CSS_SELECTOR, lamp("point 2 at the near edge")).send_keys(Keys.ENTER)
    asked("LED 3 of 5")
    assert driver.find_element(By.ID, "likely").text == "Yes, point 3 at the near edge"
    driver.find_element(By.CSS_SELECTOR, lamp("point 3 at the far edge")).click()
    asked("LED 4 of 5")
    assert driver.execute_script("return document.documentElement.scrollWidth") <= 360
    driver.find_element(By.ID, "enough").click()
    driver.find_element(By.ID, "save").click()
    until(driver, lambda: "is kept" in driver.find_element(By.ID, "result").text)

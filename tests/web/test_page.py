"""The page in a real browser, with the real server behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.position import Side
from arbiter.seats import Home, Seats
from tests.ports import free_port
from tests.web.browser import MISSING, arrived, find, screen, show, until
from tests.web.tables import TABLES, alarm, hint, moving, to_roll
from tests.web.whole_page import whole_app
from web.hub import Hub
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

SCREENS = {"phone": (360, 640), "tablet": (1024, 768), "upright": (768, 1024), "wide": (844, 390)}


@pytest.fixture
def page(driver: Chrome, server: PageServer, hub: Hub) -> Iterator[Chrome]:
    screen(driver, *SCREENS["tablet"])
    driver.get(server.url)
    arrived(driver, hub)
    yield driver
    driver.get("about:blank")


def test_a_warning_fills_the_page_without_reloading_and_goes_by_itself(page: Chrome, hub: Hub) -> None:
    page.execute_script("window.sameDocument = true")
    warning = find(page, "alarm")
    assert not warning.is_displayed()
    show(page, hub, alarm())
    assert warning.is_displayed()
    assert warning.size == {"width": 1024, "height": 768}
    assert "8/4 needs a 4" in warning.text
    assert page.find_element(By.CSS_SELECTOR, "#alarm [role=alert]").text.startswith("8/4 needs a 4.")
    assert page.title == "Illegal play!"
    show(page, hub, to_roll())
    assert not warning.is_displayed()
    assert page.execute_script("return window.sameDocument")


def test_rule_and_way_back_are_told_behind_why_by_keyboard_too(page: Chrome, hub: Hub) -> None:
    show(page, hub, alarm())
    page.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    focused = page.switch_to.active_element
    assert focused.text == "Why?"
    focused.send_keys(Keys.ENTER)
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, "dialog[open] .why-rule"))
    told = page.find_element(By.CSS_SELECTOR, "dialog[open]")
    assert "Rule R12" in told.text
    assert "Put back: dark 4 to 8. Then: dark 8 to 5." in told.text
    show(page, hub, replace(alarm(), hand=True))
    assert told.is_displayed()
    show(page, hub, to_roll())
    assert not told.is_displayed()


def test_a_provisional_warning_is_a_strip(page: Chrome, hub: Hub) -> None:
    show(page, hub, hint())
    assert "8/4 needs a 4" in find(page, "hint").text
    assert not find(page, "alarm").is_displayed()


def test_names_are_text_whatever_they_contain(page: Chrome, hub: Hub) -> None:
    name = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
    view = alarm()
    show(page, hub, replace(view, state=replace(view.state, names=(name, name)), notice=name, camera=name))
    assert find(page, "near-name").get_attribute("textContent") == name
    assert name in find(page, "alarm-who").text
    assert page.execute_script("return window.hacked") is None
    strays = page.find_elements(By.CSS_SELECTOR, "img:not([id^=alarm-]), main script:not([src])")
    assert [stray.get_attribute("outerHTML") for stray in strays] == []


def test_parts_keep_their_places_from_turn_to_turn(page: Chrome, hub: Hub) -> None:
    def places() -> list[list[float]]:
        found: list[list[float]] = page.execute_script(
            "return [...document.querySelectorAll('.seat, .book, .score')].map((part) => {"
            "  const box = part.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })"
        )
        return found

    for size in SCREENS.values():
        screen(page, *size)
        show(page, hub, to_roll())
        before = places()
        for name in ("moving", "hint", "doubled", "cube_owned", "game_over"):
            show(page, hub, TABLES[name]())
            assert places() == before, name


def test_the_board_is_drawn_from_the_near_seat(page: Chrome, hub: Hub) -> None:
    def row(side: str) -> set[tuple[bool, bool]]:
        """For each number 24 on the frame and each checker: is it in the right half, in the lower half?"""
        found = page.execute_script(
            "const middle = document.querySelector('#board .ridge').getBoundingClientRect();"
            "const where = (node) => { const box = node.getBoundingClientRect();"
            "  return [box.x > middle.x, box.y > middle.y + middle.height / 2]; };"
            f"return [...document.querySelectorAll('#board .{side}')].map(where)"
        )
        return {(bool(right), bool(low)) for right, low in found}

    opening = TABLES["opening"]()
    lone = replace(opening.state.position, light=(14, 1, *[0] * 24), dark=(15, *[0] * 25))
    for seats, corner in (
        (Seats(opening.seats.near, "right"), (True, True)),
        (Seats(opening.seats.near, "left"), (False, True)),
        (Seats(opening.seats.near.other, "right"), (True, False)),
        (Seats(opening.seats.near.other, "left"), (False, False)),
    ):
        show(page, hub, replace(opening, seats=seats, seen=lone))
        assert row("checker.light") == {corner}


@pytest.mark.parametrize("home", ["left", "right"])
def test_the_cube_is_drawn_whole_on_either_side(page: Chrome, hub: Hub, home: Home) -> None:
    """In the board's own units: nothing of it lies outside of what is shown."""
    show(page, hub, replace(TABLES["cube_owned"](), seats=Seats(Side.LIGHT, home)))
    measured = """
    const svg = document.getElementById("board");
    const [, , width] = svg.getAttribute("viewBox").split(" ").map(Number);
    const cube = svg.querySelector(".cube");
    const { x, width: own } = cube.getBBox();
    const at = cube.transform.baseVal.consolidate().matrix.e;
    return [at + x, width - (at + x + own)];
    """
    left, right = page.execute_script(measured)
    assert min(left, right) >= 0


def test_the_warning_shows_where_checkers_left_and_where_they_lie_now(page: Chrome, hub: Hub) -> None:
    show(page, hub, TABLES["blocked"]())  # both checkers came to lie on top of the other colour
    found = page.execute_script(
        "const at = (node) => { const box = node.getBoundingClientRect();"
        "  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)].join(); };"
        "const all = (name) => [...document.querySelectorAll('#alarm-board ' + name)].map(at);"
        "return [all('.arrived'), all('.checker.dark .checker-body'), all('.ghost'), all('.checker-body')]"
    )
    arrived, dark, left, checkers = (set(places) for places in found)
    assert len(arrived) == len(left) == 2
    assert arrived <= dark
    assert not left & checkers


def test_stacks_and_borne_off_checkers_are_counted(page: Chrome, hub: Hub) -> None:
    show(page, hub, TABLES["bearing_off"]())
    counts = [node.text for node in page.find_elements(By.CSS_SELECTOR, "#board .count")]
    assert counts == ["7"]
    assert len(page.find_elements(By.CSS_SELECTOR, "#board .slab.light")) == 6
    assert len(page.find_elements(By.CSS_SELECTOR, "#board .slab.dark")) == 3
    label = find(page, "board").get_attribute("aria-label") or ""
    assert "Ben: 1 on the bar" not in label
    assert "1 on the bar, 3 off" in label


def test_a_lost_connection_is_said_and_heals_by_itself(driver: Chrome) -> None:
    hub = Hub(to_roll())
    server = PageServer(whole_app(hub), "127.0.0.1", free_port())
    server.start()
    driver.get(server.url)
    arrived(driver, hub)
    stale = find(driver, "stale")
    assert not stale.is_displayed()
    server.stop()
    until(driver, stale.is_displayed)
    assert "The connection is lost" in stale.text
    again = Hub(moving())
    server = PageServer(whole_app(again), "127.0.0.1", server.port)
    server.start()
    arrived(driver, again)
    until(driver, lambda: not stale.is_displayed())
    assert find(driver, "headline").text == "Ben to play"
    driver.get("about:blank")
    server.stop()


def test_where_streams_are_full_the_page_polls(driver: Chrome) -> None:
    hub = Hub(to_roll(), streams=0)
    server = PageServer(whole_app(hub), "127.0.0.1", 0)
    server.start()
    driver.get(server.url)
    arrived(driver, hub)
    show(driver, hub, moving())
    assert not find(driver, "stale").is_displayed()
    driver.get("about:blank")
    server.stop()


def test_nothing_fails_in_the_browser_and_no_policy_is_broken(
    driver: Chrome, server: PageServer, hub: Hub
) -> None:
    watch = (
        "window.complaints = [];"
        "addEventListener('error', (event) => complaints.push(event.message));"
        "addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));"
        "addEventListener('securitypolicyviolation', (event) => complaints.push(event.violatedDirective));"
    )
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": watch})
    driver.get(server.url)
    for made in TABLES.values():
        show(driver, hub, made())
    assert driver.execute_script("return window.complaints") == []
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    driver.get("about:blank")


def test_the_screen_stays_awake_during_a_match_and_no_longer(driver: Chrome, server: PageServer, hub: Hub) -> None:
    fake = (
        "window.locks = []; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {"
        "  const lock = {released: false, release: async () => { lock.released = true; }};"
        "  window.locks.push(lock); return lock; } } });"
    )
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": fake})
    driver.get(server.url)
    arrived(driver, hub)
    until(driver, lambda: driver.execute_script("return window.locks.length") == 1)
    show(driver, hub, TABLES["match_over"]())
    until(driver, lambda: driver.execute_script("return window.locks[0].released"))
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    driver.get("about:blank")


def test_the_page_can_be_installed(page: Chrome) -> None:
    manifest = page.execute_cdp_cmd("Page.getAppManifest", {})
    assert manifest["errors"] == []
    assert '"standalone"' in manifest["data"]

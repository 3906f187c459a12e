"""Every screen of the match on every size, in both schemes, with the longest texts: measured from the boxes.

tests/web/layout.js finds what is cut, covered, out of sight, too small to read or to touch. One browser, one page:
sizes and schemes change under it, so that this stays quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from arbiter.match.events import BadRoll
from tests.web.browser import MISSING, arrived, screen, show, until
from tests.web.tables import TABLES, to_roll
from web.app import create_app
from web.control import add_control
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer
from web.view import CAMERA_OK, TableView

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

MEASURE = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")

BOXES = """
dispatchEvent(new Event("resize")); // the browser's own comes with the next frame
return [...document.body.querySelectorAll("*")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
}).join(" ")
"""

DIGITS = """
const pen = document.createElement("canvas").getContext("2d");
return [...document.querySelectorAll(arguments[0])].filter((part) => part.checkVisibility()).map((part) => {
  const { fontSize, fontFamily, fontWeight } = getComputedStyle(part);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return pen.measureText("2").actualBoundingBoxAscent;
});
"""
TABLET = (1180, 820)
MILLIMETRES = 0.193
"""Of a pixel on a tablet of 10.9 inches with that many."""

SIZES = {
    "phone": (360, 640),
    "phone on its side": (844, 390),
    "small tablet upright": (600, 960),
    "small tablet": (800, 480),
    "large tablet upright": (820, 1180),
    "large tablet": (1024, 768),
    "wide tablet": (1280, 800),
    "laptop": (1366, 625),
    "desk": (1920, 1080),
    "television": (3840, 2160),
    "200 % of 1280x800": (640, 400),
}

NAMES = {
    "24 characters": ("Anna-Lena Brückner-Hofer", "Maximilian von Hohenstein"[:24]),
    "40 characters": ("Maximiliane-Alexandra von und zu Hohenst", "Wolfgang-Wilhelm Wittgenstein-Wesendonck"),
}
VERDICTS = (
    "Both numbers can be played, but 13/11*/5 leaves no 6: bar/20*/14(2) 13/7*(2) uses both.",
    "24/18/13*/7 has to stop on 18 or 13 on the way, which the opponent holds.",
    "A checker is still on the bar and must enter before 24/18*/13 is played.",
)
NOTICE = "The board was set up again before the game was over; nobody scores for it, and the next game begins."
CAMERA = "The camera sends no picture any more; look at its cable or its app, and the game goes on by itself."


def stretched(view: TableView, names: tuple[str, str], number: int) -> TableView:
    """The same table with longer texts wherever a text stands."""
    state = replace(view.state, names=names)
    if state.warning:
        state = replace(state, warning=replace(state.warning, message=VERDICTS[number % len(VERDICTS)]))
    if isinstance(view.bad_roll, BadRoll):
        long = "One die lies on a checker and the other outside the board; both are rolled again."
        view = replace(view, bad_roll=replace(view.bad_roll, message=long))
    return replace(
        view,
        state=state,
        notice=NOTICE if view.notice else "",
        camera=CAMERA if view.camera != CAMERA_OK else CAMERA_OK,
        started=1.0,
    )


@pytest.fixture(scope="module")
def hub() -> Hub:
    return Hub(to_roll())


@pytest.fixture(scope="module")
def page(driver: Chrome, hub: Hub) -> Iterator[Chrome]:
    """The page of the match in a paired browser."""
    pairing = Pairing()
    app = create_app(hub, pairing=pairing)
    add_control(app, lambda _: None)
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    screen(driver, 1024, 768)
    driver.get(f"{server.url}pair#{pairing.code}")
    until(driver, lambda: driver.current_url == server.url)
    arrived(driver, hub)
    until(driver, lambda: driver.execute_script("return document.body.classList.contains('control')"))
    yield driver
    driver.get("about:blank")
    server.stop()


def faults(driver: Chrome, **what: Any) -> list[str]:
    """What is wrong with the page as it stands now."""
    found: list[str] = driver.execute_script(MEASURE, {"scrolls": False, "within": "", **what})
    return found


def measure_all(page: Chrome, label: str, *, dark: bool = True, **what: Any) -> list[str]:
    """The page as it stands on each size. dark: in the other scheme too, which must not move a single box."""
    found = []
    for size, (width, height) in SIZES.items():
        screen(page, width, height, "light")
        boxes = page.execute_script(BOXES)
        if dark:
            screen(page, width, height, "dark")
            if page.execute_script(BOXES) != boxes:
                found.append(f"{label}, {size}: dark and light differ")
        found += [f"{label}, {size}: {fault}" for fault in faults(page, **what)]
    return found


@pytest.mark.parametrize("length", NAMES)
def test_every_table_holds_its_texts_on_every_screen(page: Chrome, hub: Hub, length: str) -> None:
    found = []
    for number, (label, made) in enumerate(TABLES.items()):
        show(page, hub, stretched(made(), NAMES[length], number))
        found += measure_all(page, label, dark=length == "40 characters")
    assert found == []


def test_score_cube_and_dice_can_be_read_from_a_distance(page: Chrome, hub: Hub) -> None:
    """16 minutes of arc is the least that ISO 9241-303 asks of a character: 7 mm at 1.5 m."""
    least = 7.0
    screen(page, *TABLET)
    for made, part in (("cube_owned", ".score"), ("cube_owned", ".cube-held"), ("doubled", "#cube-shown")):
        show(page, hub, TABLES[made]())
        heights = [MILLIMETRES * height for height in page.execute_script(DIGITS, part)]
        assert heights, part
        assert min(heights) >= least, (part, heights)
    show(page, hub, TABLES["moving"]())
    width = page.execute_script("return document.querySelector('#dice .die-face').getBoundingClientRect().width")
    assert MILLIMETRES * width >= 2 * least


def test_board_has_half_of_a_wide_screen_at_least(page: Chrome, hub: Hub) -> None:
    show(page, hub, TABLES["moving"]())
    for width, height in SIZES.values():
        if width > height:
            screen(page, width, height)
            board = page.execute_script("return document.querySelector('.book').getBoundingClientRect().width")
            assert board >= width / 2, (width, height)

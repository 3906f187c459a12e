"""A sample of `python -m tests.web.layout`: every screen, each on some of the sizes; and what is read from afar."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.web.browser import MISSING, screen, show
from tests.web.layout import NAMES, SIZES, measured_overlay, measured_screen, measured_wall, stretched
from tests.web.screens import WALL_SCREENS, Stage, screens, stage, wall
from tests.web.tables import TABLES
from translation.catalogue import languages

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

DIGITS = """
const pen = document.createElement("canvas").getContext("2d");
return [...document.querySelectorAll(arguments[0])].filter((part) => part.checkVisibility()).map((part) => {
  const { fontSize, fontFamily, fontWeight } = getComputedStyle(part);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return pen.measureText("2").actualBoundingBoxAscent;
});
"""
BOARD_SHARES = """
dispatchEvent(new Event("resize"));
const high = (part) => part.getBoundingClientRect().height;
return [...document.querySelectorAll(".tile")].map((tile) => high(tile.querySelector(".board")) / high(tile));
"""
TABLET = (1180, 820)
MILLIMETRES = 0.193
"""Of a pixel on a tablet of 10.9 inches with that many."""
EACH = 3
"""Sizes a screen is measured on here; the next screen has the next ones."""


@pytest.fixture(scope="module", params=languages())
def on(browser: Chrome, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """In each language once: what is measured in one of them is not measured in the next."""
    screen(browser, 1024, 768)
    with stage(browser, language=request.param) as made:
        yield made


def some(number: int) -> dict[str, tuple[int, int]]:
    names = list(SIZES)
    chosen = [names[(number * EACH + place) % len(names)] for place in range(EACH)]
    return {name: SIZES[name] for name in chosen}


def test_every_screen_holds_its_texts(on: Stage) -> None:
    found = []
    for number, one in enumerate(screens()):
        if number % len(languages()) == languages().index(on.language):
            sizes = some(number)
            found += measured_screen(on, one, NAMES["40 characters"], sizes, dark=list(sizes)[:1])
    assert found == []


@pytest.mark.parametrize("language", languages())
def test_the_wall_of_a_club_holds_its_texts(driver: Chrome, language: str) -> None:
    with wall(driver, language) as on:
        found = [fault for number, one in enumerate(WALL_SCREENS) for fault in measured_wall(on, one, some(number))]
        shares = []
        on.show(WALL_SCREENS[0])
        for size in SIZES.values():
            screen(driver, *size)
            shares.append(min(driver.execute_script(BOARD_SHARES)))
    assert found == []
    assert min(shares) > 0.4, shares


def test_the_strip_for_streams_holds_its_texts(on: Stage) -> None:
    assert measured_overlay(on, stretched(TABLES["alarm"](), NAMES["40 characters"], 0)) == []


def test_score_cube_and_dice_can_be_read_from_a_distance(on: Stage) -> None:
    """16 minutes of arc is the least that ISO 9241-303 asks of a character: 7 mm at 1.5 m."""
    least = 7.0
    driver = on.driver
    screen(driver, *TABLET)
    driver.get(on.server.url)
    for made, part in (("cube_owned", ".score"), ("cube_owned", ".cube-held"), ("doubled", "#cube-shown")):
        show(driver, on.hub, TABLES[made]())
        heights = [MILLIMETRES * height for height in driver.execute_script(DIGITS, part)]
        assert heights, part
        assert min(heights) >= least, (part, heights)
    show(driver, on.hub, TABLES["moving"]())
    width = driver.execute_script("return document.querySelector('#dice .die-face').getBoundingClientRect().width")
    assert MILLIMETRES * width >= 2 * least


def test_board_has_half_of_a_wide_screen_at_least(on: Stage) -> None:
    driver = on.driver
    driver.get(on.server.url)
    show(driver, on.hub, TABLES["moving"]())
    for width, height in SIZES.values():
        if width > height:
            screen(driver, width, height)
            board = driver.execute_script("return document.querySelector('.book').getBoundingClientRect().width")
            assert board >= width / 2, (width, height)

"""A sample of `python -m tests.web.layout`: every screen, each on some of the sizes; and what is read from afar."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browser import MISSING, screen, show
from tests.web.layout import NAMES, SIZES, measured_overlay, measured_screen, some, stretched
from tests.web.screens import Stage, screens, stage
from tests.web.tables import TABLES
from translation.catalogue import languages

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

DIGITS = """
const pen = document.createElement("canvas").getContext("2d");
const letters = "HHHHHHHHHH";
const asSet = (part) => { // a canvas does not adjust the size to the face, as the page does
  const probe = document.createElement("span");
  probe.textContent = letters;
  probe.style.position = "absolute";
  part.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width / pen.measureText(letters).width;
};
return [...document.querySelectorAll(arguments[0])].filter((part) => part.checkVisibility()).map((part) => {
  const { fontSize, fontFamily, fontWeight } = getComputedStyle(part);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return asSet(part) * pen.measureText("2").actualBoundingBoxAscent;
});
"""
FACES = {
    "P052": "fonts-urw-base35",
    "DejaVu Serif": "fonts-dejavu",
    "Liberation Serif": "fonts-liberation",
    "Noto Serif": "fonts-noto-core",
}
"""Faces a device may set the page in, and Debian's packages of them."""
SET_IN = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(':root:root { --serif: "FACE" }');
document.adoptedStyleSheets = [sheet];
"""
IS_THERE = """
const pen = document.createElement("canvas").getContext("2d");
const widths = ["monospace", "sans-serif"].map((other) => {
  pen.font = `40px "${arguments[0]}", ${other}`;
  return pen.measureText("Illegal 1234").width;
});
return widths[0] === widths[1];
"""
FACED = ("doubled", "alarm", "hint", "chouette_doubled", "resigning", "match_over")
"""Screens that are looked at in each face."""
TABLET = (1180, 820)
MILLIMETRES = 0.193
"""Of a pixel on a tablet of 10.9 inches with that many."""


@pytest.fixture(scope="module", params=languages())
def on(browser: Chrome, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """In each language once: what is measured in one of them is not measured in the next."""
    screen(browser, 1024, 768)
    with stage(browser, language=request.param) as made:
        yield made


@pytest.fixture(params=FACES)
def face(driver: Chrome, request: pytest.FixtureRequest) -> Iterator[str]:
    """Pages that are opened from now on are set in that face alone."""
    name: str = request.param
    if not driver.execute_script(IS_THERE, name):
        pytest.skip(f"{name} is not installed (Debian: {FACES[name]})")
    added = driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": SET_IN.replace("FACE", name)}
    )
    yield name
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_every_screen_holds_its_texts(on: Stage) -> None:
    found = []
    for number, one in enumerate(screens()):
        if number % len(languages()) == languages().index(on.language):
            sizes = some(number)
            found += measured_screen(on, one, NAMES["40 characters"], sizes, dark=list(sizes)[:1])
    assert found == []


def test_the_strip_for_streams_holds_its_texts(on: Stage) -> None:
    assert measured_overlay(on, stretched(TABLES["alarm"](), NAMES["40 characters"], 0)) == []


def test_score_cube_and_dice_can_be_read_from_a_distance(on: Stage) -> None:
    assert hard_to_read(on.driver, on) == []


def test_every_face_holds_the_texts_and_is_read_from_a_distance(driver: Chrome, face: str) -> None:
    with stage(driver) as on:
        found = hard_to_read(driver, on)
        driver.get(on.server.url)
        for number, one in enumerate(one for one in screens() if one.name in FACED):
            place = number + list(FACES).index(face) * len(FACED)
            found += measured_screen(on, one, NAMES["40 characters"], some(place, each=2))
    assert found == []


def hard_to_read(driver: Chrome, on: Stage) -> list[str]:
    """16 minutes of arc is the least that ISO 9241-303 asks of a character: 7 mm at 1.5 m."""
    least = 7.0
    found = []
    screen(driver, *TABLET)
    driver.get(on.server.url)
    for made, part in (("cube_owned", ".score"), ("cube_owned", ".cube-held"), ("doubled", "#cube-shown")):
        show(driver, on.hub, TABLES[made]())
        heights = [MILLIMETRES * height for height in driver.execute_script(DIGITS, part)]
        assert heights, part
        found += [f"{part}: {height:.2f} mm" for height in heights if height < least]
    show(driver, on.hub, TABLES["moving"]())
    width = driver.execute_script("return document.querySelector('#dice .die-face').getBoundingClientRect().width")
    return found + ([] if MILLIMETRES * width >= 2 * least else [f"a die: {MILLIMETRES * width:.2f} mm"])


WHOLE_PLAYS = """
const list = document.getElementById("plays");
const around = list.getBoundingClientRect();
return [...list.children].map((row) => row.getBoundingClientRect())
  .filter((row) => row.height && row.bottom <= around.bottom + 1 && row.right <= around.right + 1).length;
"""


@pytest.mark.parametrize("size", ["small tablet upright", "large tablet upright"])
def test_an_upright_chouette_shows_its_last_plays(on: Stage, size: str) -> None:
    screen(on.driver, *SIZES[size])
    on.driver.get(on.server.url)
    show(on.driver, on.hub, TABLES["chouette_doubled"]())
    assert on.driver.execute_script(WHOLE_PLAYS) >= 2


@pytest.mark.parametrize("size", SIZES)
def test_the_answers_to_a_double_are_of_one_size_with_a_beaver_too(on: Stage, size: str) -> None:
    screen(on.driver, *SIZES[size])
    on.driver.get(on.server.url)
    show(on.driver, on.hub, TABLES["beaver_offered"]())
    acts = [act for act in on.driver.find_elements(By.CSS_SELECTOR, ".seat .act") if act.is_displayed()]
    assert len(acts) == 4
    high = [act.rect["height"] for act in acts]
    letters = [float(act.value_of_css_property("font-size").removesuffix("px")) for act in acts]
    assert max(high) - min(high) < 1
    assert max(letters) - min(letters) < 1, letters
    fits = "return arguments[0].scrollWidth <= arguments[0].clientWidth"
    assert all(on.driver.execute_script(fits, act) for act in acts)


def test_board_has_half_of_a_wide_screen_at_least(on: Stage) -> None:
    driver = on.driver
    driver.get(on.server.url)
    show(driver, on.hub, TABLES["moving"]())
    for width, height in SIZES.values():
        if width > height:
            screen(driver, width, height)
            board = driver.execute_script("return document.querySelector('.book').getBoundingClientRect().width")
            assert board >= width / 2, (width, height)

"""The wizard in a real browser, before a camera that shows what people would do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.boards.colours import drawing_colours
from bookgammon.boards.known_boards import known_boards
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.wizard import USUAL_SEATS, Wizard
from bookgammon.table.page import Page
from calibration.errors import NoBook
from calibration.finding import FoundLeaves
from tests.setup.stage import BOOK, EMPTY, START, Camera, Room, find_here, put_away, with_hand, without_checker
from tests.web.axe import violations
from tests.web.browser import MISSING, screen, until
from tests.web.whole_page import whole_page
from vision.sources.pictures import Image
from web.guard import lead_to
from web.setup import add_setup

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

INNERMOST = (203, 235)
"""The last checker of the far left point."""


@pytest.fixture
def board_camera() -> Camera:
    return Camera(with_hand(EMPTY), "camera 0")


@pytest.fixture
def wizard(tmp_path: Path, board_camera: Camera) -> Iterator[Wizard]:
    other = Camera(np.asarray(cv2.resize(START[:, :480], (640, 480)), np.uint8), "camera 2")
    phone = Camera(EMPTY, "phone")
    room = Room(**{"0": board_camera, "2": other, "http://phone:8080/video": phone})
    made = Wizard(tmp_path, None, rules=Rules(), cameras=Cameras(room.open, lambda: [0, 1, 2]), find=find_here)
    yield made
    put_away(made)


@pytest.fixture
def page(driver: Chrome, wizard: Wizard) -> Iterator[Page]:
    add = (partial(add_setup, setup=wizard), partial(lead_to, endpoint="setup_page"))
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add, elsewhere=wizard.waiting_for) as running:
        wizard.on_waiting(running.waits_elsewhere)
        driver.get(running.joined_by(running.url))
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".camera"))
        yield running
        driver.get("about:blank")


def step(driver: Chrome) -> str:
    return str(driver.find_element(By.ID, "setup").get_attribute("data-step"))


def text(driver: Chrome, name: str) -> str:
    return driver.find_element(By.ID, name).text


def press(driver: Chrome, name: str) -> None:
    until(driver, lambda: driver.find_element(By.ID, name).is_displayed())
    driver.find_element(By.ID, name).click()


def fits(driver: Chrome) -> bool:
    return bool(driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"))


def test_all_goes_well_without_a_click_on_the_picture(
    driver: Chrome, page: Page, wizard: Wizard, board_camera: Camera, tmp_path: Path
) -> None:
    screen(driver, 1024, 768, "light")
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".camera")) == 2)  # camera 1 gives no pictures
    assert violations(driver) == []
    board_camera.scene = EMPTY
    driver.find_elements(By.CSS_SELECTOR, ".camera")[0].click()
    until(driver, lambda: step(driver) == "start")
    assert len(driver.find_elements(By.CSS_SELECTOR, "#outline .leaf-line")) == 2
    board_camera.scene = without_checker(START, INNERMOST)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#problems li"))
    assert text(driver, "problems") == "The far left point shows 4 checkers, 5 expected."
    assert len(driver.find_elements(By.CSS_SELECTOR, ".problem-spot")) == 1
    assert violations(driver) == []
    board_camera.scene = START
    until(driver, lambda: step(driver) == "match")
    assert violations(driver) == []
    assert fits(driver)
    shown = wizard.state().look
    driver.find_element(By.ID, "near").send_keys("Anna")
    driver.find_element(By.ID, "far").send_keys("<b>Ben</b>")
    driver.find_element(By.CSS_SELECTOR, "input[name=points][value='7']").click()
    driver.find_element(By.CSS_SELECTOR, "#match button[type=submit]").click()
    outcome = wizard.wait()
    until(driver, lambda: step(driver) == "done")
    assert shown == drawing_colours(outcome.board)
    assert outcome.board.seats == Seats(Side.LIGHT, "right")
    assert outcome.agreement
    assert (outcome.agreement.names, outcome.agreement.rules.length) == (("Anna", "<b>Ben</b>"), 7)
    assert (outcome.source, outcome.address) == (board_camera, "0")
    assert not board_camera.closed
    kept = known_boards(tmp_path)
    assert kept.names == ("Our book",)
    found = kept.lying_there(START)
    assert found
    assert found.name == "Our book"


def test_corners_are_put_right_by_keys_and_by_finger(
    driver: Chrome, page: Page, wizard: Wizard, board_camera: Camera
) -> None:
    screen(driver, 390, 844, "dark")
    driver.find_elements(By.CSS_SELECTOR, ".camera")[0].send_keys(Keys.ENTER)
    until(driver, lambda: driver.find_element(By.ID, "confirm").is_displayed())
    assert "not sure" in text(driver, "more")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, ".knob").is_displayed())
    assert violations(driver) == []
    assert fits(driver)
    first = driver.find_elements(By.CSS_SELECTOR, ".knob")[0]
    driver.execute_script("arguments[0].focus()", first)
    ActionChains(driver).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_DOWN).perform()
    assert driver.find_element(By.ID, "lens").is_displayed()
    until(driver, lambda: (outline := wizard.state().outline) and outline.own)
    outline = wizard.state().outline
    assert outline
    x, y = BOOK.left[0]
    assert outline.left[0][0] > x
    assert outline.left[0][1] > y
    assert outline.left[1:] == BOOK.left[1:]
    before = outline.right
    last = driver.find_elements(By.CSS_SELECTOR, ".knob")[6]  # right leaf, bottom right
    ActionChains(driver).drag_and_drop_by_offset(last, -20, -10).perform()
    until(driver, lambda: (moved := wizard.state().outline) and moved.right != before)
    moved = wizard.state().outline
    assert moved
    assert moved.right[2][0] == pytest.approx(before[2][0] - 20 * 960 / _stage_width(driver), abs=3)
    driver.find_element(By.ID, "confirm").send_keys(Keys.ENTER)
    until(driver, lambda: step(driver) in ("empty", "start"))


def test_an_address_that_does_not_open_is_told_and_a_good_one_is_shown(driver: Chrome, page: Page) -> None:
    screen(driver, 768, 1024, "dark")
    field = driver.find_element(By.ID, "address")
    field.send_keys("http://nowhere/video", Keys.ENTER)
    until(driver, lambda: "does not open" in text(driver, "trouble"))
    field.clear()
    field.send_keys("192.168.1.20:8080/video", Keys.ENTER)
    until(driver, lambda: "http://" in text(driver, "trouble"))
    sentence = text(driver, "trouble")
    asked = "return performance.getEntriesByName(location.origin + '/api/setup').length"
    before = driver.execute_script(asked)
    until(driver, lambda: driver.execute_script(asked) >= before + 4)  # the state was shown anew meanwhile
    assert text(driver, "trouble") == sentence
    field.clear()
    field.send_keys("http://phone:8080/video", Keys.ENTER)
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".camera")) == 3)
    assert "phone" in driver.find_elements(By.CSS_SELECTOR, ".camera")[2].text
    assert violations(driver) == []


def test_a_board_that_is_set_up_already_is_noticed(
    driver: Chrome, page: Page, wizard: Wizard, board_camera: Camera
) -> None:
    screen(driver, 1024, 768, "dark")
    board_camera.scene = START
    driver.find_elements(By.CSS_SELECTOR, ".camera")[0].click()
    until(driver, lambda: "stand on the board already" in text(driver, "problems"))
    assert violations(driver) == []
    press(driver, "skip")
    until(driver, lambda: step(driver) == "start")
    wizard.back("camera")
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".camera")) == 2)


def _stage_width(driver: Chrome) -> float:
    return float(driver.execute_script("return document.getElementById('stage').clientWidth"))


def test_a_picture_of_something_else_leads_back_to_the_cameras(driver: Chrome, tmp_path: Path) -> None:
    def nothing(picture: Image) -> FoundLeaves:
        raise NoBook("nothing like a book")

    room = Room(**{"0": Camera(EMPTY, "camera 0")})
    made = Wizard(tmp_path, None, rules=Rules(), cameras=Cameras(room.open, lambda: [0]), find=nothing)
    add = (partial(add_setup, setup=made), partial(lead_to, endpoint="setup_page"))
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as running:
        driver.get(running.joined_by(running.url))
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".camera"))
        driver.find_element(By.CSS_SELECTOR, ".camera").click()
        until(driver, lambda: text(driver, "says") == "There is no open book in this picture.")
        assert "another camera" in text(driver, "more")
        press(driver, "other-camera")
        until(driver, lambda: step(driver) == "camera")
        driver.get("about:blank")
    put_away(made)

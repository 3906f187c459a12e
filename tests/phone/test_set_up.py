"""From the code on the set-up page to a board that is read, by a telephone."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

import cv2
import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.rules import Rules
from bookgammon.access.addresses import EVERYWHERE, own_names
from bookgammon.access.door_certificate import door_context
from bookgammon.cameras.opening import camera_opener
from bookgammon.cameras.phone_guide import guide_through
from bookgammon.cameras.telephone import Telephone
from bookgammon.setup.camera_view import CameraView
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.wizard import USUAL_SEATS, Wizard
from bookgammon.table.page import Page
from bookgammon.workers.worker import Workers
from tests.phone.browser import become_camera, camera_film, telephone
from tests.setup.stage import EMPTY, START, find_here, put_away
from tests.web.axe import violations
from tests.web.browser import MISSING, chromium, until
from vision.sources.frames import Frame
from vision.sources.phone import PHONE
from web.guard import lead_to
from web.setup import add_setup

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_a_telephone_sets_the_board_up(tmp_path: Path) -> None:
    film = camera_film(tmp_path / "film.mjpeg", [(START, 30)], (960, 540))
    phone = Telephone()
    opener = camera_opener(tmp_path, phone, Workers())
    wizard = Wizard(tmp_path, None, rules=Rules(), cameras=Cameras(opener, lambda: []), find=find_here)
    phone.guided_by(guide_through(wizard.state))
    with (
        Page(
            (), USUAL_SEATS, EVERYWHERE, 0,
            add=[partial(add_setup, setup=wizard)], telephone=phone, secure=door_context(tmp_path, own_names()),
        ) as page,
        telephone(tmp_path / "chromium", film) as driver,
    ):
        clicks = become_camera(driver, page.address_for_tablets() + f"phone#{page.pairing.code}")
        assert clicks == 3
        assert violations(driver) == []
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#outline polygon"))
        until(driver, lambda: skipped(driver) or wizard.state().step == "match")
    put_away(wizard)


def test_no_code_is_spoken_of_before_the_page_is_open_to_telephones(tmp_path: Path) -> None:
    phone = Telephone()
    opener = camera_opener(tmp_path, phone, Workers())
    view = CameraView("named", PHONE, PHONE, open_address=opener)
    wizard = Wizard(tmp_path, view, rules=Rules(), cameras=Cameras(opener, lambda: []), find=find_here)
    add = (partial(add_setup, setup=wizard), partial(lead_to, endpoint="setup_page"))
    with (
        Page((), USUAL_SEATS, "127.0.0.1", 0, add=add, telephone=phone) as page,
        chromium(tmp_path / "chromium") as driver,
    ):
        driver.get(page.joined_by(page.url))
        until(driver, lambda: "cannot reach" in driver.find_element(By.ID, "phone-says").text)
        assert "Waiting for the telephone" in driver.find_element(By.ID, "says").text
        assert not driver.find_element(By.ID, "phone-code").is_displayed()
        assert "code" not in driver.find_element(By.TAG_NAME, "main").text.lower()
    put_away(wizard)


def test_the_code_is_printed_beside_the_qr_code_while_the_telephone_is_waited_for(tmp_path: Path) -> None:
    phone = Telephone()
    opener = camera_opener(tmp_path, phone, Workers())
    view = CameraView("named", PHONE, PHONE, open_address=opener)  # no picture comes: the step stays
    wizard = Wizard(tmp_path, view, rules=Rules(), cameras=Cameras(opener, lambda: []), find=find_here)
    add = (partial(add_setup, setup=wizard), partial(lead_to, endpoint="setup_page"))
    with (
        Page((), USUAL_SEATS, EVERYWHERE, 0, add=add, telephone=phone) as page,
        chromium(tmp_path / "chromium") as driver,
    ):
        driver.get(page.joined_by(page.url))
        code = driver.find_element(By.ID, "phone-code")
        until(driver, code.is_displayed)
        says = driver.find_element(By.ID, "phone-says")
        until(driver, lambda: page.pairing.code in says.text)
        assert f"{page.address_for_tablets()}phone" in says.text
        assert abs(code.rect["y"] - says.rect["y"]) < max(code.rect["height"], says.rect["height"])
    put_away(wizard)


def skipped(driver: Chrome) -> bool:
    """Touches the telephone's own button for going on without the empty board, once it is offered."""
    for button in driver.find_elements(By.CSS_SELECTOR, "#acts button"):
        with suppress(WebDriverException):  # the page has moved on
            button.click()
    return False


def test_a_picture_taken_by_hand_is_a_way_out(tmp_path: Path) -> None:
    still = tmp_path / "still.jpg"
    cv2.imwrite(str(still), cv2.resize(EMPTY, (4000, 2250)))
    phone = Telephone()
    source = phone.open()
    with (
        Page((), USUAL_SEATS, EVERYWHERE, 0, telephone=phone) as page,
        telephone(tmp_path / "chromium", camera_film(tmp_path / "film.mjpeg", [(EMPTY, 1)])) as driver,
    ):
        driver.get(f"{page.address_for_tablets()}phone#{page.pairing.code}")
        assert not driver.find_elements(By.ID, "go-on"), "no secure page, no way to it"
        assert violations(driver) == []
        driver.find_element(By.CSS_SELECTOR, ".phone-stills summary").click()
        driver.find_element(By.ID, "still").send_keys(str(still))
        until(driver, lambda: "camera" in driver.find_element(By.ID, "still-says").text)
        frame = next(item for item in source.items() if isinstance(item, Frame))
    assert (frame.image.shape[1], frame.image.shape[0]) == (1920, 1080)

"""Each step of "use a telephone" at its size, for the guide: `python -m lab.campaigns.phone_screenshots [FOLDER]`."""

from __future__ import annotations

import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.rules import Rules
from bookgammon.access.addresses import EVERYWHERE, own_names
from bookgammon.access.door_certificate import door_context
from bookgammon.cameras.opening import camera_opener
from bookgammon.cameras.phone_guide import guide_through
from bookgammon.cameras.telephone import Telephone
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.wizard import USUAL_SEATS, Wizard
from bookgammon.table.page import Page
from bookgammon.workers.worker import Workers
from calibration.finding import FoundLeaves
from tests.phone.browser import LANDSCAPE, PORTRAIT, camera_film, go_through_warning, sends, telephone
from tests.setup.stage import BOOK, EMPTY
from tests.web.browser import screen, until
from vision.sources.pictures import Image
from web.phone import Sender
from web.setup import add_setup

FOLDER = Path(__file__).parents[2] / "web" / "static" / "guide"
DARK = np.asarray(EMPTY // 6, np.uint8)


def found(picture: Image) -> FoundLeaves:
    """The demo's book, a little unsure, so that the page stays where it is."""
    return FoundLeaves(BOOK, 0.4)


def picture(driver: Chrome, folder: Path, name: str) -> None:
    """Kept small: a guide is looked at over the same network."""
    data = np.frombuffer(driver.get_screenshot_as_png(), np.uint8)
    shown = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert shown is not None
    cv2.imwrite(str(folder / f"phone-{name}.jpg"), shown, [cv2.IMWRITE_JPEG_QUALITY, 80])
    print(name, flush=True)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    with tempfile.TemporaryDirectory() as scratch:
        room = Path(scratch)
        film = camera_film(room / "film.mjpeg", [(EMPTY, 30)], (960, 540))
        phone = Telephone()
        opener = camera_opener(room, phone, Workers())
        wizard = Wizard(room, None, rules=Rules(), cameras=Cameras(opener, lambda: []), find=found)
        phone.guided_by(guide_through(wizard.state))
        context = door_context(room, own_names())
        with (
            Page(
                (), USUAL_SEATS, EVERYWHERE, 0,
                add=[partial(add_setup, setup=wizard)], telephone=phone, secure=context,
            ) as page,
            telephone(room / "chromium", film) as driver,
        ):  # fmt: skip
            screen(driver, 1100, 760)
            driver.get(page.opened_here())
            driver.get(f"{page.url}setup")
            until(driver, lambda: driver.find_element(By.ID, "phone-code").is_displayed())
            time.sleep(1)
            picture(driver, folder, "1-code")
            screen(driver, *PORTRAIT)
            driver.get(f"{page.address_for_tablets()}phone#{page.pairing.code}")
            picture(driver, folder, "2-before")
            driver.find_element(By.ID, "go-on").click()
            until(driver, lambda: driver.find_elements(By.ID, "details-button"))
            picture(driver, folder, "3-warning")
            go_through_warning(driver)
            until(driver, lambda: sends(driver) and driver.find_elements(By.CSS_SELECTOR, "#outline polygon"))
            picture(driver, folder, "4-found")
            screen(driver, *LANDSCAPE)
            time.sleep(1)
            picture(driver, folder, "5-sideways")
            phone.claim(Sender("other", "Anna's telephone", "c" * 32), over=True)
            until(driver, lambda: driver.find_element(By.ID, "over").is_displayed())
            screen(driver, *PORTRAIT)
            picture(driver, folder, "6-second")
        wizard.close()


if __name__ == "__main__":
    main()

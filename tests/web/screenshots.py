"""Pictures of the page: `python -m tests.web.screenshots [FOLDER] [TABLE…]`.

Without a folder, docs/pictures/ gets the few that the documentation shows; with one, it gets every table
(or those named) on every screen in both colour schemes. All as a paired device sees it.
"""

from __future__ import annotations

import base64
import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browser import MISSING, chromium, screen, show, until
from tests.web.tables import TABLES
from web.app import create_app
from web.control import add_control
from web.hub import Hub
from web.pairing import Pairing
from web.server import PageServer

SCREENS = {
    "tablet": (1180, 820), "upright": (768, 1024), "phone": (390, 844), "desktop": (1920, 1080),
    "phone-wide": (844, 390), "small": (360, 640),
}  # fmt: skip
PICTURES = {
    "page.png": ("hint", "tablet", "light", ""),
    "warning.png": ("alarm", "tablet", "light", ""),
    "cube-dark.png": ("doubled", "tablet", "dark", ""),
    "phone.png": ("to_roll", "phone", "light", ""),
    "correcting.png": ("moving", "tablet", "light", "correct_position"),
}
"""For each: the table, the screen, the colour scheme and the sheet that lies over it."""
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def shoot(driver: Chrome, hub: Hub, table: str, size: str, scheme: str, path: Path, sheet: str = "") -> None:
    screen(driver, *SCREENS[size], scheme)
    show(driver, hub, TABLES[table]())
    if sheet:
        driver.execute_script("import('/static/control.js').then((control) => control.open(arguments[0]))", sheet)
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .dialog-body > *"))
        driver.execute_script("document.activeElement.blur()")
    time.sleep(0.3)
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    picture = np.frombuffer(base64.b64decode(shot["data"]), np.uint8)
    pixels = cv2.imdecode(picture, cv2.IMREAD_COLOR)
    assert pixels is not None
    cv2.imwrite(str(path), pixels, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    driver.execute_script("document.querySelectorAll('dialog').forEach((dialog) => dialog.close())")


def main(arguments: list[str]) -> None:
    if MISSING:
        sys.exit(f"This {MISSING}.")
    hub, pairing = Hub(TABLES["setting_up"]()), Pairing()
    app = create_app(hub, pairing=pairing)
    add_control(app, lambda _: None)
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        driver.get(f"{server.url}pair#{pairing.code}")
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "body.control"))
        if arguments:
            folder = Path(arguments[0])
            folder.mkdir(parents=True, exist_ok=True)
            for table in arguments[1:] or TABLES:
                for size in SCREENS:
                    for scheme in ("light", "dark"):
                        shoot(driver, hub, table, size, scheme, folder / f"{table}-{size}-{scheme}.png")
        else:
            FOLDER.mkdir(parents=True, exist_ok=True)
            for name, (table, size, scheme, sheet) in PICTURES.items():
                shoot(driver, hub, table, size, scheme, FOLDER / name, sheet)
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])

"""Pictures of the page: `python -m tests.web.screenshots [FOLDER] [TABLE…]`.

Without a folder, docs/pictures/ gets the few that the documentation shows; with one, it gets every table
(or those named) on every screen in both colour schemes.
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

from tests.web.browser import MISSING, chromium, screen
from tests.web.tables import TABLES
from web.app import create_app
from web.hub import Hub
from web.server import PageServer

SCREENS = {
    "tablet": (1024, 768), "upright": (768, 1024), "phone": (390, 844), "desktop": (1920, 1080),
    "phone-wide": (844, 390), "small": (360, 640),
}  # fmt: skip
PICTURES = {"page.png": ("hint", "tablet", "light"), "warning.png": ("alarm", "tablet", "light")}
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def shoot(driver: Chrome, hub: Hub, table: str, size: str, scheme: str, path: Path) -> None:
    screen(driver, *SCREENS[size], scheme)
    hub.publish(TABLES[table]())
    version = hub.latest()[0]
    while driver.execute_script("return document.body.dataset.version") != str(version):
        time.sleep(0.05)
    time.sleep(0.2)
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    picture = np.frombuffer(base64.b64decode(shot["data"]), np.uint8)
    pixels = cv2.imdecode(picture, cv2.IMREAD_COLOR)
    assert pixels is not None
    cv2.imwrite(str(path), pixels, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def main(arguments: list[str]) -> None:
    if MISSING:
        sys.exit(f"This {MISSING}.")
    hub = Hub(TABLES["setting_up"]())
    server = PageServer(create_app(hub), "127.0.0.1", 0)
    server.start()
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        driver.get(server.url)
        if arguments:
            folder = Path(arguments[0])
            folder.mkdir(parents=True, exist_ok=True)
            for table in arguments[1:] or TABLES:
                for size in SCREENS:
                    for scheme in ("light", "dark"):
                        shoot(driver, hub, table, size, scheme, folder / f"{table}-{size}-{scheme}.png")
        else:
            FOLDER.mkdir(parents=True, exist_ok=True)
            for name, (table, size, scheme) in PICTURES.items():
                shoot(driver, hub, table, size, scheme, FOLDER / name)
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])

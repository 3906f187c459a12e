"""Pictures of the page: `python -m lab.campaigns.screenshots [FOLDER] [TABLE…]`.

Without a folder, docs/pictures/ and the guide (web/static/guide/, with a folder in it for each further language) get
the few that they show; with one, it gets every table (or those named) on every screen in both colour schemes. All as a
paired device sees it.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browser import MISSING, chromium, screen, until
from tests.web.screens import Screen, Stage, screens, stage
from tests.web.table_parts import NAMES
from tests.web.tables import TABLES
from translation.catalogue import ENGLISH, languages

SCREENS = {
    "tablet": (1180, 820), "upright": (768, 1024), "phone": (390, 844), "desktop": (1920, 1080),
    "phone-wide": (844, 390), "small": (360, 640),
}  # fmt: skip
PICTURES = {
    "page.png": ("hint", "tablet", "light"),
    "warning.png": ("alarm", "tablet", "light"),
    "cube-dark.png": ("doubled", "tablet", "dark"),
    "phone.png": ("to_roll", "phone", "light"),
    "correcting.png": ("moving: correct_position", "tablet", "light"),
}
"""For each: the screen, the device and the colour scheme."""
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
GUIDE_PICTURES = {
    "set-up.jpg": ("set-up: checkers", "tablet", "light"),
    "table.jpg": ("moving", "tablet", "light"),
    "warning.jpg": ("alarm", "tablet", "light"),
    "past-match.jpg": ("past match", "tablet", "light"),
}
GUIDE = Path(__file__).parents[2] / "web" / "static" / "guide"
OF_STUDY = Path(__file__).parents[2] / "bookgammon" / "plugins" / "study" / "static" / "guide"


def taken(driver: Chrome, path: Path) -> None:
    """What the browser shows now, as PNG or, by the name's ending, as JPEG."""
    time.sleep(0.5)
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    pixels = cv2.imdecode(np.frombuffer(base64.b64decode(shot["data"]), np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    small = [cv2.IMWRITE_PNG_COMPRESSION, 9] if path.suffix == ".png" else [cv2.IMWRITE_JPEG_QUALITY, 80]
    cv2.imwrite(str(path), pixels, small)


def shoot(on: Stage, one: Screen, size: tuple[int, int], scheme: str, path: Path) -> None:
    screen(on.driver, *size, scheme)
    on.show(one)
    on.driver.execute_script("document.activeElement.blur()")
    taken(on.driver, path)


def shoot_guide(driver: Chrome, language: str) -> None:
    """The guide's pictures in that language; English ones also for docs/."""
    with stage(driver, NAMES, language) as on:
        known = {one.name: one for one in screens()}
        english = language == ENGLISH
        guide, of_study = (each if english else each / language for each in (GUIDE, OF_STUDY))
        guide.mkdir(exist_ok=True)
        of_study.mkdir(exist_ok=True)
        study = {"study.jpg": ("study: nearly set up", "tablet", "light")}
        for where, pictures in ((FOLDER, PICTURES if english else {}), (guide, GUIDE_PICTURES), (of_study, study)):
            for file, (name, label, scheme) in pictures.items():
                shoot(on, known[name], SCREENS[label], scheme, where / file)
        on.hub.publish(TABLES["moving"]())
        screen(driver, 1280, 180)
        driver.get(f"{on.server.url}overlay")
        until(driver, lambda: driver.find_element(By.ID, "strip").is_displayed())
        driver.execute_script("document.body.style.background = '#5b7a63'")  # as a stream would lie below it
        taken(driver, guide / "stream.jpg")


def shoot_all(driver: Chrome, folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with stage(driver, NAMES) as on:
        known = {one.name: one for one in screens()}
        for name in names or TABLES:
            for label, size in SCREENS.items():
                for scheme in ("light", "dark"):
                    shoot(on, known[name], size, scheme, folder / f"{name}-{label}-{scheme}.png")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="for pictures of the table's page; none: the guide's")
    parser.add_argument("names", nargs="*", help="of the screens to take; none: all")
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.names) - TABLES.keys():
        parser.error(f"there is no screen {min(unknown)}: choose of {', '.join(TABLES)}")
    if MISSING:
        sys.exit(f"This {MISSING}.")
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        if wanted.folder:
            shoot_all(driver, wanted.folder, wanted.names)
            return
        for language in languages():
            shoot_guide(driver, language)


if __name__ == "__main__":
    main()

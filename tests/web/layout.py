"""Every screen on every size, in both schemes, with the longest texts: `python -m tests.web.layout [SCREEN…]`.

With `--language de` in German, whose words are longer; `--part 2/3` measures the second third of the screens.
tests/web/layout.js measures, from the boxes, what is cut, covered, out of sight, too small to read or to touch. One
browser; a page is loaded once and the device changes its size under it. Prints every fault; exit code 1 with any.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome

from arbiter.match.events import BadRoll
from arbiter.message import Message
from tests import plugged
from tests.web.browser import chromium, screen, show
from tests.web.screens import LONG_NAMES, Screen, Stage, screens, stage
from tests.web.tables import TABLES
from translation.catalogue import ENGLISH, languages
from web.view import CAMERA_OK, TableView

MEASURE = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")

BOXES = """
dispatchEvent(new Event("resize")); // the browser's own comes with the next frame
return [...document.body.querySelectorAll("*")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
}).join(" ")
"""

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

EACH = 3
"""Sizes a screen is measured on by a sample; the next screen has the next ones."""

STRIPS = {"1280": (1280, 180), "1920": (1920, 270), "television": (3840, 540)}
"""Sizes of the strip for streams."""
STRIP_TABLES = ("to_roll", "alarm", "chouette_doubled", "match_over")

NAMES = {
    "24 characters": ("Anna-Lena Brückner-Hofer", "Maximilian von Hohenstein"[:24]),
    "40 characters": LONG_NAMES,
}
VERDICTS = (
    Message(
        "Both numbers can be played, but {done} leaves no {rest}: {example} uses both.",
        done="13/11*/5", rest=6, example="bar/20*/14(2) 13/7*(2)",
    ),
    Message(
        "{move} has to stop on {stops} on the way, which the opponent holds.", move="24/18/13*/7", stops="18 or 13"
    ),
    Message("A checker is still on the bar and must enter before {move} is played.", move="24/18*/13"),
)  # fmt: skip
NOTICE = "The board was set up again before the game was over; nobody scores for it, and the next game begins."
CAMERA = "The camera sends no picture any more; look at its cable or its app, and the game goes on by itself."


def some(number: int, each: int = EACH) -> dict[str, tuple[int, int]]:
    names = list(SIZES)
    chosen = [names[(number * each + place) % len(names)] for place in range(each)]
    return {name: SIZES[name] for name in chosen}


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
        started=time.time() - 100 * 3600 + 60,
    )


def faults(driver: Chrome, **what: Any) -> list[str]:
    """What is wrong with the page as it stands now."""
    found: list[str] = driver.execute_script(MEASURE, {"scrolls": False, "within": "", **what})
    return found


def measured(
    driver: Chrome, label: str, sizes: Mapping[str, tuple[int, int]], *, dark: Iterable[str] = (), **what: Any
) -> list[str]:
    """The page as it stands on each of the sizes. dark: where the other scheme must not move a single box."""
    found = []
    for size, (width, height) in sizes.items():
        screen(driver, width, height, "light")
        boxes = driver.execute_script(BOXES)
        if size in dark:
            screen(driver, width, height, "dark")
            other = driver.execute_script(BOXES)
            screen(driver, width, height, "light")
            if other not in (boxes, driver.execute_script(BOXES)):  # marks on a picture come a frame after its size
                found.append(f"{label}, {size}: dark and light differ")
        found += [f"{label}, {size}: {fault}" for fault in faults(driver, **what)]
    return found


def measured_screen(
    on: Stage, one: Screen, names: tuple[str, str], sizes: Mapping[str, tuple[int, int]], dark: Iterable[str] = ()
) -> list[str]:
    view = stretched(TABLES[one.table](), names, list(TABLES).index(one.table)) if one.path == "/" else None
    on.show(one, view)
    return measured(on.driver, one.name, sizes, dark=dark, scrolls=one.scrolls, within=one.within)


def measured_apart(
    on: plugged.Hall, one: Screen, sizes: Mapping[str, tuple[int, int]], dark: Iterable[str] = ()
) -> list[str]:
    on.show(one)
    return measured(on.driver, one.name, sizes, dark=dark, scrolls=one.scrolls, within=one.within)


def measured_overlay(on: Stage, view: TableView) -> list[str]:
    """The strip for streams, which has shapes of its own, and nothing to touch."""
    on.driver.get(f"{on.server.url}overlay")
    show(on.driver, on.hub, view)
    return measured(on.driver, "overlay", STRIPS)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.layout")
    parser.add_argument("screens", nargs="*", metavar="SCREEN")
    parser.add_argument("--language", choices=languages(), default=ENGLISH)
    parser.add_argument("--part", default="1/1", metavar="I/N")
    given = parser.parse_args(arguments)
    part, parts = map(int, given.part.split("/"))
    found: list[str] = []

    def tell(label: str, here: list[str]) -> None:
        print(f"{label}: {len(here)}", *here, sep="\n  ", flush=True)
        found.extend(here)

    def wanted(name: str) -> bool:
        return name in given.screens if given.screens else True

    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        screen(driver, 1024, 768)
        with stage(driver, language=given.language) as on:
            for one in screens()[part - 1 :: parts]:
                for length, names in NAMES.items():
                    if wanted(one.name) and (one.path == "/" or length == "40 characters"):
                        dark = SIZES if length == "40 characters" else ()
                        tell(f"{one.name} ({length})", measured_screen(on, one, names, SIZES, dark))
            for table in STRIP_TABLES if part == 1 and wanted("overlay") else ():
                for length, names in NAMES.items():
                    view = stretched(TABLES[table](), names, 0)
                    tell(f"overlay: {table} ({length})", measured_overlay(on, view))
        for apart in plugged.apart() if part == 1 else ():
            with apart.stage(driver, given.language) as hall:
                for one in filter(lambda one: wanted(one.name), apart.screens):
                    tell(one.name, measured_apart(hall, one, SIZES, SIZES))
    print(f"{len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

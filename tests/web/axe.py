"""Every screen before axe-core, WCAG 2.2, level AA: `python -m tests.web.axe [SCREEN…]`.

With `--language de` in German.

In both colour schemes and at 200 % zoom. Prints every violation; exit code 1 with any. axe.min.js beside this file is
axe-core 4.14.1 (Deque Systems, MPL-2.0, https://github.com/dequelabs/axe-core).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from selenium.webdriver import Chrome

from tests import plugged
from tests.web.browser import chromium, screen
from tests.web.screens import screens, stage
from translation.catalogue import ENGLISH, languages

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN = """
const done = arguments[arguments.length - 1];
// contrast is judged against the plain colour under each gradient, which else could not be judged at all
for (const part of document.querySelectorAll("body, main, section, dialog")) part.style.backgroundImage = "none";
axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })
  .then((found) => done(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)))
  .catch((error) => done([String(error)]));
"""
LOOKS = {"light": (1180, 820, "light"), "dark": (390, 844, "dark"), "200 %": (640, 400, "light")}
"""width, height and scheme; 200 % is that of a tablet with 1280x800 pixels."""


def violations(driver: Chrome) -> list[str]:
    """What axe finds on the page as it stands."""
    if not driver.execute_script("return Boolean(window.axe)"):
        driver.execute_script(AXE)
    found: list[str] = driver.execute_async_script(RUN)
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.axe")
    parser.add_argument("screens", nargs="*", metavar="SCREEN")
    parser.add_argument("--language", choices=languages(), default=ENGLISH)
    given = parser.parse_args(arguments)
    found = 0

    def look_at(name: str, driver: Chrome) -> None:
        nonlocal found
        for label, look in LOOKS.items():
            screen(driver, *look)
            here = violations(driver)
            found += len(here)
            print(f"{name}, {label}: {len(here)}", *here, sep="\n  ", flush=True)

    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        with stage(driver, language=given.language) as on:
            for one in screens():
                if not given.screens or one.name in given.screens:
                    on.show(one)
                    look_at(one.name, driver)
        for apart in plugged.apart():
            with apart.stage(driver, given.language) as hall:
                for shown in apart.screens:
                    if not given.screens or shown.name in given.screens:
                        hall.show(shown)
                        look_at(shown.name, driver)
    print(f"{found} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

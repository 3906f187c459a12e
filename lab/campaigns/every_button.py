"""Presses every control on every screen: `python -m lab.campaigns.every_button [LANGUAGE…]`.

Prints each after which nothing is seen within a second although nobody answers; the exit code says whether there was
one. `tests/web/test_every_button.py` is a short one.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from selenium.common.exceptions import WebDriverException

from tests.web.browser import MISSING, chromium, screen
from tests.web.every_button import pressed_in_vain
from tests.web.screens import screens, stage
from translation.catalogue import ENGLISH

PATIENCE_MS = 1000
DRAWN = ("phone: guided",)
"""Screens whose controls only look like those of a telephone that sends."""
SKIPPED = ("top left corner", "top right corner", "bottom right corner", "bottom left corner", "a go-on")
"""Corners are dragged, or moved by keys; and the telephone's secure door has another address than the stage."""


def main(words: Sequence[str]) -> int:
    if MISSING:
        print(MISSING)
        return 1
    found = 0
    for language in words or (ENGLISH,):
        with tempfile.TemporaryDirectory() as folder, chromium(Path(folder)) as driver:
            screen(driver, 1180, 820)
            with stage(driver, language=language) as on:
                for one in screens():
                    if one.name in DRAWN:
                        continue
                    try:
                        faults = pressed_in_vain(driver, partial(on.show, one), SKIPPED, PATIENCE_MS)
                    except WebDriverException as error:
                        faults = [f"the screen itself: {error.msg}"]
                    found += len(faults)
                    for fault in faults:
                        print(f"{language} {one.name}: {fault}", flush=True)
    print(f"{found} controls after which nothing happens")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

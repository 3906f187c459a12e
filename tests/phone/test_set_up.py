"""From the code on the set-up page to a board that is read, by a telephone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from arbiter.rules import Rules
from bookgammon.camera_opening import camera_opener
from bookgammon.commands.play import EVERYWHERE
from bookgammon.door_certificate import door_context
from bookgammon.own_addresses import own_names
from bookgammon.page import Page
from bookgammon.phone_guide import guide_through
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.wizard import USUAL_SEATS, Wizard
from bookgammon.telephone import Telephone
from tests.phone.browser import become_camera, camera_film, telephone
from tests.setup.stage import EMPTY, START, find_here
from tests.web.browser import MISSING, until
from web.setup import add_setup

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_a_telephone_sets_the_board_up(tmp_path: Path) -> None:
    film = camera_film(tmp_path / "film.mjpeg", [(EMPTY, 600), (START, 3000)], (960, 540))
    phone = Telephone()
    opener = camera_opener(tmp_path, phone)
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
        until(driver, lambda: wizard.state().step == "match")
    wizard.close()

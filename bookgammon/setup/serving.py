"""The wizard's page served until set-up is done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from ssl import SSLContext
from urllib.parse import urlsplit

from arbiter.rules import Rules
from bookgammon.access.sharing import Sharing
from bookgammon.cameras.address import keep_camera
from bookgammon.cameras.opening import camera_opener
from bookgammon.cameras.phone_guide import guide_through
from bookgammon.cameras.telephone import Telephone
from bookgammon.files.data_lock import note_address
from bookgammon.lights.map import TappedMap
from bookgammon.setup.agreement import ASK, Answer
from bookgammon.setup.before import Before
from bookgammon.setup.camera_view import CameraView
from bookgammon.setup.wizard import USUAL_SEATS, Outcome, Wizard
from bookgammon.table.page import Page, open_browser, show_address, show_phone_address
from bookgammon.workers.worker import Workers
from calibration.board import Board
from vision.sources.phone import PHONE
from vision.sources.sources import Source
from web.app import AddPage
from web.guard import lead_to
from web.lights_map import add_lights_map
from web.pairing import Pairing
from web.setup import add_setup


@dataclass(frozen=True, slots=True)
class Place:
    """Where the page is, and who may change something there.

    telephone: the one that may be the camera; secure: the certificate of the HTTPS door, None where there is none.
    sharing: opens the page to others while the program runs, None where it stays as it was started. add: what the page
    has beside its own, whatever it shows. workers: the registry of all that works beside it. opens_browser: set-up is
    shown by this machine's own browser.
    """

    host: str
    port: int
    pairing: Pairing
    telephone: Telephone | None = None
    secure: SSLContext | None = None
    sharing: Sharing | None = None
    add: tuple[AddPage, ...] = ()
    opens_browser: bool = True
    workers: Workers = field(default_factory=Workers)

    def close(self) -> None:
        """No page follows here any more."""
        self.workers.close()
        if self.sharing is not None:
            self.sharing.close()


def set_up(
    folder: Path,
    source: Source | None,
    address: str,
    place: Place,
    rules: Rules,
    before: Before,
    *,
    known: Board | None = None,
    known_at_once: bool = False,
    answer: Answer = ASK,
) -> Outcome:
    """Guide people through set-up in the browser; returns when they are done.

    source: the camera or recording at `address`, None to have one picked. The port is free again afterwards, so
    that the page of the match follows at the same address. known_at_once: a board that is known and lies where it lay
    is used without a word, as if the camera had shown it before the page was there. known: the board that the source
    shows, where it is known: then only who plays is asked. Raises PortInUse, NoSuchHost or SettingsError.
    """
    named = None
    if source is not None:
        named = CameraView("named", source.name, address, open_address=lambda _: source, workers=place.workers)
    open_camera = camera_opener(folder, place.telephone, place.workers)
    wizard = Wizard(
        folder,
        named,
        open_camera,
        rules=rules,
        before=before,
        known=known,
        known_at_once=known_at_once,
        answer=answer,
        workers=place.workers,
    )
    if place.telephone is not None:
        place.telephone.guided_by(guide_through(wizard.state))
    try:
        with (
            TappedMap(folder) as tapped,
            Page(
                (),
                USUAL_SEATS,
                place.host,
                place.port,
                pairing=place.pairing,
                telephone=place.telephone,
                secure=place.secure,
                sharing=place.sharing,
                workers=place.workers,
                elsewhere=wizard.waiting_for,
                add=[
                    *place.add,
                    partial(add_setup, setup=wizard),
                    partial(add_lights_map, tapping=tapped),
                    partial(lead_to, endpoint="setup_page", closed=True),
                ],
            ) as page,
        ):
            show_address(page)
            if address == PHONE:
                show_phone_address(page)
            note_address(folder, page.url)
            wizard.on_waiting(page.waits_elsewhere)
            if place.opens_browser:
                open_browser(page.opened_here())
            outcome = wizard.wait()
            page.waits_elsewhere(wizard.waiting_for)
            page.hand_over()
            if outcome.source.live:
                keep_camera(folder, outcome.address)
            return replace(outcome, port=urlsplit(page.url).port)
    finally:
        wizard.close()
        if place.telephone is not None:
            place.telephone.guided_by(None)

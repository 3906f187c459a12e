"""The wizard's page served until set-up is done."""

from __future__ import annotations

from pathlib import Path

from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.page import Page, open_browser, show_address
from bookgammon.setup.view import View
from bookgammon.setup.wizard import Outcome, Wizard
from vision.sources import Source, open_source
from web.pairing import Pairing
from web.setup import add_setup, lead_to_setup


def set_up(
    folder: Path,
    source: Source | None,
    *,
    rules: Rules,
    host: str,
    port: int,
    pairing: Pairing,
    names: tuple[str, str] = ("", ""),
    goes_on: bool = True,
) -> Outcome:
    """Guide people through set-up in the browser; returns when they are done.

    source: the camera or recording to use, None to have one picked. names: (near, far). The port is free again
    afterwards, so that the page of the match follows at the same address. Raises PortInUse or NoSuchHost.
    """
    named = View("named", source.name, source.name, open_address=lambda _: source) if source else None
    wizard = Wizard(folder, named, rules=rules, names=names, goes_on=goes_on)
    try:
        with Page(
            (), Seats(Side.LIGHT), host, port, pairing=pairing, add=(lambda app: add_setup(app, wizard), lead_to_setup)
        ) as page:
            show_address(page)
            open_browser(page.joined_by(page.url))
            return wizard.wait()
    finally:
        wizard.close()


def opened(address: str | None) -> Source | None:
    """The source that was named. Raises SourceError where it does not open."""
    return None if address is None else open_source(address)

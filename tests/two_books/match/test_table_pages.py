"""The card beside the board and the page *Two boards* at several moments: before axe, none wider than the screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from selenium.webdriver import Chrome

import translation.catalogue
from arbiter.match.events import IntendedPlay
from arbiter.match.state import MatchState
from arbiter.seats import Seats
from bookgammon.plugin_manager import plugins
from tests.two_books.looks import LOOKS
from tests.two_books.match.logs import AGREED, GUEST, HOST, begun, play, says
from tests.two_books.match.test_own_table import AT, table, turns_of
from tests.web.axe import violations
from tests.web.browser import MISSING, arrived, chromium, find, screen, until
from translation.catalogue import bring_sentences, catalogue
from two_books import assets, links
from two_books.bodies import AskedGame, AskedOn, Said, body_of
from two_books.invitation import new_invitation, parse_address
from two_books.joined_match import JoinedMatch, Shown
from two_books.kept_invitation import KeptInvitation
from two_books.link import Difference, Entry, Link, Peer
from two_books.pages import add_two_books
from two_books.pictures import Pictures
from two_books.sentences import GERMAN
from two_books.shared_match import SharedMatch
from two_books.shown import OtherBoard
from web.app import create_app
from web.control import add_control
from web.hub import Hub
from web.language import COOKIE
from web.pairing import Pairing
from web.plugged import Plugged, add_plugged
from web.server import PageServer
from web.view import TableView

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PLUGIN = Path(__file__).parents[3] / "distributions" / "two_books" / "two_books"
THERE = Peer(seen=1.0, delay=0.8, presence={"name": "Ann", "step": True})
NO_PICTURES = cast("Pictures", type("NoPictures", (), {"allowed": False})())


class Joined:
    """What Ben's joined match shows."""

    def __init__(self) -> None:
        self.now = Shown(SharedMatch(), THERE, GUEST, in_step=True, other_in_step=True, other_name="Ann")

    def shown(self) -> Shown:
        return self.now


def moments() -> dict[str, tuple[Shown, MatchState]]:
    """What is shown, and how Ben's table stands then."""
    agreed = says(SharedMatch(), HOST, AGREED)
    first = begun()
    made = play(first.state)
    match = says(first, HOST, made)
    puts = table(first, GUEST, *turns_of(first), IntendedPlay(*AT, HOST, made.dice, made.play, made.position))
    to_roll = table(match, GUEST, *turns_of(match))
    game = AskedGame(2, match.state.position, HOST, 2, GUEST, crawford=False, score=(1, 0))
    refused = "Something else waits for an answer."

    def shown(match: SharedMatch, peer: Peer = THERE, *, step: bool = True, refused: str = "") -> Shown:
        return Shown(match, peer, GUEST, in_step=step, other_in_step=True, other_name="Ann", refused=refused)

    parted = Difference(4, _entry(4, made), None)
    return {
        "opening": (shown(agreed), table(agreed, GUEST)),
        "play to put": (shown(match, step=False), puts),
        "question": (shown(says(match, HOST, game)), to_roll),
        "own question": (shown(says(match, GUEST, AskedOn(1, 1))), to_roll),
        "refused": (shown(match, refused=refused), to_roll),
        "away": (shown(match, Peer(seen=90.0, trouble="The broker cannot be reached.")), to_roll),
        "parted": (shown(match, Peer(seen=1.0, delay=0.1, difference=parted)), to_roll),
    }


def _entry(number: int, said: Said) -> Entry:
    return Entry(number, "host", body_of(said), 1000.0)


class Stage:
    """A table's page with the card, whatever the joined match is said to show."""

    def __init__(self, driver: Chrome) -> None:
        self.driver, self.joined, self.hub = driver, Joined(), Hub(TableView(MatchState(), Seats(HOST)))
        self.other = OtherBoard(cast("JoinedMatch", self.joined))
        self.address = ""

    @contextmanager
    def served(self) -> Iterator[None]:
        pairing, code = Pairing(), new_invitation(parse_address("mqtts://broker.example.org:8883"))
        app = create_app(self.hub, pairing=pairing)
        found = plugins().plugged
        folders = (*found.folders, ("two_books", PLUGIN))
        add_plugged(app, Plugged(folders, [*found.links, *links()], [*found.brought, *assets()]))
        add_control(app, lambda _: None)
        add_two_books(
            app, cast("JoinedMatch", self.joined), cast("Link", None), self.other, NO_PICTURES,
            KeptInvitation("host", code),
        )  # fmt: skip
        server = PageServer(app, "127.0.0.1", 0)
        server.start()
        try:
            self.address = server.url
            self.driver.get(f"{server.url}pair#{pairing.code}")
            until(self.driver, lambda: self.driver.current_url == server.url)
            yield
        finally:
            self.driver.get("about:blank")
            server.stop()

    def show(self, shown: Shown, state: MatchState) -> None:
        self.joined.now = shown
        self.hub.publish(TableView(state, Seats(HOST), seen=state.position, added=(self.other.in_state(NO_PICTURES),)))
        if self.driver.current_url != self.address:
            self.driver.get(self.address)
        arrived(self.driver, self.hub)

    def looked_at(self, name: str) -> list[tuple[str, Any]]:
        """What axe finds in each look, or that the page is wider than the screen."""
        found = list[tuple[str, Any]]()
        for look, (width, height, scheme) in LOOKS.items():
            screen(self.driver, width, height, scheme)
            if folder := os.environ.get("PICTURES"):
                self.driver.save_screenshot(f"{folder}/{name} {look}.png")
            found += [(f"{name}, {look}", each) for each in violations(self.driver)]
            if not self.driver.execute_script("return document.documentElement.scrollWidth <= window.innerWidth"):
                found.append((f"{name}, {look}", "runs off the screen"))
        return found


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The plugin's own sentences, as the program brings them where it is installed."""
    monkeypatch.setattr(translation.catalogue, "_brought", list(translation.catalogue._brought))
    bring_sentences({"de": GERMAN, "en": {}}.__getitem__)
    yield
    catalogue.cache_clear()


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_can_use_the_card_and_the_page(tmp_path: Path, language: str) -> None:
    found = list[tuple[str, Any]]()
    with chromium(tmp_path / "profile") as driver:
        stage = Stage(driver)
        with stage.served():
            driver.add_cookie({"name": COOKIE, "value": language})
            driver.refresh()
            for name, (shown, state) in moments().items():
                stage.show(shown, state)
                until(driver, lambda: find(driver, "two-books").is_displayed())
                if name == "play to put":  # whoever is just putting it is told nothing of cameras
                    assert not find(driver, "two-books-on").is_displayed()
                    driver.execute_script("document.getElementById('two-books-on').hidden = false")
                if name == "own question" and language == "en":
                    assert find(driver, "two-books-decline").text == "Do not ask any more"
                found += stage.looked_at(f"{language} {name}")
                if name in ("opening", "parted"):
                    driver.get(f"{stage.address}two-books")
                    found += stage.looked_at(f"{language} page {name}")
    assert not found



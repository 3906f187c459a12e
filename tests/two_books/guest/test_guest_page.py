"""The guest's page in a real Chromium, against a simulated table over a real line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome

from arbiter.rules import Rules
from bookgammon.commands.about import common_pages
from bookgammon.workers.worker import Workers
from tests.two_books.guest.guest_game import straight_invitation, table_with_link
from tests.two_books.guest.taps import tap
from tests.two_books.match.two_tables import games_of
from tests.web.browser import MISSING, chromium, find, press, screen, until
from tests.web.devices import paired, post
from two_books.guest_page import GuestPage, first_hub
from two_books.guest_pages import add_guest
from two_books.guest_seat import GuestSeat
from two_books.invitation import code_of
from two_books.shared_match import match_of
from web.app import AddPage, create_app
from web.pairing import Pairing
from web.plugged import add_folder

Json = dict[str, object]
MOST_LOOKS = 6000
needs_browser = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PLUGIN = Path(__file__).parents[3] / "distributions" / "two_books" / "two_books"


@contextmanager
def guest_page(data: Path) -> Iterator[tuple[GuestPage, GuestSeat]]:
    hub = first_hub()
    data.mkdir(exist_ok=True)
    with Workers() as workers, GuestSeat(data, workers, hub) as seat:
        plugged: AddPage = partial(add_folder, owner="two_books", folder=PLUGIN)
        add: tuple[AddPage, ...] = (*common_pages(data), plugged, partial(add_guest, seat=seat))
        with GuestPage(hub, "127.0.0.1", 0, pairing=Pairing(), workers=workers, add=add) as page:
            seat.go_on()
            yield page, seat


def says(driver: Chrome) -> str:
    return find(driver, "says").text


_CHECKERS = "return document.querySelectorAll('.spot.can').length"


@needs_browser
def test_a_whole_game_is_pressed_at_the_page(tmp_path: Path) -> None:
    invitation = straight_invitation()
    rules = Rules(length=1, variant="hypergammon")
    with (
        chromium(tmp_path / "profile") as driver,
        table_with_link(tmp_path, 11, invitation, rules, gives_up=0.0, against_rules=0.0) as table,
        guest_page(tmp_path / "guest") as (page, _),
    ):
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: find(driver, "join").is_displayed())
        driver.save_screenshot(str(tmp_path / "join.png"))
        find(driver, "join-name").send_keys("Ben")
        find(driver, "join-code").send_keys("TWOBOOKS:12345")
        press(driver, "Join")
        until(driver, lambda: "A letter of this invitation is wrong" in find(driver, "join-trouble").text)
        find(driver, "join-code").clear()
        find(driver, "join-code").send_keys(code_of(invitation))
        press(driver, "Join")
        until(driver, lambda: "to play" in says(driver) or says(driver) != "")
        until(driver, lambda: find(driver, "near").text.startswith("Ben"))
        turns, pictured = 0, False
        while not table.finished:
            if not pictured and driver.execute_script(_CHECKERS) > 1:
                pictures(driver, tmp_path)
                pictured = True
            with suppress(WebDriverException):  # it was drawn anew meanwhile: look again
                tap(driver)
            time.sleep(0.05)
            turns += 1
            assert turns < MOST_LOOKS, says(driver)
        until(driver, lambda: "match" in says(driver))
        driver.save_screenshot(str(tmp_path / "over.png"))
        assert pictured
        assert table.player is not None
        log = table.player.link.entries()
    assert games_of(table.player.events) == games_of(match_of(log).events)


def pictures(driver: Chrome, folder: Path) -> None:
    for name, width, height, scheme in (
        ("tablet", 1180, 820, "light"), ("phone", 390, 844, "light"), ("dark", 1180, 820, "dark"),
        ("phone-dark", 390, 844, "dark"),
    ):  # fmt: skip
        screen(driver, width, height, scheme)
        driver.save_screenshot(str(folder / f"{name}.png"))
        assert driver.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    screen(driver, 1180, 820)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    hub = first_hub()
    with Workers() as workers, GuestSeat(tmp_path, workers, hub) as seat:
        app = create_app(hub, pairing=Pairing())
        add_guest(app, seat)
        yield app


@pytest.mark.parametrize("body", [{"join": "TWOBOOKS:1", "name": "Eve"}, {"act": "throw"}, {"phrase": "hello"}])
def test_who_is_not_paired_may_look_not_touch(app: Flask, body: Json) -> None:
    looking = app.test_client()
    assert looking.get("/api/state").get_json()["guest"]["joined"] is False
    assert post(looking, "/api/guest", body).status_code == 401


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"join": "hello", "name": "Ben"}, 409),
        ({"join": 5, "name": "Ben"}, 400),
        ({"act": "win"}, 400),
        ({"act": "throw"}, 409),
        ({"from": 24, "to": 18}, 409),
        ({"from": "24", "to": 18}, 400),
        ({"from": 10**40, "to": -1}, 409),
        ({"turn": "done"}, 409),
        ({"gives_up": "house"}, 400),
        ({"asked": 1, "agrees": "yes"}, 400),
        ({"phrase": "something rude"}, 400),
        ({}, 400),
    ],
)
def test_bad_taps_get_a_sentence(app: Flask, body: Json, status: int) -> None:
    answer = post(paired(app), "/api/guest", body)
    assert answer.status_code == status
    assert answer.get_json()["error"].endswith(".")

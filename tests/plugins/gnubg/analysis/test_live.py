"""Winning chances for a stream: right, late, and never for who plays."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import PlayMade
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.records import MatchRecord
from arbiter.seats import Seats
from bookgammon.analysis import live
from bookgammon.analysis.engine import Engine
from bookgammon.analysis.live import FILE, LiveChances, overlay_token
from bookgammon.analysis.match_analysis import analysed
from bookgammon.analysis.report import light_chance
from bookgammon.errors import EngineMissingError, SettingsError
from bookgammon.table.page import Page, show_overlay_address
from bookgammon.table.table import FrameTime, TableUpdate
from tests.analysis.played import events_of
from tests.web.axe import violations
from tests.web.browser import MISSING, screen, until
from tests.web.devices import paired
from tests.web.tables import moving
from web.app import create_app
from web.hub import Hub
from web.overlay import LateChances, add_chances, with_chances
from web.server import PageServer

TOKEN = "0123456789abcdefghijklmnopqrstuv"  # noqa: S105 - a made-up one


def _tell(chances: LiveChances, record: MatchRecord, plays: int) -> None:
    """So many plays happen at the table, each looked at before the next one."""
    state, made = MatchState(), 0
    for event in events_of(record):
        state = apply(state, event)
        chances.on_update(TableUpdate(state, FrameTime(), (event,), None))
        if isinstance(event, PlayMade):
            made += 1
            _until(lambda: chances._chances[-1] is not None)
            if made == plays:
                return


def _until(true: Callable[[], object]) -> None:
    for _ in range(1200):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


@pytest.mark.parametrize("delay", [0, 1, 2])
def test_what_is_shown_is_the_analysis_so_many_plays_ago(delay: int, record: MatchRecord, gnubg: Engine) -> None:
    *_, whole = analysed(record, gnubg, plies=0, background=False)
    wanted = [light_chance(whole.known[0], each) for each in whole.known[0].decisions]
    with LiveChances(delay) as chances:
        _tell(chances, record, 3)
        shown = chances.shown()
    assert shown is not None
    assert shown.of == "the match"
    assert shown.light == pytest.approx(wanted[2 - delay], abs=1e-4)


def test_before_the_delay_has_passed_nothing_is_shown(record: MatchRecord, gnubg: Engine) -> None:
    with LiveChances(2) as chances:
        _tell(chances, record, 2)
        assert chances.shown() is None


def test_where_the_engine_is_missing_it_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Engine:
        raise EngineMissingError("It is not installed.")

    monkeypatch.setattr(live, "find_engine", missing)
    with pytest.raises(EngineMissingError), LiveChances(1):
        pass


NOTHING = {"light": None, "of": ""}


@pytest.fixture
def app() -> Flask:
    made = create_app(Hub(moving()))
    add_chances(made, lambda: LateChances(0.25, "the match"), TOKEN)
    return made


def _asked(client: FlaskClient, query: str) -> tuple[object, bool]:
    """What the chances' address answers, and whether the strip has a bar."""
    chances = client.get(f"/api/overlay/chances{query}", headers={"Host": "localhost"}).get_json()
    return chances, 'id="chances"' in client.get(f"/overlay{query}", headers={"Host": "localhost"}).text


def test_the_token_in_the_address_shows_the_chances(app: Flask) -> None:
    assert _asked(app.test_client(), f"?chances={TOKEN}") == ({"light": 0.25, "of": "the match"}, True)


@pytest.mark.parametrize(
    "query",
    ["", "?chances=", f"?chances={TOKEN[:-1]}", f"?chances={TOKEN}x", f"?token={TOKEN}",
     "?chances=%ff", "?chances=%ed%a0%80",
     f"?chances=&chances={TOKEN}"],
)  # fmt: skip
def test_a_telephone_without_the_token_gets_no_chances(app: Flask, query: str) -> None:
    assert _asked(app.test_client(), query) == (NOTHING, False)


def test_a_paired_device_never_gets_the_chances(app: Flask) -> None:
    assert _asked(paired(app), f"?chances={TOKEN}") == (NOTHING, False)


def test_no_other_page_or_answer_holds_the_token(app: Flask) -> None:
    for client in (app.test_client(), paired(app)):
        for path in ("/", "/overlay", "/pair", "/lights", "/api/state", "/api/me", "/static/overlay.js"):
            with client.get(path, headers={"Host": "localhost"}) as answer:
                assert TOKEN not in answer.get_data(as_text=True)


def test_without_chances_no_token_opens_them() -> None:
    client = create_app(Hub(moving())).test_client()
    assert 'id="chances"' not in client.get("/overlay?chances=", headers={"Host": "localhost"}).text


def test_the_token_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    token = overlay_token(tmp_path)
    assert overlay_token(tmp_path) == token
    assert len(token) == 32
    (other := tmp_path / "other").mkdir()
    assert overlay_token(other) != token
    if sys.platform != "win32":
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("torn", [b"", b"short", b"\xff\xfe\x00", b"a b c d e f g h i j k l m n o p q"])
def test_a_torn_token_is_made_anew(torn: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(torn)
    token = overlay_token(tmp_path)
    assert len(token) == 32
    assert overlay_token(tmp_path) == token


def test_a_token_that_cannot_be_kept_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be kept"):
        overlay_token(tmp_path / "missing")


def test_only_the_terminal_is_told_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    with Page((), Seats(Side.LIGHT), "127.0.0.1", 0) as page:
        show_overlay_address(page, TOKEN)
        printed = capsys.readouterr()
        assert f"{page.url}overlay?chances={TOKEN}\n" in printed.err
        assert printed.out == ""


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_strip_has_a_bar_only_where_chances_are_shown(driver: Chrome, tmp_path: Path) -> None:
    for shown in (True, False):
        app = create_app(Hub(moving()))
        if shown:
            add_chances(app, lambda: LateChances(0.25, "the match"), TOKEN)
        server = PageServer(app, "127.0.0.1", 0)
        server.start()
        try:
            for width, height in ((1280, 180), (1920, 270), (640, 90)):
                screen(driver, width, height)
                driver.get(with_chances(f"{server.url}overlay", TOKEN))
                until(driver, lambda: driver.find_element(By.ID, "strip").is_displayed())
                assert violations(driver) == []
                if not shown:
                    assert not driver.find_elements(By.ID, "chances")
                    continue
                until(driver, lambda: driver.find_element(By.ID, "chances-text").is_displayed())
                assert driver.find_element(By.ID, "chances").is_displayed()
                assert driver.find_element(By.ID, "chance-light").get_attribute("width") == "25"
                assert driver.find_element(By.ID, "chances-text").text == "Ben 75 % to win the match"
                assert driver.execute_script("return document.documentElement.scrollHeight <= innerHeight")
        finally:
            driver.get("about:blank")
            server.stop()

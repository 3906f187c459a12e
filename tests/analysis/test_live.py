"""Winning chances for a stream: right, late, and never for who plays."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import PlayMade
from arbiter.match.state import MatchState, apply
from arbiter.records import MatchRecord
from bookgammon.analysis import live
from bookgammon.analysis.engine import Engine
from bookgammon.analysis.live import LiveChances
from bookgammon.analysis.match_analysis import analysed
from bookgammon.analysis.told import light_chance
from bookgammon.errors import EngineMissingError
from bookgammon.table import Glance, Moment
from tests.analysis.played import events_of
from tests.web.browser import MISSING, screen, until
from tests.web.devices import paired
from tests.web.tables import moving
from tests.web.test_accessibility import violations
from web.app import create_app
from web.hub import Hub
from web.overlay import Chances, add_chances
from web.pairing import Pairing
from web.server import PageServer


def _tell(chances: LiveChances, record: MatchRecord, plays: int) -> None:
    """So many plays happen at the table, each looked at before the next one."""
    state, made = MatchState(), 0
    for event in events_of(record):
        state = apply(state, event)
        chances.see(Glance(state, Moment(), (event,), None))
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


def test_a_paired_device_never_gets_the_chances() -> None:
    pairing = Pairing()
    app = create_app(Hub(moving()), pairing=pairing)
    add_chances(app, lambda: Chances(0.25, "the match"))
    viewer = app.test_client().get("/api/overlay/chances", headers={"Host": "localhost"})
    assert viewer.get_json() == {"light": 0.25, "of": "the match"}
    player = paired(app).get("/api/overlay/chances", headers={"Host": "localhost"})
    assert player.get_json() == {"light": None, "of": ""}


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_strip_has_a_bar_only_where_chances_are_shown(driver: Chrome, tmp_path: Path) -> None:
    for shown in (True, False):
        app = create_app(Hub(moving()))
        if shown:
            add_chances(app, lambda: Chances(0.25, "the match"))
        server = PageServer(app, "127.0.0.1", 0)
        server.start()
        try:
            for width, height in ((1280, 180), (1920, 270), (640, 90)):
                screen(driver, width, height)
                driver.get(f"{server.url}overlay")
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

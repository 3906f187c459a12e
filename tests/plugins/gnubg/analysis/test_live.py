"""Winning chances for a stream: right, late, and never for who plays."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.entered_events import TurnRevised, Undone
from arbiter.match.events import Doubled, Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import START, Side
from arbiter.records import MatchRecord, Played
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.errors import AnalysisError, EngineMissingError, SettingsError
from bookgammon.plugins.gnubg.analysis import live
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.live import FILE, LiveChances, overlay_token
from bookgammon.plugins.gnubg.analysis.match_analysis import analysed
from bookgammon.plugins.gnubg.analysis.report import light_chance
from bookgammon.plugins.gnubg.beside_match import show_overlay_address
from bookgammon.table.table import FrameTime, TableUpdate
from tests.plugins.gnubg.analysis.played import events_of
from tests.web.axe import violations
from tests.web.browser import MISSING, screen, until
from tests.web.devices import paired
from tests.web.tables import moving
from tests.web.whole_page import whole_app, whole_page
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


@pytest.fixture
def in_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a match the engine gives way to everything; a busy machine would let it wait for minutes."""
    monkeypatch.setattr(live, "analysed", partial(analysed, background=False))


@pytest.mark.usefixtures("in_front")
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


@pytest.mark.usefixtures("in_front")
def test_before_the_delay_has_passed_nothing_is_shown(record: MatchRecord, gnubg: Engine) -> None:
    with LiveChances(2) as chances:
        _tell(chances, record, 2)
        assert chances.shown() is None


class Asked(LiveChances):
    """Answers at once, each play by how long it is in notation, until it fails."""

    def __init__(self) -> None:
        super().__init__(0)
        self.fails = False
        self._questions.offer = self._look_at  # type: ignore[method-assign, assignment]  # in no thread of its own

    def _answer(self, record: MatchRecord) -> float | None:
        if self.fails:
            raise AnalysisError("The engine is gone.")
        (played,) = record.games[0].actions
        assert isinstance(played, Played)
        return len(played.play) / 100


AFTER = START.moved(Side.LIGHT, [(8, 5), (6, 5)])
LAST = AFTER.moved(Side.DARK, [(24, 18), (18, 14)])
OTHER = AFTER.moved(Side.DARK, [(24, 20), (24, 18)])
PLAYS = (
    MatchStarted(0, 0.0, Rules(length=5)),
    GameStarted(0, 0.0, START),
    RollSeen(1, 1.0, Side.LIGHT, (3, 1)),
    PlayMade(2, 2.0, Side.LIGHT, (3, 1), "8/5 6/5", AFTER),
    RollSeen(3, 3.0, Side.DARK, (6, 4)),
    PlayMade(4, 4.0, Side.DARK, (6, 4), "24/14", LAST),
)


def asked_of(*batches: Sequence[Event]) -> Asked:
    """Each batch of events is one update."""
    chances, state = Asked(), MatchState()
    for events in batches:
        state = fold(events, state)
        chances.on_update(TableUpdate(state, FrameTime(), tuple(events), None))
    return chances


def test_an_undone_double_leaves_the_chance_of_the_play() -> None:
    one_by_one = [[event] for event in PLAYS]
    before = asked_of(*one_by_one).shown()
    doubled = [Doubled(5, 5.0, Side.LIGHT, 2)], [Undone(6, 6.0, "")]
    assert asked_of(*one_by_one, *doubled).shown() == before
    assert asked_of(*one_by_one, *doubled, [Undone(7, 7.0, "")]).shown() != before  # that takes the play back


def test_a_revision_leaves_each_play_with_its_own_chance() -> None:
    revision = [
        TurnRevised(5, 5.0, 1, 2, Message("Read again."), 2),
        RollSeen(5, 5.0, Side.DARK, (6, 4)),
        PlayMade(5, 5.0, Side.DARK, (6, 4), "24/18 24/20", OTHER),
    ]
    chances = asked_of(*[[event] for event in PLAYS], revision)
    assert [chance is None for chance in chances._chances] == [False] * len(chances._turns)
    assert chances._chances[0] == pytest.approx(len("8/5 6/5") / 100)
    assert chances.shown() == LateChances(len("24/18 24/20") / 100, "the match")


def test_where_the_engine_fails_no_older_chance_stays() -> None:
    chances = asked_of(*[[event] for event in PLAYS])
    assert chances.shown() is not None
    state = fold([*PLAYS, RollSeen(7, 7.0, Side.LIGHT, (2, 1))])
    play = PlayMade(8, 8.0, Side.LIGHT, (2, 1), "13/10", LAST.moved(Side.LIGHT, [(13, 10)]))
    chances.fails = True
    chances.on_update(TableUpdate(fold([play], state), FrameTime(), (play,), None))
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
    made = whole_app(Hub(moving()))
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
    client = whole_app(Hub(moving())).test_client()
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
    with whole_page((), Seats(Side.LIGHT), "127.0.0.1", 0) as page:
        show_overlay_address(page, token=TOKEN)
        printed = capsys.readouterr()
        assert f"{page.url}overlay?chances={TOKEN}\n" in printed.err
        assert printed.out == ""


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_strip_has_a_bar_only_where_chances_are_shown(driver: Chrome, tmp_path: Path) -> None:
    for shown in (True, False):
        app = whole_app(Hub(moving()))
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

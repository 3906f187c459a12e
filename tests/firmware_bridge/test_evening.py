"""A whole table with lights: real referee, table loop and strip; eyes and controller are simulated."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from arbiter.match.events import Event, IllegalPlay, MatchStarted, Note, WarningWithdrawn
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.lights.lights import TableLights
from bookgammon.table.table import FrameTime, Table, TableUpdate
from firmware_bridge import strip as strip_module
from firmware_bridge.settings import LightSettings
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.table import Table as PlayedTable
from tests.firmware_bridge.controllers import AdalightSketch, Controller, Picture, until
from tests.firmware_bridge.test_lamps import ROLLED, illegal
from tests.table.evening import Eyes
from vision.sources.pictures import Image
from vision.sources.sources import Frame, News

SEATS = Seats(Side.LIGHT)
BLUNDERS = Manners(illegal=0.5, die_errors=0.0, die_misses=0.0, unseen_rolls=0.0, late_rolls=0.0)
NOTHING: Image = np.zeros((1, 1, 3), np.uint8)


def settings(link: Path) -> LightSettings:
    return LightSettings(port=str(link), strip=("near 1-12", "far 12-1"), brightness=1.0, budget_ma=3000)


def follow(looks: Sequence[Evidence], lights: TableLights | None = None, pause: float = 0.0) -> list[Event]:
    """All events of an evening; with lights the table feeds them too."""
    kept: list[Event] = []
    table = Table((), kept.extend, [lights.show] if lights else [])
    table.commit([MatchStarted(0, 0.0, Rules())])

    def frames() -> Iterator[Frame | News]:
        for look in looks:
            time.sleep(pause)
            yield Frame(NOTHING, look.frame, look.time)

    eyes, referee = Eyes({look.frame: look for look in looks}), Referee(table.state, SEATS)
    table.follow(lights.with_news(frames()) if lights else frames(), eyes, referee)
    return kept


def pull_and_plug(link: Path, times: int, shown: list[int]) -> None:
    """Unplugs the controller at random moments; each time it comes back as a new device."""
    rng = random.Random(7)
    for _ in range(times):
        brain = AdalightSketch()
        with Controller(link, brain):
            until(partial(len, brain.shown))
            time.sleep(rng.random() * 0.02)
            shown.append(len(brain.shown))


def test_unplugged_a_hundred_times_nothing_is_lost_and_nothing_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strip_module, "RETRY_S", 0.01)
    looks = list(PlayedTable(3, BLUNDERS, SEATS).game(12))
    calm = follow(looks)
    assert any(isinstance(event, IllegalPlay) for event in calm)
    link, shown = tmp_path / "leds", list[int]()
    cable = threading.Thread(target=pull_and_plug, args=(link, 100, shown), daemon=True)
    with TableLights(settings(link), SEATS, MatchState()) as lights:
        cable.start()
        wild = follow(looks, lights, pause=0.006)
        cable.join(600)
        brain = AdalightSketch()
        with Controller(link, brain):
            until(lambda: len(brain.shown) > 2)
    notes = {event.message for event in wild if isinstance(event, Note)} - {
        event.message for event in calm if isinstance(event, Note)
    }
    assert len(shown) == 100
    assert [event for event in wild if not isinstance(event, Note) or event.message not in notes] == calm
    assert "The lights are back." in notes
    assert all("\n" not in note for note in notes)
    assert not [thread for thread in threading.enumerate() if thread.name == "lights"]


def test_the_warning_shines_with_the_next_picture_and_goes_when_it_is_put_right(tmp_path: Path) -> None:
    state, brain = fold(ROLLED), AdalightSketch()
    wrong = 8  # near 9, the ninth LED

    def red(picture: Picture) -> bool:
        return picture[wrong][0] > 20 and picture[wrong][1] == 0

    def update(*events: Event) -> TableUpdate:
        return TableUpdate(fold((*ROLLED, *events)), FrameTime(1, 0.1), events[-1:], None)

    with (
        Controller(tmp_path / "leds", brain, 115200),
        TableLights(settings(tmp_path / "leds"), SEATS, state) as lights,
    ):
        until(lambda: brain.shown and any(map(any, brain.shown[-1])))
        before = len(brain.shown)
        assert not any(map(red, brain.shown))
        lights.show(update(illegal(True)))
        until(lambda: red(brain.shown[-1]))
        # at most the picture that was on the line when it happened came before
        assert [red(picture) for picture in brain.shown[before : before + 2]].count(False) <= 1
        lights.show(update(illegal(True), WarningWithdrawn(0, 0.0, Side.LIGHT)))
        until(lambda: not red(brain.shown[-1]))
        gone = len(brain.shown)
        until(lambda: len(brain.shown) > gone + 30)  # the green breath
        assert not any(map(red, brain.shown[gone:]))
        assert any(all(colour[1] > colour[0] for colour in picture) for picture in brain.shown[gone:])


def test_the_page_shows_the_lights_as_they_are() -> None:
    lights = TableLights(LightSettings(strip=("near 1-12",)), SEATS, fold(ROLLED))
    with lights:
        lights.show(TableUpdate(fold((*ROLLED, illegal(False))), FrameTime(), (illegal(False),), None))
        picture = lights.board.picture()
    assert set(picture["lamps"]) == {"near 9", "near 7"}
    assert picture["lamps"]["near 9"][1:] == [0, 0]
    assert picture["mapped"] == sorted(f"near {n}" for n in range(1, 13))
    assert (picture["leds"], picture["port"], picture["budget"]) == (12, "", 500)
    assert 112 < picture["milliamps"] < 500

"""Lights that dazzle the camera are turned down, and people are told once; what they set stays as it is."""

from __future__ import annotations

from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.lights.lights import TableLights
from bookgammon.lights.turning_down import LEAST, STEP, TOO_BRIGHT, TURNED_DOWN, TurningDown
from bookgammon.table.table import FrameTime, TableUpdate
from firmware_bridge.lamps import WHITE
from firmware_bridge.settings import LightSettings
from firmware_bridge.spots import spot_of

EVERY = 0.1


def seen(time: float, *, dazzled: bool) -> TableUpdate:
    evidence = Evidence(round(time / EVERY), time, still=True, hand=False, dazzled=dazzled)
    return TableUpdate(MatchState(), FrameTime(evidence.frame, time), (), evidence)


def watched(lights: TurningDown, since: float, until: float, *, dazzled: bool = True) -> list[float]:
    """The lights' share after each look in which it changed."""
    shares = []
    for look in range(round(since / EVERY), round(until / EVERY)):
        if lights.on_update(seen(look * EVERY, dazzled=dazzled)):
            shares.append(lights.share)
    return shares


def test_they_are_turned_down_step_by_step_until_the_camera_sees() -> None:
    lights = TurningDown(driven=True)
    assert watched(lights, 0, 3.5) == [STEP, STEP**2]
    assert watched(lights, 3.5, 30, dazzled=False) == []
    assert lights.share == STEP**2
    assert lights.news() == (TURNED_DOWN,)
    assert lights.news() == ()


def test_a_moment_of_bright_light_is_none() -> None:
    lights = TurningDown(driven=True)
    assert watched(lights, 0, 0.8) == []
    assert watched(lights, 0.8, 10, dazzled=False) == []
    assert watched(lights, 10, 10.8) == []
    assert lights.news() == ()


def test_a_warning_that_blinks_dazzles_all_the_same() -> None:
    lights = TurningDown(driven=True)
    for look in range(30):
        lights.on_update(seen(look * EVERY, dazzled=look // 3 % 2 == 0))
    assert lights.share < 1


def test_lights_of_others_are_only_told_of() -> None:
    lights = TurningDown(driven=False)
    assert watched(lights, 0, 20) == []
    assert lights.share == 1
    assert lights.news() == (TOO_BRIGHT,)


def test_lights_that_dazzle_when_they_are_hardly_seen_are_told_of_too() -> None:
    lights = TurningDown(driven=True)
    assert watched(lights, 0, 60)[-1] == LEAST
    assert lights.news() == (TURNED_DOWN, TOO_BRIGHT)


def test_the_strip_gets_less_and_the_brightness_that_was_set_stays() -> None:
    settings = LightSettings(port="/dev/none", brightness=1.0, budget_ma=3000)
    lights = TableLights(settings, Seats(Side.LIGHT), MatchState(), clock=lambda: 0.0)
    lights.board._look = lambda _: {spot_of(Side.LIGHT, 3, Seats(Side.LIGHT)): WHITE}
    before = max(map(max, lights.board.paint(0.0)))
    for look in range(20):
        lights.show(seen(look * EVERY, dazzled=True))
    after = max(map(max, lights.board.paint(0.0)))
    assert round(before * STEP) == after
    assert settings.brightness == 1.0

"""The map made by tapping: through the page's own routes, before a controller at a pseudo terminal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.lights.lights import load_lights, save_lights
from bookgammon.lights.map import TappedMap
from firmware_bridge.settings import LightSettings
from firmware_bridge.strip_map import parse_strip, usual_strip
from tests.firmware_bridge.controllers import AdalightSketch, Controller, until
from web.app import create_app
from web.guard import COOKIE
from web.hub import Hub
from web.lights_map import add_lights_map
from web.pairing import Pairing
from web.view import TableView

HERE = {"Origin": "http://localhost"}


def shines(brain: AdalightSketch, led: int) -> bool:
    """That LED shines and no other."""
    return bool(brain.shown) and [at for at, rgb in enumerate(brain.shown[-1]) if any(rgb)] == [led]


class Tablet:
    """A device before the page; paired unless told otherwise."""

    def __init__(self, tapped: TappedMap, paired: bool = True) -> None:
        pairing = Pairing()
        app = create_app(Hub(TableView(MatchState(), Seats(Side.LIGHT))), pairing=pairing)
        add_lights_map(app, tapped)
        self.client: FlaskClient = app.test_client()
        if paired:
            self.client.set_cookie(COOKIE, pairing.join(pairing.code, "Tablet").key)

    def does(self, step: str, status: int = 200, **body: object) -> dict[str, Any]:
        answer = self.client.post(f"/api/lights/map/{step}", json=body, headers=HERE)
        assert answer.status_code == status, answer.text
        return self._object(answer)

    def looks(self) -> dict[str, Any]:
        return self._object(self.client.get("/api/lights/map"))

    @staticmethod
    def _object(answer: TestResponse) -> dict[str, Any]:
        assert isinstance(answer.json, dict)
        return answer.json


@pytest.fixture
def tapped(tmp_path: Path) -> Iterator[TappedMap]:
    save_lights(tmp_path, LightSettings(str(tmp_path / "leds"), brightness=0.25))
    with TappedMap(tmp_path) as begun:
        yield begun


def test_a_strip_is_tapped_led_by_led_and_shines_where_it_is_asked_for(tmp_path: Path, tapped: TappedMap) -> None:
    laid, brain, tablet = parse_strip(usual_strip("ring", "far-left", ridge=1)).leds, AdalightSketch(), Tablet(tapped)
    with Controller(tmp_path / "leds", brain):
        assert tablet.client.get("/lights/map").status_code == 200
        tablet.does("begin", port=str(tmp_path / "leds"), leds=len(laid) + 3)
        for number, spot in enumerate(laid):
            until(partial(shines, brain, number))
            tablet.does("tell", lamp=spot and str(spot))
        assert not load_lights(tmp_path).strip[0].startswith("far")  # nothing is written yet
        assert tablet.does("save")["saved"] is True
        until(lambda: not any(map(any, brain.shown[-1])))
    lights = load_lights(tmp_path)
    assert lights.map().leds == laid
    assert (lights.port, lights.brightness) == (str(tmp_path / "leds"), 0.25)
    assert tapped.saved.is_set()


def test_what_was_tapped_wrongly_is_taken_back_and_the_next_one_is_guessed(tapped: TappedMap) -> None:
    tablet = Tablet(tapped)
    tablet.does("begin", port="", leds=3)
    assert tablet.does("tell", lamp="near 1")["likely"] is None
    assert tablet.does("tell", lamp="near 2")["likely"] == "near 3"
    assert tablet.does("back")["named"] == ["near 1"]
    assert tablet.does("tell", lamp=None)["named"] == ["near 1", None]
    assert '"near 1"' in tablet.does("tell", lamp="far 7")["text"]
    assert "All LEDs" in tablet.does("tell", 409, lamp="far 8")["error"]


@pytest.mark.parametrize(
    ("step", "body", "status"),
    [
        ("begin", {"port": "", "leds": 0}, 400),
        ("begin", {"port": "", "leds": 1001}, 400),
        ("begin", {"port": "", "leds": 600}, 409),  # more than the budget feeds in the dark
        ("begin", {"port": "", "leds": True}, 400),
        ("begin", {"port": "/dev/never-listed", "leds": 5}, 400),
        ("begin", {"leds": 5}, 400),
        ("tell", {"lamp": "near 13"}, 400),
        ("tell", {"lamp": 3}, 400),
        ("save", {}, 409),
    ],
)
def test_what_cannot_be_is_one_sentence(step: str, body: dict[str, Any], status: int, tapped: TappedMap) -> None:
    error = Tablet(tapped).does(step, status, **body)["error"]
    assert error.endswith(".")
    assert "\n" not in error


def test_a_device_that_may_only_look_neither_sees_nor_changes_it(tapped: TappedMap) -> None:
    guest = Tablet(tapped, paired=False)
    assert guest.client.get("/lights/map").status_code == 401
    assert guest.client.get("/api/lights/map").status_code == 401
    for step in ("begin", "tell", "back", "save"):
        guest.does(step, 401, port="", leds=3, lamp=None)
    assert tapped.progress().leds == 0


def test_no_port_is_opened_before_somebody_names_it(tmp_path: Path) -> None:
    def never(port: str, baud: int) -> Any:
        raise AssertionError(f"{port} was opened")

    save_lights(tmp_path, LightSettings("COM9"))
    with TappedMap(tmp_path, open_port=never) as begun:
        tablet = Tablet(begun)
        assert tablet.looks()["port"] == "COM9"
        tablet.does("begin", port="", leds=24)
        tablet.does("tell", lamp="near 1")
        tablet.does("save")
    assert load_lights(tmp_path).port == ""

"""`bookgammon leds` from "which port?" to a lit board, and the page beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.command_line import command_parser, main
from bookgammon.commands import leds, load
from bookgammon.lights.lights import FILE, LightShow, load_lights
from firmware_bridge.finding import PortSeen, find_out
from firmware_bridge.lamps import Lamps
from firmware_bridge.settings import LightSettings
from firmware_bridge.spots import Spot
from tests.firmware_bridge.controllers import AdalightSketch, Controller, Wled
from web.app import create_app
from web.hub import Hub
from web.lights_map import add_lights
from web.view import TableView


def test_the_help_leads_from_the_port_to_a_lit_board(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        command_parser("leds", load("leds")).parse_args(["--help"])
    told = capsys.readouterr().out
    steps = [told.index(f"bookgammon {step}") for step in ("leds find", "leds map", "leds walk", "leds test", "play")]
    assert steps == sorted(steps)


def test_map_writes_what_was_asked_for_and_keeps_the_rest(tmp_path: Path) -> None:
    words = ["leds", "map", "--data", str(tmp_path)]
    assert main([*words, "--led-port", "COM7", "--shape", "ring", "--start", "far-right", "--each", "2"]) == 0
    assert main([*words, "--brightness", "0.25"]) == 0
    lights = load_lights(tmp_path)
    assert lights == LightSettings("COM7", brightness=0.25, strip=("far 12-1 x2", "near 1-12 x2"))
    assert "[lights]" in (tmp_path / FILE).read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--brightness", "2"], "brightness"),
        (["--each", "0"], "--each"),
        (["--each", "60"], "1000"),
        (["--each", "40"], "budget_ma"),
    ],
)
def test_a_map_that_cannot_be_is_one_sentence_and_changes_nothing(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["leds", "map", "--data", str(tmp_path), *words]) == 1
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert not (tmp_path / FILE).exists()


def test_find_tells_what_speaks_and_sends_nothing_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(tmp_path / name) for name in ("sketch", "silent", "missing")]
    monkeypatch.setattr(leds, "ports", lambda: [PortSeen(name, "a board") for name in names])

    def patient_with_sketch(port: str, may_ask: Callable[[bytes], bool]) -> str:
        return find_out(port, may_ask, patience=60.0 if port == names[0] else 0.3)

    monkeypatch.setattr(leds, "find_out", patient_with_sketch)
    monkeypatch.setattr(leds, "controllers", tuple)
    with (
        Controller(tmp_path / "sketch", AdalightSketch()) as sketch,
        Controller(tmp_path / "silent", Wled()) as wled,
    ):
        assert main(["leds", "find", "--json"]) == 0
        assert not sketch.received + wled.received
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["speaks"] for answer in answers] == ["Adalight", "", ""]
    assert "nothing at the port" in answers[2]["error"]


def test_walk_lights_every_point_once_on_the_strip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    brain = AdalightSketch()
    with Controller(tmp_path / "leds", brain):
        words = ["--led-port", str(tmp_path / "leds"), "--shape", "straight"]
        main(["leds", "map", "--data", str(tmp_path), *words])
        assert main(["leds", "walk", "--seconds", "0.15", "--port", "0", "--data", str(tmp_path)]) == 0
    lit = {index for picture in brain.shown for index, colour in enumerate(picture) if any(colour)}
    assert all(sum(map(any, picture)) <= 1 for picture in brain.shown)
    assert lit <= set(range(24))
    assert len(lit) > 12  # a machine with other things to do may miss some of so short steps
    said = capsys.readouterr().err
    assert said.count("should shine") == 24
    assert "Point 12 from the left at the far edge should shine: LED 24 of 24." in said


def test_test_shows_everything_without_a_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["leds", "test", "--seconds", "0.01", "--port", "0", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().err
    assert "that page is all there is" in said
    assert "blinking checker is wrong" in said


def test_the_page_shows_the_lights_and_changes_nothing() -> None:
    def look(now: float) -> Lamps:
        return {Spot("point", "near", 3): (1.0, 0.5, 0.0)}

    show = LightShow(LightSettings(), look, lambda: "Look.")
    app = create_app(Hub(TableView(MatchState(), Seats(Side.LIGHT))))
    add_lights(app, show.picture)
    client = app.test_client()
    page = client.get("/lights")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for asset in ("lights.js", "lights.css"):
        assert f"/static/{asset}" in page.text
        with client.get(f"/static/{asset}") as answer:
            assert answer.status_code == 200
    picture = client.get("/api/lights").json
    assert picture is not None
    assert picture["lamps"] == {"near 3": [255, 128, 0]}
    assert picture["caption"] == "Look."
    assert len(picture["mapped"]) == picture["leds"] == 24
    assert client.post("/api/lights").status_code == 405

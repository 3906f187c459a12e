"""The thread at the port: nothing lost on the line, nothing hung when the cable goes, nothing written unasked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware_bridge import strip as strip_module
from firmware_bridge.protocol import Rgb
from firmware_bridge.strip import LightStrip, Paint
from firmware_bridge.wire import Wire, open_wire
from tests.firmware_bridge.controllers import AdalightSketch, Controller, Picture, Wled, until

LEDS = 60
DARK: Picture = ((0, 0, 0),) * LEDS


def steady(colour: Rgb, leds: int = 1) -> Paint:
    """Always the same picture."""

    def paint(now: float) -> Picture:
        return (colour,) * leds

    return paint


class Mute(AdalightSketch):
    """Says nothing and answers nothing."""

    def hello(self) -> bytes:
        return b""


class Painter:
    """Paints pictures that tell their number, so that none can be missed, and remembers them."""

    def __init__(self, pictures: int) -> None:
        self.painted: list[Picture] = []
        self._most = pictures

    def __call__(self, now: float) -> Sequence[Rgb]:
        if len(self.painted) < self._most:
            number = len(self.painted)
            self.painted.append(tuple((number % 251, led, (number * 7 + led) % 256) for led in range(LEDS)))
        return self.painted[-1]


@pytest.mark.parametrize("brain", [AdalightSketch(), Wled()], ids=["Adalight", "WLED"])
def test_no_frame_is_lost_at_the_documented_speed(brain: AdalightSketch | Wled, tmp_path: Path) -> None:
    paint = Painter(60)
    with Controller(tmp_path / "leds", brain, 115200):
        strip = LightStrip(str(tmp_path / "leds"), 115200, paint)
        strip.start()
        until(lambda: brain.shown and brain.shown[-1] == paint.painted[-1] and len(paint.painted) == 60)
        strip.stop()
        until(lambda: brain.shown[-1] == DARK)
    shown = [picture for picture in brain.shown if picture != DARK]
    distinct = [one for one, before in zip(shown, [None, *shown], strict=False) if one != before]
    # the first picture only told how long the strip is; every other one that was painted was shown, in order
    assert distinct == paint.painted[len(paint.painted) - len(distinct) :]
    assert len(distinct) >= 59
    if isinstance(brain, Wled):
        assert set(brain.commands) <= {ord("v")}  # any other stray byte is a command to WLED
    else:
        assert brain.strays == b""
    assert strip.news() == ()


def test_a_picture_that_stays_is_repeated_before_wled_falls_asleep(tmp_path: Path) -> None:
    brain = AdalightSketch()
    with Controller(tmp_path / "leds", brain):
        strip = LightStrip(str(tmp_path / "leds"), 115200, steady((1, 2, 3), 4))
        strip.start()
        until(lambda: brain.shown.count(((1, 2, 3),) * 4) >= 3)
        count = len(brain.shown)
        strip.stop()
    assert strip_module.AGAIN_S < 2.5
    assert count < 10  # repeated, not streamed


def test_the_lights_go_out_when_the_table_ends(tmp_path: Path) -> None:
    brain = AdalightSketch()
    with Controller(tmp_path / "leds", brain):
        strip = LightStrip(str(tmp_path / "leds"), 115200, steady((9, 9, 9)))
        strip.start()
        until(lambda: ((9, 9, 9),) in brain.shown)
        strip.stop()
        until(lambda: brain.shown[-1] == ((0, 0, 0),))


def test_a_controller_that_never_says_a_word_is_fed_all_the_same(tmp_path: Path) -> None:
    brain = Mute()
    with Controller(tmp_path / "leds", brain):
        strip = LightStrip(str(tmp_path / "leds"), 115200, steady((9, 9, 9)), hello_s=0.2)
        strip.start()
        until(lambda: ((9, 9, 9),) in brain.shown)
        strip.stop()


def test_a_port_that_is_missing_is_told_once_and_then_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strip_module, "RETRY_S", 0.01)
    link, opened = tmp_path / "leds", []

    def count(port: str, baud: int) -> Wire:
        opened.append(port)
        return open_wire(port, baud)

    strip = LightStrip(str(link), 115200, steady((9, 9, 9)), open_port=count)
    strip.start()
    until(lambda: len(opened) > 5)
    (news,) = strip.news()
    assert "nothing at the port" in news
    brain = AdalightSketch()
    with Controller(link, brain):
        until(lambda: brain.shown)
        assert strip.news() == ("The lights are back.",)
        strip.stop()


class Stuck:
    """A device that takes nothing any more."""

    in_waiting = 0

    def __init__(self) -> None:
        self.stuck, self.free = threading.Event(), threading.Event()

    def open(self, port: str, baud: int) -> Stuck:
        return self

    def write(self, data: bytes) -> int:
        self.stuck.set()
        self.free.wait(30)
        return len(data)

    def read(self, size: int = 1) -> bytes:
        return b"Ada\n"

    def close(self) -> None:
        pass


def test_a_stuck_port_does_not_hold_the_table_up() -> None:
    device = Stuck()
    strip = LightStrip("stuck", 115200, steady((9, 9, 9)), open_port=device.open)
    strip.start()
    assert device.stuck.wait(20)
    for _ in range(10000):  # would take for ever if one of them waited
        strip.wake()
        assert strip.news() == ()
    device.free.set()
    strip.stop()


def test_the_newest_picture_wins(tmp_path: Path) -> None:
    """While one frame is on a slow line many pictures come and go; only the last one matters."""
    brain, colour = AdalightSketch(), [1]

    def paint(now: float) -> Picture:
        return ((colour[0], 0, 0),) * LEDS

    with Controller(tmp_path / "leds", brain):
        strip = LightStrip(str(tmp_path / "leds"), 9600, paint)
        strip.start()
        until(lambda: brain.shown and brain.shown[-1][0] == (1, 0, 0))
        for value in range(2, 250):
            colour[0] = value
            strip.wake()
        until(lambda: brain.shown[-1][0] == (249, 0, 0))
        strip.stop()
    assert len(brain.shown) < 20

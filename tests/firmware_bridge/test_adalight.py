"""Bytes as published: Adafruit's and Adalight-FastLED's header, and a reader written from their behaviour."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.protocols.adalight import frame, seconds_between_frames, seconds_on_the_line, who_speaks
from tests.firmware_bridge.controllers import AdalightSketch, Wled

Rgbs = st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=300)


@pytest.mark.parametrize(
    ("leds", "header"),
    [
        (1, "41 64 61 00 00 55"),
        (24, "41 64 61 00 17 42"),
        (256, "41 64 61 00 FF AA"),
        (300, "41 64 61 01 2B 7F"),
    ],
)
def test_headers_are_those_of_the_published_sketches(leds: int, header: str) -> None:
    assert frame([(255, 1, 2)] * leds) == bytes.fromhex(header) + b"\xff\x01\x02" * leds


@pytest.mark.parametrize("leds", [0, 65537])
def test_a_frame_without_leds_or_with_too_many_is_refused(leds: int) -> None:
    with pytest.raises(ValueError, match="1 to 65536"):
        frame([(0, 0, 0)] * leds)


@given(st.lists(Rgbs, min_size=1, max_size=5))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_both_firmwares_read_what_was_meant(pictures: list[list[tuple[int, int, int]]]) -> None:
    sketch, wled = AdalightSketch(), Wled()
    for brain in (sketch, wled):
        for byte in b"".join(map(frame, pictures)):
            brain.take(byte)
        assert brain.shown == [tuple(picture) for picture in pictures]
    assert not sketch.strays + wled.commands


def test_times_on_the_line() -> None:
    assert seconds_on_the_line(300, 115200) == pytest.approx(0.0786, abs=1e-4)  # 79 ms, as measured with Adalight
    assert seconds_on_the_line(60, 115200) < seconds_between_frames(60, 115200) < 1 / 30


@pytest.mark.parametrize(
    ("received", "speaker"),
    [
        (b"Ada\n", "Adalight"),
        (b"\x00\xffAda\r\n", "Adalight"),
        (b"WLED 0.14.0-b1\r\n", "WLED 0.14.0-b1"),
        (b"Ada\r\nWLED 17.0.0-dev\r\n", "WLED 17.0.0-dev"),
        (b"Grbl 1.1h ['$' for help]\r\n", ""),
        (b"", ""),
    ],
)
def test_who_speaks(received: bytes, speaker: str) -> None:
    assert who_speaks(received) == speaker

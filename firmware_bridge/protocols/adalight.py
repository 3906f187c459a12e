"""Adalight, the protocol that Adafruit's sketch, Adalight-FastLED, HyperSerial's ancestors and WLED read.

A frame is `Ada`, the number of LEDs minus one (two bytes, high first), high xor low xor 0x55, then three bytes
R G B for each LED. There is no answer and no end mark; 8 data bits, no parity, 1 stop bit. Sources: adafruit/Adalight
`LEDstream.pde`, dmadison/Adalight-FastLED `LEDstream_FastLED.ino`, wled/WLED `wled_serial.cpp`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbiter.message import Message
from firmware_bridge.protocol import LedProtocol, Rgb, register

MAGIC = b"Ada"
HELLO = b"Ada"
"""Adalight sketches print this with a line feed at their start and every second while they wait; WLED at its start."""
ASK = b"v"
"""WLED answers `WLED <version>`; Adalight sketches skip the byte."""
BAUDS = (115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000)
"""What WLED's settings page offers; sketches for the ATmega328P run at the first."""
MOST = 65536
_LATCH_S = 30e-6
"""A WS2812 takes 24 bits of 1.25 microseconds."""
_REST_S = 0.002

_WLED = re.compile(rb"WLED [0-9][0-9A-Za-z.\-]*")


def frame(colours: Sequence[Rgb]) -> bytes:
    """One whole frame for 1 to 65536 LEDs. Raises ValueError for another number or a byte out of range."""
    if not 1 <= len(colours) <= MOST:
        raise ValueError(Message("An Adalight frame has 1 to {most} LEDs, not {count}.", most=MOST, count=len(colours)))
    high, low = divmod(len(colours) - 1, 256)
    return MAGIC + bytes((high, low, high ^ low ^ 0x55)) + bytes(byte for rgb in colours for byte in rgb)


def seconds_on_the_line(leds: int, baud: int) -> float:
    """How long one frame travels: ten bits a byte."""
    return (6 + 3 * leds) * 10 / baud


def seconds_between_frames(leds: int, baud: int) -> float:
    """From the start of one frame to the earliest start of the next.

    Adalight-FastLED throws away whatever arrives while it shows a frame, so the line rests for that long.
    """
    return seconds_on_the_line(leds, baud) + leds * _LATCH_S + _REST_S


def who_speaks(received: bytes) -> str:
    """Which controller said this: "Adalight", "WLED 0.14.0", or nothing."""
    if found := _WLED.search(received):
        return found.group().decode("ascii")
    return "Adalight" if HELLO in received else ""


ADALIGHT = register(LedProtocol("adalight", frame, seconds_between_frames, who_speaks, ASK))

"""Our own sketch, compiled for the ATmega328P and run in simavr: what comes out at the pin is what was meant."""

from __future__ import annotations

import random
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.lights.examples import EXAMPLES
from firmware_bridge.colours import powered
from firmware_bridge.lamps import lamps
from firmware_bridge.protocol import Rgb
from firmware_bridge.protocols.adalight import frame
from firmware_bridge.settings import LightSettings
from firmware_bridge.strip import LightStrip
from firmware_bridge.strip_map import usual_strip
from firmware_bridge.wire import Wire, open_wire
from tests.commands.program import ROOT

SKETCH = ROOT / "firmware_bridge" / "sketch" / "sketch.ino"
SIMULATOR = Path(__file__).with_name("simulator.c")
HEADERS = Path("/usr/include/simavr")
LEDS = 60

pytestmark = pytest.mark.skipif(
    not (shutil.which("avr-gcc") and shutil.which("gcc") and (HEADERS / "avr_uart.h").exists()),
    reason="gcc, gcc-avr, avr-libc or simavr's headers are missing: scripts/install-debian-packages",
)


@dataclass(frozen=True)
class Latched:
    """One picture as the strip took it. Times in cycles of 62.5 ns: (least, most), (0, 0) where there was none."""

    colours: tuple[Rgb, ...]
    zero: tuple[int, int]
    one: tuple[int, int]
    bit: tuple[int, int]
    gap: tuple[int, int]


class Chip:
    """The running simulation: the device of its UART, and what its strip latched, one after the other."""

    def __init__(self, output: IO[str]) -> None:
        self._lines = (line.split() for line in output)
        self.device = next(words[1] for words in self._lines if words[:1] == ["PTY"])
        self.latched = self.next()

    def next(self) -> Latched:
        data, *times = next(words for words in self._lines if len(words) == 5)
        assert "+" not in data, "half a byte was sent"
        raw = bytes.fromhex(data)
        colours = tuple((raw[i + 1], raw[i], raw[i + 2]) for i in range(0, len(raw), 3))
        zero, one, bit, gap = ((int(least), int(most)) for least, most in (time.split("-") for time in times))
        return Latched(colours, zero, one, bit, gap)


def compile_sketch(firmware: Path, *more: str) -> None:
    words = ["avr-gcc", "-x", "c", "-mmcu=atmega328p", "-Os", *more, "-o", str(firmware), str(SKETCH)]
    subprocess.run(words, check=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """(simulator, firmware)."""
    folder = tmp_path_factory.mktemp("chip")
    strict = ("-Wall", "-Wextra", "-Werror")
    firmware, simulator = folder / "sketch.elf", folder / "simulator"
    compile_sketch(firmware, *strict)
    libraries = ("-lsimavr", "-lutil")
    subprocess.run(["gcc", "-O2", *strict, f"-I{HEADERS}", "-o", simulator, SIMULATOR, *libraries], check=True)
    return simulator, firmware


@pytest.fixture
def chip(built: tuple[Path, Path]) -> Iterator[Chip]:
    with running_chip(built) as started:
        yield started


@contextmanager
def running_chip(built: tuple[Path, Path]) -> Iterator[Chip]:
    with subprocess.Popen(built, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout
        hung = threading.Timer(300, running.kill)  # whoever waits for a picture that never comes is told
        hung.start()
        try:
            yield Chip(running.stdout)
        finally:
            hung.cancel()
            running.kill()


@pytest.fixture
def wire(chip: Chip) -> Iterator[Wire]:
    opened = open_wire(chip.device, 115200, listen_s=10)
    while opened.read(1) != b"\n":
        pass
    yield opened
    opened.close()


def meant(number: int) -> tuple[Rgb, ...]:
    """Picture by picture what the lights say, a tenth of a second apart; every other one is noise."""
    if number % 2:
        rng = random.Random(number)
        return tuple((rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(LEDS))
    settings = LightSettings(strip=usual_strip("ring", "near-left", 2, 3, 6), brightness=1.0, budget_ma=2000)
    scene = EXAMPLES[number // 2 % len(EXAMPLES)].scene(Seats(Side.LIGHT), 0.0)
    return powered(lamps(scene, number / 10), settings.map(), settings)


def test_a_thousand_frames_come_out_at_the_pin_as_they_were_meant(chip: Chip, wire: Wire) -> None:
    assert chip.latched.colours == ((0, 0, 0),) * LEDS
    pictures = [meant(number) for number in range(1000)]
    room = threading.Semaphore(2)  # so many frames are under way at once, closely one after the other

    def send() -> None:
        for picture in pictures:
            room.acquire()
            wire.write(frame(picture))

    threading.Thread(target=send, daemon=True).start()
    zeros, ones, bits, gaps = list[int](), list[int](), list[int](), list[int]()
    for number, picture in enumerate(pictures):
        shown = chip.next()
        room.release()
        assert shown.colours == picture, f"frame {number}"
        zeros += shown.zero
        ones += shown.one
        bits += shown.bit
        gaps += shown.gap
    # WS2812B, in nanoseconds: 0 high 220 to 380 (or 250 to 550), 1 high 580 to 1000, bit 1250 +- 600
    assert 62.5 * min(zero for zero in zeros if zero) >= 220
    assert 62.5 * max(zeros) <= 380
    assert 62.5 * min(one for one in ones if one) >= 580
    assert 62.5 * max(ones) <= 1000
    assert set(bits) == {20}
    assert 62.5 * max(gaps) < 5000  # some makes latch after a low of 6 microseconds


def test_our_bridge_lights_it_as_the_table_would(chip: Chip) -> None:
    painted = [-1]
    pictures = [meant(2 * number + 1) for number in range(61)]
    dark = ((0, 0, 0),) * LEDS
    seen = [dark]

    def paint(now: float) -> Sequence[Rgb]:
        painted.append(min(painted[-1] + 1, 60, len(seen) + 4))  # a slow simulation is waited for
        return pictures[painted[-1]]

    strip = LightStrip(chip.device, 115200, paint)
    strip.start()
    while seen[-1] != pictures[60]:
        seen.append(chip.next().colours)
    strip.stop()
    moving = list(dict.fromkeys(colours for colours in seen if colours != dark))
    assert moving == pictures[1:]  # the first one only told how long the strip is
    while chip.next().colours != dark:
        pass


NOISE = random.Random(5)


@pytest.mark.parametrize(
    "before",
    [
        b"A",
        b"Ad",
        b"AAAd",
        b"AdA",
        b"Ada\x00\x17\x00",  # a wrong check byte
        b"Ada\x00\x17A",
        b"\x00\xff" * 40,
        b"v",
        bytes(NOISE.randrange(256) for _ in range(250)).replace(b"Ada", b""),
    ],
    ids=["A", "Ad", "AAAd", "AdA", "check", "checkA", "binary", "v", "noise"],
)
def test_noise_before_a_frame_costs_nothing(before: bytes, chip: Chip, wire: Wire) -> None:
    wire.write(before + frame(meant(1)))
    assert chip.next().colours == meant(1)


@pytest.mark.parametrize("torn_after", [3, 5, 6, 7, 100, 185])
def test_a_torn_frame_costs_at_most_the_next_one(torn_after: int, chip: Chip, wire: Wire) -> None:
    wire.write(frame(meant(1))[:torn_after] + frame(meant(3)) + frame(meant(5)))
    while chip.next().colours != meant(5):
        pass
    wire.write(frame(meant(7)))
    assert chip.next().colours == meant(7)


def test_a_frame_that_breaks_off_is_given_up_after_a_silence(chip: Chip, wire: Wire) -> None:
    wire.write(frame(meant(1))[:100])
    assert wire.read(4) == b"Ada\n"  # a second of silence
    wire.write(frame(meant(3)))
    assert chip.next().colours == meant(3)


def test_silence_turns_the_lights_off(chip: Chip, wire: Wire) -> None:
    wire.write(frame(meant(1)))
    assert chip.next().colours == meant(1)
    assert chip.next().colours == ((0, 0, 0),) * LEDS


def test_leds_that_are_not_sent_turn_dark(chip: Chip, wire: Wire) -> None:
    wire.write(frame(meant(1)))
    assert chip.next().colours == meant(1)
    wire.write(frame(meant(3)[:2]))
    assert chip.next().colours == meant(3)[:2] + ((0, 0, 0),) * (LEDS - 2)


def test_leds_beyond_the_chips_memory_are_left_out(built: tuple[Path, Path]) -> None:
    small = built[1].with_name("small.elf")
    compile_sketch(small, "-DMOST_LEDS=40")
    with running_chip((built[0], small)) as chip:
        wire = open_wire(chip.device, 115200)
        for number in (1, 3, 5):
            wire.write(frame(meant(number)))
            while chip.next().colours != meant(number)[:40]:
                pass
        wire.close()

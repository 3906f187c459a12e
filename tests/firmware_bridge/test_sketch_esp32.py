"""Our sketch's ESP32 side, compiled for this computer against a stand-in for Arduino's core.

It shows that frames become the right pulses, not that Espressif's compiler takes it: that one was not at hand.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.protocol import Rgb
from firmware_bridge.protocols.adalight import frame
from tests.commands.program import ROOT

SKETCH = ROOT / "firmware_bridge" / "sketch" / "sketch.ino"
CORE = Path(__file__).with_name("esp32")
DARK = ((0, 0, 0),) * 60

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="g++ is missing: scripts/install-debian-packages")


@pytest.fixture(scope="module")
def chip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("esp32") / "sketch"
    strict = ("-Wall", "-Wextra", "-Werror")
    words = ["g++", "-x", "c++", *strict, f"-I{CORE}", "-o", str(program), str(SKETCH)]
    subprocess.run(words, check=True)
    return program


def shown(chip: Path, sent: bytes) -> list[tuple[Rgb, ...]]:
    """The pictures that the strip would take, from the pulses; each must keep the WS2812B's times."""
    done = subprocess.run([chip], input=sent, capture_output=True, check=True, timeout=60)
    assert done.stderr.startswith(b"Ada\n")
    return [_picture(line) for line in done.stdout.decode("ascii").splitlines()]


def _picture(line: str) -> tuple[Rgb, ...]:
    pulses = [tuple(map(int, pulse.split("/"))) for pulse in line.split()]
    bits = []
    for high, low in pulses:
        # WS2812B, in nanoseconds: 0 high 220 to 380, 1 high 580 to 1000, low of a 1 at least 220, of a 0 at least 580
        assert 220 <= 100 * high <= 380 or 580 <= 100 * high <= 1000
        bits.append(high > 5)
        assert 100 * low >= (220 if bits[-1] else 580)
    raw = [int("".join("01"[bit] for bit in bits[at : at + 8]), 2) for at in range(0, len(bits), 8)]
    return tuple((raw[at + 1], raw[at], raw[at + 2]) for at in range(0, len(raw), 3))


def test_frames_become_the_pulses_that_were_meant_and_silence_darkness(chip: Path) -> None:
    rng = random.Random(3)
    pictures = [
        tuple((rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(60)) for _ in range(30)
    ]
    assert shown(chip, b"".join(map(frame, pictures))) == [DARK, *pictures, DARK]


def test_it_finds_back_into_step_after_a_torn_frame(chip: Path) -> None:
    red, blue = ((255, 0, 0),) * 60, ((0, 0, 255),) * 60
    pictures = shown(chip, b"AdAda" + frame(red)[:50] + frame(blue) * 2 + b"Ad" + frame(red))
    assert pictures[-2:] == [red, DARK]

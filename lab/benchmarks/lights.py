"""What the lights cost the table, and how soon a warning shines.

    python -m lab.benchmarks.lights [--repeats 9] [--warnings 60]

All on pseudo terminals, before a controller that takes bytes no faster than 115200 baud bring them.

loop: a played evening (real referee and table loop, simulated eyes), followed with and without lights in turn; the
least of several runs each, in processor seconds of the whole process (the lights' thread included) and seconds by the
clock. The real loop also has a camera to look through, so its ratio is nearer to 1.
warnings: from the event to the moment when the last byte of the first frame with the red lamp has arrived.
stream: a moving picture for 60 LEDs: frames painted anew a second, and how many of them never arrived.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.referee.evidence import Evidence
from bookgammon.lights.lights import TableLights
from bookgammon.table.table import FrameTime, TableUpdate
from firmware_bridge.protocol import Rgb
from firmware_bridge.strip import LightStrip
from tests.arbiter_referee.table import Table as PlayedTable
from tests.firmware_bridge.controllers import AdalightSketch, Controller, until
from tests.firmware_bridge.test_evening import BLUNDERS, SEATS, follow, settings
from tests.firmware_bridge.test_lamps import ROLLED, illegal

BAUD = 115200
LEDS = 60


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """(processor seconds, seconds by the clock)."""
    processor, clock = time.process_time(), time.perf_counter()
    run()
    return time.process_time() - processor, time.perf_counter() - clock


def loop(folder: Path, repeats: int) -> None:
    """The loop's ratio with lights to without."""
    looks: Sequence[Evidence] = list(PlayedTable(3, BLUNDERS, SEATS).game(6))
    brain = AdalightSketch()
    without, with_lights = [], []
    with (
        Controller(folder / "leds", brain, BAUD),
        TableLights(settings(folder / "leds"), SEATS, MatchState()) as lights,
    ):
        until(lambda: brain.shown)
        for _ in range(repeats):
            with_lights.append(timed(lambda: follow(looks, lights)))
    for _ in range(repeats):
        without.append(timed(lambda: follow(looks)))
    for place, name in enumerate(("processor", "clock")):
        plain, lit = min(each[place] for each in without), min(each[place] for each in with_lights)
        print(f"loop, {name}: {len(looks)} frames {plain:.3f} s without, {lit:.3f} s with, ratio {lit / plain:.3f}")


def warnings(folder: Path, count: int) -> None:
    """Times from event to lamp, in ms."""
    rng, brain, times = random.Random(1), AdalightSketch(), list[float]()
    calm, wrong = fold(ROLLED), illegal(False)
    alarm = fold((*ROLLED, wrong))

    def red() -> bool:
        red, green, _ = brain.shown[-1][8]
        return red > 40 and green == 0

    with (
        Controller(folder / "leds", brain, BAUD),
        TableLights(settings(folder / "leds"), SEATS, calm) as lights,
    ):
        until(lambda: brain.shown)
        for _ in range(count):
            time.sleep(rng.uniform(0.3, 0.5))
            began = time.perf_counter()
            lights.show(TableUpdate(alarm, FrameTime(), (wrong,), None))
            until(red)
            times.append(1000 * (time.perf_counter() - began))
            lights.show(TableUpdate(calm, FrameTime(), (), None))
            until(lambda: not red())
    times.sort()
    late = sum(each > 100 for each in times)
    print(
        f"warnings: {count}, median {statistics.median(times):.1f} ms, 95 % {times[int(count * 0.95) - 1]:.1f} ms,"
        f" longest {times[-1]:.1f} ms, later than 100 ms: {late}"
    )


def stream(folder: Path, seconds: float = 5.0) -> None:
    """Frames a second and frames lost."""
    brain, painted = AdalightSketch(), list[tuple[Rgb, ...]]()

    def paint(now: float) -> Sequence[Rgb]:
        del now
        number = len(painted)
        painted.append(tuple((number % 256, number // 256, led) for led in range(LEDS)))
        return painted[-1]

    with Controller(folder / "leds", brain, BAUD):
        strip = LightStrip(str(folder / "leds"), BAUD, paint)
        strip.start()
        until(lambda: len(brain.shown) > 3)
        first, began = len(painted), time.perf_counter()
        time.sleep(seconds)
        rate = (len(painted) - first) / (time.perf_counter() - began)
        strip.stop()
        until(lambda: not any(map(any, brain.shown[-1])))
    lost = len(set(painted[1:]) - set(brain.shown))
    print(f"stream: {LEDS} LEDs, {rate:.1f} frames a second at {BAUD} baud, {lost} of {len(painted) - 1} lost")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--warnings", type=int, default=60)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        loop(folder, args.repeats)
        warnings(folder, args.warnings)
        stream(folder)


if __name__ == "__main__":
    main()

"""The whole demo with a controller at the other end of a pseudo terminal.

    python -m lab.benchmarks.lights_demo [--pulls 100] [--fast]

Three runs of `bookgammon demo --json`, a process of its own each, no test double in it: without lights; with lights
before a controller that takes bytes no faster than 115200 baud bring them; and with a cable that is pulled so many
times at random moments. Without --fast the recording plays at its own speed.

warnings: from the moment when the event's line has been printed (it is kept by then) to the last byte of the first
frame in which a lamp shines red, or, after it was put right, in which none does.
pulls: the events must be those of the first run but for the notes about the lights, and the lights must shine again.
loop: processor seconds of the second run to those of the first.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookgammon.lights.lights import FILE
from firmware_bridge.settings import LightSettings, settings_text
from firmware_bridge.strip_map import usual_strip
from tests.firmware_bridge.controllers import AdalightSketch, Controller, Picture

BAUD = 115200
STRIP = usual_strip("ring", "near-left", each=2, ridge=3, turn=6)
"""60 LEDs, as led-strips are sold."""
UNPLUGGED_S = 0.4
"""How long the cable stays out, at most."""

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """events: (when its line came, the event) in order; processor: seconds of the program."""

    events: tuple[tuple[float, Told], ...]
    processor: float

    def notes(self) -> list[str]:
        """The lines on the page that no rule of the game brought."""
        return [event["message"] for _, event in self.events if event["event"] == "note"]

    def story(self, notes: Sequence[str]) -> list[Told]:
        """What happened at the table: all events but other notes than these."""
        return [event for _, event in self.events if event["event"] != "note" or event["message"] in notes]


class Watched(AdalightSketch):
    """Remembers when the last byte of each frame came."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def take(self, byte: int) -> bytes:
        answer = super().take(byte)
        if len(self.shown) > len(self.times):
            self.times.append(time.monotonic())
        return answer


def demo(folder: Path, *, fast: bool) -> Run:
    """One whole demo with the lights that `folder` describes. Raises CalledProcessError where it fails."""
    words = [sys.executable, "-m", "bookgammon", "demo", "--afresh", "--json", "--port", "0", "--data", str(folder)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    events = []
    quiet = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(
        [*words, *(("--fast",) if fast else ())],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=quiet,
    ) as program:  # fmt: skip
        assert program.stdout
        for line in program.stdout:
            events.append((time.monotonic(), json.loads(line)))
    if program.returncode:
        raise subprocess.CalledProcessError(program.returncode, words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Run(tuple(events), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def furnished(folder: Path, link: Path) -> Path:
    """A data folder whose lights hang at `link`."""
    folder.mkdir()
    settings = LightSettings(port=str(link), strip=STRIP, brightness=1.0, budget_ma=3000)
    (folder / FILE).write_text(settings_text(settings), encoding="utf-8")
    return folder


def red(picture: Picture) -> bool:
    """A warning's lamp; nothing else that the lights say is pure red."""
    return any(r > 20 and g == b == 0 for r, g, b in picture)


def calm(picture: Picture) -> bool:
    """No warning's lamp, not even between two blinks."""
    return not any(r and g == b == 0 for r, g, b in picture)


def latencies(run: Run, brain: Watched) -> tuple[list[float], list[float]]:
    """ms from each first warning to its lamp, and from each one put right to the last lamp's end."""
    come, gone = list[float](), list[float]()
    standing = False
    for at, event in run.events:
        kind = event["event"]
        if kind == "illegal" and not standing:
            standing = True
            come.append(1000 * (_first(brain, at, red) - at))
        elif kind in ("withdrawn", "corrected") and standing:
            standing = False
            gone.append(1000 * (_first(brain, at, calm) - at))
    return come, gone


def _first(brain: Watched, after: float, wanted: Callable[[Picture], bool]) -> float:
    """When the first such frame after that moment was whole; for ever where none came."""
    frames = zip(brain.times, brain.shown, strict=True)
    return next((at for at, picture in frames if at >= after and wanted(picture)), float("inf"))


def unplug(link: Path, times: int, seconds: float, done: threading.Event, pulled: list[int]) -> None:
    """Pulls the cable so many times, at random moments of so many seconds; what comes back is a new device."""
    rng = random.Random(11)
    while len(pulled) < times and not done.is_set():
        brain = AdalightSketch()
        with Controller(link, brain, BAUD):
            done.wait(rng.uniform(0, 2 * max(0.0, seconds / times - UNPLUGGED_S / 2)))
        pulled.append(len(brain.shown))
        done.wait(rng.uniform(0, UNPLUGGED_S))
    brain = AdalightSketch()
    with Controller(link, brain, BAUD):
        done.wait()


def _milliseconds(name: str, times: Sequence[float]) -> str:
    each = ", ".join(f"{one:.0f}" for one in times)
    return f"{name}: {len(times)}, after {each} ms; later than 100 ms: {sum(one > 100 for one in times)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pulls", type=int, default=100)
    parser.add_argument("--fast", action="store_true", help="as fast as the machine can")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.monotonic()
        plain = demo(folder / "plain", fast=args.fast)
        seconds = time.monotonic() - began
        print(
            f"without lights: {len(plain.events)} events, {seconds:.0f} s, processor {plain.processor:.1f} s",
            flush=True,
        )

        brain, link = Watched(), folder / "calm"
        with Controller(link, brain, BAUD):
            lit = demo(furnished(folder / "lit", link), fast=args.fast)
        come, gone = latencies(lit, brain)
        print(_milliseconds("warnings shine", come))
        print(_milliseconds("warnings put right", gone))
        known = plain.notes()
        same = lit.story(known) == plain.story(known)
        print(f"frames: {len(brain.shown)}, stray bytes: {len(brain.strays)}, same story: {same}")
        print(
            f"loop: processor {lit.processor:.1f} s with lights, ratio {lit.processor / plain.processor:.3f}",
            flush=True,
        )

        link, done, pulled = folder / "wild", threading.Event(), list[int]()
        cable = threading.Thread(target=unplug, args=(link, args.pulls, seconds, done, pulled), daemon=True)
        cable.start()
        began = time.monotonic()
        wild = demo(furnished(folder / "pulled", link), fast=args.fast)
        done.set()
        cable.join()
        notes = [note for note in wild.notes() if note not in known]
        print(
            f"unplugged {len(pulled)} times in {time.monotonic() - began:.0f} s, {sum(map(bool, pulled))} of them while"
            f" pictures came; same story: {wild.story(known) == plain.story(known)};"
            f" {len(notes)} notes on the page, of {len(set(notes))} kinds"
        )


if __name__ == "__main__":
    main()

"""What a reading takes beside work on strangers' files: `python -m lab.benchmarks.beside_strangers [--readings 80]`.

For each door of `tests.fuzz.formats` another program works through its cases without a pause, while this one reads the
demo's board picture after picture; readings alone and beside it take turns, so that other work on the machine falls on
both. `--given-way` says how the other program gives way: as any program (other), at nice 19 as what is confined in the
background (nice), or in Linux's class of idle processes (idle).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from bookgammon.table.demo_recording import load_recording
from tests.fuzz.formats import DOORS
from vision.reader import Reader
from vision.sources.pictures import Image

ROUNDS = 4
EVERY = 15
"""Frames between two pictures that are read."""
_FUZZ = """
import os, sys
if sys.argv[2] == "nice":
    os.nice(19)
elif sys.argv[2] == "idle":
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
from tests.fuzz.formats import DOORS, tried
print("ready", flush=True)
seed = 0
while True:
    seed += 1
    tried(DOORS[sys.argv[1]], 50, seed)
"""


WAYS = ("other", "nice", "idle")


@contextmanager
def strangers(door: str, way: str) -> Iterator[None]:
    """Another program that works through one door's cases while the block runs."""
    words = [sys.executable, "-c", _FUZZ, door, way]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        program.stdout.readline()
        try:
            yield
        finally:
            program.kill()


def pictures(path: Path, most: int) -> list[Image]:
    capture, found = cv2.VideoCapture(str(path)), list[Image]()
    number = 0
    while len(found) < most and (read := capture.read())[0]:
        if number % EVERY == 0:
            found.append(np.asarray(read[1], np.uint8))
        number += 1
    return found


def readings(reader: Reader, images: list[Image]) -> list[float]:
    """Milliseconds of each whole reading."""
    took = []
    for image in images:
        began = time.perf_counter()
        reader.read(image)
        took.append(1000 * (time.perf_counter() - began))
    return took


def at(share: float, values: list[float]) -> float:
    return sorted(values)[int(share * len(values))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readings", type=int, default=80, help="of each kind, for each door [80]")
    parser.add_argument("--given-way", choices=WAYS, default="nice")
    parser.add_argument("--door", choices=tuple(DOORS), action="append")
    args = parser.parse_args()
    recording = load_recording()
    reader = Reader(recording.board())
    images = pictures(recording.clips[0].path, args.readings // ROUNDS)
    readings(reader, images)
    for door in args.door or DOORS:
        alone, beside = list[float](), list[float]()
        for _ in range(ROUNDS):
            alone += readings(reader, images)
            with strangers(door, args.given_way):
                beside += readings(reader, images)
        late, usual = (at(share, beside) / at(share, alone) for share in (0.95, 0.5))
        print(
            f"{door}: p95 alone {at(0.95, alone):.0f} ms, beside {at(0.95, beside):.0f} ms, {late:.2f} times; "
            f"at the median {usual:.2f} times; load {os.getloadavg()[0]:.1f}", flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()

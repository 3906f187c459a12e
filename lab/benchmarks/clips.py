"""What clips take: `python -m lab.benchmarks.clips sizes` and `python -m lab.benchmarks.clips beside [--readings 80]`.

sizes: a match with forty warnings, each at another moment of the demo's game, with the grain of a plain camera: the
bytes of its films of twenty seconds, and the processor time of each. beside: what a reading takes while pictures are
handed over twelve times a second and one film is made after the other, which no table does; readings alone and beside
it take turns, so that other work on the machine falls on both.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count as count_from
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from arbiter.match.events import BackInStep, OutOfStep
from arbiter.match.state import MatchState
from arbiter.position import START
from arbiter.referee.evidence import Evidence, PlaceEvidence
from bookgammon.history.clip_encoding import film_here
from bookgammon.history.clips import Clips, clips_of
from bookgammon.history.contested import LONGEST_S, PER_SECOND, WIDTH
from bookgammon.table.demo_recording import load_recording
from bookgammon.table.snapshots import cut, window
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.workers.worker import Workers
from lab.benchmarks.readings import ReadingsBeside
from vision.sources.pictures import Image

WARNINGS = 40
GRAIN = 6.0
"""Standard deviation of the noise added to each pixel."""
FPS = 12
CONTESTED_EVERY = 3 * FPS
"""Frames: a film of some seven seconds is settled before the next one begins."""
PLACES = tuple(PlaceEvidence(((0, 0, 0.0),)) for _ in range(25))


def sizes() -> None:
    recording = load_recording()
    part = window(recording.board())
    capture = cv2.VideoCapture(str(recording.clips[0].path))
    every = max(1, round(capture.get(cv2.CAP_PROP_FPS) / PER_SECOND))
    noise, jpegs, number = np.random.default_rng(3), list[bytes](), 0
    while (read := capture.read())[0]:
        if number % every == 0:
            image = np.asarray(read[1], np.int16)
            grained = image + noise.normal(0, GRAIN, image.shape).astype(np.int16)
            jpegs.append(cut(np.clip(grained, 0, 255).astype(np.uint8), part, WIDTH))
        number += 1
    length = round(LONGEST_S * PER_SECOND)
    starts = np.linspace(0, max(0, len(jpegs) - length), WARNINGS).astype(int)
    bytes_of, took = list[int](), list[float]()
    with TemporaryDirectory() as folder:
        for start in starts:
            began = time.process_time()
            bytes_of.append(len(film_here(jpegs[start : start + length], PER_SECOND, Path(folder))))
            took.append(time.process_time() - began)
    in_memory = sum(map(len, jpegs)) / len(jpegs)
    print(
        f"{WARNINGS} films: {sum(bytes_of) / 1e6:.1f} MB, the largest {max(bytes_of) / 1e6:.2f} MB, none for "
        f"{bytes_of.count(0)}; {np.median(took):.2f} s of a processor each, pictures in memory {in_memory:.0f} "
        f"bytes each; load {os.getloadavg()[0]:.1f}", flush=True,
    )  # fmt: skip


@contextmanager
def filming(clips: Clips, images: list[Image], frames: Iterator[int]) -> Iterator[None]:
    """The table goes on, and something is contested all the time, while the block runs."""
    ended = threading.Event()

    def go_on() -> None:
        while not ended.wait(1 / FPS):
            frame = next(frames)
            moment = frame / FPS
            contested = (OutOfStep(frame, moment, START), BackInStep(frame, moment))
            events = contested if frame % CONTESTED_EVERY == 0 else ()
            evidence = Evidence(frame, moment, still=True, hand=False, places=PLACES)
            image = images[frame % len(images)]
            clips.on_update(TableUpdate(MatchState(), FrameTime(frame, moment), events, evidence, image=image))

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def beside(count: int) -> None:
    readings, frames = ReadingsBeside(count), count_from(1)
    with (
        TemporaryDirectory() as folder,
        Clips(Path(folder), readings.board, lambda: 1, lambda *_: None, Workers()) as clips,
    ):
        found = readings.compare(partial(filming, clips, readings.images, frames))
        made = len(clips_of(Path(folder) / "1"))
    print(f"{found}; {made} clips kept", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("sizes", "beside"))
    parser.add_argument("--readings", type=int, default=80, help="of each kind [80]")
    args = parser.parse_args()
    if args.what == "sizes":
        sizes()
    else:
        beside(args.readings)


if __name__ == "__main__":
    main()

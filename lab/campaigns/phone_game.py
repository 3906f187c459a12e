"""A recorded game before a telephone's camera, in a real browser, followed by `play phone`; and the same from its file.

    python -m lab.campaigns.phone_game FOLDER [--slow N] [--watched FILE]

FOLDER holds `game.mp4`, `start.jpg`, `empty.jpg` and `truth.json` as the shared boards do. Prints where the
two differ in what happened, and how fast the pictures came. The first picture lasts until the telephone sends.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np

from tests.phone.browser import CAMERA_FPS, become_camera, camera_film, telephone
from vision.sources.pictures import Image

TOLD = ("roll", "play", "illegal", "corrected", "stood", "double", "take", "drop", "game_over", "bad_roll")
"""What has to be the same from camera and file."""
_REST_S = 6.0

Json = dict[str, Any]


@dataclass(frozen=True)
class Program:
    """`play phone` while it runs. joined: the address that pairs and leads to the telephone's page."""

    process: subprocess.Popen[str]
    joined: str


def told(lines: Sequence[str]) -> list[Json]:
    """The events that count, without their times and frames."""
    events = [json.loads(line) for line in lines]
    kept = []
    for event in events:
        if event["event"] in TOLD:
            kept.append({key: value for key, value in event.items() if key not in ("frame", "time", "position")})
    return kept


def told_so_far(room: Path) -> list[Json]:
    return told([line for line in (room / "events.jsonl").read_text().splitlines(keepends=True) if line.endswith("\n")])


def bookgammon(*words: object) -> list[str]:
    """The lines that a command prints."""
    called = [sys.executable, "-m", "bookgammon", *map(str, words)]
    return subprocess.run(called, check=True, capture_output=True, text=True).stdout.splitlines()


def learned(folder: Path, truth: Json, out: Path) -> Path:
    """The board's file."""
    corners = out.with_suffix(".json")
    corners.write_text(json.dumps(truth["corners"]))
    seats = ("--near", truth["near"], "--home", truth["home"], "--corners", corners)
    bookgammon("calibrate", "--start", folder / "start.jpg", "--empty", folder / "empty.jpg", "--out", out, *seats)
    return out


@contextmanager
def playing(board: Path, data: Path, times: Path, *more: str) -> Iterator[Program]:
    """`play phone` on that board; ended as a service is."""
    where = ["--board", str(board), "--data", str(data), "--host", "127.0.0.1", "--port", "0"]
    measured = [sys.executable, "-m", "lab.campaigns.phone_measured", str(times)]
    called = [*measured, "play", "phone", "--json", *where, *more]
    with (
        (data.parent / "events.jsonl").open("w") as events,
        subprocess.Popen(called, stdout=events, stderr=subprocess.PIPE, text=True) as process,
    ):
        assert process.stderr
        try:
            yield Program(process, joined_address(process.stderr))
        finally:
            process.send_signal(signal.SIGTERM)  # a shell may have its background jobs ignore SIGINT
            process.wait(60)


def joined_address(said: IO[str]) -> str:
    """Where the telephone goes first, from what the program says."""
    for line in said:
        found = re.search(r"open (http://\S+/)pair#(\S+)", line)
        if found:
            return f"{found[1]}phone#{found[2]}"
    raise AssertionError("the program said no address")


def frames_of(video: Path, each: int, rest: int) -> Iterator[tuple[Image, int]]:
    """Every frame of a recording for so many of the camera's; the last one for `rest`."""
    capture, image = cv2.VideoCapture(str(video)), None
    while True:
        fine, found = capture.read()
        if not fine:
            break
        if image is not None:
            yield image, each
        image = np.asarray(found, np.uint8)
    assert image is not None
    yield image, rest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--slow", type=int, default=1, help="the players take N times as long: for a busy machine")
    parser.add_argument("--watched", type=Path, help="what bookgammon watch --json --length 5 printed for it before")
    args = parser.parse_args()
    truth = json.loads((args.folder / "truth.json").read_text())
    seconds = args.slow * truth["frames"] / truth["fps"]
    with tempfile.TemporaryDirectory() as scratch:
        room = Path(scratch)
        data = room / "data"
        data.mkdir()
        board = learned(args.folder, truth, room / "board.toml")
        watched = args.watched and args.watched.read_text().splitlines()
        words = ("watch", args.folder / truth["clip"], "--board", board, "--json", "--length", 5)
        by_file = told(watched or bookgammon(*words))
        each = args.slow * round(CAMERA_FPS / truth["fps"])
        film = camera_film(room / "film.mjpeg", frames_of(args.folder / truth["clip"], each, 60 * CAMERA_FPS))
        print(f"load {os.getloadavg()[0]:.1f}, film made", flush=True)
        with (
            playing(board, data, room / "times.jsonl", "--length", "5") as program,
            telephone(room / "chromium", film) as driver,
        ):
            began = time.monotonic()
            clicks = become_camera(driver, program.joined)
            print(f"sends after {time.monotonic() - began:.1f} s and {clicks} clicks", flush=True)
            end = time.monotonic() + seconds + _REST_S
            while len(told_so_far(room)) < len(by_file) and time.monotonic() < end + 2 * seconds:
                time.sleep(1.0)  # a busy camera is late
            time.sleep(_REST_S)
            print(f"load {os.getloadavg()[0]:.1f} at the end", flush=True)
        by_phone = told_so_far(room)
        times = np.array([json.loads(line) for line in (room / "times.jsonl").read_text().splitlines()])
    report(by_phone, by_file, times)


def unordered(event: Json) -> Json:
    """Which of two dice is named first is of no account."""
    return {**event, "dice": sorted(event["dice"])} if "dice" in event else event


def report(by_phone: list[Json], by_file: list[Json], times: Any) -> None:
    ages, gaps = times[:, 2] - times[:, 0], np.diff(times[:, 1])
    print(f"{len(times)} pictures, {len(times) / (times[-1, 1] - times[0, 1]):.1f} a second on average")
    print(f"gap between pictures: median {np.median(gaps):.3f} s, 95 % under {np.percentile(gaps, 95):.3f} s")
    print(
        f"picture to evidence: median {np.median(ages):.3f} s, 95 % under {np.percentile(ages, 95):.3f} s,"
        f" longest {ages.max():.3f} s; of that looking: median {np.median(times[:, 2] - times[:, 1]):.3f} s"
    )
    by_phone, by_file = [unordered(event) for event in by_phone], [unordered(event) for event in by_file]
    same = by_phone[: len(by_file)] == by_file[: len(by_phone)]
    print(f"events: {len(by_phone)} by telephone, {len(by_file)} from the file; the same so far: {same}")
    for ours, theirs in zip(by_phone, by_file, strict=False):
        if ours != theirs:
            print(f"  telephone: {ours}\n  file:      {theirs}")
            break


if __name__ == "__main__":
    main()

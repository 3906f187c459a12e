"""The set-up wizard, live before a grainy stream: whether a game begins, and whether the board was learned right.

    python -m lab.benchmarks.live_set_up [--boards 50] [--first-seed 876000] [--grain 5] [--labelled FOLDER]

The real `play` is started without a board on a phone's stream of own boards (`lab.benchmarks.setups`, two in three
tone on tone), or of the labelled ones of a folder, with fresh grain in every picture. Over HTTP the script does what
people do: it lays the book open and empty, places the corners by a finger where the program is not sure, sets the
checkers up, says that everything is right where that is doubted, and begins a match. Begun: the table has seen the
start. Right: the board that was kept reads the start and at least half of the positions exactly. Unsure: the wizard
asked, or said which points are hard to read.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.boards.known_boards import known_boards
from bookgammon.history.journal import FILE, Journal
from calibration.corners import LeafCorners, parse_corners
from lab.benchmarks.analysis import load
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.live_table import Film
from lab.benchmarks.setups import by_finger, pictures, scene_of, with_grain
from lab.simulator.art import Bytes
from tests.commands.program import environment, pairing_address
from tests.plugins.study.test_program import Device
from vision.reader import Reader
from vision.reading import reading_of
from vision.sources.pictures import read_picture

Points = tuple[int, ...]

FPS = 8
QUALITY = 90
PATIENCE_S = 240.0
"""For one step: a busy machine learns a board in half a minute."""
LOOKS_S = 6.0
"""For so long nothing new is said before people place the corners, or say that everything is right."""
HARD = "hard to read"
"""Of every sentence that names a point which stays unsure."""


@dataclass(frozen=True, eq=False)
class Lying:
    """A board and what its camera shows. positions: pictures with light's points 1 to 24, +light -dark."""

    name: str
    corners: LeafCorners
    seats: Seats
    start: Bytes
    empty: Bytes
    positions: tuple[tuple[Bytes, Points], ...]


@dataclass(frozen=True)
class SetUp:
    """placed: people placed the corners; asked: something was doubted; hard: points were said to be hard to read."""

    begun: bool
    right: bool
    placed: bool = False
    asked: bool = False
    hard: bool = False

    @property
    def sure(self) -> bool:
        return not self.asked and not self.hard


def own(first: int, count: int) -> Iterator[Lying]:
    for seed in range(first, first + count):
        shown = pictures(scene_of(seed))
        positions = tuple((picture, position.points) for picture, position in shown.positions)
        yield Lying(str(seed), shown.corners, shown.scene.seats, shown.start, shown.empty, positions)


def labelled(folder: Path) -> Iterator[Lying]:
    """The boards of a folder with labels.json that have an empty and a start picture."""
    boards: dict[str, list[dict[str, Any]]] = {}
    for label in json.loads((folder / "labels.json").read_text()):
        boards.setdefault(label["board_id"], []).append(label)
    for name, labels in boards.items():
        start, empty = (next((one for one in labels if one["kind"] == kind), None) for kind in ("start", "empty"))
        if start is None or empty is None:
            continue
        seats = Seats(Side(start["near"]), start["home"])
        shown = tuple(
            (read_picture(folder / one["image"]), seats.light_points(one["top"], one["bottom"]))
            for one in labels
            if one["kind"] == "position" and not one.get("occluded")
        )
        first, bare = (read_picture(folder / one["image"]) for one in (start, empty))
        yield Lying(name, parse_corners(start["corners"]), seats, first, bare, shown)


class Stream(Film):
    """A phone over a board: it shows what is put before it, with new grain in each of the pictures that it repeats."""

    def __init__(self, sigma: float, chance: Generator) -> None:
        super().__init__([], FPS)
        self._sigma, self._chance = sigma, chance

    def show(self, picture: Bytes) -> None:
        self.pictures = [self._taken(picture) for _ in range(FPS)]

    def _taken(self, picture: Bytes) -> bytes:
        noisy = with_grain(picture, self._sigma, self._chance)
        return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


@contextmanager
def streaming(sigma: float, seed: int) -> Iterator[Stream]:
    with Stream(sigma, np.random.default_rng(seed)) as stream:
        threading.Thread(target=stream.serve_forever, daemon=True).start()
        yield stream
        stream.shutdown()


@contextmanager
def program(camera: str, data: Path) -> Iterator[Device]:
    """The real `play` without a board, and a paired device of its page."""
    words = ["play", camera, "--data", str(data), "--port", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "bookgammon", *words],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        try:
            assert running.stderr
            address = pairing_address(running.stderr)
            threading.Thread(target=running.stderr.read, daemon=True).start()
            yield Device(address)
        finally:
            running.terminate()
            running.wait(60)


def set_up(lying: Lying, sigma: float, seed: int) -> SetUp:
    chance = np.random.default_rng((seed, 3))
    with tempfile.TemporaryDirectory() as folder, streaming(sigma, seed) as stream:
        data = Path(folder)
        stream.show(lying.empty)
        with program(stream.address, data) as device:
            placed, asked, hard = to_a_match(device, stream, lying, chance)
            begun = waited(lambda: "game" in names(data))
        (_, board), *_ = known_boards(data).boards
        reader = Reader(board)
        good = [reading_of(reader.read(picture)).position.points == points for picture, points in lying.positions]
        start = reading_of(reader.read(lying.start)).position == board.position
    right = board.seats == lying.seats and start and 2 * sum(good) >= len(good)
    return SetUp(begun, right, placed, asked, hard)


def to_a_match(device: Device, stream: Stream, lying: Lying, chance: Generator) -> tuple[bool, bool, bool]:
    """Does what the wizard asks until a match begins: see `SetUp`. Raises TimeoutError where that never comes."""
    placed = asked = False
    step, since = "", time.monotonic()
    while step != "done":
        state = device.get("/api/setup")
        if state["step"] != step or state["busy"]:
            step, since = state["step"], time.monotonic()
            if step == "start":
                stream.show(lying.start)
        waits = time.monotonic() - since
        if waits > PATIENCE_S:
            raise TimeoutError(f"{step}: {state['says']}")
        match step:
            case "board" if waits > LOOKS_S:
                corners = by_finger(lying.corners, chance)
                device.post("/api/setup/corners", {"left": corners.left, "right": corners.right})
                device.post("/api/setup/confirm", {})
                placed = True
            case "empty" if state["problems"] and waits > LOOKS_S:
                device.post("/api/setup/skip", {})
                asked = True
            case "start" if state["can_confirm"] and waits > LOOKS_S:
                device.post("/api/setup/confirm", {})
                asked = True
            case "match":
                hard = any(HARD in sentence for sentence in state["advice"])
                form = {"kind": "match", "near": "Ada", "far": "Ben", "board": "", "rules": {"length": 5}}
                device.post("/api/setup/begin", form)
                return placed, asked, hard
        time.sleep(0.3)
    raise TimeoutError("the wizard was done before anybody began a match")


def waited(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_S
    while not true() and time.monotonic() < end:
        time.sleep(0.3)
    return true()


def names(data: Path) -> list[str]:
    """Of the events of the match that has begun, none before."""
    if not (data / FILE).exists():
        return []
    with Journal(data / FILE, read_only=True) as journal:
        return [event.name for match in journal.matches() for event in journal.events(match)]


def main() -> None:
    parser = board_parser(__doc__, boards=50, first_seed=876_000)
    parser.add_argument("--grain", type=float, default=5.0, help="grey levels, standard deviation")
    parser.add_argument("--labelled", type=Path, metavar="FOLDER", help="its boards instead of one's own")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    tally: Counter[str] = Counter()
    boards = labelled(asked.labelled) if asked.labelled else own(asked.first_seed, asked.boards)
    for number, lying in enumerate(boards):
        tally["set-ups"] += 1
        try:
            done = set_up(lying, asked.grain, asked.first_seed + number)
        except TimeoutError as error:
            tally["never began"] += 1
            print(f"{lying.name}: {error}", flush=True)
            continue
        tally["games begun"] += done.begun
        tally["learned right"] += done.right
        tally["not sure"] += not done.sure
        tally["corners placed by hand"] += done.placed
        tally["sure and wrong"] += done.sure and not done.right
        print(f"{lying.name}: {done}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in tally.items()))
    print(load())


if __name__ == "__main__":
    main()

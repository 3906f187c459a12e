"""What each stage of reading a picture, and each of its numbers, is worth: own boards read with it and without it.

    python -m lab.benchmarks.ablation draw FOLDER [--first 980001] [--boards 36] [--any-dice]
    python -m lab.benchmarks.ablation read FOLDER... [--without STAGE]... [--set MODULE.OBJECT.FIELD=VALUE]...
                                           [--ways empty,start,photograph] [--jobs 2]

FOLDER holds pictures and labels.json as `draw`, `lab.benchmarks.boards draw` or `lab.simulator.path_traced.stills`
leave them. Boards are learned with their corners as labelled, from their start and their empty picture ("empty"),
from the start alone ("start"), with corners as a finger places them ("finger") or as the program finds them ("found"),
or not at all ("photograph"). Each `--without` and each `--set` (several of one run are parted by semicolons) is a run
by itself, held against the program as it is. What networks say of a cut-out is kept, so a run costs what is no
network's; its milliseconds are those of a reading with the networks that it asks.

A run's line: pictures on which all is as it lies, points and bars misread, the logarithmic loss of the places (nats; of
each by itself), dice: throws read right, dice imagined, cubes read right, covers that are noticed and imagined, and
points and pictures claimed with SURE and more that are wrong. The corners' distance from where they are ("off") is in
thousandths of a point.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import pickle
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import vision.points
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.setup.reading_back import learned
from calibration.board import Board
from calibration.corners import LeafCorners, parse_corners
from calibration.errors import CalibrationError
from calibration.finding import FoundLeaves, find_leaves
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import Appearance, recall_appearance
from lab.benchmarks.ablation_pictures import draw
from lab.benchmarks.setups import by_finger
from lab.simulator.art import Bytes
from lab.simulator.pips import legible
from lab.training.collect import boards, read_picture
from vision import nets, reader
from vision.certainty import certainty_of, claimed
from vision.known_position.learn_board import learn_board
from vision.reader import Reader
from vision.reading import reading_of
from vision.uncalibrated.board import SEATS, read_uncalibrated

WAYS = ("empty", "start", "photograph")
KINDS = ("start", "empty")
MEANS = ("ms", "off")
"""Of these the mean of all pictures."""
SURE, SURE_PICTURE = 0.99, 0.95
MOST_DICE = 2
"""Of what anybody throws: pictures that show a handful are for counting checkers."""
NAMES = ("pictures", "exact", "points", "bars", "loss", "throws", "read", "imagined", "cubes", "right cubes",
         "covered", "noticed", "phantoms", "points sure", "wrong ones", "sure", "wrong", "ms", "off",
         "refused")  # fmt: skip
"""What is counted, see the head of this module."""
LEAST = -12.0
"""The least that a place says of a count, for the loss."""
Found = dict[tuple[str, str], float]
"""Numbers by group (way and family) and name."""
Job = tuple[Path, list[dict[str, Any]]]
"""A folder, and the labels of one of its boards."""
Read = Callable[[Bytes], Evidence]
WITHOUT: dict[str, str] = {
    "labels of the start": "vision.start_labels.LIMITS.min_odds=-inf",
    "dice on checkers": "vision.reader.on_checkers=lambda view, image, dice, points: dice",
    "touching pairs": "vision.board_dice.touching_pair=lambda *_: None",
    "print": "vision.board_dice._is_print=lambda *_: False",
    "look round the cube": "vision.cube.CUBE.clear_face=0.0",
    "rarer on points": "vision.sheet.eyes.PLAYED=vision.sheet.eyes.PLAYED * 0",
    "rarer on the ridge": "vision.sheet.eyes.PLAYED_ON_RIDGE=vision.sheet.eyes.PLAYED_ON_RIDGE * 0",
}
"""Stages by what takes them out."""


@dataclass
class Networks:
    """What every network has said of each input so far, and the processor time that it took."""

    known: dict[bytes, tuple[tuple[Any, ...], float]] = field(default_factory=dict)
    spent: float = 0.0

    def engine(self, name: nets.Name, net: nets.Engine) -> nets.Engine:
        def asked(*batches: nets.Floats) -> tuple[nets.Floats, ...]:
            rows = (b"".join(one.tobytes() for one in row) for row in zip(*batches, strict=True))
            keys = [hashlib.blake2b(row, digest_size=12, person=name.encode()).digest() for row in rows]
            unknown = [n for n, key in enumerate(keys) if key not in self.known]
            if unknown:
                began = time.process_time()
                said = net(*(np.ascontiguousarray(batch[unknown]) for batch in batches))
                each = (time.process_time() - began) / len(unknown)
                self.known |= {keys[n]: (tuple(out[row].copy() for out in said), each) for row, n in enumerate(unknown)}
                self.spent -= each * len(unknown)
            self.spent += sum(self.known[key][1] for key in keys)
            return tuple(np.stack(out) for out in zip(*(self.known[key][0] for key in keys), strict=True))

        return asked


NETWORKS = Networks()


@dataclass
class Boards:
    """What was learned, which stays so in runs that change nothing of `calibration`."""

    learned: dict[tuple[str, str], Board] = field(default_factory=dict)
    appearances: dict[int, tuple[Board, Appearance]] = field(default_factory=dict)
    """By the board's identity; it is held, so that no other board comes to have the same."""

    def appearance(self, board: Board) -> Appearance:
        if id(board) not in self.appearances:
            self.appearances[id(board)] = board, recall_appearance(board)
        return self.appearances[id(board)][1]


BOARDS = Boards()


@contextmanager
def remembered(*, boards_too: bool) -> Iterator[None]:
    """The program's networks, asked once about the same input, and boards learned once."""
    before = nets.net, vars(reader)["recall_appearance"]
    engines = {name: NETWORKS.engine(name, before[0](name)) for name in nets.NAMES}
    nets.net = engines.__getitem__  # type: ignore[assignment]  # a cache in a cache's place
    if boards_too:
        vars(reader)["recall_appearance"] = BOARDS.appearance
    try:
        yield
    finally:
        nets.net, vars(reader)["recall_appearance"] = before


# ------------------------------------------------------------------ what is left out


@contextmanager
def changed(numbers: str) -> Iterator[None]:
    """With other numbers, or functions: MODULE.OBJECT.FIELD=VALUE, several parted by semicolons."""
    before = []
    try:
        for part in numbers.split(";"):
            name, _, value = part.partition("=")
            path, attribute = name.rsplit(".", 1)
            holder = _held(path)
            before.append((holder, attribute, getattr(holder, attribute)))
            object.__setattr__(holder, attribute, eval(value, {"inf": np.inf, "vision": vision}))  # noqa: S307 - of the command line
        yield
    finally:
        for holder, attribute, value in reversed(before):
            object.__setattr__(holder, attribute, value)


def _held(path: str) -> Any:
    """A module, or an object in one."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, name = path.rsplit(".", 1)
        return getattr(_held(module), name)


# ------------------------------------------------------------------ reading


def read_board(folder: Path, labels: Sequence[dict[str, Any]], ways: Sequence[str]) -> Found:
    """What comes of one board's pictures, by way and name."""
    by_kind = {label["kind"]: label for label in labels}
    start, family = by_kind["start"], "tone" if "tone" in str(by_kind["start"].get("family")) else folder.name
    pictures = [(label, read_picture(folder / label["image"])) for label in labels if label["kind"] == "position"]
    corners, seats = parse_corners(start["corners"]), Seats(Side(start["near"]), start["home"])
    shown, empty = (read_picture(folder / by_kind[kind]["image"]) if kind in by_kind else None for kind in KINDS)
    assert shown is not None
    found: Found = defaultdict(float)
    for way in ways:
        group, asked = f"{way} {family}", [one for one in pictures if way != "photograph" or not one[0].get("mixed")]
        if way == "photograph":
            read: Read = partial(_photograph, corners=corners)
            seats = SEATS
            asked = asked[:2]
        else:
            try:
                if (way, start["image"]) not in BOARDS.learned:
                    BOARDS.learned[way, start["image"]] = _learned(way, shown, empty, corners, seats)
            except CalibrationError:
                found[group, "refused"] += 1
                continue
            board = BOARDS.learned[way, start["image"]]
            found[group, "off"] += _apart(board.corners, corners) * len(asked)
            read, seats = Reader(board).read, board.seats
        for label, picture in asked:
            before, began = NETWORKS.spent, time.process_time()
            evidence = read(picture)
            taken = time.process_time() - began + NETWORKS.spent - before
            for name, number in (*_tallied(evidence, label, seats), ("ms", 1000 * taken)):
                found[group, name] += number
    return found


def _learned(way: str, start: Bytes, empty: Bytes | None, corners: LeafCorners, seats: Seats) -> Board:
    """Raises CalibrationError where the program refuses to."""
    if way in ("empty", "start"):
        return learn_board(start, corners, seats, empty if way == "empty" else None)

    def find(picture: Bytes) -> FoundLeaves:
        return find_leaves(picture, () if empty is None else (empty,))

    if way == "found":
        return learned(start, find(start).corners, empty, find, origin="found").board
    rng = np.random.default_rng(int(1000 * corners.left[0][0]))
    return learned(start, by_finger(corners, rng), empty, find, origin="hand", near=seats.near, home=seats.home).board


def _apart(one: LeafCorners, other: LeafCorners) -> float:
    """Thousandths of a point, on average over the corners."""
    places = np.array([(*each.left, *each.right) for each in (one, other)])
    point = np.linalg.norm(places[1, [1, 5]] - places[1, [0, 4]], axis=1).mean() / POINTS_PER_ROW
    return float(1000 * np.linalg.norm(places[0] - places[1], axis=1).mean() / point)


def _photograph(image: Bytes, corners: LeafCorners) -> Evidence:
    return read_uncalibrated(image, corners).evidence


def _tallied(evidence: Evidence, label: dict[str, Any], seats: Seats) -> Iterator[tuple[str, float]]:
    said = evidence.covered or any(place.hidden for place in evidence.places)
    if label.get("occluded"):
        yield from (("covered", 1), ("noticed", said))
        return
    wanted = [(max(0, n), max(0, -n)) for n in seats.light_points(label["top"], label["bottom"])]
    track = {spot: point for point, spot in enumerate(seats.track())}
    for one in label.get("mixed") or ():
        wanted[track[one["row"], one["index"]]] = (one["light"], one["dark"])
    wanted.append((label["bar"]["light"], label["bar"]["dark"]))
    reading = reading_of(evidence)
    wrong = [a != b for a, b in zip(reading.position.places, wanted, strict=True)]
    yield from (("pictures", 1), ("exact", not any(wrong)), ("points", sum(wrong[:24])), ("bars", wrong[24]))
    yield "loss", -sum(_log_share(place, want) for place, want in zip(evidence.places, wanted, strict=True))
    yield "phantoms", said
    values = Counter(die["value"] for die in label["dice"] if not die.get("outside"))
    seen = Counter(die.value for die in evidence.dice if not die.outside)
    if len(label["dice"]) <= MOST_DICE and all(map(legible, label["dice"])):
        yield from (("throws", 1), ("read", values == seen), ("imagined", (seen - values).total()))
    if label.get("cube"):
        yield "cubes", 1
        yield "right cubes", evidence.cube is not None and evidence.cube.value == label["cube"]["value"]
    for n, (place, want) in enumerate(zip(evidence.places[:24], wanted, strict=False)):
        if place.scores and claimed(evidence, n, place.likeliest) >= SURE:
            yield from (("points sure", 1), ("wrong ones", place.likeliest != want))
    if certainty_of(evidence) >= SURE_PICTURE:
        yield from (("sure", 1), ("wrong", any(wrong)))


def _log_share(place: Any, want: tuple[int, int]) -> float:
    scores = np.array([score for *_, score in place.scores] or [0.0])
    return max(LEAST, place.log_likelihood(*want) - float(np.logaddexp.reduce(scores))) if place.scores else LEAST


# ------------------------------------------------------------------ main


def read(jobs: Sequence[Job], ways: Sequence[str], run: str | None) -> Found:
    """All boards, as the program is or with one run's changes."""
    cv2.setNumThreads(1)
    found: Found = defaultdict(float)
    if anew := bool(run and "calibration." in run):
        BOARDS.learned.clear()  # of a process of its own
    with remembered(boards_too=not anew), changed(run) if run else nullcontext():
        for folder, labels in jobs:
            for key, number in read_board(folder, labels, ways).items():
                found[key] += number
    return found


def line(found: Found, group: str, base: Found | None = None) -> str:
    """One group's numbers, or how they differ from the program's."""
    groups = {one for one, _ in found if group in ("all", one)}
    cells = []
    for name in NAMES:
        value = _value(found, groups, name) - (_value(base, groups, name) if base is not None else 0)
        decimals = 1 if name in ("loss", *MEANS) else 0
        cells.append(f"{value:{'+' if base is not None else ''}{max(6, len(name))}.{decimals}f}")
    return f"{group:24} " + " ".join(cells)


def _value(found: Found, groups: set[str], name: str) -> float:
    whole = sum(found[one, name] for one in groups)
    return whole / sum(found[one, "pictures"] + found[one, "covered"] for one in groups) if name in MEANS else whole


def _one(asked: tuple[str, Sequence[Job], Sequence[str]]) -> tuple[str, Found]:
    run, jobs, ways = asked
    return run, read(jobs, ways, WITHOUT.get(run, run))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "read"))
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--first", type=int, default=980_001)
    parser.add_argument("--boards", type=int, default=36, help="of each folder at the most")
    parser.add_argument("--any-dice", action="store_true", help="drawn with dice of any size")
    parser.add_argument("--without", action="append", default=[], choices=sorted(WITHOUT))
    parser.add_argument("--set", action="append", default=[], metavar="MODULE.OBJECT.FIELD=VALUE")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--groups", action="store_true", help="each way and family apart")
    asked = parser.parse_args()
    if asked.what == "draw":
        draw(asked.folders[0], asked.first, asked.boards, any_dice=asked.any_dice)
        return
    jobs = [(folder, labels) for folder in asked.folders for labels in list(boards(folder))[: asked.boards]]
    ways = asked.ways.split(",")
    kept = asked.folders[0] / "networks.pickle"
    if kept.exists():
        NETWORKS.known = pickle.loads(kept.read_bytes())  # noqa: S301 - written below
    before = len(NETWORKS.known)
    base = read(jobs, ways, None)
    if len(NETWORKS.known) > before:
        kept.write_bytes(pickle.dumps(NETWORKS.known, -1))
    print(f"{'':24} " + " ".join(f"{name:>6}" for name in NAMES))
    for group in ("all", *sorted({group for group, _ in base})):
        print(line(base, group), flush=True)
    runs = [(run, jobs, ways) for run in (*asked.without, *asked.set)]
    with get_context("fork").Pool(asked.jobs, maxtasksperchild=1) as pool:
        for run, found in pool.imap(_one, runs):
            print(f"\nwithout {run}" if run in WITHOUT else f"\n{run}")
            for group in ("all", *(sorted({group for group, _ in base}) if asked.groups else ())):
                print(line(found, group, base), flush=True)


if __name__ == "__main__":
    main()

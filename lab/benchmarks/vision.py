"""How well boards are read, difficulty by difficulty, and what a frame costs.

    python -m lab.benchmarks.vision [--boards 60] [--per-board 5] [--jobs 2] [--first-seed 50000] [--cost-only]
    python -m lab.benchmarks.vision --boards 0 --folder FOLDER      # e.g. of lab.simulator.path_traced.stills

Boards are drawn afresh from their seeds by `lab.simulator`, half of them ordinary, half hard; each is
calibrated from its starting position and its empty board, then pictures of positions are read one by one.
Of throws that nobody could read (`lab.simulator.pips`) none counts.
Where path-traced boards lie beside the checkout (`WIDE`), they are read likewise: where the boards drawn here come out
more than two points better than those, the renderer is too kind.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from calibration.board import Board
from calibration.corners import parse_corners
from lab.simulator.film import jpeg
from lab.simulator.looks import Difficulty, apart, random_board
from lab.simulator.mishaps import upset
from lab.simulator.one_play import before_and_after
from lab.simulator.pips import legible
from lab.simulator.scene import Scene
from lab.simulator.stills import board_pictures
from vision.known_position.learn_board import learn_board
from vision.reader import Reader, SingleReader
from vision.reading import reading_of
from vision.rereading import Rereader
from vision.sheet.mirrors import MIRRORS
from vision.watcher import Watcher

Image = npt.NDArray[np.uint8]
Entry = tuple[str, Image, dict[str, Any]]
"""Kind, picture and label."""
WIDE = Path(__file__).resolve().parents[3] / "shared" / "boards" / "wide"


@dataclass(frozen=True)
class Score:
    """One picture's reading held against its label. None where the label has nothing of the kind."""

    points_wrong: int
    board_exact: bool
    dice_exact: bool | None
    cube_exact: bool | None
    hidden_said: bool
    occluded: bool
    confidence: float
    traits: dict[str, float]
    """Difficulties of the picture by name; empty where they are not known."""
    difficulty: str


BANDS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("tilt in degrees", (0, 10, 20, 30, 41)),
    ("exposure", (0, 0.8, 1.1, 9)),
    ("colour distance", (0, 15, 25, 40, 999)),
    ("tallest pile", (0, 6, 8, 16)),
    ("leaf angle in degrees", (0, 0.7, 1.5, 9)),
    ("checker on the bar", (0, 1, 99)),
)


# ------------------------------------------------------------------ reading


def pictures_of(seed: int, difficulty: Difficulty, per_board: int, mishaps: float, upsets: bool) -> list[Score]:
    """Draw one board, calibrate it, read its positions."""
    cv2.setNumThreads(1)
    scene = random_board(seed, difficulty)
    entries = list(board_pictures(scene, per_board, mishaps, samples=1.5, change=upset if upsets else None))
    return list(_scores(entries, _traits(scene), difficulty))


def labelled_board(folder: Path, board_id: str) -> list[Score]:
    """One board of a folder of labelled pictures, such as `lab.simulator.path_traced.stills` writes."""
    cv2.setNumThreads(1)
    labels = json.loads((folder / "labels.json").read_text())
    entries = [
        (label["kind"], _loaded(folder / label["image"]), label) for label in labels if label["board_id"] == board_id
    ]
    difficulty = f"traced, {entries[0][2]['difficulty']}" if "difficulty" in entries[0][2] else "wide"
    return list(_scores(entries, {}, difficulty))


def _scores(entries: Sequence[Entry], traits: dict[str, float], difficulty: str) -> Iterator[Score]:
    board = calibrated(entries)
    reader = SingleReader(board)
    for kind, picture, label in entries:
        if kind == "position":
            yield _score(reader.read(picture).evidence, label, board.seats, traits, difficulty)


def calibrated(entries: Iterable[Entry]) -> Board:
    """The board as learned from its pictures of kind start and empty."""
    by_kind = {kind: (picture, label) for kind, picture, label in entries}
    start, label = by_kind["start"]
    seats = Seats(Side(label["near"]), label["home"])
    empty = by_kind["empty"][0] if "empty" in by_kind else None
    return learn_board(start, parse_corners(label["corners"]), seats, empty)


def _score(evidence: Evidence, label: dict[str, Any], seats: Seats, traits: dict[str, float], difficulty: str) -> Score:
    reading = reading_of(evidence)
    wanted = seats.light_points(label["top"], label["bottom"])
    wrong = sum(a != b for a, b in zip(reading.position.points, wanted, strict=True))
    bar = (label["bar"]["light"], label["bar"]["dark"])
    values = sorted(die["value"] for die in label["dice"] if not die.get("outside"))
    seen = sorted(die.value for die in evidence.dice if not die.outside)
    cube = label["cube"] and label["cube"]["value"]
    piles = max(map(abs, (*label["top"], *label["bottom"])))
    return Score(
        points_wrong=wrong,
        board_exact=not wrong and reading.position.bar == bar,
        dice_exact=seen == values if values and all(map(legible, label["dice"])) else None,
        cube_exact=None if not cube else evidence.cube is not None and evidence.cube.value == cube,
        hidden_said=evidence.hand or any(place.hidden for place in evidence.places),
        occluded=label["occluded"],
        confidence=reading.confidence,
        traits={**traits, "tallest pile": piles, "checker on the bar": sum(bar)} if traits else {},
        difficulty=difficulty,
    )


def _traits(scene: Scene) -> dict[str, float]:
    look = scene.look
    printed = (look.prints.ground, *look.prints.points)
    distances = [apart(s.checker, p[1][0]) for s in (look.light, look.dark) for p in printed]
    return {
        "tilt in degrees": scene.camera.tilt,
        "exposure": scene.film.exposure,
        "colour distance": min(distances),
        "leaf angle in degrees": max(abs(angle) for angle in look.book.lift),
    }


def _loaded(path: Path) -> Image:
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(path)
    return np.asarray(picture, dtype=np.uint8)


# ------------------------------------------------------------------ tables


def _share(values: Iterable[bool | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):7.2%}" if known else "      -"


def _line(name: str, scores: Sequence[Score]) -> str:
    clear = [score for score in scores if not score.occluded]
    under = [score for score in scores if score.occluded]
    points = 1 - sum(score.points_wrong for score in clear) / max(1, 24 * len(clear))
    return (
        f"{name:34} {len(clear):5} {_share(s.board_exact for s in clear)} {points:7.2%} "
        f"{_share(s.dice_exact for s in clear)} {_share(s.cube_exact for s in clear)} "
        f"{_share(s.hidden_said for s in under)} {_share(s.hidden_said for s in clear)}"
    )


def report(scores: Sequence[Score]) -> str:
    head = f"{'':34} {'n':>5} {'boards':>7} {'points':>7} {'dice':>7} {'cube':>7} {'hidden':>7} {'imagined':>7}"
    lines = [head]
    for difficulty in ("ordinary", "hard", "wide", "traced, ordinary", "traced, hard"):
        part = [score for score in scores if score.difficulty == difficulty]
        if part:
            lines.append(_line(difficulty, part))
    drawn = [score for score in scores if score.traits]
    for name, edges in BANDS:
        lines.append("")
        for low, high in pairwise(edges):
            part = [score for score in drawn if low <= score.traits[name] < high]
            if part:
                lines.append(_line(f"{name} {low:g} to {high:g}", part))
    lines += ["", "confidence stated -> boards exact", *_reliability(scores)]
    return "\n".join(lines)


def _reliability(scores: Sequence[Score]) -> Iterator[str]:
    edges = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.001)
    clear = sorted((s for s in scores if not s.occluded), key=lambda s: s.confidence)
    for band, found in groupby(clear, key=lambda s: int(np.searchsorted(edges, s.confidence, side="right"))):
        part = list(found)
        stated = sum(s.confidence for s in part) / len(part)
        low, high = edges[band - 1], min(1.0, edges[band])
        right = _share(score.board_exact for score in part)
        yield f"{low:.2f} to {high:.2f}: {len(part):5} boards, stated {stated:7.2%}, right {right}"


# ------------------------------------------------------------------ cost


def cost(size: tuple[int, int]) -> str:
    """A still frame, a reading after a play, of a whole board and of a single picture, as ratios to decoding the frame
    as JPEG.

    On one core. A whole board is read when it is first seen and now and then while nothing happens; a picture by itself
    is looked at in all mirrors.
    """
    cv2.setNumThreads(1)
    scene = random_board(2, "ordinary", size)
    board = calibrated(board_pictures(scene, 1, samples=1.0))
    pictures = [picture for _, picture in before_and_after(scene)]
    data = np.frombuffer(jpeg(pictures[1], 90), np.uint8)
    reader, watcher = Reader(board), Watcher(board)
    for frame in range(8):
        watcher.read_frame(pictures[1], frame, 0.0)
    decode = _quickest(lambda: cv2.imdecode(data, cv2.IMREAD_COLOR), 15)
    still = _quickest(lambda: watcher.read_frame(pictures[1], 8, 0.0), 15)
    play = min(_after_a_play(reader, pictures) for _ in range(5))
    full = _quickest(lambda: Rereader(reader).read(pictures[1], 0, 0.0, ()), 5)
    single = _quickest(lambda: reader.read(pictures[1], mirrors=MIRRORS), 5)
    shares = (
        (still, "still frame"), (play, "reading after a play"),
        (full, "reading of a whole board"), (single, "of a single picture"),
    )  # fmt: skip
    told = [f"{name} {1000 * taken:.1f} ms ({taken / decode:.2f} x)" for taken, name in shares]
    return f"{size[0]}x{size[1]}: JPEG decode {1000 * decode:.1f} ms; " + "; ".join(told)


def _after_a_play(reader: Reader, pictures: Sequence[Image]) -> float:
    """Seconds of processor time that the first look at a play costs a reader who knows how the board lay before."""
    rereader = Rereader(reader)
    rereader.read(pictures[0], 0, 0.0, ())
    return _quickest(lambda: rereader.read(pictures[1], 1, 0.1, ()), 1)


def _quickest(work: Callable[[], object], times: int) -> float:
    """Seconds of processor time of the quickest of several runs."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


# ------------------------------------------------------------------ main


def _drawn(job: tuple[int, Difficulty, int, float, bool]) -> list[Score]:
    return pictures_of(*job)


def _labelled(job: tuple[Path, str]) -> list[Score]:
    return labelled_board(*job)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=60, help="boards drawn, half of them hard")
    parser.add_argument("--per-board", type=int, default=5, help="positions read on each, some under an arm")
    parser.add_argument("--first-seed", type=int, default=50_000)
    parser.add_argument("--mishaps", type=float, default=0.0, help="share of rolls with a die astray")
    parser.add_argument("--upsets", action="store_true", help="the camera knocked, the lamp switched, half of the time")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-wide", action="store_true", help="leave the labelled pictures out")
    parser.add_argument("--folder", type=Path, default=WIDE, help="labelled pictures to read as well")
    parser.add_argument("--cost-only", action="store_true")
    args = parser.parse_args()
    if not args.cost_only:
        kinds: tuple[Difficulty, Difficulty] = ("ordinary", "hard")
        seeds = range(args.first_seed, args.first_seed + args.boards)
        jobs = [(seed, kinds[seed % 2], args.per_board, args.mishaps, args.upsets) for seed in seeds]
        labelled = [(args.folder, board) for board in _boards_in(args.folder)] if not args.no_wide else []
        with Pool(args.jobs) as pool:
            found = [*pool.imap_unordered(_drawn, jobs), *pool.imap_unordered(_labelled, labelled)]
        print(report([score for part in found for score in part]))
        print()
    for size in ((1280, 720), (1920, 1080)):
        print(cost(size))


def _boards_in(folder: Path) -> list[str]:
    labels = folder / "labels.json"
    return sorted({x["board_id"] for x in json.loads(labels.read_text())}) if labels.exists() else []


if __name__ == "__main__":
    main()

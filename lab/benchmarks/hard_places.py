"""How boards tone on tone are read where they are hardest: the bar, tall piles, what was borne off, burnt-out points.

    python -m lab.benchmarks.hard_places [--boards 20] [--first-seed 910000] [--rounds 1] [--keep OUT.pickle]
    python -m lab.benchmarks.hard_places --folder FOLDER      (of `lab.simulator.path_traced.hard_places`)

Each board is learned from its start and its empty picture as `bookgammon calibrate` does, corners given; then positions
of each kind in `lab.simulator.hard_places` are read, each a second time as a camera takes it that exposes longer
("burnt"). For every kind: pictures, those whose points and bar are exactly right, those of which the bar is, and points
wrong; how many claim 0.9 and more, and how many of these are wrong. --keep: evidence and truth of every picture.
"""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.setup.reading_back import learned
from calibration.board import Board
from calibration.corners import parse_corners
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from lab.benchmarks.board_parser import board_parser
from lab.simulator.camera import Floats
from lab.simulator.glare import random_glare, shone
from lab.simulator.hard_places import longer, on_the_ridge, positions, with_hard_places
from lab.simulator.layout import Layout
from lab.simulator.pipeline import Pipeline, breathed, by_lot, grainy, taken
from lab.simulator.scene import Label, label, radiance
from lab.simulator.stills import empty_layout, random_layout, start_layout
from lab.training.render import GLARES, GRAINY, SAMPLES, drawn, strewn
from vision.certainty import certainty_of
from vision.reader import Reader
from vision.reading import reading_of

RIDGE_SHINES = 0.7
"""Share of boards on whose ridge something is mirrored."""
SURE = 0.9

Lit = tuple[str, Label, Floats]
"""Kind, label and light of a picture: the start's, the empty board's, then positions'."""


@dataclass(frozen=True)
class Case:
    """One picture. truth: places and borne-off checkers as they lie; tilt: degrees of the camera from upright."""

    seed: int
    kind: str
    tilt: float
    truth: tuple[tuple[int, int], ...]
    off: tuple[int, int]
    evidence: Evidence


def drawn_boards(first: int, count: int, rounds: int) -> Iterator[tuple[int, list[Lit]]]:
    for seed in range(first, first + count):
        yield seed, _rasterised(seed, rounds)


def _rasterised(seed: int, rounds: int) -> list[Lit]:
    scene, _, _ = drawn(seed, any_set=True)
    rng = np.random.default_rng((seed, 66))
    scene = with_hard_places(scene, rng)
    glares = [random_glare(rng, scene.book) for _ in range(int(rng.choice(4, p=GLARES)))]
    if rng.random() < RIDGE_SHINES:
        glares.append(on_the_ridge(scene, rng))

    def lit(kind: str, layout: Layout) -> Lit:
        light = radiance(scene, layout, None, SAMPLES)
        for glare in glares:
            light = shone(light, glare, scene, layout)
        return kind, label(scene, layout), light

    made = [lit("start", start_layout(scene, rng)), lit("empty", empty_layout())]
    for kind, position in positions(rng, rounds):
        roller = Side.LIGHT if rng.random() < 0.5 else Side.DARK
        made.append(lit(kind, strewn(scene, random_layout(scene, position, roller, rng), rng)))
    return made


def traced_boards(folder: Path) -> Iterator[tuple[int, list[Lit]]]:
    by_seed: dict[int, list[Lit]] = defaultdict(list)
    for entry in json.loads((folder / "light.json").read_text(encoding="utf-8")):
        with np.load(folder / "light" / f"{entry['light']}.npz") as held:
            by_seed[entry["seed"]].append((entry["kind"], entry, np.asarray(held["light"], np.float32)))
    yield from by_seed.items()


def cases(seed: int, pictures: list[Lit]) -> Iterator[Case]:
    """Raises CalibrationError where the board cannot be learned."""
    rng = np.random.default_rng((seed, 67))
    (_, at_start, start), (_, _, empty), *others = pictures
    lot: Callable[[Generator, float], Pipeline] = grainy if rng.random() < GRAINY else by_lot
    camera = lot(rng, float(empty.mean()))
    board = _learned(at_start, taken(start, camera, rng), taken(empty, breathed(camera, rng), rng))
    reader = Reader(board)
    for kind, told, light in others:
        now = breathed(camera, rng)
        for name, by in ((kind, now), ("burnt", replace(now, exposure=now.exposure * longer(rng)))):
            track, bar, off = board.seats.track(), told["bar"], told["off"]
            counts = [told[row][column] for row, column in track]
            truth = [*((max(0, n), max(0, -n)) for n in counts), (bar["light"], bar["dark"])]
            evidence = reader.read(taken(light, by, rng))
            yield Case(seed, name, told["camera"]["tilt_deg"], tuple(truth), (off["light"], off["dark"]), evidence)


def _learned(told: Label, start: Any, empty: Any) -> Board:
    seats = Seats(Side(told["near"]), told["home"])
    return learned(
        start, parse_corners(told["corners"]), empty, lambda image: find_leaves(image, (empty,)), origin="file",
        near=seats.near, home=seats.home,
    ).board  # fmt: skip


def report(found: list[Case]) -> str:
    lines = [f"{'':8} pictures  exact  bar right  points wrong  claim {SURE}  of these wrong"]
    kinds = dict.fromkeys(case.kind for case in found)
    for kind in (*kinds, "all"):
        part = [case for case in found if kind in (case.kind, "all")]
        read = [reading_of(case.evidence).position for case in part]
        exact = [position.places == case.truth for position, case in zip(read, part, strict=True)]
        bars = sum(position.places[24] == case.truth[24] for position, case in zip(read, part, strict=True))
        wrong = sum(_points_wrong(position, case) for position, case in zip(read, part, strict=True))
        sure = [right for right, case in zip(exact, part, strict=True) if certainty_of(case.evidence) >= SURE]
        row = (len(part), sum(exact), bars, wrong, len(sure), len(sure) - sum(sure))
        lines.append(f"{kind:8} {row[0]:8} {row[1]:6} {row[2]:10} {row[3]:13} {row[4]:10} {row[5]:15}")
    return "\n".join(lines)


def _points_wrong(read: Position, case: Case) -> int:
    return sum(one != other for one, other in zip(read.places[:24], case.truth[:24], strict=True))


def main() -> None:
    parser = board_parser(__doc__, boards=20, first_seed=910_000)
    parser.add_argument("--rounds", type=int, default=1, help="positions of each kind")
    parser.add_argument("--folder", type=Path, help="of path-traced light instead")
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    found: list[Case] = []
    boards = traced_boards(asked.folder) if asked.folder else drawn_boards(asked.first_seed, asked.boards, asked.rounds)
    for seed, pictures in boards:
        try:
            found += cases(seed, pictures)
        except CalibrationError as error:
            print(f"{seed}: {error}")
    print(report(found))
    if asked.keep:
        asked.keep.write_bytes(pickle.dumps(found))


if __name__ == "__main__":
    main()

"""How plainly boards that were learned wrong read their own start picture, beside those that were learned right.

    python -m lab.benchmarks.spoiled_setups ROWS.jsonl [--boards 30] [--first-seed 890000]   (goes on where it stopped)

Fresh boards, every other one tone on tone, before any camera. Each is learned with its true corners, with corners that
are off, and with checkers that are too small or too large; then `bookgammon.setup.reading_back.read_back` holds it
against its start picture, and the start and positions of play are read. Right: the start reads back exactly, and at
least half of the positions. The tables choose `ReadingBackLimits`: of boards whose weakest place has such log-odds, or
whose places together are so likely, how many are right; and of those that read plainly by least contrast (CIE Lab).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bookgammon.setup.reading_back import LIMITS, read_back
from calibration.board import Board
from calibration.corners import LeafCorners, parse_corners
from calibration.errors import CalibrationError
from lab.benchmarks.board_parser import board_parser
from lab.simulator.positions import several
from lab.simulator.scene import label
from lab.simulator.stills import empty_layout, random_layout, start_layout
from lab.training.render import drawn
from vision.known_position.learn_board import learn_board
from vision.known_position.start_fit import StartFit
from vision.reader import Reader
from vision.reading import reading_of

OFF = (0.0, 0.05, 0.1, 0.2, 0.35)
"""Point widths by which each corner is off (standard deviation)."""
SIZES = (0.75, 0.85, 1.15)
"""Of the radius learned with the true corners."""
WEAKEST = (-np.inf, -2, -0.5, 0, 0.1, 0.3, 0.6, 1, 2, 4, np.inf)
CONTRAST = (0, 2, 4, 8, 12, 20, 1000)
EXPLAINED = (-np.inf, -20, -8, -4, -2, -1, -0.5, -0.25, 0)


def rows_of(seed: int) -> Iterator[dict[str, Any]]:
    scene, picture, rng = drawn(seed, any_set=True, cameras=True, tone=float(seed % 2 == 0))
    layout = start_layout(scene, rng)
    corners = parse_corners(label(scene, layout, None)["corners"])
    start, empty = picture(scene, layout, None, 0), picture(scene, empty_layout(), None, 1)
    shots = [
        (picture(scene, random_layout(scene, position, roller, rng), None, 2 + index), position)
        for index, (position, roller) in enumerate(several(rng, 3))
    ]
    point = float(np.hypot(*np.subtract(corners.left[1], corners.left[0]))) / 6

    def learned(by: LeafCorners) -> Board | None:
        try:
            return learn_board(start, by, scene.seats, empty)
        except CalibrationError:
            return None

    boards = {f"off {off}": learned(moved(corners, off * point, rng)) for off in OFF}
    as_it_is = boards["off 0.0"]
    if as_it_is is not None:
        size = as_it_is.checker
        boards |= {f"size {by}": replace(as_it_is, checker=replace(size, radius=size.radius * by)) for by in SIZES}
    for name, board in boards.items():
        if board is None:
            continue
        found = read_back(board, StartFit(board.corners, board.seats, 1.0, (), 1.0))
        reader = Reader(found.board)
        good = [reading_of(reader.read(image)).position.points == position.points for image, position in shots]
        start_right = reading_of(reader.read(start)).position.points == found.board.position.points
        assert found.board.visibility is not None
        yield {
            "seed": seed,
            "way": name,
            "weakest": min(found.board.visibility.odds),
            "explained": found.explained,
            "contrast": min(map(min, found.board.visibility.contrast)),
            "right": start_right and 2 * sum(good) >= len(good),
        }


def moved(corners: LeafCorners, off: float, rng: np.random.Generator) -> LeafCorners:
    places = np.array(corners.left + corners.right) + rng.normal(0, 1, (8, 2)) * off
    return parse_corners({"left": places[:4].tolist(), "right": places[4:].tolist()})


def tables(rows: list[dict[str, Any]]) -> str:
    lines = []
    for what, bins in (("weakest", WEAKEST), ("explained", EXPLAINED)):
        lines.append(f"{what}: boards, right")
        for low, high in pairwise(bins):
            here = [row["right"] for row in rows if low < row[what] <= high]
            if here:
                lines.append(f"{low:6} to {high:<6} {len(here):5} {sum(here):5}")
    lines.append("least contrast, weakest place plain: boards, right")
    for low, high in pairwise(CONTRAST):
        here = [row["right"] for row in rows if low <= row["contrast"] < high and row["weakest"] > LIMITS.plain]
        if here:
            lines.append(f"{low:6} to {high:<6} {len(here):5} {sum(here):5}")
    for way in sorted({row["way"] for row in rows}):
        part = [row["right"] for row in rows if row["way"] == way]
        lines.append(f"{way}: {sum(part)} of {len(part)} right")
    return "\n".join(lines)


def main() -> None:
    parser = board_parser(__doc__, boards=30, first_seed=890_000)
    parser.add_argument("rows", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    known = [json.loads(line) for line in args.rows.read_text().splitlines()] if args.rows.exists() else []
    with args.rows.open("a", encoding="utf-8") as kept:
        for seed in range(args.first_seed, args.first_seed + args.boards):
            if any(row["seed"] == seed for row in known):
                continue
            found = list(rows_of(seed))
            known += found
            kept.write("".join(json.dumps(row, default=float) + "\n" for row in found))
            kept.flush()
    print(tables(known))


if __name__ == "__main__":
    main()

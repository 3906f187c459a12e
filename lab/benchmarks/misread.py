"""What is misread, as pictures: a sheet of cut-outs with what lies there and what was read.

    python -m lab.benchmarks.misread OUT.png [--boards 40] [--first-seed 60000]

Hard boards are drawn, calibrated and read as in `lab.benchmarks.vision`. Of points the whole strip is shown, of dice
and cubes what lies around them; the cut-outs are as the camera sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import DieSeen, Evidence
from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.vision import calibrated
from lab.simulator.looks import random_board
from lab.simulator.stills import board_pictures
from vision.reader import Reader
from vision.reading import reading_of

Image = npt.NDArray[np.uint8]

TILE, CAPTION, ACROSS = 190, 22, 6
"""Pixels of a cut-out's sides and of the line under it; cut-outs in a row."""
STRIP_END = 5.2
"""Point widths from a leaf's edge that are shown of a strip."""
ROUND_THING = 1.0
"""Point widths shown on either side of a die or cube."""


@dataclass(frozen=True, eq=False)
class Misread:
    """A cut-out (BGR uint8, TILE x TILE), and what is said under it."""

    picture: Image
    caption: str


def misread(seed: int, per_board: int = 8) -> Iterator[Misread]:
    """Everything read wrongly on one board."""
    entries = list(board_pictures(random_board(seed, "hard"), per_board, samples=1.5))
    board = calibrated(entries)
    reader = Reader(board)
    for kind, picture, label in entries:
        if kind == "position" and not label["occluded"]:
            yield from _wrong(board, picture, label, reader.read(picture))


def _wrong(board: Board, picture: Image, label: dict[str, Any], seen: Evidence) -> Iterator[Misread]:
    wanted = board.seats.light_points(label["top"], label["bottom"])
    read = reading_of(seen).position.points
    for (row, column), want, got in zip(board.seats.track(), wanted, read, strict=True):
        if want != got:
            yield Misread(_cut(picture, _strip(board, row, column)), f"{_count(want)} read as {_count(got)}")
    for die in label["dice"]:
        read_as = nearest_die(board, die["center"], seen)
        if read_as is None or read_as.value != die["value"]:
            caption = f"die {die['value']} read as {read_as.value if read_as else 'none'}"
            yield Misread(_cut(picture, _round(board, die["center"])), caption)
    if label["cube"] and (seen.cube is None or seen.cube.value != label["cube"]["value"]):
        got_value = seen.cube.value if seen.cube else "none"
        around = _round(board, label["cube"]["center"])
        yield Misread(_cut(picture, around), f"cube {label['cube']['value']} read as {got_value}")


def nearest_die(board: Board, middle: Sequence[float], seen: Evidence) -> DieSeen | None:
    """The die nearest to a spot, if one was seen there."""
    away = [(float(np.hypot(*np.subtract(die.center, middle))), die) for die in seen.dice]
    nearest = min(away, key=lambda found: found[0], default=None)
    return nearest[1] if nearest and nearest[0] < _point(board) / 3 else None


def _count(checkers: int) -> str:
    return f"{abs(checkers)} {'light' if checkers > 0 else 'dark'}" if checkers else "0"


def _strip(board: Board, row: str, column: int) -> npt.NDArray[np.float64]:
    """(n, 2) pixels round a point's checkers."""
    leaf = board.leaves[column // POINTS_PER_ROW]
    x, y = column % POINTS_PER_ROW, 0.0 if row == "top" else leaf.length
    end = y + (STRIP_END if row == "top" else -STRIP_END)
    return leaf.project([(x + across, along, 0.2) for across in (-0.2, 1.2) for along in (y, end)])


def _round(board: Board, middle: Sequence[float]) -> npt.NDArray[np.float64]:
    reach = ROUND_THING * _point(board)
    return np.array([[middle[0] - reach, middle[1] - reach], [middle[0] + reach, middle[1] + reach]])


def _point(board: Board) -> float:
    """Pixels per point width."""
    return float(np.hypot(*np.subtract(board.corners.left[1], board.corners.left[0]))) / POINTS_PER_ROW


def _cut(picture: Image, around: npt.NDArray[np.float64]) -> Image:
    """The picture's part that holds these pixels, as large as a tile allows."""
    height, width = picture.shape[:2]
    (left, top), (right, bottom) = np.floor(around.min(axis=0)).astype(int), np.ceil(around.max(axis=0)).astype(int)
    part = picture[max(0, top) : min(height, bottom), max(0, left) : min(width, right)]
    tile = np.full((TILE, TILE, 3), 255, np.uint8)
    if part.size:
        share = TILE / max(part.shape[:2])
        size = [max(1, round(side * share)) for side in part.shape[1::-1]]
        large = cv2.resize(part, size, interpolation=cv2.INTER_CUBIC)
        y, x = (TILE - large.shape[0]) // 2, (TILE - large.shape[1]) // 2
        tile[y : y + large.shape[0], x : x + large.shape[1]] = large
    return tile


def sheet(found: Sequence[Misread]) -> Image:
    """All cut-outs with their captions, ACROSS in a row."""
    rows = -(-len(found) // ACROSS)
    drawn = np.full((rows * (TILE + CAPTION), ACROSS * TILE, 3), 255, np.uint8)
    for n, entry in enumerate(found):
        y, x = n // ACROSS * (TILE + CAPTION), n % ACROSS * TILE
        drawn[y : y + TILE, x : x + TILE] = entry.picture
        at = (x + 6, y + TILE + CAPTION - 7)
        cv2.putText(drawn, entry.caption, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return drawn


def main() -> None:
    parser = board_parser(__doc__, boards=40, first_seed=60_000)
    parser.add_argument("out", type=Path)
    parser.add_argument("--most", type=int, default=24, help="cut-outs on the sheet")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = range(args.first_seed, args.first_seed + args.boards)
    found = list(islice((entry for seed in seeds for entry in misread(seed)), args.most))
    if not found:
        raise SystemExit("Nothing was misread.")
    cv2.imwrite(str(args.out), sheet(found))
    for entry in found:
        print(entry.caption)


if __name__ == "__main__":
    main()

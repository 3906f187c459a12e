"""What the first turns of a game make of boards that were learned wrong, and of those that were learned right.

    python -m lab.benchmarks.checked_in_play [--boards 14] [--first-seed 892000]

Fresh boards, every other one tone on tone, before any camera, a third without an empty picture, learned with corners
that are off and with checkers that are too small or too large (`lab.benchmarks.spoiled_setups`). Of six positions of
play each is read; where the first two of those that contradict the board have it measured again, the others are read
with that board too. A line a board; at the end by way: boards, contradicted by two turns and more, measured again, and
of the pictures of those how many were right before and are after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from bookgammon.setup.checked_in_play import LIMITS, ShownTurn, contradicts, measured_again
from bookgammon.setup.reading_back import read_back
from calibration.board import Board
from calibration.corners import parse_corners
from calibration.errors import CalibrationError
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.spoiled_setups import OFF, SIZES, moved
from lab.simulator.positions import several
from lab.simulator.scene import label
from lab.simulator.stills import empty_layout, random_layout, start_layout
from lab.training.render import drawn
from vision.known_position.learn_board import learn_board
from vision.known_position.start_fit import StartFit
from vision.reader import Reader
from vision.reading import reading_of

TURNS = 6
"""Positions of play that are shown of each board."""


def boards_of(seed: int) -> tuple[dict[str, Board], list[ShownTurn]]:
    """One scene as it was learned in several ways, and turns played on it."""
    scene, picture, rng = drawn(seed, any_set=True, cameras=True, tone=float(seed % 2 == 0))
    layout = start_layout(scene, rng)
    corners = parse_corners(label(scene, layout, None)["corners"])
    start, empty = picture(scene, layout, None, 0), picture(scene, empty_layout(), None, 1)
    turns = [
        ShownTurn(picture(scene, random_layout(scene, position, roller, rng), None, 2 + n), position)
        for n, (position, roller) in enumerate(several(rng, TURNS))
    ]
    point = float(np.hypot(*np.subtract(corners.left[1], corners.left[0]))) / 6
    boards: dict[str, Board] = {}
    for off in OFF:
        try:
            by = moved(corners, off * point, rng)
            boards[f"off {off}"] = learn_board(start, by, scene.seats, empty if seed % 3 else None)
        except CalibrationError:
            continue
    if (as_it_is := boards.get("off 0.0")) is not None:
        size = as_it_is.checker
        boards |= {f"size {by}": replace(as_it_is, checker=replace(size, radius=size.radius * by)) for by in SIZES}
    return boards, turns


def right(board: Board, turns: list[ShownTurn]) -> int:
    reader = Reader(board)
    return sum(reading_of(reader.read(turn.picture)).position.points == turn.position.points for turn in turns)


def rows_of(seed: int) -> Iterator[tuple[str, Counter[str]]]:
    boards, turns = boards_of(seed)
    for way, learned in boards.items():
        board = read_back(learned, StartFit(learned.corners, learned.seats, 1.0, (), 1.0)).board
        reader, found = Reader(board), Counter(boards=1)
        against = [turn for turn in turns if contradicts(reader.read(turn.picture), turn.position)][: LIMITS.turns]
        if len(against) == LIMITS.turns:
            found["contradicted"] = 1
            again = measured_again(board, against)
            if again is not None:
                others = [turn for turn in turns if turn not in against]
                found += Counter(again=1, pictures=len(others), before=right(board, others), after=right(again, others))
        yield way, found


def main() -> None:
    args = board_parser(__doc__, boards=14, first_seed=892_000).parse_args()
    cv2.setNumThreads(1)
    every: dict[str, Counter[str]] = {}
    for seed in range(args.first_seed, args.first_seed + args.boards):
        for way, found in rows_of(seed):
            print(seed, way, dict(found), flush=True)
            every[way] = every.get(way, Counter()) + found
    for way, found in every.items():
        print(way, dict(found))


if __name__ == "__main__":
    main()

"""How well the program's own eyes name what is wrong while a position is set up: one picture a board, drawn here.

    python -m lab.benchmarks.setting_up [--boards 20] [--per-board 6] [--first-seed 61000]

Half of the boards are ordinary, half hard. One position in three is laid rightly, the others with up to three mistakes.
Counted for several thresholds (`bookgammon.table.board_reading.DOUBTFUL`): wrong places that are named with the right
count, right places that are blamed, boards taken for set up although they are not, and right boards that are.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from bookgammon.table import board_reading
from bookgammon.table.waiting import TALL
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.vision import calibrated
from lab.campaigns.drills import spoilt
from lab.simulator.layout import Layout, lay_checkers, lay_cube
from lab.simulator.looks import Difficulty, random_board
from lab.simulator.positions import several
from lab.simulator.scene import render
from lab.simulator.stills import board_pictures
from vision.reader import SingleReader

THRESHOLDS = (1.0, 2.0, 3.0, 4.0, 6.0)
SAMPLES = 1.5
KINDS: tuple[Difficulty, Difficulty] = ("ordinary", "hard")


@dataclass(frozen=True, slots=True)
class Laid:
    """One picture read. Places where either position has more checkers than a camera counts are left out of both."""

    evidence: Evidence
    lies: Position
    wanted: Position
    difficulty: Difficulty


def laid(seed: int, per_board: int) -> Iterator[Laid]:
    """A board learned, and positions on it as people set them up."""
    difficulty = KINDS[seed % 2]
    scene, lot, rng = random_board(seed, difficulty), random.Random(seed), np.random.default_rng((seed, 46))
    board = calibrated(board_pictures(scene, 1, samples=SAMPLES))
    reader = SingleReader(board)
    for number, (wanted, _) in enumerate(several(rng, per_board)):
        lies = spoilt(lot, wanted) if number % 3 else wanted
        discs = lay_checkers(scene.book, scene.seats, scene.look.habits, lies, rng)
        cube = lay_cube(scene.book, scene.seats, scene.look.habits.cube_on_ridge, 64, "none", rng)
        picture, _ = render(scene, Layout(lies, discs, cube=cube), shot=100 + number, samples=SAMPLES)
        yield Laid(reader.read(picture).evidence, lies, wanted, difficulty)


def line(found: list[Laid], threshold: float) -> str:
    board_reading.DOUBTFUL = threshold
    named = wrong = blamed = right = taken = spoilt_boards = held = right_boards = 0
    for one in found:
        read = board_reading.board_laid(one.evidence, one.wanted)
        places = zip(one.lies.places, one.wanted.places, read.places, strict=True)
        countable = [each for each in places if max(*each[0], *each[1]) <= TALL]
        off = [(lies, seen) for lies, wanted, seen in countable if lies != wanted]
        wrong += len(off)
        named += sum(lies == seen for lies, seen in off)
        right += len(countable) - len(off)
        blamed += sum(seen != wanted for lies, wanted, seen in countable if lies == wanted)
        if one.lies == one.wanted:
            right_boards, held = right_boards + 1, held + (read == one.wanted)
        else:
            spoilt_boards, taken = spoilt_boards + 1, taken + (read == one.wanted)
    return (
        f"{threshold:4.1f}: {named} of {wrong} wrong places named, {blamed} of {right} right ones blamed, "
        f"{taken} of {spoilt_boards} wrong boards taken for right, {held} of {right_boards} right ones"
    )


def main() -> None:
    parser = board_parser(__doc__, boards=20, first_seed=61_000)
    parser.add_argument("--per-board", type=int, default=6)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.monotonic()
    found = [each for n in range(args.boards) for each in laid(args.first_seed + n, args.per_board)]
    for difficulty in KINDS:
        print(difficulty)
        for threshold in THRESHOLDS:
            print(line([each for each in found if each.difficulty == difficulty], threshold), flush=True)
    print(f"{len(found)} pictures, {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()

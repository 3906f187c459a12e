"""How many dice are imagined in painted art on boards that nobody calibrated, and how many that lie there are found.

    python -m lab.benchmarks.painted_dice --first-seed 3000000 --boards 120

Boards are drawn flat (`lab.training.painted_boards`), empty ones and such with checkers, each with two dice or none,
before cameras by lot; their corners are told.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np

from lab.simulator.art import Bytes
from lab.simulator.pipeline import by_lot, taken
from lab.training.painted_boards import SIZE, PaintedBoard, painted_board
from lab.training.photo_dice import Sprite, library
from vision.uncalibrated.dice_on_board import FoundBook, dice_of

SPRITES_SEED, SPRITES = 77, 200
NEAR = 0.6
"""Sides of a die from its middle within which what is found is the die."""
KINDS = tuple(product(("empty", "with checkers"), (0, 2)))


def drawn(seed: int, sprites: list[Sprite]) -> tuple[Bytes, PaintedBoard]:
    """A picture and what it shows; the kind goes by the seed."""
    (of, dice), rng = KINDS[seed % len(KINDS)], np.random.default_rng((seed, 63))
    board = painted_board(seed, of != "empty", sprites, dice)
    return taken(board.light, by_lot(rng, float(board.light.mean())), rng), board


def told(picture: Bytes, board: PaintedBoard) -> tuple[int, int, int]:
    """Dice imagined, found, and read right."""
    seen = dice_of(FoundBook.of(board.corners, SIZE), picture, ())
    found = right = 0
    for x, y, side, value in board.dice:
        here = [die for die in seen if np.hypot(die.center[0] - x, die.center[1] - y) < NEAR * side]
        found += bool(here)
        right += bool(here) and here[0].value == value
        seen = [die for die in seen if die not in here]
    return len(seen), found, right


def report(first: int, boards: int) -> Iterator[str]:
    sprites = [sprite for sprite in library(SPRITES_SEED, SPRITES) if sprite.value]
    sums: dict[tuple[str, int], Counter[str]] = {kind: Counter() for kind in KINDS}
    for seed in range(first, first + boards):
        picture, board = drawn(seed, sprites)
        imagined, found, right = told(picture, board)
        own = sums[KINDS[seed % len(KINDS)]]
        own.update(pictures=1, imagined=imagined, wrong=imagined > 0, dice=len(board.dice), found=found, right=right)
    for (of, dice), own in sums.items():
        yield (
            f"{of}, {dice} dice: {own['pictures']} pictures, {own['imagined']} imagined in {own['wrong']}; "
            f"of {own['dice']} dice {own['found']} found, {own['right']} right"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first-seed", type=int, default=3_000_000)
    parser.add_argument("--boards", type=int, default=120)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    print("\n".join(report(chosen.first_seed, chosen.boards)))


if __name__ == "__main__":
    main()

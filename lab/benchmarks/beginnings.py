"""Corners given by hand: taken as they are, put right by the checkers, or whichever explains the picture better.

    python -m lab.benchmarks.beginnings [--boards 12] [--first-seed 880000] [--grain 0,5] [--ways given,finger]

The boards are those of `lab.benchmarks.setups`. Each is learned from the corners as they stand and from the same as its
checkers have them. Of both are printed how far the corners are off (pixels, on average), how well the start picture is
explained (natural logarithm), and how many positions are read right. Then comes what each rule would have chosen:

- refined first: the corners as the checkers have them, others only where a place does not plainly show what lies there;
- given first: the other way round;
- the likelier: both, and the one that explains the picture better;
- by the book: given first where the corners as given make a possible book, else refined first (what the program does).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from bookgammon.setup.reading_back import LIMITS, from_a_book, read_back
from calibration.corners import LeafCorners
from calibration.errors import CalibrationError
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.setups import Shown, as_asked, grained, pictures, scene_of
from vision.known_position.learn_board import learn_board
from vision.known_position.start_fit import settle_start
from vision.reader import Reader
from vision.reading import reading_of


@dataclass(frozen=True)
class Tried:
    """One beginning. off: pixels; book: the corners given from a possible book, point widths; explained: see `Learned`;
    plain: every place is; right: positions, start included."""

    off: float
    book: float
    explained: float
    plain: bool
    right: int


Rule = Callable[[Tried, Tried], Tried]
"""From what came of the corners as given, and of the refined ones, to the one that is taken."""


def refined_first(given: Tried, refined: Tried) -> Tried:
    return refined if refined.plain else given if given.plain else likelier(given, refined)


def given_first(given: Tried, refined: Tried) -> Tried:
    return given if given.plain else refined if refined.plain else likelier(given, refined)


def by_the_book(given: Tried, refined: Tried) -> Tried:
    return (given_first if given.book < LIMITS.exact else refined_first)(given, refined)


def likelier(given: Tried, refined: Tried) -> Tried:
    return max(refined, given, key=lambda one: one.explained)


RULES: dict[str, Rule] = {
    "refined first": refined_first,
    "given first": given_first,
    "the likelier": likelier,
    "by the book": by_the_book,
}


def tried(shown: Shown, corners: LeafCorners, loose: float) -> Tried:
    """Raises CalibrationError where these corners show no start."""
    seats = shown.scene.seats
    fit = settle_start(shown.start, corners, shown.empty, near=seats.near, home=seats.home, loose=loose)
    best = read_back(learn_board(shown.start, fit.corners, fit.seats, shown.empty), fit)
    reader = Reader(best.board)
    looks = (*shown.positions, (shown.start, best.board.position))
    right = sum(reading_of(reader.read(picture)).position.points == position.points for picture, position in looks)
    return Tried(
        apart(best.board.corners, shown.corners),
        from_a_book(shown.start, corners),
        best.explained,
        not best.unsure,
        right,
    )


def apart(one: LeafCorners, other: LeafCorners) -> float:
    """Pixels, the mean over the eight corners."""
    return float(np.hypot(*(np.array(one.left + one.right) - np.array(other.left + other.right)).T).mean())


def main() -> None:
    parser = board_parser(__doc__, boards=12, first_seed=880_000)
    parser.add_argument("--grain", default="0,5")
    parser.add_argument("--ways", default="given,finger")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    chosen: dict[tuple[str, str], list[Tried]] = {}
    for seed in range(asked.first_seed, asked.first_seed + asked.boards):
        shown = pictures(scene_of(seed))
        rng = np.random.default_rng((seed, 7))
        for grain in (float(one) for one in asked.grain.split(",")):
            now = grained(shown, grain, rng)
            for way in asked.ways.split(","):
                corners = as_asked(now, way, rng)
                try:
                    given, refined = tried(now, corners, 0.0), tried(now, corners, LIMITS.by_hand)
                except CalibrationError as error:
                    print(f"{seed} {way} grain {grain:.0f}: {error}", flush=True)
                    continue
                print(f"{seed} {way} grain {grain:.0f}: as given {given}, refined {refined}", flush=True)
                for name, rule in RULES.items():
                    chosen.setdefault((way, name), []).append(rule(given, refined))
    positions = 1 + len(shown.positions)
    for (way, name), ones in chosen.items():
        off, right = np.mean([one.off for one in ones]), sum(one.right for one in ones)
        print(f"{way}, {name}: {off:.2f} pixels off, {right} of {positions * len(ones)} pictures right")


if __name__ == "__main__":
    main()

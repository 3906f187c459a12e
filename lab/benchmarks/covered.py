"""What is said of pictures in which something lies over the board, and of the same pictures without it.

    python -m lab.benchmarks.covered [--boards 12] [--first-seed 880000] [--photographs]

Own boards, two in three of them tone on tone, are learned from their start and their empty picture; over positions of
play lie a hand with its arm, a sleeve, somebody who leans over, a score sheet or a glass. For each: how often it is
said at once that something hides the board, and in how many of the other pictures the position is wrong. Then it lies
there for longer than a hand does: in how many pictures the board counts as in sight, in how many of these a point that
is not hidden shows what does not lie there, and how many checkers of a side the points show at the most. With
`--photographs` each is a photograph of a board that nobody calibrated, corners given, and nothing lies there for long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from calibration.corners import parse_corners
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.setups import scene_of
from lab.simulator.art import Bytes
from lab.simulator.covers import COVERS
from lab.simulator.positions import several
from lab.simulator.scene import render
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout
from vision.known_position.learn_board import learn_board
from vision.reader import Reader
from vision.reading import reading_of
from vision.rereading import FOREIGN, Rereader
from vision.uncalibrated.board import read_uncalibrated

SAMPLES = 1.0
POSITIONS = 2


@dataclass(frozen=True)
class Outcome:
    """said, right: of the first look; shown, believed, crowd: of the last one, see the head of this module."""

    said: bool
    right: bool
    shown: bool
    believed: bool
    crowd: int


def outcomes(seed: int, photographs: bool) -> Iterator[tuple[str, Outcome]]:
    """What covers it, "nothing" too, and what is said of it, of each picture of one board."""
    scene = scene_of(seed)
    rng = np.random.default_rng((seed, 38))
    start, label = render(scene, start_layout(scene, np.random.default_rng(seed)), shot=0, samples=SAMPLES)
    corners = parse_corners(label["corners"])
    outline = np.array([*corners.left, *corners.right], np.float64)
    reader = None
    if not photographs:
        empty = render(scene, empty_layout(), shot=1, samples=SAMPLES)[0]
        reader = Reader(learn_board(start, corners, scene.seats, empty))

    def read(picture: Bytes, position: Position) -> Outcome:
        if reader is None:
            only = read_uncalibrated(picture, corners).evidence
            return outcome_of(only, only, position)
        rereader = Rereader(reader)
        times = (0.0, 1.1 * FOREIGN.no_hand_stays)
        first, last = (rereader.read(picture, n, time, ()) for n, time in enumerate(times))
        return outcome_of(first, last, position)

    for index, (position, roller) in enumerate(several(rng, POSITIONS)):
        layout = random_layout(scene, position, roller, rng)
        picture = render(scene, layout, shot=2 + 2 * index, samples=SAMPLES)[0]
        under_arm = render(scene, layout, arm(scene, rng), shot=3 + 2 * index, samples=SAMPLES)[0]
        yield "nothing", read(picture, position)
        yield "hand", read(under_arm, position)
        for name, cover in COVERS.items():
            yield name, read(cover(picture, outline, rng), position)


def outcome_of(first: Evidence, last: Evidence, position: Position) -> Outcome:
    pairs = [
        (place.scores[0][:2], counts)
        for place, counts in zip(last.places, position.places, strict=True)
        if place.scores and not place.hidden
    ]
    return Outcome(
        said=first.covered or any(place.hidden for place in first.places),
        right=reading_of(first).position.points == position.points,
        shown=not last.covered,
        believed=all(seen == counts for seen, counts in pairs),
        crowd=max(sum(seen[side] for seen, _ in pairs) for side in (0, 1)),
    )


def main() -> None:
    parser = board_parser(__doc__, boards=12, first_seed=880_000)
    parser.add_argument("--photographs", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    found: dict[str, list[Outcome]] = defaultdict(list)
    for seed in range(asked.first_seed, asked.first_seed + asked.boards):
        for name, outcome in outcomes(seed, asked.photographs):
            found[name].append(outcome)
    head = ("over it", "pictures", "said", "not said, wrong", "later shown", "of these wrong", "at most")
    print("  ".join(head))
    for name, part in found.items():
        shown = [one for one in part if one.shown]
        row: tuple[object, ...] = (
            name,
            len(part),
            sum(one.said for one in part),
            sum(not one.said and not one.right for one in part),
            len(shown),
            sum(not one.believed for one in shown),
            max((one.crowd for one in shown), default=0),
        )
        print("  ".join(f"{value!s:>{len(title)}}" for value, title in zip(row, head, strict=True)))


if __name__ == "__main__":
    main()

"""Which frames are taken for still, and what is read in them, by cameras and rooms that disturb.

    python -m lab.benchmarks.stillness [--boards 3] [--first-seed 61000] [--size 960x540]

Boards are drawn by `simulator`: a position at rest, an arm in three places over it, another position at rest.
Every disturbance is put over the same frames. A row says which share of the frames at rest is still (the first half a
second aside, which pictures are averaged in), which share of those under the moving arm is not, how many of the
positions are read exactly, and the grain that was measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice

import numpy as np

from arbiter.position import Position
from calibration.board import Board
from calibration.corners import parse_corners
from lab.benchmarks.board_parser import board_parser
from lab.simulator.art import Bytes
from lab.simulator.disturbances import Disturbance, fan, flicker, grain, hunting, screen, shimmer, together, tremor
from lab.simulator.looks import random_board
from lab.simulator.positions import several
from lab.simulator.scene import Scene, render
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout
from vision.known_position.learn_board import learn_board
from vision.reading import reading_of
from vision.watcher import Watcher

FPS = 15
REST, SETTLES = 24, 8
"""Frames of a position at rest, and how many of them may pass before it must be called still."""


@dataclass(frozen=True, eq=False)
class Take:
    """One frame: the picture, the position that lies there at rest, None while the arm moves."""

    image: Bytes
    rests: Position | None
    since: int = 0
    """Frames for which it has rested."""


@dataclass
class Score:
    rest: int = 0
    still: int = 0
    arm: int = 0
    moving: int = 0
    read: int = 0
    exact: int = 0
    sigma: float = 0.0


def disturbances(size: tuple[int, int]) -> dict[str, Disturbance]:
    """By name, for pictures of that (width, height)."""
    width, height = size
    beside = (0, height // 3, width // 18, height // 3)
    return {
        "none": together(),
        **{f"grain {sigma}": grain(sigma) for sigma in (2, 4, 6, 8, 12, 16, 24)},
        "lamp 50 Hz 10 %": flicker(50, 0.10),
        "lamp 60 Hz 10 %": flicker(60, 0.10),
        "lamp 50 Hz 20 %": flicker(50, 0.20),
        "MJPG quality 30": shimmer(30),
        "MJPG quality 15": shimmer(15, 3),
        "autofocus hunts at first": hunting(1.2),
        **{f"trembles by {pixels}": tremor(pixels) for pixels in (1, 2, 3)},
        "trembles by 2, grain 4": together(tremor(2), grain(4)),
        "screen beside the board": screen(beside),
        "fan beside the board": fan((width // 40, height // 4), width // 20),
        "grain 4, lamp 50 Hz 5 %": together(flicker(50, 0.05), grain(4)),
    }


def recording(scene: Scene) -> Iterator[Take]:
    """A position at rest, an arm over it, another position at rest."""
    rng = np.random.default_rng((scene.seed, 91))
    (one, roller), (other, _) = several(rng, 2)
    layouts = [random_layout(scene, position, roller, rng) for position in (one, other)]
    first, _ = render(scene, layouts[0], shot=1)
    last, _ = render(scene, layouts[1], shot=2)
    under = [render(scene, layouts[0], arm(scene, rng), shot=3 + n)[0] for n in range(3)]
    yield from (Take(first, one, since) for since in range(REST))
    yield from (Take(image, None) for image in (*under, *under[::-1]))
    yield from (Take(last, other, since) for since in range(REST))


def learned(scene: Scene, disturbed: Disturbance) -> Board:
    """The scene's board, learned from pictures as that camera gives them."""
    start, label = render(scene, start_layout(scene, np.random.default_rng(scene.seed)), shot=0)
    empty, _ = render(scene, empty_layout(), shot=1)
    pictures = [disturbed(picture, 10.0 + n) for n, picture in enumerate((start, empty))]
    return learn_board(pictures[0], parse_corners(label["corners"]), scene.seats, pictures[1])


def follow(board: Board, takes: list[Take], disturbed: Disturbance, score: Score) -> None:
    """One recording as that camera gives it; what came of it is added to the score."""
    watcher = Watcher(board)
    for n, take in enumerate(takes):
        evidence = watcher.read_frame(disturbed(take.image, n / FPS), n, n / FPS)
        if take.rests is None:
            score.arm, score.moving = score.arm + 1, score.moving + (not evidence.still)
        elif take.since >= SETTLES:
            score.rest, score.still = score.rest + 1, score.still + bool(evidence.places)
        if take.since == REST - 1 and take.rests is not None:
            score.read += 1
            score.exact += bool(evidence.places) and reading_of(evidence).position == take.rests
    score.sigma = max(score.sigma, watcher.grain)


def _in_picture(scene: Scene, size: tuple[int, int]) -> bool:
    corners = [corner for leaf in scene.book.seen_corners(scene.camera).values() for corner in leaf]
    return all(0 <= x <= size[0] - 1 and 0 <= y <= size[1] - 1 for x, y in corners)


def main() -> None:
    parser = board_parser(__doc__, boards=3, first_seed=61_000)
    parser.add_argument("--size", default="960x540")
    asked = parser.parse_args()
    width, height = (int(side) for side in asked.size.split("x"))
    scores: Mapping[str, Score] = {name: Score() for name in disturbances((width, height))}
    drawn = (random_board(seed, "ordinary", (width, height)) for seed in count(asked.first_seed))
    whole = (scene for scene in drawn if _in_picture(scene, (width, height)))
    for scene in islice(whole, asked.boards):
        takes = list(recording(scene))
        for name, score in scores.items():
            disturbed = disturbances((width, height))[name]
            follow(learned(scene, disturbed), takes, disturbed, score)
    print("| camera and room | still at rest | moving under the arm | positions exact | grain measured |")
    print("| --- | --- | --- | --- | --- |")
    for name, s in scores.items():
        print(f"| {name} | {s.still / s.rest:.2f} | {s.moving / s.arm:.2f} | {s.exact} of {s.read} | {s.sigma:.1f} |")


if __name__ == "__main__":
    main()

"""How sure the reader is of dice that it misreads, and of those that it reads right.

    python -m lab.benchmarks.dice_certainty OUT.json [--boards 100] [--first-seed 774000] [--games]

Small dice on hard boards of our own, half of them glass, a fifth before a grainy camera: where dice are misread at all.
With --games boards by turns ordinary and hard, in pictures as large as those of our own games. Each is looked at three
times, with other grain. OUT.json holds [value, looks of it: (6,) probabilities of the faces] for each die;
`lab.campaigns.warning_headings` plays with dice that look like these. Printed: how many of either kind are less sure
than some bounds, after looks as `arbiter.referee.die_track` weighs them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.referee.die_track import Faces
from arbiter.referee.evidence import DieSeen
from calibration.errors import CalibrationError
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.misread import nearest_die
from lab.benchmarks.vision import calibrated
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board, with_glass_dice
from lab.simulator.stills import board_pictures
from lab.simulator.tone import before_grainy_camera
from vision.reader import Reader

SIZES = ((640, 360), (720, 405), (560, 315))
OF_GAMES = (960, 540)
LOOKS, GRAIN = 3, 2.0
"""At each picture, and its grain (grey levels, standard deviation)."""
TIMES = 4
"""For which each of these looks counts: a die lies there for more than three."""
RAYS = 3.0
"""Of each pixel, along either side. A pip is one to two pixels wide here: with one ray it is left out or drawn twice as
large by chance, which no sensor does, and dice look surely like another face that with more rays are read right."""
BOUNDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)

LookedAt = tuple[int, list[list[float]]]
"""What a die shows, and what each look at it says of the six faces."""


def dice_of(seed: int, *, games: bool, per_board: int = 18) -> Iterator[LookedAt]:
    """The flat dice of one board's positions that every look finds. games: as those of our own games."""
    if games:
        scene = random_board(seed, "hard" if seed // 2 % 2 else "ordinary", OF_GAMES)
    else:
        scene = random_board(seed, "hard", SIZES[seed % len(SIZES)])
    if seed % 2:
        scene = with_glass_dice(scene)
    if seed % 5 == 0:
        scene = before_grainy_camera(scene)
    entries = list(board_pictures(scene, per_board, samples=RAYS))
    board, chance = calibrated(entries), np.random.default_rng(seed)
    reader = Reader(board)
    for kind, picture, label in entries:
        if kind != "position" or label["occluded"]:
            continue
        looks = [reader.read(_grainy(picture, chance)) for _ in range(LOOKS)]
        found = [told_apart([nearest_die(board, die["center"], seen) for die in label["dice"]]) for seen in looks]
        for die, seen_as in zip(label["dice"], zip(*found, strict=True), strict=True):
            each = [[round(p, 4) for p in one.probabilities] for one in seen_as if one is not None]
            if len(each) == LOOKS and not die.get("cocked") and not die.get("outside"):
                yield die["value"], each


def told_apart(nearest: Sequence[DieSeen | None]) -> list[DieSeen | None]:
    """What is seen nearest to each die, but where two that touch are seen as one: that is neither's face."""
    return [one if nearest.count(one) == 1 else None for one in nearest]


def _grainy(picture: Bytes, chance: Generator) -> Bytes:
    return np.clip(picture + chance.normal(0, GRAIN, picture.shape), 0, 255).astype(np.uint8)


def faces_of(looks: Sequence[Sequence[float]]) -> Faces:
    """What some looks, TIMES each, say of a die that lies still. looks: (6,) probabilities of the faces each."""
    faces = Faces()
    for _ in range(TIMES):
        for look in looks:
            faces.update(tuple(look))
    return faces


def sureness(faces: Faces) -> float:
    """How likely the face is that it looks like most, by the looks alone."""
    likely = np.exp(np.array(faces.looked) - max(faces.looked))
    return float(1 / likely.sum())


def report(found: list[LookedAt]) -> Iterator[str]:
    kinds: dict[str, list[float]] = {"misread": [], "read right": []}
    for value, looks in found:
        faces = faces_of(looks)
        kinds["read right" if faces.value == value else "misread"].append(sureness(faces))
    for kind, sure in kinds.items():
        below = ", ".join(f"{bound:g}: {np.mean(np.array(sure) < bound):.3f}" for bound in BOUNDS)
        yield f"{len(sure)} {kind}; share less sure than {below}"


def main() -> None:
    parser = board_parser(__doc__, boards=100, first_seed=774_000)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", action="store_true", help="dice as large as in our own games")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found: list[LookedAt] = []
    for seed in range(args.first_seed, args.first_seed + args.boards):
        try:
            found += dice_of(seed, games=args.games)
        except CalibrationError:
            continue  # so small a board that it is not learned
        args.out.write_text(json.dumps(found))
    print("\n".join(report(found)))


if __name__ == "__main__":
    main()

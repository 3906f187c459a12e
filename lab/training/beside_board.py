"""Choose what it costs that borne-off checkers are out of sight: tall piles follow from those that are seen.

    python -m lab.training.beside_board draw CASES.pickle --first 946000 --boards 45
    python -m lab.training.beside_board fit CASES.pickle...

`draw` learns fresh boards tone on tone, corners given, six in ten seen from nearly straight above, and keeps the
evidence of positions with piles, in play and of bearing off; what was borne off lies beside the board, strewn, or (15
in 100) out of sight. `fit` shows how often some of it was overlooked, and for several values of
`vision.reading.PRICES.beside_one` how many pictures are read exactly and the logarithmic loss of all.
"""

from __future__ import annotations

import argparse
import pickle
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

from arbiter.assignment import Count, best_assignments
from arbiter.position import CHECKERS, Position, Side
from arbiter.referee.evidence import Evidence
from bookgammon.setup.reading_back import learned
from calibration.corners import parse_corners
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from lab.simulator.glare import random_glare, shone
from lab.simulator.hard_positions import bearing_off, tall_homes
from lab.simulator.layout import Layout
from lab.simulator.looks import from_above
from lab.simulator.pipeline import breathed, by_lot, grainy, taken
from lab.simulator.positions import piled, several
from lab.simulator.scene import label, radiance
from lab.simulator.stills import empty_layout, random_layout, start_layout
from lab.simulator.tone import tone_on_tone
from lab.training.render import GLARES, GRAINY, SAMPLES, drawn, strewn
from vision import reading
from vision.reader import Reader

ABOVE = 0.6
"""Share of boards seen from nearly straight above."""
VALUES = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
WORST = 10.0
"""Natural logarithm: what one picture adds to the loss at the most."""


@dataclass(frozen=True)
class Case:
    """One picture, what it says and what lies there."""

    seed: int
    evidence: Evidence
    position: Position


def cases(seed: int) -> Iterator[Case]:
    """Raises CalibrationError where the board cannot be learned."""
    scene, _, _ = drawn(seed, any_set=True)
    rng = np.random.default_rng((seed, 68))
    rng.random()
    scene = tone_on_tone(scene, rng)
    if rng.random() < ABOVE:
        scene = from_above(scene, rng)
    glares = [random_glare(rng, scene.book) for _ in range(int(rng.choice(4, p=GLARES)))]

    def lit(layout: Layout) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        light = radiance(scene, layout, None, SAMPLES)
        for glare in glares:
            light = shone(light, glare, scene, layout)
        return light

    first = start_layout(scene, rng)
    start, empty = lit(first), lit(empty_layout())
    lot = grainy if rng.random() < GRAINY else by_lot
    camera = lot(rng, float(empty.mean()))
    begun, bare = taken(start, camera, rng), taken(empty, breathed(camera, rng), rng)
    board = learned(
        begun, parse_corners(label(scene, first)["corners"]), bare, lambda image: find_leaves(image, (bare,)),
        origin="file", near=scene.seats.near, home=scene.seats.home,
    ).board  # fmt: skip
    reader = Reader(board)
    for position in [tall_homes(rng), bearing_off(rng), piled(rng), tall_homes(rng), several(rng, 1)[0][0]]:
        roller = Side.LIGHT if rng.random() < 0.5 else Side.DARK
        light = lit(strewn(scene, random_layout(scene, position, roller, rng), rng))
        yield Case(seed, reader.read(taken(light, breathed(camera, rng), rng)), position)


def judged(case: Case) -> tuple[bool, float]:
    """Whether it is read exactly, and the natural logarithm of how likely it says that what lies there is."""
    evidence, truth = case.evidence, case.position.places
    options = [reading.options_of(place, calibrated=True) for place in evidence.places]
    found = best_assignments(options, most=CHECKERS).values()

    def price(chosen: Sequence[Count]) -> float:
        return reading.price_of_off(chosen, evidence.beside_board, evidence.cut_off, evidence.missing)

    said = {chosen: score - price(chosen) for score, chosen in found}
    if not said:
        return False, -WORST
    exact = max(said, key=lambda chosen: said[chosen]) == truth
    shown = zip(options, evidence.places, truth, strict=True)
    own = sum(dict(listed).get(count, place.floor) for listed, place, count in shown)
    said[truth] = own - price(truth)
    return exact, max(-WORST, float(said[truth] - np.logaddexp.reduce(list(said.values()))))


def fit(found: Sequence[Case]) -> None:
    overlooked: dict[tuple[int, int], int] = defaultdict(int)
    for case in found:
        beside, cut_off = case.evidence.beside_board or (0, 0), case.evidence.cut_off
        for off, seen, cut in zip(case.position.off, beside, cut_off, strict=True):
            if 0 < seen <= off and not cut:
                overlooked[off, off - seen] += 1
    print("borne off, of these overlooked where some were seen: sides", dict(sorted(overlooked.items())))
    for value in VALUES:
        with patch.object(reading, "PRICES", replace(reading.PRICES, beside_one=value)):
            said = [judged(case) for case in found]
        exact, loss = sum(right for right, _ in said), -sum(log for _, log in said)
        print(f"beside_one {value}: {exact} of {len(found)} exact, loss {loss:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "fit"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--first", type=int, default=946_000, help="first seed")
    parser.add_argument("--boards", type=int, default=45)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.what == "fit":
        fit([case for path in asked.files for case in pickle.loads(path.read_bytes())])  # noqa: S301 -- its own files
        return
    kept: list[Case] = []
    for seed in range(asked.first, asked.first + asked.boards):
        try:
            kept += cases(seed)
        except CalibrationError as error:
            print(f"{seed}: {error}")
    asked.files[0].write_bytes(pickle.dumps(kept))


if __name__ == "__main__":
    main()

"""Fit how easily checkers are misread where their colour hardly differs from what they lie on.

    python -m lab.training.faint draw OUT.jsonl [--first 760000] [--boards 24] [--plies 14]
    python -m lab.training.faint fit OUT.jsonl...

`draw` sets fresh boards up as `bookgammon calibrate` does, tone on tone before poor cameras (`lab.training.render`),
plays a game on each and keeps what the eyes make of every place after every play: a line of JSON a place. `fit`
chooses the numbers of `arbiter/referee/priors.py` for faint checkers: of each kind of mistake the share by contrast is
a logistic curve of the least logarithmic loss. It prints how often each happens in bins of contrast, and how often a
place that was misread is misread alike after the next play, when nobody touched it: the noise of
`tests/arbiter_referee/simulated_camera.py` is chosen by that.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.position import START
from arbiter.referee import priors
from arbiter.referee.faint import MAY_BE_OVERLOOKED, TALL
from bookgammon.setup.reading_back import learned
from calibration.corners import parse_corners
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from lab.simulator.acting import Table
from lab.simulator.blunders import lawful
from lab.simulator.positions import game
from lab.simulator.stills import empty_layout
from lab.simulator.tone import contrasts
from lab.training.render import drawn
from vision.reader import Reader

FAINTEST = 5.0
"""CIE Lab from the ground above which, as drawn, a board is left out: on others hardly anything is misread."""
STEPS, PULL = 50, 0.02
"""Steps of Newton's method; what each squared number of the curve costs, so that few cases do not say much."""
BINS = (0, 2, 4, 6, 8, 10, 14, 20, 35, 200)


@dataclass(frozen=True)
class Seen:
    """One place after one play. count: of the colour that lies there; read: (light, dark) as it looks.

    lead: nats by which what lies there is likelier than any other number. contrast: CIE Lab; on an empty point of the
    colour that is less distinct there.
    """

    board: int
    ply: int
    place: int
    side: int
    count: int
    read: tuple[int, int]
    lead: float
    contrast: float

    @property
    def right(self) -> bool:
        return self.read[self.side] == self.count and not self.read[1 - self.side]

    @property
    def overlooked(self) -> bool:
        """Whether it looks empty."""
        return self.read == (0, 0)


def seen_of(line: dict[str, Any]) -> Seen:
    light, dark = line.pop("read")
    return Seen(read=(light, dark), **line)


# ------------------------------------------------------------------ drawing


def looks(seed: int, plies: int) -> Iterator[Seen]:
    scene, taken, _ = drawn(seed, any_set=True, cameras=True, tone=1.0)
    if min(contrasts(scene).values()) > FAINTEST:
        return
    rng = np.random.default_rng((seed, 53))
    table = Table(scene, START, rng)
    start, empty = taken(scene, table.layout(), None, 1), taken(scene, empty_layout(), None, 2)
    seats = scene.seats
    corners = parse_corners(scene.book.seen_corners(scene.camera))
    try:
        board = learned(
            start, corners, empty, lambda image: find_leaves(image, (empty,)), origin="file", near=seats.near,
            home=seats.home,
        ).board  # fmt: skip
    except CalibrationError as error:
        print(f"{seed}: {error}", flush=True)
        return
    contrast = board.visibility.contrast if board.visibility else ()
    reader = Reader(board)
    for number, ply in enumerate(islice(game(rng), plies)):
        for _ in table.carry(ply.side, lawful(ply).steps):
            pass
        evidence = reader.read(taken(scene, table.layout(), None, 10 + number))
        for place, (seen, count) in enumerate(zip(evidence.places[:-1], table.position.places, strict=False)):
            if seen.hidden or not seen.scores or (count[0] and count[1]):
                continue
            side = int(count[1] > 0) if max(count) else int(contrast[place][1] < contrast[place][0])
            other = max((score for *what, score in seen.scores if tuple(what) != count), default=seen.floor)
            lead = round(seen.log_likelihood(*count) - other, 2)
            yield Seen(seed, number, place, side, max(count), seen.scores[0][:2], lead, contrast[place][side])


# ------------------------------------------------------------------ fitting


@dataclass(frozen=True)
class Curve:
    """The share of mistakes at a contrast c (CIE Lab): 1 / (1 + exp(at_none + per_lab · c))."""

    at_none: float
    per_lab: float


def fitted(cases: Sequence[tuple[float, bool]]) -> Curve:
    """Of the least logarithmic loss, by Newton's method. cases: contrasts, and whether it was misread."""
    x = np.array([(1.0, contrast) for contrast, _ in cases])
    y = np.array([misread for _, misread in cases], float)
    w = np.zeros(2)
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(x @ w))
        gradient = x.T @ (y - p) + PULL * w
        hessian = (x * (p * (1 - p))[:, None]).T @ x + PULL * np.eye(2)
        w = w - np.linalg.solve(hessian, gradient)
    return Curve(float(w[0]), float(w[1]))


def kinds(seen: Sequence[Seen]) -> dict[str, list[tuple[Seen, bool]]]:
    """What may be misread, and how."""
    return {
        "overlooked": [(each, each.overlooked) for each in seen if 1 <= each.count <= MAY_BE_OVERLOOKED],
        "one overlooked": [(each, each.overlooked) for each in seen if each.count == 1],
        "two overlooked": [(each, each.overlooked) for each in seen if each.count == 2],
        "two as another number": [(each, not each.right and not each.overlooked) for each in seen if each.count == 2],
        "three miscounted": [(each, not each.right) for each in seen if each.count == TALL - 1],
        "tall row miscounted": [(each, not each.right) for each in seen if each.count >= TALL],
        "imagined": [(each, not each.right) for each in seen if not each.count],
    }


def _looks_empty(each: Seen, number: int) -> bool:
    return each.count == number and each.contrast < priors.FAINT and each.overlooked


def report(seen: Sequence[Seen]) -> None:
    overlooked = kinds(seen)["overlooked"]
    curve = fitted([(each.contrast, missed) for each, missed in overlooked if each.contrast < priors.FAINT])
    print(f"overlooked on faint ground, by contrast c: 1 / (1 + exp({curve.at_none:.2f} + {curve.per_lab:.2f} c))")
    for name, cases in kinds(seen).items():
        wrong = sum(misread for _, misread in cases)
        print(f"{name}: {wrong} of {len(cases)}")
        for low, high in pairwise(BINS):
            here = [(each, misread) for each, misread in cases if low <= each.contrast < high]
            missed = [-each.lead for each, misread in here if misread]
            if missed:
                behind = np.percentile(missed, (10, 50, 90)).round(1)
                print(f"  {low:3} to {high:3}: {len(missed)} of {len(here)}; behind {behind}")
    steps = Counter(
        (each.count, sum(each.read) - each.count) for each in seen if each.count >= TALL
    )
    print("tall rows, (count, misread by): times", dict(sorted(steps.items())))
    for number in range(MAY_BE_OVERLOOKED + 1):
        leads = [-each.lead if number else each.lead for each in seen if _looks_empty(each, number)]
        if leads:
            by = np.percentile(leads, (1, 10, 50, 90)).round(1)
            print(f"{number} on faint ground that look empty, by so much (percentiles 1, 10, 50, 90): {by}")
    lasting: dict[bool, Counter[bool]] = defaultdict(Counter)
    by_place: dict[Any, list[Seen]] = defaultdict(list)
    for each in seen:
        if each.contrast < 6:
            by_place[each.board, each.place].append(each)
    for row in by_place.values():
        for one, next_one in pairwise(sorted(row, key=lambda each: each.ply)):
            if next_one.ply == one.ply + 1 and (one.side, one.count) == (next_one.side, next_one.count):
                lasting[one.right][one.read == next_one.read] += 1
    for right, counts in lasting.items():
        print(f"{'right' if right else 'misread'}, untouched: read alike after the next play {dict(counts)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "fit"))
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--first", type=int, default=760_000)
    parser.add_argument("--boards", type=int, default=24)
    parser.add_argument("--plies", type=int, default=14)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.what == "draw":
        with asked.paths[0].open("a", encoding="utf-8") as out:
            for seed in range(asked.first, asked.first + asked.boards):
                for each in looks(seed, asked.plies):
                    out.write(json.dumps(asdict(each), default=int) + "\n")
                out.flush()
                print(seed, flush=True)
        return
    lines = [line for path in asked.paths for line in path.read_text(encoding="utf-8").splitlines()]
    report([seen_of(json.loads(line)) for line in lines])


if __name__ == "__main__":
    main()

"""Fit what the scene network's marks of single checkers say of a row's count, and hold it against the classes.

    python -m lab.training.detections draw ROWS.jsonl --first 772000 --boards 75   (goes on where it stopped)
    python -m lab.training.detections fit ROWS.jsonl

`draw` learns fresh boards, of three one tone on tone, one with any set before any camera and one as players have them
(`lab.training.reading_certainty`), and keeps of each strip of a few positions its marks, what the classes say and what
lies there: a line of JSON a strip. `fit` chooses `sharpness` and `bias` of `vision.detections.MODEL` for the least
logarithmic loss. Its table shows the classes, the detections, and both weighed where the classes are in doubt: each
half of the boards by numbers fitted to the other half.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import CheckerSize
from calibration.corners import parse_corners
from calibration.errors import CalibrationError
from calibration.learn import learn_board, recall_appearance
from calibration.rows import FULL_ROW
from lab.simulator.hard_positions import brought_home, scattered
from lab.simulator.positions import several
from lab.simulator.scene import label
from lab.simulator.stills import empty_layout, random_layout, start_layout
from lab.training.reading_certainty import KINDS
from lab.training.render import drawn
from vision.board_model import view_of
from vision.detections import COUNTS, decoded, marks_on
from vision.points import POINTS
from vision.reader import Reader
from vision.sheet.eyes import MOST
from vision.sheet.geometry import SheetView, numbers_of
from vision.strips import strip_at

Values = npt.NDArray[np.float64]
POSITIONS = 4
STEPS = (-0.4, -0.1, 0.0, 0.1, 0.4)
ROUNDS = 30
PULL = 0.02
"""Of the search, coordinate by coordinate; what each squared bias costs, so that few rows do not say much."""
SHARES = (0.3, 0.5, 0.7)


@dataclass(frozen=True)
class Row:
    """One strip. classes: log-likelihoods of COUNTS by the classes; shown: the index of what is in sight."""

    seed: int
    radius: float
    first: float
    marks: list[list[float]]
    classes: list[float]
    shown: int


def rows_of(seed: int) -> Iterator[Row]:
    """Of each strip that nothing hides and that has one colour. Raises CalibrationError where it cannot be learned."""
    scene, picture, rng = drawn(seed, **KINDS[seed % len(KINDS)])
    layout = start_layout(scene, rng)
    corners = parse_corners(label(scene, layout, None)["corners"])
    board = learn_board(picture(scene, layout, None, 0), corners, scene.seats, picture(scene, empty_layout(), None, 1))
    reader = Reader(board)
    lines = view_of(board, recall_appearance(board), SheetView(numbers_of(board))).cells.lines
    for index, (played, roller) in enumerate(several(rng, POSITIONS)):
        kind = rng.random()
        position = scattered(rng) if kind < 0.15 else brought_home(rng) if kind < 0.3 else played
        laid = random_layout(scene, position, roller, rng, mishaps=0.1)
        seen = reader.read_region(reader.prepared(picture(scene, laid, None, 2 + index)))
        marks = marks_on(seen.maps, lines)
        for (row, column), count in zip(scene.seats.track(), position.places, strict=False):
            strip = strip_at(row, column)
            place = seen.points[strip]
            if place.hidden or all(count):
                continue
            by_count = [place.log_likelihood(max(0, n), max(0, -n)) for n in range(-MOST, MOST + 1)]
            classes = np.array(by_count[MOST - FULL_ROW : MOST + FULL_ROW + 1])
            classes[0] = np.logaddexp.reduce(by_count[: MOST - FULL_ROW + 1])
            classes[-1] = np.logaddexp.reduce(by_count[MOST + FULL_ROW :])
            yield Row(
                seed,
                board.checker.radius,
                board.checker.first,
                np.round(marks[strip], 3).tolist(),
                np.round(classes - np.logaddexp.reduce(classes), 3).tolist(),
                FULL_ROW + min(FULL_ROW, count[0]) - min(FULL_ROW, count[1]),
            )


def draw(out: Path, first: int, count: int) -> None:
    known = {json.loads(line)["seed"] for line in out.read_text().splitlines()} if out.exists() else set()
    with out.open("a", encoding="utf-8") as kept:
        for seed in range(first, first + count):
            if seed in known:
                continue
            try:
                found = list(rows_of(seed))
            except CalibrationError as error:
                print(f"{seed}: {error}", flush=True)
                continue
            kept.writelines(json.dumps(asdict(row), default=float) + "\n" for row in found)
            kept.flush()


def loss(said: Values, shown: npt.NDArray[np.int64]) -> float:
    """The logarithmic loss of all rows together."""
    return float(np.logaddexp.reduce(said, axis=1).sum() - said[np.arange(len(said)), shown].sum())


def biased(scores: Values, numbers: Values) -> Values:
    """numbers: FULL_ROW + 1 biases, and the logarithm of the sharpness."""
    sides = np.abs(np.arange(-FULL_ROW, FULL_ROW + 1))
    said = np.exp(numbers[-1]) * scores + numbers[:-1][sides]
    return np.asarray(said - np.logaddexp.reduce(said, axis=1, keepdims=True))


def fitted(scores: Values, shown: npt.NDArray[np.int64]) -> Values:
    """Numbers of `biased` of the least loss."""
    numbers = np.zeros(FULL_ROW + 2)

    def cost(tried: Values) -> float:
        return loss(biased(scores, tried), shown) + PULL * float((tried[:-1] ** 2).sum())

    for _ in range(ROUNDS):
        for index in range(len(numbers)):
            moved = [numbers + step * (np.arange(len(numbers)) == index) for step in STEPS]
            numbers = min(moved, key=cost)
    return numbers


def report(rows: list[Row]) -> None:
    scores = np.concatenate(
        [decoded(np.array([row.marks], np.float32), CheckerSize(row.radius, 0.0, row.first)) for row in rows]
    )
    shown = np.array([row.shown for row in rows])
    classes = np.array([row.classes for row in rows])
    seeds = np.array([row.seed for row in rows])
    one = seeds // len(KINDS) % 2 == 0
    said = np.zeros_like(scores)
    for half in (one, ~one):
        said[half] = biased(scores[half], fitted(scores[~half], shown[~half]))
    runner_up, best = np.sort(classes, axis=1)[:, -2:].T
    doubted = (best - runner_up < POINTS.doubted)[:, None]
    ways = {"classes": classes, "detections": said}
    ways |= {f"weighed {s}": np.where(doubted, (1 - s) * classes + s * said, classes) for s in SHARES}
    print(f"{len(rows)} rows of {len(set(seeds.tolist()))} boards, {COUNTS} counts: wrong, logarithmic loss")
    for kind, name in ((None, "all"), *enumerate(("tone on tone", "any set and camera", "as players have them"))):
        part = seeds % len(KINDS) == kind if kind is not None else np.ones(len(rows), np.bool_)
        for way, values in ways.items():
            wrong = int((values[part].argmax(axis=1) != shown[part]).sum())
            print(f"{name}, {way}: {wrong} of {int(part.sum())}, {loss(values[part], shown[part]):.1f}")
    numbers = fitted(scores, shown)
    print(f"sharpness {np.exp(numbers[-1]):.2f}, bias {numbers[:-1].round(1).tolist()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "fit"))
    parser.add_argument("rows", type=Path)
    parser.add_argument("--first", type=int, default=772_000, help="first seed")
    parser.add_argument("--boards", type=int, default=75)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.what == "draw":
        draw(asked.rows, asked.first, asked.boards)
    else:
        report([Row(**json.loads(line)) for line in asked.rows.read_text(encoding="utf-8").splitlines()])


if __name__ == "__main__":
    main()

"""Fit how sure a reading may be of itself.

    python -m lab.training.reading_certainty read ROWS.jsonl --first 770000 --boards 120   (goes on where it stopped)
    python -m lab.training.reading_certainty fit ROWS.jsonl

`read` draws fresh boards: of three one tone on tone, one with any set before any camera, one as players have them. Each
is learned from its start and its empty picture, corners given; of each position is kept what `vision.certainty`
measures of its reading and whether points and bar are exactly right, and of each point by itself what it claims,
whether it is right, and how far the less distinct colour is from the ground there. `fit` chooses
`vision.certainty.FITTED` for the least logarithmic loss on pictures in which nothing is hidden, and `FAINT` for that of
the points. Tables say how often readings and points are right that claim to be: each half of the boards by numbers
fitted to the other half.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import Evidence
from calibration.corners import parse_corners
from calibration.errors import CalibrationError
from calibration.visibility import measured_visibility
from lab.benchmarks.boards import CLAIMED
from lab.simulator.hard_positions import brought_home, scattered
from lab.simulator.positions import several
from lab.simulator.scene import label
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout
from lab.training.render import drawn
from vision.certainty import NAMES, Faintness, alone, is_hidden, measured
from vision.known_position.learn_board import learn_board
from vision.reader import Reader
from vision.reading import reading_of

Values = npt.NDArray[np.float64]
CONTRAST = (0, 4, 8, 12, 20, 35, 1000)
SURE = 0.99
PULL = 1.0
"""What each squared weight costs, in readings' logarithmic loss: few readings must not say much."""
STEPS = 50
DOUBTS = NAMES.index("stated") + 1
"""From which of NAMES on a greater value can only make a reading less certain."""
KINDS: tuple[dict[str, Any], ...] = ({"any_set": True, "tone": 1.0}, {"any_set": True, "cameras": True}, {})
POSITIONS = 3


def rows_of(seed: int) -> Iterator[dict[str, Any]]:
    """One for each position of a board. Raises CalibrationError where it cannot be learned."""
    scene, picture, rng = drawn(seed, **KINDS[seed % 3])
    layout = start_layout(scene, rng)
    corners = parse_corners(label(scene, layout, None)["corners"])
    board = learn_board(picture(scene, layout, None, 0), corners, scene.seats, picture(scene, empty_layout(), None, 1))
    reader = Reader(board)
    contrast = [min(pair) for pair in measured_visibility(board, (0.0,) * 25).contrast]
    for index, (played, roller) in enumerate(several(rng, POSITIONS)):
        kind = rng.random()
        position = scattered(rng) if kind < 0.15 else brought_home(rng) if kind < 0.3 else played
        hand = arm(scene, rng) if rng.random() < 0.15 else None
        laid = random_layout(scene, position, roller, rng, mishaps=0.1)
        image = picture(scene, laid, hand, 2 + index)
        evidence = reader.read(image)
        reading = reading_of(evidence)
        yield {
            "seed": seed,
            "values": measured(evidence, reading),
            "hidden": is_hidden(evidence),
            "stated": reading.confidence,
            "right": reading.position.points == position.points and reading.position.bar == position.bar,
            "points": list(claims(evidence, contrast, position.places[:24])),
        }


def claims(
    evidence: Evidence, contrasts: Sequence[float], wanted: Sequence[tuple[int, int]]
) -> Iterator[tuple[float, bool, float]]:
    """What each point that nothing hides claims by itself, whether that is right, and the contrast there."""
    for place, want, contrast in zip(evidence.places[:24], wanted, contrasts, strict=True):
        if not place.hidden:
            best = place.scores[0][:2]
            yield round(float(np.exp(alone(place, best))), 5), best == want, contrast


def read(out: Path, first: int, count: int) -> None:
    known = {json.loads(line)["seed"] for line in out.read_text().splitlines()} if out.exists() else set()
    with out.open("a", encoding="utf-8") as kept:
        for seed in range(first, first + count):
            if seed in known:
                continue
            try:
                lines = [json.dumps(row, default=float) for row in rows_of(seed)]
            except CalibrationError as error:
                print(f"{seed}: {error}", flush=True)
                continue
            kept.write("".join(f"{line}\n" for line in lines))
            kept.flush()


def fitted(values: Values, right: npt.NDArray[np.bool_]) -> Values:
    """(n,) weights of least logarithmic loss. What makes a picture hard to read makes no reading surer."""
    kept = list(range(values.shape[1]))
    while True:
        weights = _newton(values[:, kept], right)
        wrong = [name for name, weight in zip(kept, weights, strict=True) if name >= DOUBTS and weight > 0]
        if not wrong:
            break
        kept = [name for name in kept if name not in wrong]
    found = np.zeros(values.shape[1])
    found[kept] = weights
    return found


def _newton(values: Values, right: npt.NDArray[np.bool_]) -> Values:
    weights = np.zeros(values.shape[1])
    pull = PULL * np.eye(values.shape[1])
    pull[0, 0] = 1e-3  # what is always so is known well
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-values @ weights))
        gradient = values.T @ (chance - right) + pull @ weights
        curvature = (values * (chance * (1 - chance))[:, None]).T @ values + pull
        weights -= np.linalg.solve(curvature, gradient)
    return np.asarray(weights, np.float64)


def loss(chance: Values, right: npt.NDArray[np.bool_]) -> float:
    """The mean logarithmic loss."""
    bounded = np.clip(chance, 1e-3, 1 - 1e-3)
    return float(-np.log(np.where(right, bounded, 1 - bounded)).mean())


def table(name: str, claimed: Iterable[tuple[float, bool]]) -> str:
    held, lines = list(claimed), [f"{name}: claimed, n, stated, right"]
    for low, high in pairwise(CLAIMED):
        part = [(chance, right) for chance, right in held if low <= chance < high]
        if part:
            stated, right = (float(np.mean(column)) for column in zip(*part, strict=True))
            lines.append(f"{low:.2f} to {min(high, 1):.2f} {len(part):7} {stated:8.3f} {right:8.3f}")
    return "\n".join(lines)


def report(every: Sequence[dict[str, Any]]) -> None:
    hidden = [row["right"] for row in every if row["hidden"]]
    print(f"something hides a place: {sum(hidden)} of {len(hidden)} readings right")
    rows = [row for row in every if not row["hidden"]]
    values = np.array([row["values"] for row in rows], np.float64)
    right = np.array([row["right"] for row in rows], np.bool_)
    stated = np.array([row["stated"] for row in rows], np.float64)
    seeds = np.array([row["seed"] for row in rows])
    one = (seeds // len(KINDS)) % 2 == 0
    judged = np.zeros(len(rows))
    for half in (one, ~one):
        judged[half] = 1 / (1 + np.exp(-values[half] @ fitted(values[~half], right[~half])))
    print(f"{len(rows)} readings of {len(set(seeds))} boards, {int(right.sum())} right")
    print(f"loss: {loss(stated, right):.3f} as the places say, {loss(judged, right):.3f} fitted to the other half")
    for column, name in enumerate(NAMES[1:], 1):
        others, without = values.copy(), np.zeros(len(rows))
        others[:, column] = 0
        for half in (one, ~one):
            without[half] = 1 / (1 + np.exp(-others[half] @ fitted(others[~half], right[~half])))
        print(f"  without {name}: {loss(without, right):.3f}")
    for kind, name in enumerate(("tone on tone", "any set and camera", "as players have them")):
        part = seeds % len(KINDS) == kind
        print(table(f"readings, {name}, before", zip(stated[part], right[part], strict=True)))
        print(table(f"readings, {name}, by the other half", zip(judged[part], right[part], strict=True)))
    print(table("readings, all, before", zip(stated, right, strict=True)))
    print(table("readings, all, by the other half", zip(judged, right, strict=True)))
    report_points(rows)
    weights = fitted(values, right)
    print("FITTED =", dict(zip(NAMES, weights.round(3).tolist(), strict=True)))


def report_points(rows: Sequence[dict[str, Any]]) -> None:
    """What points claim by themselves, each half of the boards with `FAINT` fitted to the other half."""
    points = np.array([(*point, row["seed"] // len(KINDS) % 2) for row in rows for point in row["points"]], np.float64)
    half = points[:, 3] == 0
    judged = points.copy()
    for part in (half, ~half):
        judged[part, 0] *= less_sure(points[part, 2], faintness(points[~part]))
    for name, claimed in (("as they say", points), ("by the other half", judged)):
        print(f"points, {name}: loss {loss(claimed[:, 0], claimed[:, 1] > 0) * len(points):.1f} in all")
        print(table("points", ((claim, right > 0) for claim, right, *_ in claimed)))
        print(f"points that claim {SURE} and more: contrast, n, wrong")
        for low, high in pairwise(CONTRAST):
            wrong = [not right for claim, right, seen, _ in claimed if claim >= SURE and low <= seen < high]
            print(f"{low:>4} to {high:<5} {len(wrong):6} {sum(wrong):4}")
    found = faintness(points)
    print(f"FAINT = Faintness({found.wrong:.3f}, {found.over:.2f})")


def less_sure(contrast: Values, faint: Faintness) -> Values:
    """Factors of what points claim."""
    return 1 - faint.wrong * np.exp(-contrast / faint.over)


def faintness(points: Values) -> Faintness:
    """The one of least logarithmic loss. points: (n, 3 and more) claimed, right, contrast."""
    tried = [
        Faintness(float(wrong), float(over))
        for wrong in (0.0, *np.geomspace(0.003, 0.3, 30))
        for over in np.geomspace(0.5, 12, 24)
    ]
    return min(tried, key=lambda one: loss(points[:, 0] * less_sure(points[:, 2], one), points[:, 1] > 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("read", "fit"))
    parser.add_argument("rows", type=Path)
    parser.add_argument("--first", type=int, default=770_000, help="first seed")
    parser.add_argument("--boards", type=int, default=120)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.what == "read":
        read(args.rows, args.first, args.boards)
    else:
        report([json.loads(line) for line in args.rows.read_text(encoding="utf-8").splitlines()])


if __name__ == "__main__":
    main()

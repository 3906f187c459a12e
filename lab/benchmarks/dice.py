"""How surely dice are told from what is none, on labelled pictures: where the limits of `vision.board_dice` come from.

    python -m lab.benchmarks.dice FOLDER...       # e.g. of lab.simulator.path_traced.stills

It prints percentiles of the log-odds of spots that may be dice, of those that are and of those that are none, how many
are surely one, how many of the dice have a spot at all, and how often its face is right, by the width of the die in
pixels. Dice that nobody could read (`lab.simulator.pips`) do not count.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lab.benchmarks.vision import calibrated
from lab.simulator.pips import legible
from vision.board_dice import DICE, Candidate
from vision.reader import Reader

NEAR, FAR = 0.5, 1.0
"""Sides of a die from its middle within which a spot is the die, and beyond which it is none."""
WIDTHS = (0, 12, 16, 20, 28, 99)


@dataclass(frozen=True)
class Weighed:
    """A die of a label, and the spot that is it (None: there is none); or a spot that is no die (value 0)."""

    value: int
    candidate: Candidate | None


def board(folder: Path, labels: list[dict[str, Any]]) -> Iterator[Weighed]:
    pictures = {label["image"]: np.asarray(cv2.imread(str(folder / label["image"])), np.uint8) for label in labels}
    reader = Reader(calibrated((label["kind"], pictures[label["image"]], label) for label in labels))
    for label in labels:
        if label["kind"] == "position" and not label["occluded"]:
            yield from _position(reader, pictures[label["image"]], label)


def _position(reader: Reader, picture: np.ndarray[Any, np.dtype[np.uint8]], label: dict[str, Any]) -> Iterator[Weighed]:
    weighed = reader.weighed_dice(picture)
    taken = set()
    for die in label["dice"]:
        away = [
            np.hypot(c.die.center[0] - die["center"][0], c.die.center[1] - die["center"][1]) / c.spot.side
            for c in weighed
        ]
        nearest = int(np.argmin(away)) if away else -1
        found = nearest >= 0 and away[nearest] < NEAR
        taken |= {n for n, far in enumerate(away) if far < FAR}
        if legible(die):
            yield Weighed(die["value"], weighed[nearest] if found else None)
    for n, candidate in enumerate(weighed):
        if n not in taken and not candidate.die.outside:  # beside the board lie dice that no label tells of
            yield Weighed(0, candidate)


def report(found: list[Weighed]) -> Iterator[str]:
    dice = [w for w in found if w.value]
    seen = [(w.value, w.candidate) for w in dice if w.candidate is not None]
    others = [w.candidate.log_odds for w in found if not w.value and w.candidate is not None]
    odds = [candidate.log_odds for _, candidate in seen]
    sure = sum(o >= DICE.sure for o in odds), sum(o >= DICE.sure for o in others)
    yield f"dice {len(dice)}, with a spot {len(seen)}, surely {sure[0]}"
    yield f"other spots on the leaves {len(others)}, surely {sure[1]}"
    yield f"log-odds of dice, 2, 5, 10, 25, 50 %: {np.percentile(odds, (2, 5, 10, 25, 50)).round(2).tolist()}"
    if others:
        yield f"of others, 50, 75, 90, 95, 98 %: {np.percentile(others, (50, 75, 90, 95, 98)).round(2).tolist()}"
    for low, high in pairwise(WIDTHS):
        part = [value == candidate.die.value for value, candidate in seen if low <= candidate.spot.side < high]
        if part:
            yield f"{low:2} to {high:2} pixels: {len(part):4} dice, face right {np.mean(part):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    cv2.setNumThreads(1)
    found: list[Weighed] = []
    for folder in parser.parse_args().folders:
        labels = json.loads((folder / "labels.json").read_text())
        for name in sorted({label["board_id"] for label in labels}):
            found += board(folder, [label for label in labels if label["board_id"] == name])
    print("\n".join(report(found)))


if __name__ == "__main__":
    main()

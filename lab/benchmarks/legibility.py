"""How dark, grainy or compressed pictures may be to be read, and what `vision.legibility` measures in them.

    python -m lab.benchmarks.legibility FOLDER [--boards 4] [--first-seed 71000]

Boards are drawn into the folder unless it holds some, learned from good pictures and then read, each picture by itself,
as a camera gives them with less and less light (its grain the same in grey levels), with more grain, and with stronger
compression.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.sheet import Image
from lab.benchmarks.vision import calibrated
from lab.simulator.pipeline import Pipeline, taken
from lab.simulator.stills import write_stills
from vision.legibility import blockiness, brightness
from vision.reader import Reader
from vision.reading import reading_of

GOOD = Pipeline(1.0, (1.0, 1.0, 1.0), 1.0, 0.0, 0.0, 0.0, 1.5, 1.0, 0.0, 0.0, 0.0, 90)
"""A webcam in good light."""
CAMERAS: dict[str, list[Pipeline]] = {
    "light": [replace(GOOD, exposure=share) for share in (1.0, 0.1, 0.03, 0.01, 0.005, 0.002, 0.001)],
    "light, grain 4": [
        replace(GOOD, exposure=share, grain=4.0, colour_grain=2.0) for share in (0.1, 0.03, 0.01, 0.005, 0.002)
    ],
    "grain": [replace(GOOD, grain=sigma, colour_grain=sigma / 2) for sigma in (8.0, 16.0, 24.0, 32.0, 48.0)],
    "quality": [replace(GOOD, quality=quality) for quality in (60, 40, 30, 20, 15, 10, 6)],
}


def varied(name: str, by: Pipeline) -> float:
    return {"grain": by.grain, "quality": float(by.quality)}.get(name, by.exposure)


def through(picture: Image, by: Pipeline, rng: np.random.Generator) -> Image:
    """A rendered picture as that camera gives it."""
    light = (picture[..., ::-1].astype(np.float32) / 255) ** np.float32(2.2)
    return taken(np.asarray(light, np.float32), by, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--first-seed", type=int, default=71000)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if not (asked.folder / "labels.json").exists():
        write_stills(asked.folder, range(asked.first_seed, asked.first_seed + asked.boards))
    labels = json.loads((asked.folder / "labels.json").read_text())
    read: dict[tuple[str, float], list[tuple[bool, bool, float, float]]] = {}
    for board_id in sorted({label["board_id"] for label in labels})[: asked.boards]:
        rng = np.random.default_rng(0)
        own = [label for label in labels if label["board_id"] == board_id]
        pictures = [np.asarray(cv2.imread(str(asked.folder / label["image"])), np.uint8) for label in own]
        good = [through(picture, GOOD, rng) for picture in pictures]
        board = calibrated([(label["kind"], picture, label) for label, picture in zip(own, good, strict=True)])
        part = _part(board.corners.left + board.corners.right)
        for label, picture in zip(own, pictures, strict=True):
            if label["kind"] != "position" or label["occluded"]:
                continue
            wanted = board.seats.light_points(label["top"], label["bottom"])
            dice = sorted(die["value"] for die in label["dice"] if not die.get("outside"))
            for name, cameras in CAMERAS.items():
                for by in cameras:
                    seen = through(picture, by, rng)
                    evidence = Reader(board).read(seen)
                    exact = list(reading_of(evidence).position.points) == list(wanted)
                    found = sorted(die.value for die in evidence.dice if not die.outside) == dice
                    row = (exact, found, brightness(seen, part), blockiness(seen, part))
                    read.setdefault((name, varied(name, by)), []).append(row)
    print("| camera | boards exact | dice exact | grey level: least, median, most | blocks: least, median, most |")
    print("| --- | --- | --- | --- | --- |")
    for (name, value), rows in read.items():
        exact, found, level, blocks = np.array(rows, np.float64).T
        spans = (f"{np.min(a):.2f}, {np.median(a):.2f}, {np.max(a):.2f}" for a in (level, blocks))
        print(f"| {name} {value:g} | {exact.mean():.2f} | {found.mean():.2f} | {' | '.join(spans)} |")


def _part(corners: tuple[tuple[float, float], ...]) -> tuple[slice, slice]:
    x, y, width, height = cv2.boundingRect(np.array(corners, np.float32))
    return slice(max(0, y), y + height), slice(max(0, x), x + width)


if __name__ == "__main__":
    main()

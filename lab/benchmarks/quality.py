"""What `calibration.quality` measures in rendered boards, and how many of them draw advice.

    python -m lab.benchmarks.quality [--boards 20] [--first-seed 62000] [--size 1280x720]

Half of the boards are ordinary, half hard. A limit suits where hardly an ordinary board draws a sentence.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

import numpy as np

from calibration.corners import parse_corners
from calibration.errors import CalibrationError
from calibration.quality import advice, picture_quality
from lab.benchmarks.board_parser import board_parser
from lab.simulator.looks import Difficulty, random_board
from lab.simulator.scene import render
from lab.simulator.stills import empty_layout, start_layout
from vision.known_position.learn_board import learn_board


def main() -> None:
    parser = board_parser(__doc__, boards=20, first_seed=62_000)
    parser.add_argument("--size", default="1280x720")
    asked = parser.parse_args()
    width, height = (int(side) for side in asked.size.split("x"))
    halves: tuple[Difficulty, ...] = ("ordinary", "hard")
    for difficulty in halves:
        measured: list[list[float]] = []
        told: Counter[str] = Counter()
        names: list[str] = []
        for seed in range(asked.first_seed, asked.first_seed + asked.boards // 2):
            scene = random_board(seed, difficulty, (width, height))
            start, label = render(scene, start_layout(scene, np.random.default_rng(seed)), shot=0)
            empty, _ = render(scene, empty_layout(), shot=1)
            try:
                quality = picture_quality(learn_board(start, parse_corners(label["corners"]), scene.seats, empty))
            except CalibrationError:
                continue  # the picture cuts the board off
            values = asdict(quality)
            light, dark = values.pop("contrast")
            values |= {"contrast of light": light, "contrast of dark": dark}
            names = list(values)
            measured.append([float(value) for value in values.values()])
            told.update(sentence.split(":")[0] for sentence in advice(quality))
        print(f"{difficulty}: {len(measured)} boards; smallest, median, largest")
        for name, column in zip(names, np.array(measured).T, strict=True):
            print(f"  {name}: {column.min():.2f} {np.median(column):.2f} {column.max():.2f}")
        for sentence, times in told.most_common():
            print(f"  told {times} times: {sentence}")


if __name__ == "__main__":
    main()

"""Boards without dice, as linear light, for dice to be laid on.

    python -m lab.training.dice_boards FOLDER --first 1100000 --boards 100

Each seed gives one `.npz`: `light` and `bare` (H, W, 3) float16 RGB, `point` the width of a point in pixels.
A board that is already there is left.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from lab.simulator.looks import random_board
from lab.simulator.positions import several
from lab.simulator.scene import radiance
from lab.simulator.stills import arm, empty_layout, random_layout

SIZE = (1280, 720)


def write_board(seed: int, path: Path) -> None:
    rng = np.random.default_rng((seed, 31))
    scene = random_board(seed, "hard" if rng.random() < 0.6 else "ordinary", SIZE)
    position, roller = several(rng, 1)[0]
    layout = replace(random_layout(scene, position, roller, rng), dice=())
    hand = arm(scene, rng) if rng.random() < 0.15 else None
    light = radiance(scene, layout, hand, samples=1.0)
    bare = radiance(scene, empty_layout(), None, samples=1.0)
    corners = scene.book.seen_corners(scene.camera)["left"]
    point = float(np.hypot(*(np.array(corners[1]) - corners[0])) + np.hypot(*(np.array(corners[2]) - corners[3]))) / 12
    np.savez(path, light=light.astype(np.float16), bare=bare.astype(np.float16), point=np.float32(point))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--boards", type=int, required=True)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.first, chosen.first + chosen.boards):
        path = chosen.folder / f"{seed}.npz"
        if not path.exists():
            write_board(seed, path)


if __name__ == "__main__":
    main()

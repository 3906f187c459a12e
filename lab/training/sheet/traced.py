"""Take over what the path-traced renderer has drawn, beside what `lab.training.sheet.draw` draws.

    PYTHON_WITH_BPY -m lab.training.sheet.traced STILLS FOLDER --first SEED --boards N [--positions 2] [--hard]

STILLS: a folder that `lab.simulator.path_traced.stills` wrote with the same numbers. Its labels are told anew from the
seeds, for scenes and layouts are those of the other renderer.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from lab.simulator.path_traced.stills import pictures, random_scene
from lab.training.render import hand_mask
from lab.training.sheet.draw import end, written
from lab.training.sheet.labels import things_label


def take_over(stills: Path, folder: Path, seed: int, positions: int, hard: bool) -> None:
    """One board. Raises FileNotFoundError where one of its pictures lacks."""
    board = random_scene(seed, hard)
    kept = []
    for index, (kind, layout, hand) in enumerate(pictures(board, positions)):
        picture = cv2.imread(str(stills / f"t{seed}_{index:02d}.png"))
        if picture is None:
            raise FileNotFoundError(f"t{seed}_{index:02d}.png")
        covered = np.zeros(picture.shape[:2], np.uint8) if hand is None else hand_mask(board.scene, hand)
        told = things_label(board.scene, layout)
        kept.append(written(folder, f"t{seed}_{index:02d}", kind, np.asarray(picture, np.uint8), covered) | told)
    end(folder, f"t{seed}", "path-traced", board.scene, kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stills", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--boards", type=int, required=True)
    parser.add_argument("--positions", type=int, default=2)
    parser.add_argument("--hard", action="store_true", help="drawn with --hard-to-count")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(asked.first, asked.first + asked.boards):
        if not (asked.folder / f"t{seed}.json").exists():
            take_over(asked.stills, asked.folder, seed, asked.positions, asked.hard)


if __name__ == "__main__":
    main()

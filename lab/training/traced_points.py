"""Path-traced boards to the arrays the networks learn from, each through several cameras.

    python -m lab.training.traced_points OUT.npz FOLDER... [--cameras 4] [--before SEED]

FOLDER is one of `lab.simulator.path_traced.stills`, which keeps the light of each picture: one of another camera costs
next to nothing. A board is calibrated by each camera's own start picture, and its empty one where there is one, as a
user's would be.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lab.simulator.path_traced.stills import pictures, random_scene
from lab.simulator.pipeline import breathed, by_lot, taken
from lab.simulator.scene import cube_label, discs_in_sight
from lab.training.collect import boards, collect_board, save
from lab.training.render import hand_mask
from lab.training.traced_boards import light_of


def labels_of(mine: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """A board's labels with all that collecting takes; masks of arms are written to the folder.

    Raises ValueError where the labels are not those that the board's seed draws.
    """
    kinds = [label["kind"] for label in mine]
    board = random_scene(int(mine[0]["board_id"][1:]), mine[0].get("hard_to_count", False))
    laid = pictures(board, kinds.count("position"), "empty" in kinds)
    told: list[dict[str, Any]] = []
    for label, (kind, layout, hand) in zip(mine, laid, strict=True):
        if kind != label["kind"]:
            raise ValueError(f"{label['image']} is no {kind}.")
        more: dict[str, Any] = {
            "discs": discs_in_sight(board.scene, layout),
            "spare_cubes": [cube_label(board.scene, cube) for cube in layout.spare_cubes],
        }
        if hand is not None:
            more["mask"] = f"{Path(label['image']).stem}.mask.png"
            cv2.imwrite(str(folder / more["mask"]), hand_mask(board.scene, hand))
        told.append(label | more | {"occluded": hand is not None})
    return told


def through_a_camera(folder: Path, labels: list[dict[str, Any]], number: int, target: Path) -> None:
    """Write to `target` what the number-th camera by lot makes of a board's light in `folder`."""
    seed, camera = int(labels[0]["board_id"][1:]), None
    for index, label in enumerate(labels):
        light = np.asarray(light_of(folder, label["image"]), np.float32)
        camera = camera or by_lot(np.random.default_rng((seed, 71, number)), float(light.mean()))
        rng = np.random.default_rng((seed, 72, number, index))
        cv2.imwrite(str(target / label["image"]), taken(light, breathed(camera, rng), rng))


def traced(folder: Path, before: int) -> Iterator[list[dict[str, Any]]]:
    """Labels board by board, of seeds below `before`."""
    yield from (group for group in boards(folder) if int(group[0]["board_id"][1:]) < before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--cameras", type=int, default=4)
    parser.add_argument("--before", type=int, default=1 << 31, help="boards of lower seeds only")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    arrays: dict[str, list[Any]] = defaultdict(list)
    for folder in chosen.folders:
        for mine in traced(folder, chosen.before):
            with tempfile.TemporaryDirectory() as scratch:
                here = Path(scratch)
                labels = labels_of(mine, here)
                for number in range(chosen.cameras):
                    through_a_camera(folder, labels, number, here)
                    rng = np.random.default_rng((int(mine[0]["board_id"][1:]), 73, number))
                    try:
                        collect_board(here, labels, rng, False, arrays)
                    except Exception as error:  # noqa: BLE001 - one odd board must not end a night of collecting
                        print(f"{mine[0]['board_id']}, camera {number}: {error!r}", file=sys.stderr, flush=True)
    save(chosen.out, arrays)
    print(json.dumps({key: len(values) for key, values in arrays.items()}))


if __name__ == "__main__":
    main()

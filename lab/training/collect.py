"""Labelled pictures of rendered boards to cut-outs of cubes that the network `cube` learns from.

    python -m lab.training.collect OUT.npz FOLDER...

FOLDER holds pictures and labels.json as written by `lab.simulator.stills`. Every board is calibrated from its
own start picture exactly as a user's would be, corners a little off included.
Arrays are int8 (value * 100) to keep thousands of boards in memory.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from arbiter.seats import Seats
from calibration.colours import match_light
from calibration.corners import LeafCorners, parse_corners
from calibration.learn import recall_appearance
from vision.crops import top_faces
from vision.known_position.learn_board import learn_board

QUANTUM = 100
OTHER_CUBES, CUBE_REACH = 2, 0.9
"""Cut-outs of a picture that show none, and point widths that they lie from dice and cubes at the least."""
CUBE_CLASSES = {2: 1, 4: 2, 8: 3, 16: 4, 32: 5, 64: 6, 1: 6}
SET, FOUND = 0.7, 0.05
"""By how much corners are off (standard deviation along each side of the picture): pixels where players have set them,
points' widths where the program has found them, which is as often."""


def packed(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.clip(np.round(values * QUANTUM), -127, 127).astype(np.int8)


def slipped(corners: LeafCorners, random: np.random.Generator) -> LeafCorners:
    """Corners, in pixels, as far off as if they had been set by hand or found by the program: either as often."""
    point = float(np.hypot(*np.subtract(corners.left[1], corners.left[0]))) / 6
    size = FOUND * point if random.random() < 0.5 else SET

    def slip(quad: Any) -> Any:
        return [[x + random.normal(0, size), y + random.normal(0, size)] for x, y in quad]

    return parse_corners({"left": slip(corners.left), "right": slip(corners.right)})


def boards(folder: Path) -> Iterator[list[dict[str, Any]]]:
    groups = defaultdict(list)
    for label in json.loads((folder / "labels.json").read_text()):
        groups[label["board_id"]].append(label)
    yield from (groups[key] for key in sorted(groups))


def collect(folder: Path, random: np.random.Generator, exact: bool = False) -> dict[str, list[Any]]:
    """exact: corners as labelled and the empty picture used wherever there is one, as the scorer does."""
    arrays: dict[str, list[Any]] = defaultdict(list)
    for labels in boards(folder):
        try:
            collect_board(folder, labels, random, exact, arrays)
        except Exception as error:  # noqa: BLE001 - one odd board must not end a night of collecting
            print(f"{folder}/{labels[0]['board_id']}: {error!r}", file=sys.stderr)
    return arrays


def collect_board(
    folder: Path, labels: list[dict[str, Any]], random: np.random.Generator, exact: bool, arrays: dict[str, list[Any]]
) -> None:
    start = next(label for label in labels if label["kind"] == "start")
    empty = next((label for label in labels if label["kind"] == "empty"), None)
    corners = parse_corners(start["corners"])
    if not exact:
        corners = slipped(corners, random)
        empty = empty if random.random() < 0.85 else None
    board = learn_board(
        read_picture(folder / start["image"]),
        corners,
        Seats(Side(start["near"]), start["home"]),
        read_picture(folder / empty["image"]) if empty else None,
    )
    looks = recall_appearance(board)
    for label in labels:
        if label["kind"] == "empty" or (label["kind"] == "start" and exact):
            continue
        image = match_light(read_picture(folder / label["image"]), looks.bare)
        collect_crops(board, image, label, random, exact, arrays)


def read_picture(path: Path) -> npt.NDArray[np.uint8]:
    """(h, w, 3) BGR. Raises FileNotFoundError where no picture can be read."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(f"{path} is no picture that can be read")
    return np.asarray(picture, np.uint8)


def cubes_of(label: dict[str, Any]) -> list[dict[str, Any]]:
    shown, spare = label.get("cube"), label.get("spare_cubes", [])
    return [*([shown] if shown else []), *spare]


def collect_crops(
    board: Any, image: Any, label: dict[str, Any], random: np.random.Generator, exact: bool, arrays: Any
) -> None:
    slip = 0.0 if exact else 0.05
    height, width = image.shape[:2]
    point = np.hypot(*(np.array(board.corners.left[1]) - board.corners.left[0])) / 6

    def near(center: Any) -> tuple[float, float]:
        return center[0] + random.normal(0, slip * point), center[1] + random.normal(0, slip * point)

    taken = [die["center"] for die in label["dice"]] + [cube["center"] for cube in cubes_of(label)]
    covered = bool(label.get("occluded"))
    for cube in [] if covered else cubes_of(label):
        for _ in range(1 if exact else 2):
            arrays["cube"].append(packed(top_faces(board, image, [near(cube["center"])])[0] / 100 - 0.5))
            arrays["cube_value"].append(CUBE_CLASSES[cube.get("up_face") or cube["value"]])
    for _ in range(OTHER_CUBES):
        across, down = np.array([*board.corners.left, *board.corners.right]).T
        x = random.uniform(across.min() - 2 * point, across.max() + 2 * point)
        spot = (float(x), float(random.uniform(down.min(), down.max())))
        if not (0 <= spot[0] < width and 0 <= spot[1] < height):
            continue
        if any(np.hypot(spot[0] - c[0], spot[1] - c[1]) <= CUBE_REACH * point for c in taken):
            continue
        arrays["cube_value"].append(0)
        arrays["cube"].append(packed(top_faces(board, image, [spot])[0] / 100 - 0.5))


def save(path: Path, arrays: dict[str, list[Any]]) -> None:
    out: dict[str, Any] = {key: np.array(values) for key, values in arrays.items()}
    np.savez(path, **out)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    target, *folders = sys.argv[1:]
    gathered: dict[str, list[Any]] = defaultdict(list)
    for number, name in enumerate(folders):
        folder = Path(name)
        exact = "shared" in folder.resolve().parts
        for key, values in collect(folder, np.random.default_rng(number), exact).items():
            gathered[key] += values
    save(Path(target), gathered)
    print({key: len(values) for key, values in gathered.items()})

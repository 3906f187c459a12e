"""Writes the sheet of path-traced dice that `test_dice` reads; none of them was learned from.

    python -m lab.campaigns.traced_dice FIELDS      # pictures of lab.simulator.path_traced.dice_field, held out

128 dice, 13 to 26 pixels wide, each through a camera drawn by lot; the labels say value, x, y, side, and how the camera
saw the table (`vision.crops`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from lab.simulator.pipeline import by_lot, taken
from lab.training.dice_bank import Bytes, Field, Floats, load_field
from vision.crops import Upright

TILE, ACROSS, DICE = 64, 16, 128
DATA = Path(__file__).parents[2] / "tests" / "vision" / "data"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fields", type=Path)
    fields = [load_field(path) for path in sorted(parser.parse_args().fields.glob("*.npz"))]
    rng = np.random.default_rng(128)
    tiles: list[Bytes] = []
    rows: list[list[float]] = []
    while len(tiles) < DICE:
        light, row, view = _die(fields[len(tiles) % len(fields)], rng)
        tiles.append(taken(light, by_lot(rng, float(light.mean())), rng))
        rows.append([int(row[0]), *(round(float(v), 2) for v in row[1:]), *(round(v, 3) for v in view)])
    sheet = np.vstack([np.hstack(tiles[n : n + ACROSS]) for n in range(0, DICE, ACROSS)])
    cv2.imwrite(str(DATA / "traced_dice.jpg"), sheet, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (DATA / "traced_dice.json").write_text(json.dumps(rows))


def _die(field: Field, rng: np.random.Generator) -> tuple[Floats, tuple[float, float, float, float], Upright]:
    """(TILE, TILE, 3) linear light around a die in sight, its value, x, y and side there, and how it is seen."""
    height, width = field.light.shape[:2]
    while True:
        n = int(rng.integers(len(field.dice)))
        x, y, side, value, hidden = (float(v) for v in field.dice[n])
        pixels = float(np.exp(rng.uniform(np.log(13.0), np.log(26.0))))
        half = TILE / 2 * side / pixels
        if not hidden and half < x < width - half and half < y < height - half:
            break
    corner = (x - half, y - half)
    scale = TILE / (2 * half)
    matrix = np.array([[1 / scale, 0, corner[0]], [0, 1 / scale, corner[1]]])
    soft = cv2.GaussianBlur(field.light, (0, 0), max(0.1, 0.45 / scale))
    tile = cv2.warpAffine(soft, matrix, (TILE, TILE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    middle = TILE / 2
    return np.asarray(tile, np.float32), (value, middle, middle, pixels), field.views[n]


if __name__ == "__main__":
    main()

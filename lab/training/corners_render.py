"""Rendered pictures of open books with their corners, for the networks that find the leaves.

    python -m lab.training.corners_render FOLDER --first SEED --boards N [--minutes M]

Breadth counts here, not positions: every board is drawn by lot, every third gets the proportions of some wooden
board, and each is seen by two cameras that frame it as carelessly as people do. FOLDER gets JPEGs and corners.jsonl.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.book import Book
from lab.simulator.camera import Camera
from lab.simulator.looks import camouflaged, random_board
from lab.simulator.positions import several
from lab.simulator.scene import Scene, render
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout

QUALITY = 93


def wooden(book: Book, rng: Generator) -> Book:
    """Other makers' proportions: long leaves, narrow or missing bars, broad frames, flat or deep trays."""
    radius = book.pitch * float(rng.uniform(0.36, 0.48))
    broad = bool(rng.random() < 0.5)
    return replace(
        book,
        margin=float(rng.choice([0.0, rng.uniform(0.0, 0.5)])),
        checker_radius=radius,
        floor_height=max(book.pitch * float(rng.uniform(7.6, 13.0)), 20.3 * radius),
        rim=float(rng.uniform(0.3, 1.0) if broad else rng.uniform(1.0, 3.2)),
        gutter=float(rng.uniform(0.0, 0.6)),
        depth=float(rng.uniform(0.02, 1.4)),
        ridge_width=float(rng.choice([0.06, rng.uniform(0.3, 2.6)])),
        ridge_rise=float(rng.uniform(0.0, 0.1)),
        lift=(0.0, 0.0),
        die_side=2 * radius * float(rng.uniform(0.35, 0.6)),
    )


def careless_camera(scene: Scene, rng: Generator) -> Camera:
    """The whole book in the picture, but small or aside, turned, steep: a camera that nobody aimed with care."""
    camera = scene.camera
    roll = float(rng.normal(0, 6) if rng.random() < 0.8 else rng.uniform(-40, 40))
    tilt = float(rng.uniform(0, 52))
    hfov = float(rng.uniform(40, 78))
    camera = replace(
        camera, tilt=tilt, roll=roll, azimuth=float(np.clip(rng.normal(0, 16), -45, 45)), hfov=hfov,
        k1=float(rng.uniform(-0.07, 0.02)),
    )  # fmt: skip
    book = scene.book
    half_x, half_y = book.bounds
    ends = [(x, y, z) for x in (-half_x, half_x) for y in (-half_y, half_y) for z in (0.0, book.crest)]
    aim = (float(rng.normal(0, 2.0)), float(rng.normal(0, 1.5)), 0.0)
    fill = float(rng.uniform(0.5, 1.0) if rng.random() < 0.5 else rng.uniform(0.88, 1.0))
    low, high = 15.0, 200.0
    for _ in range(20):
        middle = (low + high) / 2
        camera = replace(camera, distance=middle, target=aim)
        seen = camera.project(ends)
        inside = bool((np.abs(seen - camera.middle) < fill * np.array(camera.middle)).all())
        low, high = (low, middle) if inside else (middle, high)
    return replace(camera, distance=high)


def pictures(seed: int) -> Iterator[tuple[str, Any, Any]]:
    """(kind, picture, label): two cameras, two pictures each."""
    rng = np.random.default_rng((seed, 11))
    size = ((960, 540), (960, 720), (800, 800), (720, 960))[int(rng.choice(4, p=[0.6, 0.25, 0.08, 0.07]))]
    scene = random_board(seed, "hard" if rng.random() < 0.6 else "ordinary", size)
    if rng.random() < 0.3:
        scene = camouflaged(scene, rng)
    if rng.random() < 0.33:
        scene = replace(scene, look=replace(scene.look, book=wooden(scene.book, rng)))
    shot = 0
    for number in range(2):
        seen = replace(scene, camera=careless_camera(scene, rng))
        kinds = ("start", "empty") if (number + seed) % 2 else ("start", "position")
        for kind in kinds:
            if kind == "start":
                layout = start_layout(seen, rng)
            elif kind == "empty":
                layout = empty_layout()
            else:
                ((position, roller),) = several(rng, 1)
                layout = random_layout(seen, position, roller, rng, mishaps=0.1)
            hand = arm(seen, rng) if kind != "empty" and rng.random() < 0.2 else None
            yield kind, *render(seen, layout, hand, shot=shot, samples=1.0)
            shot += 1


def write_board(folder: Path, seed: int, lines: Any) -> None:
    for index, (kind, picture, label) in enumerate(pictures(seed)):
        name = f"{seed}_{index}.jpg"
        (folder / name).write_bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
        entry = {"image": name, "kind": kind, "corners": label["corners"], "near": label["near"], "home": label["home"]}
        lines.write(json.dumps(entry) + "\n")
    lines.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=300_000)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=1e9)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with (args.folder / f"corners_{args.first}.jsonl").open("w") as lines:
        for seed in range(args.first, args.first + args.boards):
            if time.monotonic() - began > args.minutes * 60:
                break
            try:
                write_board(args.folder, seed, lines)
            except (ValueError, IndexError, cv2.error) as error:  # one odd board must not end the rendering
                print(f"board {seed}: {error!r}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

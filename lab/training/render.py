"""Rendered boards straight to the arrays the networks learn from.

    python -m lab.training.render OUT.npz --first SEED --boards N [--per-board 12] [--any-set] [--any-camera]
                                  [--tone 0.6]

Positions are those of play, piled ones, scattered ones that no game would reach, and some with both colours
on a point: the networks must tell what lies there, not what is likely. Seeds of the tests and benchmarks are
below 100,000; these start above.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from lab.simulator import dice
from lab.simulator.book import LARGEST_CHECKER, LEAVES, SMALLEST_CHECKER
from lab.simulator.glare import random_glare, shone
from lab.simulator.hands import draw_hand
from lab.simulator.hard_positions import brought_home, mixed_now_and_then, scattered
from lab.simulator.layout import LaidCube, LaidDie, Layout, Mishap, lay_cube, lay_dice
from lab.simulator.light import scaled
from lab.simulator.looks import camouflaged, random_board
from lab.simulator.pipeline import Pipeline, breathed, by_lot, grainy, taken
from lab.simulator.positions import several
from lab.simulator.scene import Scene, cube_label, discs_in_sight, label, mixed_points, radiance, render
from lab.simulator.solids import Block
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout
from lab.simulator.tone import tone_on_tone
from lab.training.collect import collect_board, save

MISHAPS: tuple[Mishap, ...] = (
    "on_checker", "on_checker", "cocked", "against_checker", "touching", "touching", "outside",
)  # fmt: skip

SIZES = ((640, 360), (960, 540), (1280, 720))
SAMPLES = 1.5
"""Of the fast renderer, a pixel and direction."""
GLARES = (0.4, 0.3, 0.2, 0.1)
"""Shares of boards before any camera with no mirror image of a lamp, one, two or three."""
GRAINY = 0.6
AVERAGED = (1, 1, 1, 4, 8)
"""Share of tone on tone boards before a webcam in little light; pictures of which one is the mean, as in a game."""
OTHER_LIGHT = 0.3
"""Share of positions in another light than the bare board's."""


def in_other_light(scene: Scene, rng: Generator) -> Scene:
    """Another lamp, other blinds, and what the camera makes of it: shadows and shades are not the bare board's."""
    lamp = scene.lamp
    other = replace(
        lamp,
        azimuth=lamp.azimuth + float(rng.uniform(30, 330)),
        elevation=float(rng.uniform(35, 80)),
        key=scaled(lamp.key, float(np.exp(rng.uniform(np.log(0.3), np.log(2.5))))),
        sky=scaled(lamp.sky, float(rng.uniform(0.5, 1.5))),
    )
    return replace(scene, lamp=other, film=scene.film.breathed(rng, 0.1))


def more_dice(scene: Scene, layout: Layout, rng: Generator) -> tuple[LaidDie, ...]:
    """A handful of dice more: faces are learned from many dice, not from many boards."""
    more: tuple[LaidDie, ...] = ()
    if rng.random() < 0.5:
        for roller in (Side.LIGHT, Side.DARK) * 3:
            values = (int(rng.integers(1, 7)), int(rng.integers(1, 7)))
            astray = MISHAPS[int(rng.integers(len(MISHAPS)))] if rng.random() < 0.5 else None
            more += lay_dice(scene.book, scene.seats, layout.discs, roller, values, rng, astray)
    return more


def more_cubes(scene: Scene, rng: Generator) -> tuple[LaidCube, ...]:
    """Cubes all round the board, for learning their figures."""
    made, book = [], scene.book
    width, height = book.bounds
    for _ in range(int(rng.choice([0, 0, 3, 5]))):
        up, lift = int(rng.choice(dice.CUBE)), book.cube_side / 2
        turn = dice.showing(dice.CUBE, up, float(rng.uniform(0, 2 * np.pi)))
        if rng.random() < 0.6:
            frame = "table"
            x = float(rng.choice([-1, 1])) * (width + float(rng.uniform(0.8, 2.2)) * book.cube_side)
            y = float(rng.uniform(-1, 1)) * height
        else:
            frame = str(rng.choice(LEAVES))
            x, y = float(rng.uniform(0.1, 0.9)) * book.floor_width, float(rng.uniform(-0.2, 0.2)) * height
        made.append(LaidCube(Block(frame, (x, y, lift), turn, "cube"), up, "none"))
    return tuple(made)


def strewn(scene: Scene, layout: Layout, rng: Generator) -> Layout:
    """Borne-off checkers as players lay them: in a loose heap on either side, in a row, or in a box out of sight."""
    away = rng.random()
    if away < 0.35:
        return layout
    kept = [disc for disc in layout.discs if disc.frame != "table"]
    aside = [disc for disc in layout.discs if disc.frame == "table"] if away < 0.85 else []
    radius, (width, height) = scene.book.checker_radius, scene.book.bounds
    reach, outward = float(rng.uniform(1.5, 6)) * radius, float(rng.choice([-1, 1]))

    def free(x: float, y: float) -> bool:
        others = (disc for disc in kept if disc.frame == "table")
        return all((disc.u - x) ** 2 + (disc.v - y) ** 2 > (2.02 * radius) ** 2 for disc in others)

    for disc in aside:
        for _ in range(60):
            x = outward * (width + 1.2 * radius + abs(float(rng.normal(0, reach))))
            y = float(np.clip(rng.normal(0, 0.5), -1, 1)) * height
            if free(x, y):
                kept.append(replace(disc, u=x, v=y))
                break
    return replace(layout, discs=tuple(kept))


def hand_mask(scene: Scene, hand: Any) -> np.ndarray[Any, Any]:
    """(H, W) uint8, 255 where the hand covers the picture."""
    width, height = scene.camera.size
    drawn = np.full((height, width, 3), -1.0, np.float32)
    draw_hand(drawn, scene.camera, scene.lamp, hand)
    return np.asarray(np.any(drawn > -0.5, axis=2) * 255, np.uint8)


Taken = Callable[[Scene, Layout, Any, int], np.ndarray[Any, Any]]
"""Takes a picture, (H, W, 3) BGR uint8, of a layout, with a hand over it or None; numbers tell pictures apart."""


def any_camera(scene: Scene, rng: Generator) -> Taken:
    """A camera by lot over the board, often with mirror images of lamps in it, which stay where they are."""
    return _filmed(scene, rng, by_lot, 1)


def poor_camera(scene: Scene, rng: Generator) -> Taken:
    """As boards tone on tone are often filmed: mostly by a grainy webcam, of whose pictures a game takes the mean."""
    lot = grainy if rng.random() < GRAINY else by_lot
    return _filmed(scene, rng, lot, int(rng.choice(AVERAGED)))


def _filmed(scene: Scene, rng: Generator, lot: Callable[[Generator, float], Pipeline], averaged: int) -> Taken:
    """averaged: as many pictures have the grain of their mean."""
    glares = [random_glare(rng, scene.book) for _ in range(int(rng.choice(4, p=GLARES)))]
    camera = lot(rng, float(radiance(scene, empty_layout(), None, 1.0).mean()))
    quieter = 1 / np.sqrt(averaged)
    camera = replace(camera, grain=camera.grain * quieter, colour_grain=camera.colour_grain * quieter)

    def picture(lit: Scene, layout: Layout, hand: Any, index: int) -> np.ndarray[Any, Any]:
        light = radiance(lit, layout, None, SAMPLES)
        for glare in glares:
            light = shone(light, glare, lit, layout)
        if hand is not None:
            draw_hand(light, lit.camera, lit.lamp, hand)
        again = np.random.default_rng((scene.seed, 5, index))
        return taken(light, breathed(camera, again), again)

    return picture


def usual_camera(scene: Scene, layout: Layout, hand: Any, index: int) -> np.ndarray[Any, Any]:
    return render(scene, layout, hand, shot=index, samples=SAMPLES)[0]


def drawn(seed: int, any_set: bool = False, cameras: bool = False, tone: float = 0.0) -> tuple[Scene, Taken, Generator]:
    """A board by lot, its camera, and the generator that goes on to its positions. tone: share of tone on tone ones."""
    rng = np.random.default_rng((seed, 4))
    size = SIZES[int(rng.choice(3, p=(0.1, 0.55, 0.35)))]
    scene = random_board(seed, "hard" if rng.random() < 0.7 else "ordinary", size)
    if any_set:
        radius = scene.look.book.pitch * float(rng.uniform(SMALLEST_CHECKER, LARGEST_CHECKER))
        scene = replace(scene, look=replace(scene.look, book=scene.look.book.with_checkers(radius)))
    if rng.random() < 0.35:
        scene = camouflaged(scene, rng)
    lot = np.random.default_rng((seed, 14))
    if lot.random() < tone:
        scene = tone_on_tone(scene, lot)
        return scene, poor_camera(scene, lot), rng
    return scene, any_camera(scene, rng) if cameras else usual_camera, rng


def write_board(
    folder: Path, seed: int, per_board: int, any_set: bool = False, cameras: bool = False, tone: float = 0.0
) -> list[dict[str, Any]]:
    scene, picture, rng = drawn(seed, any_set, cameras, tone)
    labels = []

    def keep(kind: str, scene: Scene, layout: Any, hand: Any = None, index: int = 0) -> None:
        name = f"{scene.name}_{index:02d}.bmp"
        cv2.imwrite(str(folder / name), picture(scene, layout, hand, index))
        told = label(scene, layout, hand) | {"image": name, "kind": kind, "board_id": scene.name}
        told["family"] = scene.difficulty
        told["mixed"] = mixed_points(scene, layout.position)
        told["occluded"] = hand is not None
        told["discs"] = discs_in_sight(scene, layout)
        told["spare_cubes"] = [cube_label(scene, cube) for cube in layout.spare_cubes]
        if hand is not None:
            told["mask"] = f"{scene.name}_{index:02d}.mask.png"
            cv2.imwrite(str(folder / told["mask"]), hand_mask(scene, hand))
        labels.append(told)

    keep("start", scene, start_layout(scene, rng), index=0)
    keep("empty", scene, empty_layout(), index=1)
    played = several(rng, per_board)
    for index in range(per_board):
        position, roller = played[index]
        kind = rng.random()
        if kind < 0.4:
            position = scattered(rng) if kind < 0.25 else brought_home(rng)
        position = mixed_now_and_then(position, rng)
        layout = random_layout(scene, position, roller, rng, mishaps=0.4)
        up = int(rng.choice([2, 4, 8, 16, 32, 64, 64]))
        owner = "none" if up == 64 else str(rng.choice(["near", "far"]))
        cube = lay_cube(scene.book, scene.seats, bool(rng.random() < 0.4), up, owner, rng)
        layout = strewn(scene, replace(layout, cube=cube, dice=layout.dice + more_dice(scene, layout, rng)), rng)
        layout = replace(layout, spare_cubes=more_cubes(scene, rng))
        lit = in_other_light(scene, rng) if rng.random() < OTHER_LIGHT else scene
        keep("position", lit, layout, arm(scene, rng) if rng.random() < 0.22 else None, index + 2)
    return labels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=100_000)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--per-board", type=int, default=12)
    parser.add_argument("--any-set", action="store_true", help="checkers of 0.75 to 1.0 of a point")
    parser.add_argument("--any-camera", action="store_true", help="telephones and webcams by lot, lamps mirrored")
    parser.add_argument("--tone", type=float, default=0.0, help="share of boards tone on tone, most by grainy webcams")
    parser.add_argument("--minutes", type=float, default=1e9)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    arrays: dict[str, list[Any]] = defaultdict(list)
    began = time.monotonic()
    for seed in range(args.first, args.first + args.boards):
        if time.monotonic() - began > args.minutes * 60:
            break
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            try:
                labels = write_board(folder, seed, args.per_board, args.any_set, args.any_camera, args.tone)
                rng = np.random.default_rng(seed)
                collect_board(folder, labels, rng, False, arrays)
            except Exception as error:  # noqa: BLE001 - one odd board must not end a night of collecting
                print(f"board {seed}: {error!r}", file=sys.stderr, flush=True)
    save(args.out, arrays)
    print({key: len(values) for key, values in arrays.items()}, f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()

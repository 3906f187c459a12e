"""Many dice strewn over a printed leaf, near the camera: how dice look, learned from few traced pictures.

    python -m lab.simulator.path_traced.dice_field FOLDER --first 1000000 --pictures 200 [--alike]

writes for each seed a picture of linear light (`SEED.npz`: `light`, float16, RGB) and what lies where
(`labels`: JSON). A picture that is already there is left, so that a run goes on where another one was stopped.
--alike: of more sets, half of them in a colour of what they lie on, as wooden dice on a wooden board are.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator

from lab.simulator import art
from lab.simulator.book import Frame
from lab.simulator.camera import Camera
from lab.simulator.dice import DIE, face_up, showing
from lab.simulator.looks import random_board
from lab.simulator.path_traced import materials, meshes, stage
from lab.simulator.path_traced.finish import DieFinish, checker_finish, die_finish, die_like, surroundings, vivid
from lab.simulator.solids import Turn, lowest

SIZE = (800, 450)
UNIT = 28
"""Pixels of the print a world unit."""
GROUND = Frame((0.0, 0.0, 0.0))


@dataclass(frozen=True)
class StrewnDie:
    """value: of its top face; side in world units; at: its middle."""

    value: int
    at: tuple[float, float, float]
    turn: Turn
    side: float
    finish: DieFinish


def strewn(
    rng: Generator, half: tuple[float, float], boards: tuple[art.Colour, ...], alike: bool = False
) -> list[StrewnDie]:
    """Dice of a few sets, some touching, a few cocked, none through another. alike: half in colours of `boards`."""
    sets = [die_finish(rng, boards) for _ in range(int(rng.integers(8, 13) if alike else rng.integers(3, 6)))]
    if alike:
        sets[::2] = [die_like(finish, boards[int(rng.integers(len(boards)))], rng) for finish in sets[::2]]
    laid: list[StrewnDie] = []
    for _ in range(260):
        finish, side = sets[int(rng.integers(len(sets)))], float(rng.uniform(0.75, 1.05))
        value, yaw = int(rng.integers(1, 7)), float(rng.uniform(0, 2 * np.pi))
        lean = float(rng.uniform(0.15, 0.5)) if rng.random() < 0.03 else 0.0
        turn = showing(DIE, value, yaw, lean, float(rng.uniform(0, 6.28)))
        if laid and rng.random() < 0.25:
            other, angle = laid[int(rng.integers(len(laid)))], float(rng.uniform(0, 2 * np.pi))
            reach = (other.side + side) * float(rng.uniform(0.5, 0.75))
            x, y = other.at[0] + reach * np.cos(angle), other.at[1] + reach * np.sin(angle)
        else:
            x, y = float(rng.uniform(-half[0], half[0])), float(rng.uniform(-half[1], half[1]))
        if all(np.hypot(x - d.at[0], y - d.at[1]) > 0.5 * (side + d.side) * 1.24 for d in laid):
            laid.append(StrewnDie(face_up(DIE, turn), (x, y, lowest(turn, side)), turn, side, finish))
    return laid


def write_picture(seed: int, path: Path, alike: bool = False) -> None:
    rng = np.random.default_rng((seed, 21))
    look = random_board(int(rng.integers(1 << 30)), "hard").look
    prints = look.prints
    stage.cleared()
    stage.lit(surroundings(rng), rng)
    half = (13.0, 9.0)
    size = (round(2 * half[1] * UNIT), round(2 * half[0] * UNIT))
    pitch = float(rng.uniform(1.6, 4.0))
    picture = art.leaf(
        prints.seed, size, UNIT, pitch, 0.0, prints.point_length, prints.ground, prints.points, prints.outline
    )
    gloss = float(rng.choice([0.0, 0.0, 0.3, 1.0]))
    meshes.sheet(
        GROUND, (-half[0], -half[1]), half, 0.0, materials.printed(picture, float(rng.uniform(0.3, 0.9)), gloss)
    )
    meshes.sheet(GROUND, (-60, -60), (60, 60), -0.3, materials.plain(vivid(rng), 0.7))
    boards = (
        prints.ground[1][0],
        prints.points[0][1][0],
        prints.points[1][1][0],
        look.light.checker,
        look.dark.checker,
    )
    dice = strewn(rng, (half[0] - 1, half[1] - 1), boards, alike)
    bodies = {d.finish: (materials.of_die(d.finish), materials.plain(d.finish.pips, 0.35)) for d in dice}
    for d in dice:
        body, ink = bodies[d.finish]
        meshes.die(GROUND, d.at, np.array(d.turn), d.side, d.finish, body, ink, (rng.random(6) < 0.5).tolist())
    others = _clutter(rng, look.light.checker, look.dark.checker, dice, half)
    target = (float(rng.normal(0, 0.7)), float(rng.normal(0, 0.5)), 0.0)
    tilt, azimuth, roll = float(rng.uniform(0, 50)), float(rng.uniform(-60, 60)), float(rng.uniform(-180, 180))
    camera = Camera(SIZE, tilt, azimuth, roll, float(rng.uniform(19, 28)), float(rng.uniform(34, 52)), 0.0, target)
    light = stage.seen_by(camera)
    labels = [
        {
            "value": d.value,
            "center": camera.project(d.at).tolist(),
            "top": camera.project(_top(d)).tolist(),
            "side": float(camera.focal * d.side / camera.depth(d.at)),
            "material": d.finish.material,
        }
        for d in dice
    ]
    told = {"dice": labels, "others": [camera.project(o).tolist() for o in others], "tilt": camera.tilt, "seed": seed}
    np.savez_compressed(path, light=np.clip(light, 0, 60).astype(np.float16), labels=np.array(json.dumps(told)))


def _top(die: StrewnDie) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """(4, 3) corners of the face that looks up, world."""
    turn = np.array(die.turn)
    heights = turn[2]
    axis = int(np.abs(heights).argmax())
    sign = np.sign(heights[axis])
    corners = []
    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        local = np.zeros(3)
        local[axis], local[(axis + 1) % 3], local[(axis + 2) % 3] = sign, a, b
        corners.append(np.array(die.at) + turn @ local * die.side / 2)
    return np.array(corners)


def _clutter(
    rng: Generator, light: art.Colour, dark: art.Colour, dice: list[StrewnDie], half: tuple[float, float]
) -> list[tuple[float, float, float]]:
    """Checkers and blank or numbered cubes between the dice: what is none. Their middles."""
    found: list[tuple[float, float, float]] = []
    for colour in (light, dark):
        finish = checker_finish(rng, colour, vivid(rng))
        radius, height = float(rng.uniform(1.0, 1.8)), float(rng.uniform(0.35, 0.8))
        body = materials.of_checker(finish, radius)
        for _ in range(16):
            x, y = float(rng.uniform(-half[0], half[0])), float(rng.uniform(-half[1], half[1]))
            free = all(np.hypot(x - d.at[0], y - d.at[1]) > radius + 0.75 * d.side for d in dice)
            if free and all(np.hypot(x - o[0], y - o[1]) > 2 * max(radius, 1.8) for o in found):
                meshes.checker(GROUND, (x, y, 0.0), radius, height, finish, body)
                found.append((x, y, height))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--pictures", type=int, required=True)
    parser.add_argument("--alike", action="store_true")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.first, chosen.first + chosen.pictures):
        path = chosen.folder / f"{seed}.npz"
        if not path.exists():
            write_picture(seed, path, chosen.alike)
            print(path, flush=True)


if __name__ == "__main__":
    main()

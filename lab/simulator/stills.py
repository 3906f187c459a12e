"""Folders of labelled pictures: for each board the starting position, the empty board, and positions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.random import Generator

from arbiter.position import START, Position, Side
from lab.simulator import film
from lab.simulator.art import Bytes
from lab.simulator.hands import Hand, random_hand
from lab.simulator.layout import LaidCube, Layout, Mishap, lay_checkers, lay_cube, lay_dice
from lab.simulator.looks import Difficulty, random_board
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, render

EMPTY = Position((15, *(0,) * 25), (15, *(0,) * 25))


def start_layout(scene: Scene, rng: Generator) -> Layout:
    look = scene.look
    discs = lay_checkers(scene.book, scene.seats, look.habits, START, rng)
    return Layout(
        START, discs, cube=lay_cube(scene.book, scene.seats, look.habits.cube_on_ridge, 64, "none", rng)
    )


def empty_layout() -> Layout:
    """The board with nothing on it or beside it."""
    return Layout(Position((0,) * 26, (0,) * 26), ())


def random_layout(
    scene: Scene, position: Position, roller: Side, rng: Generator, mishaps: float = 0.0
) -> Layout:
    """A position with a roll; mishaps: share of rolls of which one die is cocked, on a checker or outside."""
    look = scene.look
    discs = lay_checkers(scene.book, scene.seats, look.habits, position, rng)
    mishap: Mishap | None = None
    if rng.random() < look.habits.dice_touch:
        mishap = "touching" if rng.random() < 0.5 else "against_checker"
    if rng.random() < mishaps:
        strange: tuple[Mishap, ...] = ("cocked", "on_checker", "outside")
        mishap = strange[int(rng.integers(3))]
    values = (int(rng.integers(1, 7)), int(rng.integers(1, 7)))
    dice = lay_dice(scene.book, scene.seats, discs, roller, values, rng, mishap)
    return Layout(position, discs, dice, _random_cube(scene, rng), roller)


def _random_cube(scene: Scene, rng: Generator) -> LaidCube:
    up, owner = 64, "none"
    if rng.random() < 0.45:
        up, owner = int(rng.choice([2, 4, 8, 16])), str(rng.choice(["near", "far"]))
    return lay_cube(scene.book, scene.seats, scene.look.habits.cube_on_ridge, up, owner, rng)


def arm(scene: Scene, rng: Generator) -> Hand:
    """A hand somewhere over the leaves."""
    half = scene.book.bounds
    tip = (
        float(rng.uniform(-0.75, 0.75)) * half[0],
        float(rng.uniform(-0.5, 0.5)) * half[1],
        float(rng.uniform(0.9, 2.0)),
    )
    return random_hand(rng, tip, bool(rng.random() < 0.6))


def board_pictures(
    scene: Scene,
    per_board: int = 4,
    mishaps: float = 0.0,
    samples: float = 2.0,
    change: Callable[[Scene, Generator], Scene] | None = None,
) -> Iterator[tuple[str, Bytes, Label]]:
    """(kind, picture, label): start, empty, then positions, the third of which has an arm over it.

    change: what has become of the scene by the time of each position, drawn by lot.
    """
    rng = np.random.default_rng((scene.seed, 9))
    picture, label = render(scene, start_layout(scene, rng), shot=0, samples=samples)
    yield "start", picture, label
    picture, label = render(scene, empty_layout(), shot=1, samples=samples)
    yield "empty", picture, label
    for index, (position, roller) in enumerate(several(rng, per_board)):
        layout = random_layout(scene, position, roller, rng, mishaps)
        hand = arm(scene, rng) if index % 4 == 2 else None
        now = change(scene, np.random.default_rng((scene.seed, 10, index))) if change else scene
        picture, label = render(now, layout, hand, shot=2 + index, samples=samples)
        yield "position", picture, label


def write_stills(
    folder: Path,
    seeds: Iterable[int],
    per_board: int = 4,
    difficulty: Difficulty = "hard",
    mishaps: float = 0.0,
    samples: float = 2.0,
) -> list[Label]:
    """Pictures and labels.json as the scorer of stills reads them; gives the labels back."""
    folder.mkdir(parents=True, exist_ok=True)
    labels: list[Label] = []
    for seed in seeds:
        scene = random_board(seed, difficulty)
        for index, (kind, picture, label) in enumerate(board_pictures(scene, per_board, mishaps, samples)):
            name = f"{scene.name}_{index:02d}.jpg"
            (folder / name).write_bytes(film.jpeg(picture, scene.film.quality))
            labels.append(
                {"image": name, "kind": kind, "board_id": scene.name, "size": list(scene.camera.size)} | label
            )
    (folder / "labels.json").write_text(json.dumps(labels))
    return labels

"""The pictures that `lab.benchmarks.ablation` reads: boards as players have them, drawn once into a folder.

Of every three boards two are tone on tone (`lab.benchmarks.setups`); every other one is filmed with a camera's grain.
Each is seen set up, empty, and in four positions of play: with a throw, with a throw that touches a row, a wall or the
other die, with a throw of which a die may be astray, and with an arm or something else over the board.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from lab.benchmarks.close_throws import with_own_dice
from lab.benchmarks.setups import QUALITY, scene_of, with_grain
from lab.simulator import film
from lab.simulator.art import Bytes
from lab.simulator.close_throws import BESIDE, lay_close_dice
from lab.simulator.covers import COVERS
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, render
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout

GRAIN = 5.0
"""Grey levels, standard deviation."""
ASTRAY = 0.3
"""Share of the third positions of which a die is cocked, on a checker or off the board."""
SAMPLES = 1.5


DIE_SIDES = 0.26, 0.58
"""Point widths of dice of any size."""


def draw(folder: Path, first: int, count: int, *, any_dice: bool) -> None:
    """Boards by seed, with their labels. What is there is left, so that a run goes on where another was stopped.

    any_dice: of any size, not of the usual one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "labels.json"
    labels: list[Label] = json.loads(kept.read_text()) if kept.exists() else []
    done = {one["board_id"] for one in labels}
    for seed in range(first, first + count):
        if str(seed) in done:
            continue
        for index, (kind, picture, told) in enumerate(_pictures(seed, any_dice=any_dice)):
            name = f"{seed}_{index}.jpg"
            (folder / name).write_bytes(film.jpeg(picture, QUALITY))
            family = "tone on tone" if seed % 3 else "by lot"
            labels.append(told | {"image": name, "kind": kind, "board_id": str(seed), "family": family})
        kept.write_text(json.dumps(labels, default=float), encoding="utf-8")


def _pictures(seed: int, *, any_dice: bool) -> Iterator[tuple[str, Bytes, Label]]:
    """Kind, picture and label of each."""
    rng = np.random.default_rng((seed, 71))
    scene = with_own_dice(scene_of(seed), rng) if rng.random() < 0.3 else scene_of(seed)
    if any_dice:
        book = replace(scene.book, die_side=scene.book.pitch * float(rng.uniform(*DIE_SIDES)))
        scene = replace(scene, look=replace(scene.look, book=book))
    grain = GRAIN if seed % 2 else 0.0

    def taken(layout: Any, shot: int, hand: Any = None) -> tuple[Bytes, Label]:
        picture, told = render(scene, layout, hand, shot=shot, samples=SAMPLES)
        return (with_grain(picture, grain, rng) if grain else picture), told

    yield "start", *taken(start_layout(scene, rng), 0)
    yield "empty", *taken(empty_layout(), 1)
    for index, (position, roller) in enumerate(several(rng, 4)):
        layout = random_layout(scene, position, roller, rng, ASTRAY if index == 2 else 0.0)
        if index == 1:
            layout = replace(layout, dice=_close(scene, layout, roller, seed, rng) or layout.dice)
        if index < 3:
            yield "position", *taken(layout, 2 + index)
            continue
        if seed % 2:
            yield "position", *taken(layout, 2 + index, arm(scene, rng))
            continue
        picture, told = taken(layout, 2 + index)
        corners = told["corners"]
        outline = np.array([*corners["left"], *corners["right"]], np.float64)
        cover = list(COVERS.values())[seed // 2 % len(COVERS)]
        yield "position", cover(picture, outline, rng), told | {"occluded": True}


def _close(scene: Scene, layout: Any, roller: Any, seed: int, rng: np.random.Generator) -> Any:
    leaf = "right" if scene.seats.near is roller else "left"
    first, second = (int(value) for value in rng.integers(1, 7, 2))
    beside = BESIDE[seed % len(BESIDE)]
    return lay_close_dice(scene.book, layout.discs, roller, leaf, (first, second), beside, rng)

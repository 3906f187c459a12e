"""How often two small dice of coloured glass that touch are both read, and a second one is imagined beside a lone one.

    python -m lab.benchmarks.touching_dice [--boards 24] [--first 2310000]

Where the limits of `vision.touching_dice` come from. Five pairs on each board, each shown with and without its second
die; a quarter of the boards is hard.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from lab.benchmarks.vision import calibrated
from lab.simulator.art import Bytes
from lab.simulator.layout import lay_dice
from lab.simulator.looks import random_board, with_glass_dice
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, render
from lab.simulator.stills import empty_layout, random_layout, start_layout
from vision.reader import Reader

SIZE = (800, 450)
PAIRS = 5


@dataclass(frozen=True, eq=False)
class Thrown:
    """A picture and its label. lone: only the first die of the pair lies there."""

    picture: Bytes
    label: Label
    lone: bool


def glass_board(seed: int) -> Scene:
    return with_glass_dice(random_board(seed, "ordinary" if seed % 4 else "hard", SIZE))


def reader_of(scene: Scene) -> Reader:
    """The board as learned from its start and its empty picture."""
    layouts = {"start": start_layout(scene, np.random.default_rng(scene.seed)), "empty": empty_layout()}
    shots = [(kind, *render(scene, layout, shot=n, samples=1.5)) for n, (kind, layout) in enumerate(layouts.items())]
    return Reader(calibrated(shots))


def thrown(scene: Scene, pairs: int = PAIRS) -> Iterator[Thrown]:
    """Pairs that touch, in positions from play, and the first die of each alone."""
    rng = np.random.default_rng((scene.seed, 7))
    for shot, (position, roller) in enumerate(several(rng, pairs), 2):
        layout = random_layout(scene, position, roller, rng)
        first, second = (int(value) for value in rng.integers(1, 7, 2))
        dice = lay_dice(scene.book, scene.seats, layout.discs, roller, (first, second), rng, "touching")
        for lying in (dice, dice[:1]):
            picture, label = render(scene, replace(layout, dice=lying), shot=shot, samples=1.0)
            yield Thrown(picture, label, len(lying) == 1)


def read_right(reader: Reader, shown: Thrown) -> bool:
    seen = sorted(die.value for die in reader.read(shown.picture).dice)
    return seen == sorted(die["value"] for die in shown.label["dice"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=24)
    parser.add_argument("--first", type=int, default=2_310_000)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    right: dict[bool, list[bool]] = {False: [], True: []}
    for seed in range(chosen.first, chosen.first + chosen.boards):
        scene = glass_board(seed)
        reader = reader_of(scene)
        for shown in thrown(scene):
            right[shown.lone].append(read_right(reader, shown))
        pairs, lone = (f"{sum(right[which])} of {len(right[which])}" for which in (False, True))
        print(f"after {seed}: pairs right {pairs}, lone dice {lone}", flush=True)


if __name__ == "__main__":
    main()

"""Rendered boards with known positions, calibrated as a user's would be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arbiter.position import Position
from calibration.board import Board
from calibration.corners import parse_corners
from lab.simulator.art import Bytes
from lab.simulator.looks import Difficulty, random_board
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, render
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout
from vision.known_position.learn_board import learn_board

SAMPLES = 1.5


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture of a position, its label, and whether an arm lies over the board."""

    image: Bytes
    label: Label
    position: Position
    covered: bool


def calibrated(scene: Scene, with_empty: bool = True) -> Board:
    """A board learned from the scene's own start (and empty) picture, corners given."""
    start, label = render(scene, start_layout(scene, np.random.default_rng(scene.seed)), shot=0, samples=SAMPLES)
    empty = render(scene, empty_layout(), shot=1, samples=SAMPLES)[0] if with_empty else None
    return learn_board(start, parse_corners(label["corners"]), scene.seats, empty)


def shots(scene: Scene, count: int, covered: int = 0) -> Iterator[Shot]:
    """`count` pictures of positions from play, and `covered` more with an arm over them."""
    rng = np.random.default_rng((scene.seed, 21))
    for index, (position, roller) in enumerate(several(rng, count + covered)):
        hand = arm(scene, rng) if index >= count else None
        layout = random_layout(scene, position, roller, rng)
        image, label = render(scene, layout, hand, shot=2 + index, samples=SAMPLES)
        yield Shot(image, label, position, hand is not None)


def scenes(seeds: range, difficulty: Difficulty) -> Iterator[Scene]:
    for seed in seeds:
        yield random_board(seed, difficulty)

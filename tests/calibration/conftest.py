"""One rendered board and what was learned from it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.board import Board
from calibration.corners import parse_corners
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, start_layout
from vision.known_position.learn_board import learn_board


@pytest.fixture(scope="session")
def scene() -> Scene:
    return random_board(3, "ordinary")


@pytest.fixture(scope="session")
def board(scene: Scene) -> Board:
    start, label = render(scene, start_layout(scene, np.random.default_rng(1)), shot=0, samples=1.5)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.5)
    return learn_board(start, parse_corners(label["corners"]), scene.seats, empty)

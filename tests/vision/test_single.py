"""Pictures each by itself: a camera that was knocked, or a lamp switched, since the board was learned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from calibration.board import Board
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from lab.simulator.mishaps import knocked
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, render
from lab.simulator.stills import random_layout
from tests.vision.boards import calibrated
from vision.pose_tracking import CameraPose
from vision.reader import SingleReader
from vision.reading import reading_of

SEEDS = range(40_050, 40_055)
PER_BOARD = 4


def taken(scene: Scene) -> Iterator[tuple[Scene, Bytes, Label]]:
    """Positions of a game from its beginning to its end, each by a camera that stands a little elsewhere."""
    rng = np.random.default_rng((scene.seed, 33))
    plies = list(several(rng, PER_BOARD))
    for index, (position, roller) in enumerate(plies):
        moved = replace(scene, camera=knocked(scene.camera, rng))
        layout = random_layout(moved, position, roller, rng)
        yield moved, *render(moved, layout, shot=2 + index, samples=1.5)


@pytest.fixture(scope="module")
def boards() -> list[tuple[Scene, Board]]:
    scenes = [random_board(seed, "ordinary") for seed in SEEDS]
    return [(scene, calibrated(scene)) for scene in scenes]


def test_a_knocked_camera_costs_hardly_a_reading(boards: list[tuple[Scene, Board]]) -> None:
    wrong, shown, moved = 0, 0, 0
    for scene, board in boards:
        reader = SingleReader(board)
        for _, image, label in taken(scene):
            look = reader.read(image)
            position = reading_of(look.evidence).position
            wanted = scene.seats.light_points(label["top"], label["bottom"])
            wrong += sum(a != b for a, b in zip(position.points, wanted, strict=True))
            moved += look.view is not image
            shown += 1
    assert moved > 0.9 * shown
    assert wrong <= 0.003 * 24 * shown


def test_the_board_is_found_by_what_no_checker_hides(boards: list[tuple[Scene, Board]]) -> None:
    for scene, board in boards:
        for _, image, label in taken(scene):
            mount = CameraPose(board)
            mount.check(image)
            found = mount.seen(np.array([*board.corners.left, *board.corners.right]))
            wanted = [*label["corners"]["left"], *label["corners"]["right"]]
            assert np.linalg.norm(found - np.array(wanted), axis=1).max() < 4


def test_dice_are_told_where_they_lie_in_the_picture_itself(boards: list[tuple[Scene, Board]]) -> None:
    scene, board = boards[0]
    for _, image, label in taken(scene):
        look = SingleReader(board).read(image)
        for die in look.evidence_in_picture.dice:
            apart = [float(np.hypot(*np.subtract(die.center, there["center"]))) for there in label["dice"]]
            assert min(apart) < 8


def test_a_camera_that_stayed_is_left_alone(boards: list[tuple[Scene, Board]]) -> None:
    scene, board = boards[1]
    rng = np.random.default_rng(7)
    for position, roller in several(rng, 3):
        image, _ = render(scene, random_layout(scene, position, roller, rng), shot=9, samples=1.5)
        look = SingleReader(board).read(image)
        assert look.view is image
        assert look.evidence_in_picture == look.evidence

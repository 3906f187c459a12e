"""A knocked camera is followed; hands, lamps and games under way are no knock; a hidden board is lost, then found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.board import Board
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, render
from lab.simulator.stills import random_layout
from tests.vision.boards import Shot, calibrated, shots
from vision.pose_tracking import CameraPose

SIZE = (640, 360)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return random_board(40_040, "ordinary", SIZE)


@pytest.fixture(scope="module")
def board(scene: Scene) -> Board:
    return calibrated(scene)


@pytest.fixture(scope="module")
def seen(scene: Scene) -> list[Shot]:
    return list(shots(scene, 2, covered=1))


def knocked(scene: Scene, roll: float, azimuth: float, x: float, y: float) -> tuple[Bytes, Label]:
    """Another position seen by the camera from a place near by."""
    camera, rng = scene.camera, np.random.default_rng(5)
    target = (camera.target[0] + x, camera.target[1] + y, camera.target[2])
    moved = replace(camera, roll=camera.roll + roll, azimuth=camera.azimuth + azimuth, target=target)
    position, roller = next(iter(several(rng, 1)))
    layout = random_layout(scene, position, roller, rng)
    return render(replace(scene, camera=moved), layout, shot=9, samples=1.0)


def farthest(mount: CameraPose, board: Board, label: Label) -> float:
    """Pixels by which the worst of the eight corners is off."""
    wanted = [*label["corners"]["left"], *label["corners"]["right"]]
    found = mount.seen(np.array([*board.corners.left, *board.corners.right]))
    return float(np.linalg.norm(found - np.array(wanted), axis=1).max())


def test_checkers_and_an_arm_are_no_knock(board: Board, seen: list[Shot]) -> None:
    mount = CameraPose(board)
    assert [mount.check(shot.image) for shot in seen] == ["same"] * 3
    assert seen[-1].covered
    assert mount.steadied(seen[0].image) is seen[0].image


@pytest.mark.parametrize("knock", [(1.2, -0.7, 0.4, -0.3), (-2.0, 1.5, -0.8, 0.6), (0.2, 0.0, 0.1, 0.0)])
def test_a_knocked_camera_is_followed_to_two_pixels(
    scene: Scene, board: Board, seen: list[Shot], knock: tuple[float, float, float, float]
) -> None:
    mount = CameraPose(board)
    mount.check(seen[0].image)
    image, label = knocked(scene, *knock)
    assert mount.check(image) == "moved"
    assert farthest(mount, board, label) < 2.0
    assert mount.check(image) == "same"


def test_errors_do_not_add_up_over_many_knocks(scene: Scene, board: Board, seen: list[Shot]) -> None:
    mount = CameraPose(board)
    mount.check(seen[0].image)
    for step in (1, 2, 3, 4):
        image, label = knocked(scene, 0.4 * step, -0.3 * step, 0.1 * step, 0.0)
        mount.check(image)
    assert farthest(mount, board, label) < 2.0


def test_a_lamp_on_one_side_is_no_knock(board: Board, seen: list[Shot]) -> None:
    mount = CameraPose(board)
    mount.check(seen[0].image)
    lit = np.clip(seen[1].image * np.linspace(0.45, 1.0, SIZE[0])[None, :, None], 0, 255).astype(np.uint8)
    assert mount.check(lit) == "same"


def test_a_hidden_board_is_lost_and_found_where_it_comes_to_lie(scene: Scene, board: Board, seen: list[Shot]) -> None:
    mount = CameraPose(board)
    mount.check(seen[0].image)
    noise = np.random.default_rng(3).integers(0, 256, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    assert mount.check(noise) == "lost"
    assert mount.check(np.full_like(noise, 90)) == "lost"
    assert mount.check(seen[1].image) == "same"
    assert mount.check(noise) == "lost"
    image, label = knocked(scene, 1.0, 0.5, 0.3, 0.2)
    assert mount.check(image) == "moved"
    assert farthest(mount, board, label) < 2.0

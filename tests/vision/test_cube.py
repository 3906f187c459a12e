"""The doubling cube's figures, the rare ones too, and where the picture puts the cube a little aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from arbiter.position import Position, Side
from arbiter.referee.evidence import RIDGE, CubeSeen
from calibration.board import Board
from calibration.colours import match_light
from calibration.learn import recall_appearance
from calibration.sheet import Image
from lab.simulator.layout import lay_cube
from lab.simulator.looks import random_board
from lab.simulator.scene import render
from lab.simulator.stills import empty_layout, random_layout
from tests.vision.boards import SAMPLES, calibrated, scenes
from vision import cube
from vision.cube import read_cube
from vision.reader import Reader
from vision.score_maps import Spot

SEEDS = range(43_000, 43_008)
RARE = (16, 32)
WARM = 0.6
"""Score of most cubes' marks."""
ASIDE = 0.25
"""Point widths."""


@pytest.fixture(scope="module")
def cubes() -> list[tuple[Board, Image, Spot, int]]:
    """Cubes that have been turned often: the board, the picture in its light, the cube's middle and its value."""
    cv2.setNumThreads(1)
    return list(_laid())


def _laid() -> Iterator[tuple[Board, Image, Spot, int]]:
    for scene in scenes(SEEDS, "hard"):
        board = calibrated(scene)
        rng = np.random.default_rng(scene.seed)
        for value in RARE:
            cube = lay_cube(scene.book, scene.seats, False, value, "near", rng)
            picture, label = render(scene, replace(empty_layout(), cube=cube), shot=value, samples=SAMPLES)
            (x, y), (width, height) = label["cube"]["center"], board.size
            if 20 < x < width - 20 and 20 < y < height - 20:
                yield board, match_light(picture, recall_appearance(board).bare), (x, y), value


def test_rare_faces_are_read(cubes: list[tuple[Board, Image, Spot, int]]) -> None:
    right = [_value(board, picture, spot) == value for board, picture, spot, value in cubes]
    assert len(right) >= len(SEEDS)
    assert np.mean(right) >= 0.9, right


def test_a_cube_is_read_that_lies_a_little_aside(cubes: list[tuple[Board, Image, Spot, int]]) -> None:
    right = []
    for board, picture, (x, y), value in cubes:
        step = ASIDE * float(np.linalg.norm(np.subtract(board.corners.left[1], board.corners.left[0]))) / 6
        right += [_value(board, picture, (x + sign * step, y + step)) == value for sign in (-1, 1)]
    assert np.mean(right) >= 0.85, right


def test_a_checker_on_the_bar_is_not_taken_for_the_cube() -> None:
    """A rim round a bright middle looks like a face, but its figure is less plain than a cube's."""
    scene = random_board(43_110, "hard")
    points = [0, 1, 0, 0, 0, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, -2, 0, 0, 0, 1]
    layout = random_layout(scene, Position.from_points(points, (2, 2)), Side.DARK, np.random.default_rng(scene.seed))
    picture, _ = render(scene, layout, shot=3, samples=SAMPLES)
    board = calibrated(scene)
    place = Reader(board).read(picture).places[RIDGE]
    assert place.likeliest == (2, 2)
    assert place.log_likelihood(2, 2) - place.log_likelihood(1, 2) > 5  # 3 where a mark may be the cube


def test_while_the_cube_lies_as_it_lay_no_other_spot_is_looked_at_all_round(
    cubes: list[tuple[Board, Image, Spot, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    board, picture, spot, _ = cubes[0]
    spots = [(beside(board, spot), WARM), (spot, WARM)]
    looked_at: list[int] = []
    faces = cube.cube_faces

    def counted(board: Board, image: Image, spots: Sequence[Spot]) -> list[tuple[float, npt.NDArray[np.float32]]]:
        looked_at.append(len(spots))
        return faces(board, image, spots)

    monkeypatch.setattr(cube, "cube_faces", counted)
    found = read_cube(board, board.seats, picture, spots)
    assert found
    assert found[1] == spot
    assert max(looked_at) > 1
    looked_at.clear()
    assert read_cube(board, board.seats, picture, spots, (*found, WARM)) == found
    assert looked_at == [1]


def test_a_cube_that_is_plainer_elsewhere_is_taken(cubes: list[tuple[Board, Image, Spot, int]]) -> None:
    board, picture, spot, value = cubes[0]
    before = beside(board, spot)
    found = read_cube(board, board.seats, picture, [(spot, WARM), (before, 0.2)], (CubeSeen(2, None, 0.3), before, 0.2))
    assert found
    assert (found[0].value, found[1]) == (value, spot)


def beside(board: Board, spot: Spot) -> Spot:
    """A spot of the bare board, three widths of a point away."""
    x, y = spot
    away = 3 * board.size[0] / 16
    return (x - away if x > board.size[0] / 2 else x + away), y


def _value(board: Board, picture: Image, spot: Spot) -> int | None:
    seen = read_cube(board, board.seats, picture, [(spot, WARM)])
    return seen and seen[0].value

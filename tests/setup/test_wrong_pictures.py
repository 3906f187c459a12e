"""Half a board, and something that is no board: each is told in its own sentence, with a way on."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bookgammon.setup.messages import SetupSituation, words
from bookgammon.setup.progress import Progress, camera_picked, no_book
from calibration.errors import Edge, NoBook, PartOfBook
from calibration.finding import find_leaves
from lab.simulator.looks import random_board
from lab.simulator.pipeline import by_lot, taken
from lab.simulator.scene import radiance
from lab.simulator.stills import empty_layout
from vision.sources.pictures import Image

SEEDS = (21, 26)
LOOKING = camera_picked(Progress())
AIMED: dict[Edge, tuple[float, float]] = {
    "left": (1.0, 0.0), "right": (-1.0, 0.0), "far": (0.0, -1.0), "near": (0.0, 1.0),
}  # fmt: skip
"""Where the camera looks, in halves of the book's width and height from its middle, for the book to go on there."""


def aimed(seed: int, across: float, along: float) -> Image:
    """An empty board, the camera looking so far beside its middle, in halves of its width and height."""
    scene = random_board(seed, "ordinary")
    half_width, half_height = scene.book.bounds
    camera = replace(scene.camera, target=(across * half_width, along * half_height, 0.0))
    light = radiance(replace(scene, camera=camera), empty_layout(), samples=1.0)
    rng = np.random.default_rng(seed)
    return taken(light, by_lot(rng, float(light.mean())), rng)


def chess_board() -> Image:
    """Eight by eight fields, slanting, on a wooden table."""
    fields = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((80, 80))).astype(np.float32)
    place = np.array([(300, 90), (660, 95), (760, 470), (210, 460)], np.float32)
    corners = np.array([(0, 0), (640, 0), (640, 640), (0, 640)], np.float32)
    way = cv2.getPerspectiveTransform(corners, place)
    board = cv2.warpPerspective(np.dstack([fields * share + 40 for share in (90, 140, 170)]), way, (960, 540))
    table = aimed(SEEDS[0], 4.0, 0.0)
    return np.where(board.max(axis=2, keepdims=True) > 0, board, table).astype(np.uint8)


def told(picture: Image) -> tuple[NoBook, tuple[str, str]]:
    with pytest.raises(NoBook) as refused:
        find_leaves(picture)
    return refused.value, words(no_book(LOOKING, refused.value), SetupSituation(moving=False))


@pytest.mark.parametrize("edge", AIMED)
def test_half_a_board_is_told_with_where_it_goes_on(edge: Edge) -> None:
    for seed in SEEDS:
        why, (says, more) = told(aimed(seed, *AIMED[edge]))
        assert isinstance(why, PartOfBook), seed
        assert says == "Only a part of the book is in the picture."
        assert {"far": "upper", "near": "lower"}.get(edge, edge) in more, seed


def test_a_picture_of_something_else_is_told_with_another_camera_as_a_way_on() -> None:
    for scene in (aimed(SEEDS[0], 4.0, 0.0), aimed(SEEDS[1], 0.0, -5.0), chess_board()):
        why, (says, more) = told(scene)
        assert not isinstance(why, PartOfBook)
        assert says == "There is no open book in this picture."
        assert "pick another camera" in more

"""Pictures of a camera that trembles are shifted back; a hand, or a camera that was knocked, is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.board import Board
from lab.simulator.art import Bytes
from lab.simulator.disturbances import tremor
from lab.simulator.looks import random_board
from tests.vision.boards import Shot, calibrated, shots
from vision.pose_tracking import LIMITS as POSE
from vision.pose_tracking import book_outline
from vision.reader import Reader
from vision.reading import reading_of
from vision.rereading import Rereader
from vision.steadying import LIMITS, Steadying
from vision.watcher import FOLLOWED, Watcher

SIZE = (960, 540)


@pytest.fixture(scope="module")
def table() -> tuple[Board, list[Shot]]:
    scene = random_board(61_000, "ordinary", SIZE)
    return calibrated(scene), list(shots(scene, 2))


def _shifted(picture: Bytes, x: float, y: float) -> Bytes:
    aside = np.array([[1, 0, x], [0, 1, y]], np.float64)
    return np.asarray(cv2.warpAffine(picture, aside, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _steadying(board: Board) -> Steadying:
    return Steadying(board.size, book_outline(board, POSE.rim))


def _apart(one: Bytes, other: Bytes) -> float:
    inner = slice(20, -20)
    return float(np.abs(one[inner, inner].astype(float) - other[inner, inner]).mean())


@pytest.mark.parametrize("shift", [(2.0, 0.0), (-1.3, 1.7), (0.6, -2.0), (3.0, 3.0)])
def test_a_shifted_picture_is_shifted_back(table: tuple[Board, list[Shot]], shift: tuple[float, float]) -> None:
    board, (one, _) = table
    steadying = _steadying(board)
    steadying.hold(one.image)
    trembles = _shifted(one.image, *shift)
    assert _apart(steadying.steadied(trembles, 0.1), one.image) < 0.35 * _apart(trembles, one.image)


def test_a_picture_that_stays_is_the_same_object(table: tuple[Board, list[Shot]]) -> None:
    board, (one, other) = table
    steadying = _steadying(board)
    steadying.hold(one.image)
    assert steadying.steadied(one.image, 0.1) is one.image
    assert steadying.steadied(other.image, 0.2) is other.image  # checkers lie elsewhere, the book does not


def test_what_moves_farther_is_no_tremor(table: tuple[Board, list[Shot]]) -> None:
    board, (one, _) = table
    steadying = _steadying(board)
    steadying.hold(one.image)
    knocked = _shifted(one.image, 1.5 * LIMITS.farthest * SIZE[0], 0)
    assert steadying.steadied(knocked, 0.1) is knocked


def test_a_camera_that_stands_elsewhere_by_now_is_not_shifted_back_for_ever(table: tuple[Board, list[Shot]]) -> None:
    board, (one, _) = table
    steadying = _steadying(board)
    steadying.hold(one.image)
    moved = _shifted(one.image, 3, 1)
    at_first = steadying.steadied(moved, 0.0)
    for number in range(1, 40):
        at_last = steadying.steadied(moved, number / 15)
    assert at_first is not moved
    assert at_last is moved


def test_a_table_before_a_trembling_camera_is_still_and_read(table: tuple[Board, list[Shot]]) -> None:
    board, (one, _) = table
    watcher, trembles = Watcher(board, Rereader(Reader(board))), tremor(2.0)
    seen = [watcher.read_frame(trembles(one.image, n / 15), n, n / 15) for n in range(30)]
    assert sum(evidence.still for evidence in seen[5:]) >= 24
    assert reading_of(seen[-1]).position == one.position
    assert [news.message for news in watcher.news()].count(FOLLOWED) <= 1


def test_a_hand_before_a_trembling_camera_moves(table: tuple[Board, list[Shot]]) -> None:
    board, (one, other) = table
    watcher, trembles = Watcher(board, Rereader(Reader(board))), tremor(2.0)
    for n in range(15):
        watcher.read_frame(trembles(one.image, n / 15), n, n / 15)
    assert not watcher.read_frame(trembles(other.image, 1.0), 15, 1.0).still

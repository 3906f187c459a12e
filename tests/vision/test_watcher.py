"""Looking over time: nothing is read while something moves, and a still table is not read again and again."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from arbiter.referee.evidence import Evidence
from calibration.board import Board
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from tests.vision.boards import Shot, calibrated, shots
from vision.reader import Reader
from vision.reading import reading_of
from vision.rereading import REREADING
from vision.watcher import BACK, FOLLOWED, LOST, WATCHING, Watcher


@pytest.fixture(scope="module")
def table() -> tuple[Board, list[Shot]]:
    scene = random_board(40_030, "ordinary", (640, 360))
    return calibrated(scene), list(shots(scene, 2))


class Counted:
    """A reader that counts how often it is asked."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self.readings = reader, 0

    def fitting(self, image: Bytes) -> Bytes:
        return self._reader.fitting(image)

    def read(
        self, image: Bytes, frame: int, time: float, dice_before: Sequence[tuple[float, float]], *, hurried: bool
    ) -> Evidence:
        self.readings += 1
        return self._reader.read(image, frame, time, dice_before)

    def forget(self) -> None:
        """Every picture is read as a whole anyway."""


def _noisy(image: Bytes, seed: int) -> Bytes:
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def _watched(board: Board) -> tuple[Watcher, Counted]:
    counted = Counted(Reader(board))
    return Watcher(board, counted), counted


def test_the_first_frame_and_a_changed_frame_are_not_still(table: tuple[Board, list[Shot]]) -> None:
    board, (one, other) = table
    watcher, _ = _watched(board)
    assert not watcher.read_frame(one.image, 0, 0.0).still
    assert watcher.read_frame(_noisy(one.image, 1), 1, 0.03).still
    assert not watcher.read_frame(other.image, 2, 0.07).still
    assert watcher.read_frame(_noisy(other.image, 2), 3, 0.1).still


def test_a_still_table_is_read_a_few_times_only(table: tuple[Board, list[Shot]]) -> None:
    board, (one, _) = table
    watcher, counted = _watched(board)
    seen = [watcher.read_frame(_noisy(one.image, i), i, i / 30) for i in range(50)]
    assert counted.readings == REREADING.looks
    assert [evidence.frame for evidence in seen] == list(range(50))
    assert all(evidence.places for evidence in seen[1:])
    watcher.read_frame(_noisy(one.image, 99), 50, seen[-1].time + WATCHING.refresh)
    assert counted.readings == REREADING.looks + 1


def test_a_lamp_turned_down_is_no_movement(table: tuple[Board, list[Shot]]) -> None:
    board, (one, _) = table
    watcher, _ = _watched(board)
    watcher.read_frame(one.image, 0, 0.0)
    assert watcher.read_frame((one.image * 0.97).astype(np.uint8), 1, 0.03).still


def test_a_knock_is_told_and_the_board_read_in_its_new_place(table: tuple[Board, list[Shot]]) -> None:
    board, (one, _) = table
    watcher, _ = _watched(board)
    watcher.read_frame(one.image, 0, 0.0)
    before = watcher.read_frame(one.image, 1, 0.1)
    turn = cv2.getRotationMatrix2D((320, 180), 1.5, 1.0)
    turn[:, 2] += (9, -6)
    knocked = cv2.warpAffine(one.image, turn, (640, 360), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
    assert not watcher.read_frame(knocked, 2, 0.2).still
    assert watcher.news() == ()
    after = watcher.read_frame(knocked, 3, 0.3)
    assert [(news.message, news.lost) for news in watcher.news()] == [(FOLLOWED, False)]
    assert reading_of(after).position == reading_of(before).position == one.position


def test_a_closed_book_gives_no_evidence_and_is_told_once(table: tuple[Board, list[Shot]]) -> None:
    board, (one, _) = table
    watcher, _ = _watched(board)
    watcher.read_frame(one.image, 0, 0.0)
    assert watcher.read_frame(one.image, 1, 0.1).places
    shut = np.full_like(one.image, 60)
    shut[::7] = 90
    seen = [watcher.read_frame(shut, 2 + n, 0.2 + n / 10) for n in range(40)]
    assert not any(evidence.places or evidence.still for evidence in seen)
    assert [(news.message, news.lost) for news in watcher.news()] == [(LOST, True)]
    watcher.read_frame(one.image, 42, 5.0)
    opened = [watcher.read_frame(one.image, 43 + n, 5.1 + n / 10) for n in range(5)]
    assert reading_of(opened[-1]).position == one.position
    assert [(news.message, news.lost) for news in watcher.news()] == [(BACK, False)]

"""A pile from which a checker went looks otherwise; what nobody touched looks as it did, whatever the noise."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from calibration.board import Board
from lab.simulator.acting import Table
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from lab.simulator.scene import render
from tests.vision.boards import calibrated
from vision.reader import Reader
from vision.rereading import Rereader
from vision.sheet.geometry import HEIGHT, WIDTH
from vision.strips import strip_box
from vision.unchanged_strips import StripNumbers

PILES = Position.from_points([6, 3, 0, 0, 2, 4] + [0] * 12 + [-7, -2, 0, 0, 0, -6], (0, 0), (0, 0))
"""Light has six on its ace point; dark has six on its own, and seven on light's nineteenth."""
FROM = {Side.LIGHT: (1, 2), Side.DARK: (6, 5)}
"""Each side's step off a pile, in its own numbers: from light's 1 and 19 to light's 2 and 20."""


@pytest.fixture(scope="module", params=[41_010, 41_012])
def moved(request: pytest.FixtureRequest) -> tuple[Board, list[Bytes]]:
    """Pictures of PILES twice, and after one checker of each side was moved off a pile: the same table, new noise."""
    scene = random_board(request.param, "ordinary", (640, 360))
    table = Table(scene, PILES, np.random.default_rng(scene.seed))
    pictures = [render(scene, table.layout(), shot=shot, samples=1.5)[0] for shot in (31, 32)]
    for side, (start, end) in FROM.items():
        for _ in table.carry(side, [(side, start, end)]):
            pass
    return calibrated(scene), [*pictures, render(scene, table.layout(), shot=33, samples=1.5)[0]]


def read(board: Board, pictures: list[Bytes]) -> list[Evidence]:
    rereader = Rereader(Reader(board))
    return [rereader.read(picture, n, n / 10, ()) for n, picture in enumerate(pictures)]


def differing(one: Evidence, other: Evidence) -> set[int]:
    """The points, 1 to 24, that look otherwise."""
    return {point for point, (a, b) in enumerate(zip(one.appearances, other.appearances, strict=True), 1) if a != b}


def test_a_small_change_of_a_row_is_told_and_noise_is_not() -> None:
    sheet = np.full((HEIGHT, WIDTH, 3), 100, np.uint8)
    rows, columns = strip_box(0)
    y, x = (rows.start + rows.stop) // 2, (columns.start + columns.stop) // 2
    faint, touched = sheet.copy(), sheet.copy()
    faint[y : y + 2, x] += 150  # averaged over seven by seven pixels: none differs by more than eight grey levels
    touched[y : y + 2, x : x + 2] += 150  # thirty-six of them do
    looks = StripNumbers()
    first, alike, other = (looks.number(seen) for seen in (sheet, faint, touched))
    assert alike == first
    assert [n for n, (a, b) in enumerate(zip(first, other, strict=True)) if a != b] == [0]


def test_only_what_was_touched_looks_otherwise(moved: tuple[Board, list[Bytes]]) -> None:
    board, pictures = moved
    first, again, after = read(board, pictures)
    assert len(first.appearances) == 24
    assert differing(first, again) == set()
    touched = differing(again, after)
    assert {1, 2, 19, 20} <= touched
    assert len(touched) <= 6  # a tall pile's shadow may fall on a neighbour


def test_what_is_put_back_looks_as_it_did(moved: tuple[Board, list[Bytes]]) -> None:
    board, (first, again, after) = moved
    looks = read(board, [first, after, again])
    assert differing(looks[0], looks[1])
    assert differing(looks[0], looks[2]) == set()


def test_in_another_light_everything_looks_otherwise(moved: tuple[Board, list[Bytes]]) -> None:
    """A lamp to one side: half the board is brighter than it was, which no exposure undoes."""
    board, (first, _, _) = moved
    lamp = np.linspace(0.6, 1.1, first.shape[1])[None, :, None]
    lit = np.clip(first * lamp, 0, 255).astype(np.uint8)
    looks = read(board, [first, lit])
    assert len(differing(*looks)) > 8

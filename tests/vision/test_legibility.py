"""People are told, once, of pictures too dark, too grainy or too compressed to play by, and of no others."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from calibration.board import Board
from lab.simulator.art import Bytes
from lab.simulator.disturbances import grain
from lab.simulator.film import through_jpeg
from lab.simulator.looks import random_board
from lab.simulator.scene import render
from lab.simulator.stills import start_layout
from tests.vision.boards import calibrated
from tests.vision.test_stillness import Blind
from vision.legibility import LIMITS, blockiness, brightness
from vision.watcher import TROUBLE, UNREST, Watcher

SIZE = (480, 270)
FPS = 5
ALL = (slice(0, SIZE[1]), slice(0, SIZE[0]))


@pytest.fixture(scope="module")
def table() -> tuple[Board, Bytes]:
    scene = random_board(61_000, "ordinary", SIZE)
    picture, _ = render(scene, start_layout(scene, np.random.default_rng(1)), shot=5)
    return calibrated(scene), picture


def told(board: Board, pictures: Iterable[Bytes]) -> list[str]:
    """What is said of pictures that follow each other."""
    watcher, news = Watcher(board, Blind()), list[str]()
    for n, picture in enumerate(pictures):
        watcher.read_frame(picture, n, n / FPS)
        news += [each.message for each in watcher.news()]
    return news


def seconds(picture: Bytes, of: float) -> list[Bytes]:
    return [picture] * round(of * FPS)


def dim(picture: Bytes, share: float) -> Bytes:
    """With so much of the light."""
    return np.asarray((255 * ((picture / 255) ** 2.2 * share) ** (1 / 2.2)).astype(np.uint8))


def test_a_good_picture_is_not_spoken_of(table: tuple[Board, Bytes]) -> None:
    board, picture = table
    assert told(board, seconds(picture, 10)) == []


@pytest.mark.parametrize("share", [0.001, 0.0])
def test_a_dark_picture_is_told_of_once(table: tuple[Board, Bytes], share: float) -> None:
    board, picture = table
    assert told(board, seconds(dim(picture, share), 12)).count(TROUBLE["dark"]) == 1


def test_a_lamp_that_is_out_for_a_moment_is_not_spoken_of(table: tuple[Board, Bytes]) -> None:
    board, picture = table
    pictures = seconds(picture, 3) + seconds(dim(picture, 0.001), LIMITS.lasting - 1) + seconds(picture, 6)
    assert TROUBLE["dark"] not in told(board, pictures)


def test_it_is_told_again_when_it_comes_back_later(table: tuple[Board, Bytes]) -> None:
    board, picture = table
    dark = seconds(dim(picture, 0.001), LIMITS.lasting + 3)
    assert told(board, dark + seconds(picture, LIMITS.over) + dark).count(TROUBLE["dark"]) == 2
    assert told(board, dark + seconds(picture, 5) + dark).count(TROUBLE["dark"]) == 1


def test_a_picture_compressed_to_blocks_is_told_of_once(table: tuple[Board, Bytes]) -> None:
    board, picture = table
    assert told(board, seconds(through_jpeg(picture, 4), 12)) == [TROUBLE["blocks"]]


@pytest.mark.parametrize("quality", [40, 75])
def test_usual_compression_is_not_spoken_of(table: tuple[Board, Bytes], quality: int) -> None:
    board, picture = table
    assert told(board, seconds(through_jpeg(picture, quality), 10)) == []


def test_a_picture_full_of_grain_is_told_of(table: tuple[Board, Bytes]) -> None:
    board, picture = table
    grainy = grain(1.6 * LIMITS.grainiest)
    said = told(board, (grainy(picture, n / FPS) for n in range(12 * FPS)))
    assert TROUBLE["grain"] in said or UNREST["grain"] in said


def test_some_grain_is_not_spoken_of(table: tuple[Board, Bytes]) -> None:
    board, picture = table
    grainy = grain(4)
    assert told(board, (grainy(picture, n / FPS) for n in range(8 * FPS))) == []


def test_blocks_are_measured_in_the_picture_and_not_in_what_it_shows(table: tuple[Board, Bytes]) -> None:
    _, picture = table
    coarse = through_jpeg(picture, 5)
    assert blockiness(picture, ALL) == pytest.approx(1, abs=0.1)
    assert blockiness(coarse, ALL) > 1.3
    assert blockiness(np.full((270, 480, 3), 90, np.uint8), ALL) == 1


def test_brightness_is_that_of_the_board() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[20:80, 20:80] = 120
    assert brightness(picture, (slice(20, 80), slice(20, 80))) == 120
    assert brightness(picture, (slice(0, 16), slice(0, 100))) == 0

"""Stillness knows the camera's grain and the room's lamps: rest is rest, and an arm over the board is movement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

from arbiter.referee.evidence import Evidence, PlaceEvidence
from calibration.board import Board
from lab.benchmarks.stillness import FPS, Take, recording
from lab.simulator.art import Bytes
from lab.simulator.disturbances import Disturbance, fan, flicker, grain, hunting, screen, shimmer, together
from lab.simulator.looks import random_board
from tests.vision.boards import calibrated
from vision.reader import Reader
from vision.reading import reading_of
from vision.rereading import Rereader
from vision.stillness import Stillness
from vision.watcher import UNREST, Watcher

SIZE = (480, 270)
SETTLES = 8
"""Frames, half a second, in which a position at rest must be known for one."""
RESTS = 14


@pytest.fixture(scope="module")
def table() -> tuple[Board, list[Take]]:
    scene = random_board(61_000, "ordinary", SIZE)
    return calibrated(scene), [take for take in recording(scene) if take.since < RESTS]


class Blind:
    """A reader that says nothing, at once."""

    def fitting(self, image: Bytes) -> Bytes:
        return image

    def read(
        self, image: Bytes, frame: int, time: float, dice_before: Sequence[tuple[float, float]], *, hurried: bool
    ) -> Evidence:
        return Evidence(frame, time, still=True, hand=False, places=(PlaceEvidence(()),) * 25)

    def forget(self) -> None: ...


def rolling(step: int) -> Bytes:
    """Two dice of twelve pixels, darker than the board, so many steps of their way along it."""
    picture = np.random.default_rng(5).integers(88, 96, (360, 640, 3)).astype(np.uint8)
    for n, x in enumerate((300, 318)):
        y = 120 + 9 * step + 5 * n
        picture[y : y + 12, x : x + 12] = 50
        picture[y + 5 : y + 7, x + 5 : x + 7] = 230
    return picture


def test_small_dice_that_roll_are_movement_and_lie_still_when_they_rest() -> None:
    outline = np.array([(60.0, 30.0), (580.0, 30.0), (580.0, 330.0), (60.0, 330.0)])
    stillness = Stillness((640, 360), outline, outline)
    taken = [stillness.cells(rolling(min(step, 8))) for step in (0, 0, 0, *range(1, 14))]
    moves = [stillness.moves(now, before, n / 15, (n - 1) / 15) for n, (before, now) in enumerate(pairwise(taken), 1)]
    assert moves == [False] * 2 + [True] * 8 + [False] * 5


@dataclass
class Followed:
    """Of a recording: the frames at rest that were not called still, those of movement that were, what was told."""

    restless: list[int]
    overlooked: list[int]
    told: list[str]


def _follow(board: Board, takes: Sequence[Take], disturbed: Disturbance, fps: float = FPS) -> Followed:
    watcher, followed = Watcher(board, Blind()), Followed([], [], [])
    for n, take in enumerate(takes):
        evidence = watcher.read_frame(disturbed(take.image, n / fps), n, n / fps)
        if take.rests is not None and take.since >= SETTLES and not evidence.places:
            followed.restless.append(n)
        moves = n > 0 and take.rests is None and take.image is not takes[n - 1].image
        if moves and evidence.still:
            followed.overlooked.append(n)
        followed.told += [news.message for news in watcher.news()]
    return followed


DISTURBED = {
    "nothing": together(),
    "grain 4": grain(4),
    "grain 8": grain(8),
    "50 Hz bands": flicker(50, 0.12),
    "60 Hz bands": flicker(60, 0.12),
    "strong bands": flicker(50, 0.25),
    "compression": shimmer(30),
    "strong compression": shimmer(15, 3),
    "focus at first": hunting(0.3),
    "grain under a flickering lamp": together(flicker(50, 0.06), grain(4)),
}


@pytest.mark.parametrize(("name", "fps"), [*((name, 15) for name in DISTURBED), ("50 Hz bands", 30)])
def test_rest_is_rest_and_an_arm_is_movement(table: tuple[Board, list[Take]], name: str, fps: int) -> None:
    followed = _follow(*table, DISTURBED[name], fps)
    assert followed == Followed([], [], [])


@pytest.mark.parametrize("beside", [screen((0, 80, 30, 120)), fan((6, 45), 30)], ids=["screen", "fan"])
def test_what_never_rests_beside_the_board_is_left_out(table: tuple[Board, list[Take]], beside: Disturbance) -> None:
    board, takes = table
    long = [takes[0]] * (7 * FPS) + takes
    followed = _follow(board, long, beside)
    assert not [n for n in followed.restless if n > 6 * FPS]
    assert not followed.overlooked


def test_over_the_board_nothing_is_left_out(table: tuple[Board, list[Take]]) -> None:
    board, takes = table
    over = screen((200, 110, 60, 45))
    watcher = Watcher(board, Blind())
    still = [watcher.read_frame(over(takes[0].image, n / FPS), n, n / FPS).still for n in range(12 * FPS)]
    assert not any(still)
    assert watcher.news() == ()  # a hand may linger


def test_a_camera_that_never_rests_is_told_once(table: tuple[Board, list[Take]]) -> None:
    board, takes = table

    def shaking(frame: Bytes, time: float) -> Bytes:
        return np.roll(frame, (round(time * FPS) * 5) % 13, axis=1)

    followed = _follow(board, [Take(takes[0].image, None)] * (11 * FPS), shaking)
    assert followed.told.count(UNREST["everywhere"]) == 1
    assert not followed.overlooked


@pytest.mark.parametrize("sigma", [6, 8])
def test_grainy_pictures_are_read_as_clean_ones_are(table: tuple[Board, list[Take]], sigma: int) -> None:
    board, takes = table
    grainy, watcher = grain(sigma), Watcher(board, Rereader(Reader(board)))
    for n, take in enumerate(takes[:12]):
        evidence = watcher.read_frame(grainy(take.image, n / FPS), n, n / FPS)
    assert reading_of(evidence).position == takes[0].rests
    assert watcher.grain == pytest.approx(sigma, rel=0.15)


def test_a_lamp_switched_on_is_soon_no_movement(table: tuple[Board, list[Take]]) -> None:
    board, takes = table
    dim = (takes[0].image * np.array([0.6, 0.7, 0.75])).astype(np.uint8)
    watcher, noisy = Watcher(board, Blind()), grain(5)
    quiet = grain(1)
    for n in range(30):
        watcher.read_frame(quiet(takes[0].image, n / FPS), n, n / FPS)
    still = [watcher.read_frame(noisy(dim, n / FPS), n, n / FPS).still for n in range(30, 75)]
    assert all(still[30:])

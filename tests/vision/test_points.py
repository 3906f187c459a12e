"""What is made of the network's word on points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import pytest

from arbiter.position import SIDES, Position, Side
from arbiter.referee.evidence import PlaceEvidence
from calibration.colours import match_light
from calibration.learn import recall_appearance
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from lab.simulator.positions import piled
from lab.simulator.scene import render
from lab.simulator.stills import random_layout
from tests.vision.boards import SAMPLES, calibrated, scenes
from vision.points import count_scores
from vision.reader import Reader
from vision.sheet.eyes import MIXED
from vision.strips import strip_at

SEEDS = range(42_000, 42_004)
PER_BOARD = 4
TALL = 6
LAB = slice(0, 3)


@dataclass(frozen=True, eq=False)
class Look:
    """A picture in the bare board's light. counts: on its 24 strips, light positive."""

    reader: Reader
    image: Bytes
    counts: list[int]

    def seen(self) -> tuple[PlaceEvidence, ...]:
        return self.reader.read_region(self.reader.prepared(self.image)).points


@cache
def looks() -> list[Look]:
    return list(_looks())


def _looks() -> Iterator[Look]:
    cv2.setNumThreads(1)
    for scene in scenes(SEEDS, "hard"):
        board = calibrated(scene)
        bare = recall_appearance(board)
        reader = Reader(board)
        rng = np.random.default_rng((scene.seed, 8))
        for shot in range(PER_BOARD):
            layout = random_layout(scene, piled(rng), SIDES[shot % 2], rng)
            picture, label = render(scene, layout, None, shot=2 + shot, samples=SAMPLES)
            halves = (label[row][6 * leaf :][:6] for leaf in (0, 1) for row in ("top", "bottom"))
            counts = [count for half in halves for count in half]
            yield Look(reader, match_light(picture, bare.bare), counts)


def test_tall_piles_are_counted() -> None:
    """What lies on a row shows by a slice and by its shadow; of few other things a board can hide as much."""
    right = [
        place.scores[0][:2] == (max(0, count), max(0, -count))
        for look in looks()
        for place, count in zip(look.seen(), look.counts, strict=True)
        if abs(count) >= TALL
    ]
    assert len(right) > 10
    assert np.mean(right) >= 0.8


def test_whether_both_colours_stand_on_a_point_only_the_network_says() -> None:
    """However plainly checkers of both colours are marked: marks tell which mixture."""
    said = np.full(MIXED + 1, -9.0, np.float32)
    said[[MIXED, MIXED // 2 + 2]] = np.log([0.4, 0.6])
    scores = count_scores(said, (3, 1))
    mixed = np.logaddexp.reduce([score for light, dark, score in scores if light and dark])
    plain = np.logaddexp.reduce([score for light, dark, score in scores if not light or not dark])
    assert plain - mixed == pytest.approx(np.log(0.6 / 0.4), abs=0.02)
    assert scores[0][:2] == (2, 0)
    assert next((light, dark) for light, dark, _ in scores if light and dark) == (3, 1)


@pytest.mark.parametrize("pile", [4, 5, 8])
def test_one_checker_on_a_pile_opposite_a_full_row_is_counted_as_one(pile: int) -> None:
    """On a board whose leaves hold little more than ten checkers in a column the full row reaches the open end."""
    light, dark = [0] * 26, [0] * 26
    light[6], light[19], dark[6], light[8], dark[13] = 5, 1, pile, 9, 15 - pile
    scene = random_board(46_012, "hard")
    board = calibrated(scene)
    layout = random_layout(scene, Position(tuple(light), tuple(dark)), Side.LIGHT, np.random.default_rng(1))
    picture = render(scene, layout, None, shot=2, samples=SAMPLES)[0]
    reader = Reader(board)
    seen = reader.read_region(reader.prepared(match_light(picture, recall_appearance(board).bare))).points
    place = seen[strip_at(*scene.seats.track()[19 - 1])]
    mixed = [(light, dark, score) for light, dark, score in place.scores if light and dark]
    assert mixed[0][:2] == (1, min(pile, 4))
    assert place.log_likelihood(1, pile) > mixed[0][2] - 4
    assert place.log_likelihood(1, pile) > place.log_likelihood(2, pile) + 1
    assert place.log_likelihood(1, pile) > place.log_likelihood(0, pile)

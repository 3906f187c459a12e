"""The board is learned as it is played: points shown bare replace guesses, colours follow, corrections are undone."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from arbiter.position import START, Position, Side
from calibration.corners import parse_corners
from calibration.learn import Appearance, recall_appearance
from lab.simulator.art import Bytes
from lab.simulator.layout import Layout, lay_checkers
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, start_layout
from tests.vision.boards import SAMPLES
from vision.known_position.learn_board import learn_board
from vision.learning import BoardLearner, Lesson

AWAY = Position((0, *(0,) * 6, 15, *(0,) * 18), (0, *(0,) * 6, 15, *(0,) * 18))
"""Everything is on both bar points: the eight points of the start are bare but for one of each side."""


@pytest.fixture(scope="module")
def scene() -> Scene:
    return random_board(300_001, "ordinary", (640, 360))


def picture(scene: Scene, position: Position) -> Bytes:
    rng = np.random.default_rng(3)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, position, rng)
    return render(scene, Layout(position, discs), shot=4, samples=SAMPLES)[0]


def learner(scene: Scene) -> BoardLearner:
    """Of a board whose empty picture was never taken."""
    start, label = render(scene, start_layout(scene, np.random.default_rng(1)), shot=0, samples=SAMPLES)
    board = learn_board(start, parse_corners(label["corners"]), scene.seats, None)
    return BoardLearner(board, recall_appearance(board))


def lesson(scene: Scene, position: Position = AWAY, agreed: bool = True) -> Lesson:
    image = picture(scene, position)
    return Lesson(image, position, (agreed,) * 24, (), np.zeros(image.shape[:2], np.bool_))


def amiss(scene: Scene, appearance: Appearance) -> float:
    """Mean grey levels by which the bare board differs from what it truly is, over the leaves."""
    truth = render(scene, empty_layout(), shot=1, samples=SAMPLES)[0]
    mask = np.zeros(truth.shape[:2], np.uint8)
    for leaf in ("left", "right"):
        cv2.fillConvexPoly(mask, np.round(scene.book.seen_corners(scene.camera)[leaf]).astype(np.int32), 1)
    return float(cv2.absdiff(truth, appearance.bare)[mask > 0].mean())


def test_a_sure_position_shows_what_was_guessed(scene: Scene) -> None:
    taught = learner(scene)
    guessed = amiss(scene, taught.appearance)
    assert amiss(scene, taught.learn(lesson(scene))) < 0.8 * guessed


def test_a_point_on_which_the_look_does_not_agree_teaches_nothing(scene: Scene) -> None:
    taught = learner(scene)
    before = taught.appearance
    after = taught.learn(lesson(scene, agreed=False))
    assert np.array_equal(after.bare, before.bare)
    assert after.colours is before.colours


def test_what_is_called_free_but_shows_checkers_is_not_taken_for_the_board(scene: Scene) -> None:
    taught = learner(scene)
    before = amiss(scene, taught.appearance)
    assert amiss(scene, taught.learn(replace(lesson(scene, START), position=AWAY))) < 1.15 * before


def test_a_lesson_that_people_correct_is_forgotten(scene: Scene) -> None:
    taught = learner(scene)
    before = taught.appearance
    assert taught.learn(lesson(scene)) is not before
    assert taught.unlearn() is before
    guessed = amiss(scene, before)
    assert amiss(scene, taught.learn(lesson(scene))) < 0.8 * guessed  # as if for the first time


def test_colours_move_towards_what_is_seen_but_never_far_from_the_start(scene: Scene) -> None:
    taught = learner(scene)
    first = taught.appearance.colours[Side.LIGHT].table
    dim = replace(scene, film=replace(scene.film, balance=(0.8, 1.0, 1.2)))
    for _ in range(6):
        taught.learn(lesson(dim))
    now = taught.appearance.colours[Side.LIGHT].table
    assert np.abs(now - first).max() > 0.1
    assert (now >= first + np.log(0.39)).all()


def test_what_lamps_have_burnt_out_is_not_taken_for_the_board(scene: Scene) -> None:
    taught = learner(scene)
    before, shown = taught.appearance.bare, lesson(scene)
    unknown = np.zeros(before.shape[:2], np.bool_)
    unknown[:, : before.shape[1] // 2] = True
    after = taught.learn(replace(shown, unknown=unknown)).bare
    changed = (after != before).any(axis=2)
    assert not changed[unknown].any()
    assert changed[~unknown].any()

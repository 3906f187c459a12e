"""A board is learned until it reads back its own start picture, whatever corners the search begins with."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter.position import OFF, START, Position
from bookgammon.setup.learning import learn
from bookgammon.setup.places import place_name
from bookgammon.setup.reading_back import learned
from calibration.corners import LeafCorners, parse_corners
from calibration.finding import FoundLeaves
from calibration.start_fit import settle_start
from lab.simulator.layout import Layout, lay_checkers
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, start_layout
from vision.sources.pictures import Image

View = tuple[Scene, Image, Image, LeafCorners]


@pytest.fixture(scope="module")
def view() -> View:
    scene = random_board(22, "ordinary")
    start, label = render(scene, start_layout(scene, np.random.default_rng(1)), shot=0, samples=1.0)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.0)
    return scene, start, empty, parse_corners(label["corners"])


def off(corners: LeafCorners, by: float) -> LeafCorners:
    """The corners as a finger places them; by: standard deviation in pixels."""
    places = np.array(corners.left + corners.right)
    moved = (places + np.random.default_rng(5).normal(0, by, places.shape)).tolist()
    return parse_corners({"left": moved[:4], "right": moved[4:]})


def error(one: LeafCorners, other: LeafCorners) -> float:
    return float(np.hypot(*(np.array(one.left + one.right) - np.array(other.left + other.right)).T).mean())


def nothing_better(_picture: Image) -> FoundLeaves:
    raise AssertionError("the first beginning explains the picture")


def test_corners_given_by_hand_are_put_right_by_the_checkers(view: View) -> None:
    scene, start, empty, true = view
    given = off(true, 3.0)
    found = learned(start, given, empty, nothing_better, by_hand=True, near=scene.seats.near, home=scene.seats.home)
    assert error(found.board.corners, true) < 0.7 * error(given, true)
    assert found.unsure == ()
    assert found.confidence > 0.95


def test_corners_far_off_are_left_for_those_that_are_found(view: View) -> None:
    _, start, empty, true = view
    point = (true.left[1][0] - true.left[0][0]) / 6
    beside = [[x + 0.8 * point, y] for x, y in true.left + true.right]
    given = parse_corners({"left": beside[:4], "right": beside[4:]})
    found = learned(start, given, empty, lambda _: FoundLeaves(true, 1.0), by_hand=True)
    assert error(found.board.corners, true) < 0.15 * point
    assert found.unsure == ()


def test_a_checker_too_few_is_named_and_the_game_can_begin_all_the_same(view: View) -> None:
    scene, _, empty, true = view
    light = list(START.light)
    light[6] -= 1
    light[OFF] += 1
    rng = np.random.default_rng(1)
    short = Position(tuple(light), START.dark)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, short, rng)
    start, _ = render(scene, Layout(short, tuple(disc for disc in discs if disc.frame != "table")), shot=2, samples=1.0)
    lesson = learn(start, true, empty, lambda _: FoundLeaves(true, 1.0), settle_start, by_hand=True)
    assert lesson.board is not None
    six = place_name(5, lesson.board.seats)
    assert [fault.text for fault in lesson.wrong] == [f"{six} shows 4 checkers, 5 expected."]
    assert any(sentence.startswith(str(six)) for sentence in lesson.advice)

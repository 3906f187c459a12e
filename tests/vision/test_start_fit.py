"""The starting position tells who sits where, on which side home is, and where the corners really are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from arbiter.position import Position, Side
from arbiter.seats import Home, Seats
from calibration.corners import LeafCorners, parse_corners
from calibration.errors import WrongStart
from calibration.sheet import Image
from lab.benchmarks.setups import scene_of
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, random_layout, start_layout
from vision.known_position.start_fit import settle_start

SEEN = tuple[Scene, Image, LeafCorners]


def seen(seats: Seats, seed: int = 21) -> SEEN:
    scene = replace(random_board(seed, "ordinary"), seats=seats)
    picture, label = render(scene, start_layout(scene, np.random.default_rng(1)), samples=1.0)
    return scene, picture, parse_corners(label["corners"])


@pytest.fixture(scope="module")
def lower_right() -> SEEN:
    return seen(Seats(Side.LIGHT, "right"))


@pytest.mark.parametrize(("near", "home"), [(Side.LIGHT, "left"), (Side.DARK, "left"), (Side.DARK, "right")])
def test_seats_and_home_side_are_told_from_the_picture(near: Side, home: Home) -> None:
    _, picture, corners = seen(Seats(near, home))
    fit = settle_start(picture, corners, loose=0)
    assert fit.seats == Seats(near, home)
    assert fit.confidence > 0.95
    assert fit.complaints == ()
    assert fit.corners == corners


def test_the_light_checkers_are_those_that_are_mostly_lighter() -> None:
    """Dark blue ones with a bright star are on average as light as green ones."""
    scene = scene_of(876_030)
    picture, label = render(scene, start_layout(scene, np.random.default_rng(1)), samples=1.0)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.0)
    fit = settle_start(picture, parse_corners(label["corners"]), empty)
    assert fit.seats == scene.seats
    assert fit.seats_sure > 0.75


def test_what_the_player_says_is_not_questioned(lower_right: SEEN) -> None:
    _, picture, corners = lower_right
    fit = settle_start(picture, corners, near=Side.DARK, loose=0)
    assert fit.seats == Seats(Side.DARK, "right")


def test_corners_a_little_off_are_put_right_by_the_checkers(lower_right: SEEN) -> None:
    scene, picture, corners = lower_right
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.0)
    true = np.array(corners.left + corners.right)
    point = float(np.hypot(*(true[1] - true[0]))) / 6
    before, after = [], []
    for seed in (1, 2):
        off = true + np.random.default_rng(seed).normal(0, 0.1 * point, true.shape)
        fit = settle_start(picture, parse_corners({"left": off[:4], "right": off[4:]}), empty, loose=0.1)
        before.append(np.hypot(*(off - true).T).mean())
        after.append(np.hypot(*(np.array(fit.corners.left + fit.corners.right) - true).T).mean())
    assert np.mean(after) < 0.7 * np.mean(before)


def test_another_position_serves_where_it_is_told(lower_right: SEEN) -> None:
    scene, _, corners = lower_right
    told = Position.from_points(
        (0, 3, 0, -2, 4, 0, 2, 0, -3, 0, 0, 0, 0, 0, -5, 0, 0, 0, 2, 0, -5, 0, 4, 0), (0, 0), (0, 0)
    )
    layout = random_layout(scene, told, Side.LIGHT, np.random.default_rng(4))
    picture, _ = render(scene, layout, shot=3, samples=1.0)
    assert settle_start(picture, corners, position=told, loose=0).seats == scene.seats


def test_an_empty_board_is_no_start(lower_right: SEEN) -> None:
    scene, _, corners = lower_right
    one, _ = render(scene, empty_layout(), shot=1, samples=1.0)
    other, _ = render(scene, empty_layout(), shot=2, samples=1.0)
    with pytest.raises(WrongStart, match="however the players sit"):
        settle_start(one, corners, other)


def test_checkers_that_hardly_differ_from_the_board_are_a_start(lower_right: SEEN) -> None:
    """A quarter of their colour is left."""
    scene, picture, corners = lower_right
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.0)
    faint = np.asarray(cv2.addWeighted(picture, 0.23, empty, 0.77, 0), np.uint8)
    fit = settle_start(faint, corners, empty, loose=0)
    assert fit.seats.home == scene.seats.home
    assert fit.complaints == ()


def test_pictures_of_two_sizes_are_refused(lower_right: SEEN) -> None:
    _, picture, corners = lower_right
    with pytest.raises(WrongStart, match="another size"):
        settle_start(picture, corners, picture[::2, ::2])

"""Leaves in space, held against cameras whose every number is known."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import parse_corners
from calibration.leaf import leaves_from_corners, ridge_between
from lab.simulator.looks import random_board

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_leaf_is_as_long_as_it_was_drawn(seed: int) -> None:
    scene = random_board(seed, "ordinary")
    leaves = leaves_from_corners(parse_corners(scene.book.seen_corners(scene.camera)), scene.camera.size)
    true_length = scene.book.floor_height / scene.book.pitch
    for leaf in leaves:
        assert leaf.length == pytest.approx(true_length, rel=0.06)


@pytest.mark.parametrize("seed", SEEDS)
def test_corners_are_where_they_were_given(seed: int) -> None:
    scene = random_board(seed, "hard")
    corners = parse_corners(scene.book.seen_corners(scene.camera))
    for leaf, quad in zip(leaves_from_corners(corners, scene.camera.size), (corners.left, corners.right), strict=True):
        here = np.array([[0, 0, 0], [6, 0, 0], [6, leaf.length, 0], [0, leaf.length, 0]])
        assert leaf.project(here) == pytest.approx(np.array(quad), abs=0.01)
        assert leaf.locate(quad) == pytest.approx(here[:, :2], abs=0.001)


@pytest.mark.parametrize("seed", SEEDS)
def test_height_leans_the_way_the_camera_sees_it(seed: int) -> None:
    """A checker's height above the floor moves it in the picture as the true camera says, to a third of a pixel."""
    scene = random_board(seed, "ordinary")
    book, camera = scene.book, scene.camera
    leaves = leaves_from_corners(parse_corners(book.seen_corners(camera)), camera.size)
    for name, leaf in zip(("left", "right"), leaves, strict=True):
        for along in (0.15, 0.5, 0.85):
            u, v = 3 * book.pitch + book.margin, (0.5 - along) * book.floor_height
            low, high = camera.project(book.leaves[name].world([(u, v, 0.0), (u, v, book.checker_height)]))
            x, y = leaf.locate([low])[0]
            ours = leaf.project([[x, y, book.checker_height / book.pitch]])[0]
            assert np.hypot(*(ours - high)) < 0.7


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ridge_joins_the_leaves(seed: int) -> None:
    scene = random_board(seed, "hard")
    corners = parse_corners(scene.book.seen_corners(scene.camera))
    ridge, width = ridge_between(leaves_from_corners(corners, scene.camera.size), corners)
    ends = ridge.project(np.array([[0, 0, 0], [width, 0, 0], [width, ridge.length, 0], [0, ridge.length, 0]]))
    assert ends == pytest.approx(
        np.array([corners.left[1], corners.right[0], corners.right[3], corners.left[2]]), abs=0.01
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_without_a_bar_the_ridge_reaches_into_both_leaves(seed: int) -> None:
    """Drawn without width, heights on it would be nowhere, and with them every picture of such a board."""
    scene = random_board(seed, "ordinary")
    one = parse_corners(scene.book.seen_corners(scene.camera))
    a, _, _, d = one.left
    _, b, c, _ = one.right
    (p, q), (r, s) = (np.array(edge) for edge in ((one.left[1], one.left[2]), (one.right[0], one.right[3])))
    far, near = (tuple(((e + f) / 2).tolist()) for e, f in ((p, r), (q, s)))
    corners = parse_corners({"left": [a, far, near, d], "right": [far, b, c, near]})
    ridge, width = ridge_between(leaves_from_corners(corners, scene.camera.size), corners)
    middle = ridge.project([[width / 2, 0.0, 0.0], [width / 2, ridge.length, 0.0]])
    assert middle == pytest.approx(np.array([far, near]), abs=2.0)
    low, high = ridge.project([[width / 2, 3.0, 0.0], [width / 2, 3.0, 0.3]])
    assert 0 < np.hypot(*(high - low)) < np.hypot(*np.subtract(a, far)) / 6

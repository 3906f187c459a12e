"""The open book is found without a click, and where there is none, that is said."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from calibration.corners import LeafCorners, parse_corners
from calibration.errors import NoBook
from calibration.find_inputs import FRAME, LEAF_VIEW, Halves, leaf_picture, whole_view
from calibration.finding import find_leaves, on_its_points
from calibration.sheet import Image
from tests.calibration.stands import away, picture_of
from tests.commands.program import CORNERS, RECORDING


def corner_array(corners: LeafCorners) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(corners.left + corners.right, np.float64)


@pytest.fixture(scope="module")
def recorded() -> tuple[Image, Image]:
    """The demo's start and empty pictures: path-traced, by no renderer of ours."""
    start, empty = (cv2.imread(str(RECORDING / f"{kind}.jpg")) for kind in ("start", "empty"))
    assert start is not None
    assert empty is not None
    return np.asarray(start, np.uint8), np.asarray(empty, np.uint8)


def test_the_recorded_book_is_found(recorded: tuple[Image, Image]) -> None:
    start, empty = recorded
    found = find_leaves(start, (empty,))
    true = corner_array(parse_corners(json.loads(CORNERS)))
    assert np.hypot(*(corner_array(found.corners) - true).T).mean() < 0.006 * start.shape[1]
    assert found.confidence > 0.5


@pytest.mark.parametrize(("seed", "roll"), [(11, 0.0), (12, 15.0), (14, -15.0)])
def test_rendered_books_are_found_however_the_camera_rolls(seed: int, roll: float) -> None:
    picture, label = picture_of(seed, roll)
    found = corner_array(find_leaves(picture).corners)
    true = corner_array(parse_corners(label["corners"]))
    assert np.hypot(*(found - true).T).mean() < 0.008 * picture.shape[1]


def test_a_leaf_taken_for_a_point_farther_out_is_moved_to_its_points(recorded: tuple[Image, Image]) -> None:
    """As where a tray beside the points was taken for one of them."""
    start, _ = recorded
    true = corner_array(parse_corners(json.loads(CORNERS)))
    farther_out = true.copy()
    for outer, inner in ((0, 1), (3, 2)):
        farther_out[[outer, inner]] += (true[outer] - true[inner]) / 6
    moved = on_its_points((Halves(start),), farther_out, np.full(8, 0.3))
    assert moved is not None
    point = np.hypot(*(true[1] - true[0])) / 6
    assert np.hypot(*(moved - true).T).max() < 0.35 * point
    assert on_its_points((Halves(start),), true, np.full(8, 0.1)) is None


def test_a_corner_that_something_hides_is_told_by_the_others(recorded: tuple[Image, Image]) -> None:
    start, _ = recorded
    true = corner_array(parse_corners(json.loads(CORNERS)))
    hidden = start.copy()
    point = float(np.linalg.norm(true[1] - true[0])) / 6
    cv2.circle(hidden, (round(true[0][0]), round(true[0][1])), round(1.3 * point), (120, 90, 60), -1)
    found = corner_array(find_leaves(hidden).corners)
    assert np.hypot(*(found - true).T).max() < 0.35 * point


def test_a_table_without_a_book_is_no_board() -> None:
    rng = np.random.default_rng(5)
    rough = cv2.resize(rng.uniform(90, 160, (6, 9, 3)).astype(np.uint8), (960, 540), interpolation=cv2.INTER_CUBIC)
    with pytest.raises(NoBook, match="--corners"):
        find_leaves(np.asarray(rough, np.uint8))


def test_half_a_book_is_refused(recorded: tuple[Image, Image]) -> None:
    start, _ = recorded
    with pytest.raises(NoBook, match="--corners"):
        find_leaves(np.ascontiguousarray(start[:, : start.shape[1] // 2]))


def test_a_thumbnail_is_refused(recorded: tuple[Image, Image]) -> None:
    with pytest.raises(NoBook, match="too small"):
        find_leaves(cv2.resize(recorded[0], (80, 45)).astype(np.uint8))


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_leaf_is_straightened_onto_its_frame(mirrored: bool) -> None:
    """Dots at the corners of a large leaf come to lie where the frame says, although the picture is halved first."""
    quad = np.array([(300, 200), (1500, 240), (1620, 1300), (240, 1250)], np.float64)
    picture = np.zeros((1440, 1920, 3), np.uint8)
    for x, y in quad:
        cv2.circle(picture, (round(x), round(y)), 24, (255, 255, 255), -1)
    view, to_view = leaf_picture(Halves(picture), quad, mirrored)
    assert view.shape == (LEAF_VIEW[1], LEAF_VIEW[0], 3)
    order = [1, 0, 3, 2] if mirrored else [0, 1, 2, 3]
    np.testing.assert_allclose(cv2.perspectiveTransform(quad[None], to_view)[0][order], FRAME, atol=0.05)
    for x, y in FRAME:
        assert view[round(y), round(x)].min() > 200


def test_the_whole_picture_keeps_its_proportions() -> None:
    view, scale = whole_view(np.zeros((1080, 1920, 3), np.uint8))
    assert view.shape == (5, 96, 160)
    assert scale == pytest.approx(160 / 1920)


def test_a_book_far_away_is_looked_at_again(recorded: tuple[Image, Image]) -> None:
    picture, true = away(recorded[0], corner_array(parse_corners(json.loads(CORNERS))))
    found = corner_array(find_leaves(picture).corners)
    assert np.hypot(*(found - true).T).mean() < 0.008 * picture.shape[1]

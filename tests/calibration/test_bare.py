"""The bare board, guessed from one picture, held against the picture that shows it empty."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from arbiter.position import START
from calibration.bare import bare_under, guess_bare
from calibration.corners import LeafCorners, parse_corners
from calibration.leaf import leaves_from_corners, ridge_between
from calibration.learn import counts_in_picture
from calibration.sheet import Image
from lab.simulator.looks import random_board
from lab.simulator.scene import render
from lab.simulator.stills import empty_layout, start_layout
from tests.vision.boards import shots

Counts = dict[str, tuple[int, ...]]


@cache
def pictures() -> tuple[Image, Image, LeafCorners, Counts]:
    """The starting position, the empty board, its corners, and the counts in the picture."""
    scene = random_board(3, "ordinary")
    start, label = render(scene, start_layout(scene, np.random.default_rng(3)), shot=0, samples=1.5)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.5)
    return start, empty, parse_corners(label["corners"]), counts_in_picture(START, scene.seats)


@pytest.mark.parametrize(("strewn", "all_known"), [(False, True), (True, True), (True, False)])
def test_where_checkers_stood_the_board_looks_empty(strewn: bool, all_known: bool) -> None:
    """Also where the first checker of one row in four is not known to lie there, if free points are guessed, too."""
    start, empty, corners, counts = pictures()
    leaves = leaves_from_corners(corners, (start.shape[1], start.shape[0]))
    known = counts
    if not all_known:
        known = {row: tuple(0 if k % 4 == 0 else n for k, n in enumerate(counts[row])) for row in counts}
    bare = guess_bare(start, leaves, ridge_between(leaves, corners), known, strewn=strewn)
    for index, leaf in enumerate(leaves):
        for row in ("top", "bottom"):
            for column in range(6):
                if not counts[row][6 * index + column]:
                    continue
                spot = leaf.project([[column + 0.5, 0.5 if row == "top" else leaf.length - 0.5, 0]])[0]
                changed, guessed = (
                    _around(empty, spot) - _around(start, spot),
                    _around(empty, spot) - _around(bare, spot),
                )
                assert np.abs(guessed).mean() < max(12.0, 0.5 * np.abs(changed).mean()), (index, row, column)


def _flat_board(counts: Counts) -> tuple[Image, LeafCorners]:
    """Seen from straight above: points in two colours by turns, dark discs on the occupied ones."""
    picture = np.full((420, 640, 3), 180, np.uint8)
    quads = {name: [[x, 30], [x + 240, 30], [x + 240, 390], [x, 390]] for name, x in (("left", 50), ("right", 340))}
    for row, edge, inwards in (("top", 30, 1), ("bottom", 390, -1)):
        for column in range(12):
            x = (50 if column < 6 else 340) + 40 * (column % 6)
            colour = (40, 40, 40) if (column + (row == "top")) % 2 else (40, 40, 190)
            point = np.array([[x, edge], [x + 40, edge], [x + 20, edge + 150 * inwards]])
            cv2.fillPoly(picture, [point], colour)
            for n in range(abs(counts[row][column])):
                cv2.circle(picture, (x + 20, edge + (20 + 38 * n) * inwards), 19, (230, 230, 230), -1)
    return picture, parse_corners(quads)


def test_a_free_point_of_the_same_colour_stands_in_wherever_it_is() -> None:
    """A row whose free points all have the other colour borrows from the other leaf or the row across."""
    counts: Counts = {"top": (-4, -1, -2, 0, -2, 0, 0, 0, 0, 0, 0, 0), "bottom": (0, 1, 1, -5, 3, 2, 2, 2, 2, 2, 0, 0)}
    picture, corners = _flat_board(counts)
    empty, _ = _flat_board({"top": (0,) * 12, "bottom": (0,) * 12})
    leaves = leaves_from_corners(corners, (picture.shape[1], picture.shape[0]))
    bare = guess_bare(picture, leaves, None, counts, strewn=False)
    inside = np.s_[35:385, 55:585]
    assert np.abs(bare[inside].astype(int) - empty[inside]).mean() < 6


def _around(picture: Image, spot: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """The mean colour around a pixel."""
    patch = cv2.getRectSubPix(picture, (9, 9), (float(spot[0]), float(spot[1])))
    return np.asarray(np.mean(patch, axis=(0, 1)), np.float32)


def test_free_points_of_the_start_stay_as_they_were_seen() -> None:
    start, _, corners, counts = pictures()
    leaves = leaves_from_corners(corners, (start.shape[1], start.shape[0]))
    bare = guess_bare(start, leaves, None, counts, strewn=False)
    column = counts["top"].index(0)
    leaf = leaves[column // 6]
    spot = leaf.project([[column % 6 + 0.5, 2.0, 0]])[0]
    assert np.array_equal(_around(bare, spot), _around(start, spot))


def test_dice_in_the_first_picture_are_no_part_of_the_board() -> None:
    scene = random_board(74_103, "ordinary")
    shot = next(shots(scene, 1))
    corners = parse_corners(shot.label["corners"])
    leaves = leaves_from_corners(corners, scene.camera.size)
    counts = counts_in_picture(shot.position, scene.seats)
    bare = bare_under(shot.image, None, leaves, ridge_between(leaves, corners), shot.position, counts)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.5)
    assert shot.label["dice"]
    for die in shot.label["dice"]:
        x, y = (round(v) for v in die["center"])
        there = (slice(y - 3, y + 4), slice(x - 3, x + 4))
        left = np.abs(bare[there].astype(int) - empty[there]).mean()
        lying = np.abs(shot.image[there].astype(int) - empty[there]).mean()
        assert left < lying / 3

"""Boards that nobody calibrated: rendered ones, read from one picture and its corners."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arbiter.position import START, Position, Side
from arbiter.seats import Seats
from calibration.corners import parse_corners
from calibration.errors import BadCorners
from lab.simulator.layout import lay_cube
from lab.simulator.looks import random_board
from lab.simulator.scene import render
from lab.simulator.stills import empty_layout, start_layout
from tests.vision.boards import scenes, shots
from vision.reading import reading_of
from vision.sources.pictures import Image, read_picture
from vision.uncalibrated.board import SEATS, read_uncalibrated, suggested_seats

SEEDS = (52_001, 52_003, 52_006)
PHOTOGRAPHS = Path(__file__).parents[2].parent / "shared" / "photos"


def as_if(points: tuple[int, ...], seats: Seats) -> tuple[int, ...]:
    """Light's points told as if light sat near with home on the right."""
    rows = {"top": [0] * 12, "bottom": [0] * 12}
    for (row, column), count in zip(seats.track(), points, strict=True):
        rows[row][column] = count
    return SEATS.light_points(rows["top"], rows["bottom"])


def test_rendered_boards_are_read_without_a_board_file() -> None:
    right = total = 0
    for seed in SEEDS:
        scene = random_board(seed, "ordinary")
        shot = next(shots(scene, 1))
        seen = read_uncalibrated(shot.image, parse_corners(shot.label["corners"]))
        found = reading_of(seen.evidence).position
        want = as_if(shot.position.points, scene.seats)
        right += sum(a == b for a, b in zip(found.points, want, strict=True))
        total += 24
    assert right / total >= 0.9


def test_dice_are_read_without_a_board_file() -> None:
    right = total = 0
    for seed in SEEDS:
        for shot in shots(random_board(seed, "ordinary"), 2):
            seen = read_uncalibrated(shot.image, parse_corners(shot.label["corners"]))
            want = sorted(die["value"] for die in shot.label["dice"] if not die.get("outside"))
            right += want == sorted(die.value for die in seen.evidence.dice)
            total += 1
    assert right >= total - 1


def test_the_cube_is_read_and_an_arm_over_the_board_said_without_a_board_file() -> None:
    said = 0
    for seed in SEEDS:
        for shot in shots(random_board(seed, "ordinary"), 1, covered=1):
            seen = read_uncalibrated(shot.image, parse_corners(shot.label["corners"])).evidence
            hidden = any(place.hidden for place in seen.places)
            if shot.covered:
                said += hidden
                continue
            assert not hidden
            assert seen.cube is not None
            assert seen.cube.value == shot.label["cube"]["value"]
    assert said >= len(SEEDS) - 1


def test_a_cube_is_read_on_the_ridge_and_beside_the_board_without_a_board_file() -> None:
    right = []
    for scene in scenes(range(43_000, 43_004), "hard"):
        rng = np.random.default_rng(scene.seed)
        for on_ridge, value, owner in ((False, 2, "near"), (True, 64, "none")):
            cube = lay_cube(scene.book, scene.seats, on_ridge, value, owner, rng)
            layout = replace(start_layout(scene, rng), cube=cube)
            image, label = render(scene, layout, shot=value, samples=1.5)
            x, y = label["cube"]["center"]
            if 20 < x < image.shape[1] - 20 and 20 < y < image.shape[0] - 20:  # the picture does not cut it off
                right.append(_cube(image, label) == label["cube"]["value"])
    assert len(right) >= 7
    assert all(right), right


def test_cubes_of_photographs_are_read_in_trays_on_ridges_and_at_a_slant() -> None:
    if not (PHOTOGRAPHS / "manifest.json").exists():
        pytest.skip("the shared photographs are not here")
    right = []
    for label in json.loads((PHOTOGRAPHS / "manifest.json").read_text()):
        if label.get("cube") and label["cube"]["value"] and label.get("corners") and not label.get("rotate"):
            image = read_picture(PHOTOGRAPHS / label["file"])
            right.append(_cube(image, label) == {64: 1}.get(label["cube"]["value"], label["cube"]["value"]))
    assert sum(right) >= 0.7 * len(right), right


def _cube(image: Image, label: dict[str, Any]) -> int | None:
    """The value that is read of its label's board."""
    seen = read_uncalibrated(image, parse_corners(label["corners"])).evidence.cube
    return seen.value if seen else None


def test_no_cube_is_imagined_without_a_board_file() -> None:
    for seed in SEEDS:
        image, label = render(random_board(seed, "ordinary"), empty_layout(), shot=1, samples=1.5)
        assert read_uncalibrated(image, parse_corners(label["corners"])).evidence.cube is None


def test_corners_are_fitted_to_the_checkers() -> None:
    farther = nearer = 0.0
    for seed in SEEDS:
        scene = random_board(seed, "ordinary")
        shot = next(shots(scene, 1))
        true = parse_corners(shot.label["corners"])
        want = np.array(true.left + true.right)
        point = np.hypot(*np.subtract(true.left[1], true.left[0])) / 6
        off = want + np.random.default_rng(seed).normal(0, 0.15 * point, (8, 2))
        found = parse_corners({"left": off[:4].tolist(), "right": off[4:].tolist()})
        seen = read_uncalibrated(shot.image, found)
        fitted = np.concatenate(
            [leaf.project([(0, 0, 0), (6, 0, 0), (6, leaf.length, 0), (0, leaf.length, 0)]) for leaf in seen.leaves]
        )
        farther += np.hypot(*(off - want).T).mean() / point
        nearer += np.hypot(*(fitted - want).T).mean() / point
        points = reading_of(seen.evidence).position.points
        assert sum(a == b for a, b in zip(points, as_if(shot.position.points, scene.seats), strict=True)) >= 22
    assert nearer < 0.7 * farther


def test_an_empty_board_has_no_checkers() -> None:
    scene = random_board(3, "ordinary")
    image, label = render(scene, empty_layout(), shot=1, samples=1.5)
    found = reading_of(read_uncalibrated(image, parse_corners(label["corners"])).evidence).position
    assert not any(found.points)


def test_corners_outside_the_picture_are_refused() -> None:
    corners = parse_corners(
        {"left": [[0, 0], [40, 0], [40, 90], [0, 90]], "right": [[50, 0], [190, 0], [190, 90], [50, 90]]}
    )
    with pytest.raises(BadCorners, match="outside the picture"):
        read_uncalibrated(np.zeros((100, 100, 3), np.uint8), corners)


def test_a_board_whose_near_rim_the_picture_cuts_off_is_read() -> None:
    """Half a point is missing, and with it half of the checkers that stand at the rim."""
    for seed in SEEDS:
        scene = random_board(seed, "ordinary")
        shot = next(shots(scene, 1))
        quads = shot.label["corners"]
        nearest = max(y for leaf in ("left", "right") for _, y in quads[leaf])
        point = float(np.hypot(*np.subtract(quads["left"][1], quads["left"][0]))) / 6
        cut = shot.image[: round(nearest - 0.5 * point)]
        points = reading_of(read_uncalibrated(cut, parse_corners(quads)).evidence).position.points
        assert sum(a == b for a, b in zip(points, as_if(shot.position.points, scene.seats), strict=True)) >= 22


@pytest.mark.parametrize("near", list(Side))
@pytest.mark.parametrize("home", ["left", "right"])
def test_the_starting_position_suggests_who_sits_where(near: Side, home: str) -> None:
    seats = Seats(near, "left" if home == "left" else "right")
    assert suggested_seats(as_if(START.points, seats)) == seats


def test_a_race_suggests_the_home_boards() -> None:
    race = Position.from_points([3, 3, 3, 2, 2, 2] + [0] * 12 + [-3, -3, -3, -2, -2, -2])
    assert suggested_seats(as_if(race.points, Seats(Side.DARK, "left"))) == Seats(Side.DARK, "left")

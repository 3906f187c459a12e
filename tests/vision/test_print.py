"""What is printed on a page is no die, and a die that lies on print is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot

import cv2
import numpy as np
import pytest

from lab.simulator.art import Bytes
from lab.simulator.layout import lay_dice
from lab.simulator.looks import random_board
from lab.simulator.mishaps import switched
from lab.simulator.scene import Label, Scene, render
from lab.simulator.stills import start_layout
from tests.vision.boards import SAMPLES, calibrated
from vision.board_dice import find_spots, read_dice
from vision.changes import CHANGES, Changed
from vision.dice import DieSpot, shows_nothing
from vision.reader import Reader
from vision.score_maps import ScoreMaps, Spot
from vision.sheet.geometry import HEIGHT, WIDTH

FLOWERS = 40_001
"""A board by lot with ringed flowers, some of which the networks surely take for a one and a four."""
FLOWER = (257.0, 235.8)
"""Pixels of the middle of one of them."""
THROWS = ((4, 1), (6, 2), (5, 3))


@pytest.fixture(scope="module")
def scene() -> Scene:
    cv2.setNumThreads(1)
    return random_board(FLOWERS, "ordinary")


def start(scene: Scene, shot: int) -> Bytes:
    """The start as it lay when the board was learned, with other grain."""
    return render(scene, start_layout(scene, np.random.default_rng(scene.seed)), shot=shot, samples=SAMPLES)[0]


def thrown(scene: Scene) -> Iterator[tuple[Bytes, Label]]:
    rng = np.random.default_rng(scene.seed)
    layout = start_layout(scene, rng)
    for shot, values in enumerate(THROWS, 3):
        dice = lay_dice(scene.book, scene.seats, layout.discs, scene.seats.near, values, rng)
        yield render(scene, replace(layout, dice=dice), shot=shot, samples=SAMPLES)


@pytest.mark.parametrize("with_empty", [True, False], ids=["empty picture", "start picture alone"])
def test_printed_flowers_are_no_dice_and_dice_among_them_are(scene: Scene, with_empty: bool) -> None:
    reader = Reader(calibrated(scene, with_empty))
    assert reader.read(start(scene, 2)).dice == ()
    for picture, label in thrown(scene):
        values = sorted(die["value"] for die in label["dice"])
        assert sorted(die.value for die in reader.read(picture).dice) == values


def marked(reader: Reader, picture: Bytes, spots: Sequence[Spot]) -> ScoreMaps:
    """The maps of a picture, dice marked at these pixels and nowhere else."""
    maps = reader.maps(reader.look(reader.prepared(picture)))
    score_map = np.zeros_like(maps.die)
    for spot in spots:
        x, y = maps._cell(spot)
        score_map[y, x] = 0.9
    return replace(maps, die=score_map)


def test_print_that_is_marked_as_a_die_is_none(scene: Scene) -> None:
    reader = Reader(calibrated(scene))
    (picture, label), *_ = thrown(scene)
    dice = [tuple(die["center"]) for die in label["dice"]]
    found = find_spots(reader._view, reader.prepared(picture), marked(reader, picture, (FLOWER, *dice)))
    assert len(found) == len(dice)
    assert all(min(hypot(one.x - x, one.y - y) for x, y in dice) < 6 for one in found)


def test_dice_are_looked_for_again_only_where_the_picture_has_changed(scene: Scene) -> None:
    reader = Reader(calibrated(scene))
    (picture, label), *_ = thrown(scene)
    dice = [tuple(die["center"]) for die in label["dice"]]
    prepared, cells = reader.prepared(picture), np.zeros((HEIGHT // CHANGES.cell, WIDTH // CHANGES.cell + 1), np.bool_)
    seen = read_dice(reader._view, prepared, None, None, marked(reader, picture, dice), None)
    assert sorted(die.value for die in seen.dice) == sorted(die["value"] for die in label["dice"])
    now = reader.prepared(start(scene, 2)), marked(reader, start(scene, 2), ())
    assert read_dice(reader._view, now[0], Changed(cells), seen, now[1], None).dice == seen.dice
    x, y = reader._geometry.to_sheet([dice[0]])[0]
    cells[int(y // CHANGES.cell), int(x // CHANGES.cell)] = True
    again = read_dice(reader._view, now[0], Changed(cells), seen, now[1], None)
    places = reader._geometry.to_sheet(dice).tolist()
    assert len(again.spots) == sum(not Changed(cells).holds((u, v)) for u, v in places)


def test_print_shows_nothing_under_another_lamp_too_and_dice_do(scene: Scene) -> None:
    board = calibrated(scene)
    assert board.empty is not None
    reader, lit = Reader(board), replace(scene, lamp=switched(scene.lamp, np.random.default_rng(1)))
    for now in (scene, lit):
        assert shows_nothing(reader.prepared(start(now, 2)).image, board.empty, DieSpot(*FLOWER, 15.0, 1.0))
        for picture, label in thrown(now):
            image = reader.prepared(picture).image
            for die in label["dice"]:
                x, y = die["center"]
                assert not shows_nothing(image, board.empty, DieSpot(x, y, 15.0, 1.0))

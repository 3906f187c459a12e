"""What is printed on a page is no die, and a die that lies on print is one."""

from __future__ import annotations

from collections.abc import Iterator
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
from vision.board_dice import read_dice, with_scene
from vision.dice import DieSpot, shows_nothing
from vision.reader import Reader
from vision.strips import ALL

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


def test_print_that_only_the_scene_network_takes_for_a_die_is_none(scene: Scene) -> None:
    reader = Reader(calibrated(scene))
    (picture, label), *_ = thrown(scene)
    maps = reader.read_region(reader.prepared(picture)).maps
    score_map = np.zeros_like(maps.die)
    dice = [tuple(die["center"]) for die in label["dice"]]
    for spot in (FLOWER, *dice):
        x, y = maps._cell(spot)
        score_map[y, x] = 0.9
    marked = with_scene(reader._view, reader.prepared(picture), (), replace(maps, die=score_map))
    assert len(marked) == len(dice)
    assert all(min(hypot(one.x - x, one.y - y) for x, y in dice) < 6 for one in marked)


def test_of_two_marks_on_one_die_the_plainer_one_stays(scene: Scene) -> None:
    """The fainter one lies beside the die: its place would be taken for the die's."""
    reader = Reader(calibrated(scene))
    (picture, label), *_ = thrown(scene)
    maps = reader.read_region(reader.prepared(picture)).maps
    dice, score_map = [tuple(die["center"]) for die in label["dice"]], np.zeros_like(maps.die)
    for spot in dice:
        x, y = maps._cell(spot)
        score_map[y, x - 2 : x + 1] = 0.5, 0.45, 0.9
    finder = [DieSpot(x, y, 18.0, 0.8) for x, y in dice]
    found = with_scene(reader._view, reader.prepared(picture), finder, replace(maps, die=score_map))
    assert len(found) == len(dice)
    assert all(min(hypot(one.x - x, one.y - y) for x, y in dice) < 4 for one in found)


def test_dice_seen_before_are_not_compared_with_a_picture_of_which_nothing_is_read(scene: Scene) -> None:
    reader = Reader(calibrated(scene))
    (picture, label), *_ = thrown(scene)
    maps = reader.read_region(reader.prepared(picture)).maps
    maps = replace(maps, die=np.zeros_like(maps.die))
    seen = read_dice(reader._view, reader.prepared(picture), ALL, None, maps, None)
    assert sorted(die.value for die in seen.dice) == sorted(die["value"] for die in label["dice"])
    again = read_dice(reader._view, reader.prepared(start(scene, 2)), (), seen, maps, None)
    assert again.dice == seen.dice


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

"""Two dice that touch each other are two dice, and a lone one is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from arbiter.position import Side
from simulator.art import Bytes
from simulator.layout import lay_dice
from simulator.scene import Label, render
from simulator.stills import empty_layout
from tests.vision.boards import SAMPLES, calibrated, scenes
from vision.reader import Reader

SEEDS = range(44_000, 44_006)
THROWS = ((6, 3), (4, 4), (5, 2))


@pytest.fixture(scope="module")
def pictures() -> list[tuple[Reader, Bytes, Label, bool]]:
    """Pictures of two touching dice and of the first of them alone: the reader, the picture, its label, which it is."""
    cv2.setNumThreads(1)
    return list(_thrown())


def _thrown() -> Iterator[tuple[Reader, Bytes, Label, bool]]:
    for scene in scenes(SEEDS, "ordinary"):
        reader = Reader(calibrated(scene))
        rng = np.random.default_rng(scene.seed)
        for throw, values in enumerate(THROWS):
            dice = lay_dice(scene.book, scene.seats, (), Side.LIGHT, values, rng, "touching")
            for lying in (dice, dice[:1]):
                layout = replace(empty_layout(), dice=lying)
                picture, label = render(scene, layout, shot=2 + throw, samples=SAMPLES)
                yield reader, picture, label, len(lying) == 1


@pytest.mark.parametrize(("alone", "right"), [(False, 0.8), (True, 0.9)])
def test_as_many_dice_are_read_as_lie_there(pictures: list[Any], alone: bool, right: float) -> None:
    read = [
        sorted(die.value for die in reader.read(picture).dice) == sorted(die["value"] for die in label["dice"])
        for reader, picture, label, lone in pictures
        if lone == alone
    ]
    assert np.mean(read) >= right, read

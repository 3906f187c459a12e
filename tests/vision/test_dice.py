"""Dice are found and read at the picture's own resolution, small and translucent ones too."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from lab.campaigns.traced_dice import ACROSS, DATA, TILE
from lab.simulator.positions import several
from lab.simulator.scene import render
from lab.simulator.stills import random_layout
from tests.vision.boards import SAMPLES, calibrated, scenes
from vision.board_dice import DICE
from vision.dice import DieSpot, read_faces
from vision.reader import Reader
from vision.score_maps import ScoreMaps
from vision.sheet.eyes import SheetLogits
from vision.sheet.geometry import HEIGHT, STEP, WIDTH, SheetView


def test_traced_dice_never_learned_from_are_read() -> None:
    """128 path-traced dice, 13 to 26 pixels wide, half of them glass, seen by webcams and telephones drawn by lot.

    Many of these cameras are dim, coarse or grainy; one look in a game is seldom so hard.
    """
    sheet = np.asarray(cv2.imread(str(DATA / "traced_dice.jpg")), np.uint8)
    rows = json.loads((DATA / "traced_dice.json").read_text())
    right = []
    for n, (value, x, y, side, *view) in enumerate(rows):
        top, left = TILE * (n // ACROSS), TILE * (n % ACROSS)
        _, shares = read_faces(sheet[top : top + TILE, left : left + TILE], [DieSpot(x, y, side, 1.0, tuple(view))])
        right.append(int(shares[0, 1:].argmax()) + 1 == value)
    assert np.mean(right) >= 0.85, np.mean(right)


@pytest.mark.parametrize("share", [0.26, 0.4])
def test_small_dice_are_read_on_a_board(share: float) -> None:
    """share: side of the dice in widths of a point."""
    read = []
    for drawn in scenes(range(47_000, 47_004), "ordinary"):
        small = replace(drawn.book, die_side=share * drawn.book.pitch)
        scene = replace(drawn, look=replace(drawn.look, book=small))
        reader, rng = Reader(calibrated(scene)), np.random.default_rng(scene.seed)
        for shot, (position, roller) in enumerate(several(rng, 2)):
            picture, label = render(scene, random_layout(scene, position, roller, rng), shot=2 + shot, samples=SAMPLES)
            seen = sorted(die.value for die in reader.read(picture).dice)
            read.append(seen == sorted(die["value"] for die in label["dice"]))
    assert np.mean(read) >= 0.87, read


def test_a_single_die_s_fellow_is_looked_for_among_many_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page full of print: it is marked in eighteen places, plainer than the second die."""
    (scene,) = scenes(range(47_001, 47_002), "ordinary")
    reader, rng = Reader(calibrated(scene)), np.random.default_rng(scene.seed)
    ((position, roller),) = several(rng, 1)
    picture, label = render(scene, random_layout(scene, position, roller, rng), shot=2, samples=SAMPLES)
    score_map = np.zeros((HEIGHT // STEP, WIDTH // STEP), np.float32)
    score_map[2, 4 : 4 + 3 * (DICE.most - 2) : 3] = 0.9
    geometry = reader._geometry
    for score, die in zip((0.95, 0.5), label["dice"], strict=True):
        x, y = geometry.to_sheet([die["center"]])[0] / STEP
        score_map[round(y), round(x)] = score

    def among_marks(said: SheetLogits, view: SheetView) -> ScoreMaps:
        return replace(seen_on(said, view), die=score_map)

    seen_on = ScoreMaps.of
    monkeypatch.setattr(ScoreMaps, "of", among_marks)
    monkeypatch.setattr("vision.board_dice.shows_nothing", lambda *_: False)  # a page that came to lie there later
    assert sorted(die.value for die in reader.read(picture).dice) == sorted(die["value"] for die in label["dice"])

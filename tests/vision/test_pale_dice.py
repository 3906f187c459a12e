"""Dice whose pips are nearly burnt out show more with their contrast raised."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from calibration.colours import match_light
from calibration.looks import recall_looks
from simulator.layout import lay_dice
from simulator.scene import render
from simulator.stills import empty_layout
from tests.vision.boards import SAMPLES, calibrated, scenes
from vision.crops import DIE_FACE, die_input, with_contrast
from vision.nets import run

Floats = npt.NDArray[np.float32]

SEEDS = range(46_000, 46_008)
THROWS = ((1, 2), (3, 4), (5, 6))
LEFT = 0.05
"""Of the contrast between a die's pips and its face."""
BURNT = 0.45
"""Lightness of such a face, as `die_input` scales it."""


def dice() -> tuple[Floats, npt.NDArray[np.int64]]:
    """Cut-outs of dice (n, 6, 44, 44) and their values."""
    cuts, values = [], []
    for scene in scenes(SEEDS, "ordinary"):
        board, rng = calibrated(scene), np.random.default_rng(scene.seed)
        bare = recall_looks(board).bare
        for shot, throw in enumerate(THROWS):
            layout = replace(empty_layout(), dice=lay_dice(scene.book, scene.seats, (), Side.LIGHT, throw, rng))
            picture, label = render(scene, layout, shot=2 + shot, samples=SAMPLES)
            for die in label["dice"]:
                cuts.append(die_input(board, match_light(picture, bare), bare, tuple(die["center"])))
                values.append(die["value"])
    return np.stack(cuts), np.array(values)


def burnt_out(cut: Floats) -> Floats:
    """The die nearly as bright as a picture can be, its pips hardly darker or lighter."""
    faded = cut.copy()
    face = np.median(cut[0, DIE_FACE, DIE_FACE])
    faded[0] = np.clip((cut[0] - face) * LEFT + BURNT, -0.5, 0.5)
    faded[1:3] = cut[1:3] * LEFT
    return faded


def read(cuts: Floats) -> npt.NDArray[np.int64]:
    return np.asarray(run("die", cuts)[:, 1:7].argmax(axis=1) + 1)


def test_contrast_brings_pale_pips_back() -> None:
    cuts, values = dice()
    assert np.mean(read(cuts) == values) > 0.9
    pale = np.stack([burnt_out(cut) for cut in cuts])
    raised = np.stack([with_contrast(cut, 4.0) for cut in pale])
    as_it_is, better = np.mean(read(pale) == values), np.mean(read(raised) == values)
    assert better > as_it_is + 0.3, (as_it_is, better)

"""How well checkers can be told on each point, held against the colours that were drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arbiter.position import Side
from calibration.corners import parse_corners
from calibration.visibility import LOW_CONTRAST, low_contrast, measured_visibility
from lab.simulator.looks import random_board
from lab.simulator.scene import render
from lab.simulator.stills import empty_layout, start_layout
from vision.known_position.learn_board import learn_board

ODDS = (5.0,) * 25


def test_dark_checkers_in_the_colour_of_every_other_point_are_hard_to_see_there_and_nowhere_else() -> None:
    scene = random_board(22, "ordinary")
    prints, dark, light = scene.look.prints, (70.0, 44.0, 32.0), (240.0, 228.0, 200.0)
    pale = (150.0, 160.0, 90.0)
    look = replace(
        scene.look,
        prints=replace(
            prints, points=(("plain", (dark,) * 4), ("plain", (pale,) * 4)), ground=("plain", (pale,) * 4), outline=None
        ),
        light=replace(scene.look.light, checker=light, style="plain"),
        dark=replace(scene.look.dark, checker=dark, style="plain"),
    )
    scene = replace(scene, look=look)
    start, label = render(scene, start_layout(scene, np.random.default_rng(1)), shot=0, samples=1.0)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.0)
    board = learn_board(start, parse_corners(label["corners"]), scene.seats, empty)
    seen = measured_visibility(board, ODDS)
    darks = np.array(seen.contrast)[:, 1]
    same, other = sorted((darks[0::2], darks[1::2]), key=lambda ones: float(ones.mean()))
    assert same.max() < 16
    assert other.min() > 25
    assert np.array(seen.contrast)[:, 0].min() > 20
    assert seen.odds == ODDS
    hard = low_contrast(replace(seen, contrast=tuple((light, min(dark, 3.0)) for light, dark in seen.contrast)))
    assert hard == (LOW_CONTRAST[Side.DARK],)
    assert low_contrast(None) == ()

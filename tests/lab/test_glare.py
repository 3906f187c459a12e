"""Mirror images of lamps, as boards are drawn with them to learn from."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from lab.simulator.glare import Glare, random_glare, shone
from lab.simulator.looks import random_board
from lab.simulator.scene import radiance
from lab.simulator.stills import empty_layout, start_layout

SIZE = (480, 270)


def test_a_mirrored_lamp_adds_light_to_its_leaf_alone() -> None:
    scene = random_board(7, size=SIZE)
    bare = radiance(scene, empty_layout(), None, 1.0)
    for number in range(8):
        glare = random_glare(np.random.default_rng(number), scene.book)
        more = shone(bare, glare, scene, empty_layout()) - bare
        lit = np.argwhere(more[..., 0] > 0.01)
        assert more.min() >= 0
        assert len(lit)
        other = scene.book.seen_corners(scene.camera)["right" if glare.frame == "left" else "left"]
        apart = np.zeros(SIZE[::-1], np.uint8)
        cv2.fillPoly(apart, [np.round(other).astype(np.int32)], 1)
        assert not apart[lit[:, 0], lit[:, 1]].any()


def test_checkers_without_gloss_break_the_mirror_image() -> None:
    scene = random_board(7, size=SIZE)
    layout = start_layout(scene, np.random.default_rng(1))
    disc = next(disc for disc in layout.discs if disc.frame == "left")
    at = (disc.u, disc.v)
    lamp = Glare("left", at, (0.6, 0.6), 0.0, False, 0.1, board=1.0, light=0.0, dark=0.0)
    x, y = scene.camera.project(scene.book.leaves["left"].world((*at, scene.book.checker_height))).round().astype(int)
    dull, bright = radiance(scene, layout, None, 1.0), replace(lamp, light=1.0, dark=1.0)
    assert np.allclose(shone(dull, lamp, scene, layout)[y, x], dull[y, x])
    assert (shone(dull, bright, scene, layout)[y, x] > dull[y, x] + 0.1).all()

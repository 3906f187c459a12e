"""What the networks are shown of a picture, held against the picture itself."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.learn import recall_appearance
from lab.simulator.looks import random_board
from tests.vision.boards import calibrated
from vision.inputs import SCENE, NetInputs


@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_the_whole_picture_is_shown_at_one_scale(seed: int) -> None:
    """What lies at the far end of a picture is taken for nothing else: marks there are where the things are."""
    board = calibrated(random_board(seed, "ordinary"))
    inputs = NetInputs(board, recall_appearance(board))
    width, height = board.size
    spot = (width - 60.0, height - 50.0)
    picture = np.zeros((height, width, 3), np.uint8)
    cv2.circle(picture, (round(spot[0]), round(spot[1])), 12, (255, 255, 255), -1, cv2.LINE_AA)
    scene = inputs.sheet(SCENE, inputs.shrunk(picture))
    ys, xs = np.nonzero(scene[..., 0] > 100)
    wanted = [(at + 0.5) * inputs.scene_scale - 0.5 for at in spot]
    assert (float(xs.mean()), float(ys.mean())) == pytest.approx(wanted, abs=0.8)

"""Pictures of boards as cameras on all kinds of stands see them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from calibration.sheet import Image
from lab.simulator.looks import random_board
from lab.simulator.scene import Label, render
from lab.simulator.stills import start_layout


def picture_of(seed: int, roll: float = 0.0) -> tuple[Image, Label]:
    """An ordinary board in the starting position, the camera rolled by so many degrees and a little further away."""
    scene = random_board(seed, "ordinary")
    camera = replace(scene.camera, roll=roll, distance=scene.camera.distance * (1.25 if roll else 1.0))
    scene = replace(scene, camera=camera)
    picture, label = render(scene, start_layout(scene, np.random.default_rng(seed)), shot=0, samples=1.0)
    return picture, label


def away(picture: Image, corners: Any, part: float = 0.62) -> tuple[Image, Any]:
    """The picture shrunk into the lower right of a plain one of its size, and where its (n, 2) corners are then."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    canvas = np.full_like(picture, np.median(picture[:20], axis=(0, 1)).astype(np.uint8))
    y, x = height - small.shape[0], width - small.shape[1]
    canvas[y:, x:] = small
    return canvas, (np.asarray(corners) + 0.5) * part - 0.5 + (x, y)

"""Reading the doubling cube's figures: cut-outs of rendered cubes, and as many drawn flat for the variety of founts."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from lab.simulator.dice import CUBE, founts
from lab.training.arrays import batch_of, load, tilted
from lab.training.collect import CUBE_CLASSES
from lab.training.nets import FigureNet
from lab.training.tasks import Index, outputs
from vision.crops import FIGURE_PIXELS, evened

Floats = np.ndarray[Any, Any]
DRAWN = 48
"""Flat faces added to each batch."""


def flat_face(random: np.random.Generator) -> tuple[Floats, int]:
    """(32, 32) lightness of a face seen from above, drawn, and its class."""
    sheet, n = founts(), FIGURE_PIXELS
    chosen, figure = sheet[int(random.integers(len(sheet)))], int(random.integers(len(CUBE)))
    tile = chosen[figure].astype(np.float32) / 255
    turn, size = random.normal(0, 0.12), random.uniform(0.21, 0.49)
    wide, high = size * random.uniform(0.8, 1.15, 2)
    to_face = np.array([[np.cos(turn) * wide, -np.sin(turn) * high, 0], [np.sin(turn) * wide, np.cos(turn) * high, 0]])
    to_face[0, 1] += random.normal(0, 0.08)
    middle = (n - 1) / 2 + random.normal(0, 1.8, 2)
    to_face[:, 2] = middle - to_face[:, :2] @ np.array([(tile.shape[1] - 1) / 2, (tile.shape[0] - 1) / 2])
    inked = cv2.GaussianBlur(cv2.warpAffine(tile, to_face, (n, n)), (0, 0), float(random.uniform(0.5, 1.3)))
    ground = float(random.uniform(10, 90))
    face = ground + random.choice([-1, 1]) * random.uniform(15, 70) * inked
    half, (x0, y0) = random.uniform(9, 17), random.normal(0, 1.2, 2)
    y, x = np.mgrid[:n, :n] - (n - 1) / 2
    beyond = (np.abs(x - x0) > half) | (np.abs(y - y0) > half * random.uniform(0.85, 1.1))
    face = np.where(beyond, ground * random.uniform(0.3, 1.1) + random.normal(0, 8), face).astype(np.float32)
    noise = random.normal(0, random.uniform(0.5, 4), (n, n))
    return cv2.GaussianBlur(face, (0, 0), 0.6) + noise, CUBE_CLASSES[CUBE[figure]]


class Figures:
    """The figure on a cube's top face, 0 where there is no cube."""

    batch = 64

    def __init__(self, train: list[str], check: str) -> None:
        keys = ["cube", "cube_value"]
        self.data, self.held_out = load(train, keys), load([check], keys)
        self.net = FigureNet()
        self.examples = len(self.data["cube"])
        self._random = np.random.default_rng(0)

    def _evened(self, faces: Floats) -> torch.Tensor:
        return torch.from_numpy(evened(faces)[:, None])

    def loss(self, index: Index) -> torch.Tensor:
        cut = (batch_of(self.data["cube"], index).numpy() + 0.5) * 100
        drawn = [flat_face(self._random) for _ in range(DRAWN)]
        faces = np.concatenate([cut + self._random.normal(0, 1, (len(cut), 1, 1)), [face for face, _ in drawn]])
        value = np.concatenate([self.data["cube_value"][index], [value for _, value in drawn]])
        out = outputs(self.net, tilted(self._evened(faces)))
        return F.cross_entropy(out, torch.from_numpy(value).long(), label_smoothing=0.02)

    def check(self) -> str:
        self.net.eval()
        x = self._evened((self.held_out["cube"].astype(np.float32) / 100 + 0.5) * 100)
        with torch.no_grad():
            said = sum(outputs(self.net, x.rot90(turns, (2, 3))) for turns in range(4))
        value = self.held_out["cube_value"]
        right = said.argmax(1).numpy() == value
        return f"figures {right[value > 0].mean():.4f} none {right[value == 0].mean():.4f}"

"""The scene network's task: where dice, cube and checkers lie in the whole picture, and what does not belong there."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from lab.training.arrays import QUANTUM, Arrays, jittered, with_difference
from lab.training.nets import SceneNet
from lab.training.tasks import Index, load_scenes, outputs

Floats = np.ndarray[Any, Any]
CROP = (176, 240)
LEAST_PEAK = 0.6
"""What is left of a mark's height where its middle falls between four cells."""
SPOTS = [0, 1, 3, 4]
"""The outputs that mark middles of things; the other one covers what is foreign."""
REACH = 4
"""Network pixels within which a peak counts as the die that is there."""


def heat(spots: list[tuple[float, float]], shape: tuple[int, int], spread: float) -> Floats:
    y, x = np.mgrid[: shape[0], : shape[1]]
    out = np.zeros(shape, np.float32)
    for sx, sy in spots:
        away = (x - (sx - 0.5) / 2) ** 2 + (y - (sy - 0.5) / 2) ** 2
        out = np.maximum(out, np.exp(-away / (2 * spread**2)))
    return out


def pictured(source: Arrays, i: int) -> Floats:
    """(9, h, w), both sides multiples of four."""
    x = source["scene"][i][:9]
    h, w = x.shape[1] // 4 * 4, x.shape[2] // 4 * 4
    return np.asarray(x[:, :h, :w].astype(np.float32) / QUANTUM)


def aims(source: Arrays, i: int) -> Floats:
    """(5, h/2, w/2) uint8, 255 for one: die, cube, foreign, light checker, dark checker."""
    h, w = (side // 4 * 4 for side in source["scene"][i].shape[1:])
    dice, cube = (heat(source[f"scene_{k}"][i], (h // 2, w // 2), s) for k, s in (("dice", 1.0), ("cube", 1.6)))
    discs = source["scene_discs"][i]
    sets = [heat([spot[:2] for spot in discs if spot[2] == dark], (h // 2, w // 2), 1.3) for dark in (False, True)]
    marks = [np.round(255 * marked).astype(np.uint8) for marked in (dice, cube, *sets)]
    return np.stack([*marks[:2], source["scene_hand"][i][:h:2, :w:2], *marks[2:]])


class Scenes:
    batch = 8

    def __init__(self, train: list[str], check: str) -> None:
        self.data, self.held_out = load_scenes(train), load_scenes([check])
        self.net = SceneNet()
        self.examples = len(self.data["scene"])
        self._aims = [aims(self.data, i) for i in range(self.examples)]
        self._random = np.random.default_rng(0)

    def _crop(self, i: int) -> tuple[Floats, Floats]:
        """Most crops hold a die."""
        x, target, random = pictured(self.data, i), self._aims[i], self._random
        (ch, cw), (_, h, w) = CROP, x.shape
        y0 = 2 * random.integers(0, max(1, (h - ch) // 2 + 1))
        x0 = 2 * random.integers(0, max(1, (w - cw) // 2 + 1))
        dice = self.data["scene_dice"][i]
        if len(dice) and random.random() < 0.75:
            sx, sy = dice[random.integers(len(dice))]
            x0 = int(np.clip(2 * ((sx - random.uniform(20, cw - 20)) // 2), 0, max(0, w - cw)))
            y0 = int(np.clip(2 * ((sy - random.uniform(20, ch - 20)) // 2), 0, max(0, h - ch)))
        a, b = np.zeros((9, ch, cw), np.float32), np.zeros((5, ch // 2, cw // 2), np.float32)
        part = x[:, y0 : y0 + ch, x0 : x0 + cw]
        a[:, : part.shape[1], : part.shape[2]] = part
        part = target[:, y0 // 2 : (y0 + ch) // 2, x0 // 2 : (x0 + cw) // 2]
        b[:, : part.shape[1], : part.shape[2]] = part.astype(np.float32) / 255
        flips = tuple(axis for axis in (1, 2) if random.random() < 0.5)
        return np.flip(a, flips), np.flip(b, flips)

    def loss(self, index: Index) -> torch.Tensor:
        pairs = [self._crop(i) for i in index]
        x = jittered(torch.from_numpy(np.stack([p[0] for p in pairs])), 0)
        target = torch.from_numpy(np.stack([p[1] for p in pairs]))
        out = outputs(self.net, with_difference(x))
        # what lies under a hand is nobody's fault
        seen = torch.cat([torch.ones_like(target[:, :2]), (target[:, 2:3] < 0.3).float().expand(-1, 2, -1, -1)], 1)
        p, t = torch.sigmoid(out[:, SPOTS]).clamp(1e-4, 1 - 1e-4), target[:, SPOTS]
        peak = ((t == F.max_pool2d(t, 3, 1, 1)) & (t > LEAST_PEAK)).float() * seen
        # CenterNet's penalty-reduced focal loss (Zhou et al. 2019)
        focal = -(peak * (1 - p) ** 2 * torch.log(p) + (seen - peak) * (1 - t) ** 4 * p**2 * torch.log(1 - p))
        told = ((target[:, 2] < 0.3) | (target[:, 2] > 0.7)).float()
        foreign = F.binary_cross_entropy_with_logits(out[:, 2], (target[:, 2] > 0.6).float(), reduction="none")
        few, many = focal[:, :2].sum(), focal[:, 2:].sum()
        marks = few / max(1.0, float(peak[:, :2].sum())) + many / max(1.0, float(peak[:, 2:].sum()))
        return marks + 2 * (foreign * told).mean()

    def check(self) -> str:
        self.net.eval()
        found = missed = extra = 0
        for i in range(0, len(self.held_out["scene"]), 2):
            if self.held_out["scene_hand"][i].max() > 0:
                continue
            x = pictured(self.held_out, i)
            with torch.no_grad():
                p = torch.sigmoid(outputs(self.net, with_difference(torch.from_numpy(x)[None]))[0, 0])
            top = (F.max_pool2d(p[None, None], 5, 1, 2)[0, 0] == p) & (p > 0.3)
            spots = [(float(x), float(y)) for y, x in torch.nonzero(top).numpy() * 2 + 0.5]
            dice = self.held_out["scene_dice"][i]
            near = [[max(abs(x - dx), abs(y - dy)) < REACH for x, y in spots] for dx, dy in dice]
            found += sum(map(any, near))
            missed += sum(not any(row) for row in near)
            extra += sum(not any(row[k] for row in near) for k in range(len(spots)))
        return f"dice found {found} missed {missed} extra {extra}{self._checkers()}"

    def _checkers(self) -> str:
        """Of labelled checkers, found; of marks, imagined."""
        found = missed = extra = 0
        for i in range(0, len(self.held_out["scene"]), 3):
            discs = self.held_out["scene_discs"][i]
            if not len(discs) or self.held_out["scene_hand"][i].max() > 0:
                continue
            x = pictured(self.held_out, i)
            with torch.no_grad():
                p = torch.sigmoid(outputs(self.net, with_difference(torch.from_numpy(x)[None]))[0, 3:])
            top = (F.max_pool2d(p[None], 5, 1, 2)[0] == p) & (p > 0.3)
            marks = [(float(x) * 2 + 0.5, float(y) * 2 + 0.5, int(c)) for c, y, x in torch.nonzero(top).numpy()]
            height, width = self.held_out["scene"][i].shape[1:]
            inside = [d for d in discs if 0 <= d[0] < width and 0 <= d[1] < height]
            near = [[max(abs(x - d[0]), abs(y - d[1])) < REACH and c == d[2] for x, y, c in marks] for d in inside]
            found += sum(map(any, near))
            missed += sum(not any(row) for row in near)
            extra += sum(not any(row[k] for row in near) for k in range(len(marks)))
        return f" checkers found {found} missed {missed} extra {extra}"

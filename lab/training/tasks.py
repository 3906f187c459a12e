"""What each network is to learn: its batches, its loss, and how it does on boards it was not trained on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from lab.training.arrays import Arrays, batch_of, jittered, load, with_difference
from lab.training.nets import RidgeNet

Index = np.ndarray[Any, Any]


class Task(Protocol):
    net: nn.Module
    examples: int
    batch: int

    def loss(self, index: Index) -> torch.Tensor: ...
    def check(self) -> str: ...


def outputs(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    """Learning is done in half precision: as good, and with the newer processors' matrix units twice as quick."""
    with torch.autocast("cpu", torch.bfloat16, enabled=net.training):
        out: torch.Tensor = net(x.contiguous(memory_format=torch.channels_last))
    return out.float()


def predicted(
    net: nn.Module, arrays: Any, dressed: Callable[[torch.Tensor], torch.Tensor] = with_difference
) -> np.ndarray[Any, Any]:
    net.eval()
    spans = [np.arange(k, min(k + 512, len(arrays))) for k in range(0, len(arrays), 512)]
    with torch.no_grad():
        return np.concatenate([outputs(net, dressed(batch_of(arrays, span))).numpy() for span in spans])


class Ridge:
    """Light and dark checkers on the ridge, 0 to 4 each, and whether something hides it."""

    batch = 64

    def __init__(self, train: list[str], check: str) -> None:
        keys = ["ridge", "bar", "ridge_hidden"]
        self.data, self.held_out = load(train, keys), load([check], keys)
        self.net = RidgeNet()
        self.examples = len(self.data["ridge"])
        self._bar = torch.from_numpy(self.data["bar"]).long()
        self._clear = torch.from_numpy(~self.data["ridge_hidden"]).float()

    def loss(self, index: Index) -> torch.Tensor:
        x = jittered(batch_of(self.data["ridge"], index), 2)
        for axis in (2, 3):
            x = x.flip(axis) if torch.rand(()) < 0.5 else x
        out, bar, clear = outputs(self.net, with_difference(x)), self._bar[index], self._clear[index]
        light = F.cross_entropy(out[:, :5], bar[:, 0], reduction="none")
        dark = F.cross_entropy(out[:, 5:10], bar[:, 1], reduction="none")
        covered = F.binary_cross_entropy_with_logits(out[:, 10], 1 - clear)
        return ((light + dark) * clear).mean() + 0.2 * covered

    def check(self) -> str:
        out, bar = predicted(self.net, self.held_out["ridge"]), self.held_out["bar"]
        right = (out[:, :5].argmax(1) == bar[:, 0]) & (out[:, 5:10].argmax(1) == bar[:, 1])
        return f"bar {right[~self.held_out['ridge_hidden']].mean():.4f}"


def load_scenes(paths: list[str]) -> Arrays:
    return load(paths, ["scene", "scene_dice", "scene_cube", "scene_discs", "scene_hand"])

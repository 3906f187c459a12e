"""What each network is to learn: its batches, its loss, and how it does on boards it was not trained on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from lab.training.arrays import Arrays, batch_of, jittered, load, with_difference
from lab.training.nets import CloseNet, PointNet, RidgeNet

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


class Points:
    """Counts of a strip: 22 classes, and whether something hides it."""

    batch = 256

    def __init__(self, train: list[str], check: str) -> None:
        keys = ["strips", "count", "hidden"]
        self.data, self.held_out = load(train, keys), load([check], keys)
        self.net = PointNet()
        self.examples = len(self.data["strips"])
        self._count = torch.from_numpy(self.data["count"]).long()
        self._hidden = torch.from_numpy(self.data["hidden"]).float()

    def loss(self, index: Index) -> torch.Tensor:
        x = mirrored(jittered(batch_of(self.data["strips"], index), 1))
        out, hidden = outputs(self.net, with_difference(x)), self._hidden[index]
        wrong = F.cross_entropy(out[:, :22], self._count[index], reduction="none", label_smoothing=0.01)
        covered = F.binary_cross_entropy_with_logits(out[:, 22], hidden.clamp(0, 1), reduction="none")
        return (wrong * ((hidden < 0.5).float() + 0.1)).mean() + 0.3 * (covered * (hidden >= 0).float()).mean()

    def check(self) -> str:
        out, held = predicted(self.net, self.held_out["strips"]), self.held_out
        right = (out[:, :22].argmax(1) == held["count"])[held["hidden"] == 0]
        covered = ((out[:, 22] > 0) == (held["hidden"] == 1))[held["hidden"] >= 0]
        return f"counts {right.mean():.4f} hidden {covered.mean():.4f}"


class Close:
    """Counts of a strip that `point` doubts, seen at twice the scale."""

    batch = 64

    def __init__(self, train: list[str], check: str) -> None:
        keys = ["close", "count", "first"]
        self.data, self.held_out = load(train, keys), load([check], keys)
        self.net = CloseNet()
        self.examples = len(self.data["close"])
        self._count = torch.from_numpy(self.data["count"]).long()

    def loss(self, index: Index) -> torch.Tensor:
        x = mirrored(jittered(batch_of(self.data["close"], index), 2))
        return F.cross_entropy(outputs(self.net, by_fours(x)), self._count[index], label_smoothing=0.01)

    def check(self) -> str:
        """Right counts and the loss: of `point`, of this network, and of both together."""
        counts = torch.from_numpy(self.held_out["count"]).long()
        first = torch.log_softmax(torch.from_numpy(self.held_out["first"]), 1)
        own = torch.log_softmax(torch.from_numpy(predicted(self.net, self.held_out["close"], by_fours)), 1)
        return " ".join(
            f"{name} {float((said.argmax(1) == counts).float().mean()):.4f} {float(F.nll_loss(said, counts)):.4f}"
            for name, said in (("first", first), ("close", own), ("both", (first + 2 * own) / 3))
        )


def by_fours(x: torch.Tensor) -> torch.Tensor:
    """As `CloseNet` sees strips."""
    return F.pixel_unshuffle(with_difference(x), 2)


def mirrored(x: torch.Tensor) -> torch.Tensor:
    """Half of the time the mirror image: of a board it is a board; its lean across changes sign."""
    if torch.rand(()) < 0.5:
        x = x.flip(3)
        x[:, 9] = -x[:, 9]
    return x


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

"""Collected arrays: loading them, making batches, and the changes that make one board many."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

QUANTUM = 100.0
"""Arrays are int8: value times this."""

Arrays = dict[str, Any]


def load(paths: list[str], keys: list[str]) -> Arrays:
    parts: list[Arrays] = []
    for path in paths:
        with np.load(path, allow_pickle=True) as data:
            parts.append({key: data[key] for key in keys})
    return {key: np.concatenate([part[key] for part in parts]) for key in keys}


def batch_of(arrays: np.ndarray[Any, Any], index: np.ndarray[Any, Any]) -> torch.Tensor:
    return torch.from_numpy(arrays[index].astype(np.float32) / QUANTUM)


def tilted(x: torch.Tensor) -> torch.Tensor:
    """Each cut-out turned by right angles and a little, larger or smaller, aside; dark on light as light on dark.

    Some are turned by any angle: the edges of what lies beside a cube may mislead those who turn it straight.
    """
    n = len(x)
    angle = np.pi / 2 * torch.randint(0, 4, (n,)) + 0.08 * torch.randn(n)
    angle = torch.where(torch.rand(n) < 0.25, 2 * np.pi * torch.rand(n), angle)
    return _laid(x, angle, torch.empty(n).uniform_(0.88, 1.14), torch.ones(n), 0.05)


def _laid(x: torch.Tensor, angle: torch.Tensor, size: torch.Tensor, side: torch.Tensor, push: float) -> torch.Tensor:
    cos, sin = torch.cos(angle) * size, torch.sin(angle) * size
    away = push * torch.randn(len(x), 2)
    rows = [torch.stack([cos * side, -sin, away[:, 0]], 1), torch.stack([sin * side, cos, away[:, 1]], 1)]
    grid = F.affine_grid(torch.stack(rows, 1), list(x.shape), align_corners=False)
    x = F.grid_sample(x, grid, padding_mode="border", align_corners=False)
    return x * torch.where(torch.rand(len(x), 1, 1, 1) < 0.3, -1.0, 1.0)

"""What a network is to learn: its batches, its loss, and how it does on boards it was not trained on."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import torch
from torch import nn

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

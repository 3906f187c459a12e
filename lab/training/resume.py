"""Going on from weights that are already written."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from lab.training.half import HALF


def freeze_normalisation(net: nn.Module) -> None:
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eval()


def resume(net: nn.Module, path: Path) -> None:
    """Weights as exported: normalisation is folded into its convolution, so what is left of it is a bias.

    Or as training keeps them on its way (.pt).
    """
    if path.suffix == ".pt":
        net.load_state_dict(torch.load(path))
        return
    entries = onnx.load(str(path)).graph.initializer
    arrays = ((entry.name.removesuffix(HALF), numpy_helper.to_array(entry).copy()) for entry in entries)
    stored = {name: torch.from_numpy(array).float() for name, array in arrays}
    own = net.state_dict()
    net.load_state_dict({name: values for name, values in stored.items() if name in own}, strict=False)
    folded = iter([values for name, values in stored.items() if name not in own])
    layers = list(net.modules())
    for layer, after in pairwise(layers):
        if isinstance(layer, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
            layer.weight.data, bias = next(folded), next(folded)
            after.bias.data, after.weight.data = bias, torch.ones_like(bias)
            after.running_mean, after.running_var = torch.zeros_like(bias), torch.ones_like(bias) - after.eps

"""The networks, in PyTorch: small enough that cv2.dnn runs a whole board in a few hundredths of a second."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from lab.training.half import store_halved


def write_onnx(net: nn.Module, example: torch.Tensor, path: Path, *, any_size: bool) -> None:
    """example: (1, channels, h, w). The batch may have any number of rows, and pictures any size where any_size is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {"x": {0: "n"} | ({2: "h", 3: "w"} if any_size else {}), "y": {0: "n"}}
    torch.onnx.export(
        net,
        (example,),
        str(path),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes=axes,
        dynamo=False,
        opset_version=13,
    )
    store_halved(path)


def block(before: int, after: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=stride, padding=dilation, dilation=dilation, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    )


class FigureNet(nn.Module):
    """A cube's top face (1, 32, 32) -> 0 none, then 2, 4, 8, 16, 32, 64."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            block(1, 16), block(16, 32, 2), block(32, 48), block(48, 64, 2), block(64, 64),
            nn.AvgPool2d(2), nn.Flatten(), nn.Dropout(0.3), nn.Linear(1024, 96), nn.ReLU(), nn.Linear(96, 7),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)

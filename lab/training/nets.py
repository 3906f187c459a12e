"""The networks, in PyTorch: small enough that cv2.dnn runs a whole board in a few hundredths of a second."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn


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


def block(before: int, after: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=stride, padding=dilation, dilation=dilation, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    )


class RidgeNet(nn.Module):
    """The ridge (10, 168, 44) -> light 0..4, dark 0..4, hidden."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            block(10, 24, 2), block(24, 32), block(32, 40, 2), block(40, 48), block(48, 48, 2), block(48, 48),
        )  # fmt: skip
        self.head = nn.Conv2d(48, 11, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        # checkers are counted wherever along the ridge they lie: local votes, summed
        return self.head(self.trunk(x)).sum(dim=(2, 3)) / 16


class SceneNet(nn.Module):
    """The whole scene (10, h, w) -> heat maps (5, h/2, w/2): die, cube, foreign thing, light checker, dark checker.

    Most of the work is done at a quarter of the resolution, where it is cheap and sees far; what it says there of each
    four cells is added to what the fine picture says of each one. h and w are multiples of four.
    """

    WIDTH = 40

    def __init__(self) -> None:
        super().__init__()
        stem, width = 16, self.WIDTH
        self.stem = block(10, stem, 2)
        self.trunk = nn.Sequential(
            block(stem, width, 2), block(width, width), block(width, width, 1, 2), block(width, width, 1, 4),
            block(width, width, 1, 2),
        )  # fmt: skip
        self.fine, self.coarse = nn.Conv2d(stem, 5, 3, padding=1), nn.Conv2d(width, 20, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        stem = self.stem(x)
        heat: torch.Tensor = self.fine(stem) + nn.functional.pixel_shuffle(self.coarse(self.trunk(stem)), 2)
        return heat


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

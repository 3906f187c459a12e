"""The network that finds corners: a small U-net with one map a corner, and for each how likely it is out of sight."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from calibration.find_inputs import CHANNELS
from lab.training.nets import block

WIDTHS = (12, 24, 40, 64)


class CornerNet(nn.Module):
    """(n, 5, h, w) -> (n, corners, h / 4 * w / 4 + 1) logits; the last one is "nowhere in the picture"."""

    def __init__(self, corners: int) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.down = nn.ModuleList(
            [
                nn.Sequential(block(CHANNELS, a, 2), block(a, b, 2)),
                nn.Sequential(block(b, c, 2), block(c, c)),
                nn.Sequential(block(c, d, 2), block(d, d, dilation=2), block(d, d, dilation=3)),
            ]
        )
        self.across = nn.ModuleList([nn.Conv2d(d, c, 1), nn.Conv2d(c, b, 1)])
        self.up = nn.ModuleList([block(c, c), block(b, b)])
        self.heat, self.nowhere = nn.Conv2d(b, corners, 1), nn.Linear(d, corners)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        levels = []
        for down in self.down:
            x = down(x)
            levels.append(x)
        nowhere = self.nowhere(x.mean((2, 3)))
        for across, up, level in zip(self.across, self.up, levels[-2::-1], strict=True):
            x = up(F.interpolate(across(x), scale_factor=2.0, mode="nearest") + level)
        return torch.cat([self.heat(x).flatten(2), nowhere.unsqueeze(2)], 2)


def corner_loss(logits: torch.Tensor, cells: torch.Tensor, there: torch.Tensor, width: int) -> torch.Tensor:
    """Cross-entropy with a narrow Gaussian (or "nowhere"), and how far the expected place is off.

    cells: (n, corners, 2) true places in cells of the map; there: (n, corners) whether they are in sight;
    width: of the map.
    """
    n = logits.shape[2] - 1
    index = torch.arange(n)
    x, y = (index % width).float(), (index // width).float()
    far = (x - cells[..., :1]) ** 2 + (y - cells[..., 1:]) ** 2
    target = torch.softmax(-far / (2 * 0.8**2), 2)
    known = there.unsqueeze(2).float()
    target = torch.cat([target * known, 1 - known], 2)
    logits = logits.float()
    wrong = -(target * torch.log_softmax(logits, 2)).sum(2)
    share = torch.softmax(logits[..., :n], 2)
    expected = torch.stack([(share * x).sum(2), (share * y).sum(2)], 2)
    off = F.smooth_l1_loss(expected, cells, reduction="none", beta=0.5).sum(2)
    return (wrong + 0.4 * off * there).mean()

"""What it costs the network to be wrong."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from lab.training.sheet.labels import FOREIGN
from lab.training.sheet.net import Said
from vision.sheet.eyes import CLASSES, MOST_ON_RIDGE

COUNT_UNDER_COVER = 0.1
"""What a point's count weighs where something hides part of it."""
LEAST_PEAK = 0.99
"""Of a mark's height, from which on a cell is its middle: the loader puts middles on cells."""
WEIGHTS = {"points": 1.0, "hidden": 0.3, "ridge": 1.0, "marks": 0.5, "foreign": 1.0}
"""What each part counts in the whole."""


@dataclass(frozen=True, eq=False)
class Aims:
    """Targets of a batch: as `labels.Targets`, with a first axis."""

    points: torch.Tensor
    ridge: torch.Tensor
    hidden: torch.Tensor
    maps: torch.Tensor


def parts(said: Said, aims: Aims) -> dict[str, torch.Tensor]:
    """By name, means over what each part is asked of."""
    points, ridge, maps = said
    weight = 1 - (1 - COUNT_UNDER_COVER) * aims.hidden[:, :24]
    count = F.cross_entropy(points[..., :CLASSES].transpose(1, 2), aims.points, reduction="none")
    told = torch.cat([points[..., CLASSES], ridge[:, -1:]], 1)
    sides = ridge[:, :-1].reshape(-1, 2, MOST_ON_RIDGE + 1).transpose(1, 2)
    on_ridge = F.cross_entropy(sides, aims.ridge, reduction="none")
    seen = (aims.maps[:, FOREIGN : FOREIGN + 1] < 0.5).float()
    foreign = F.binary_cross_entropy_with_logits(maps[:, FOREIGN], (aims.maps[:, FOREIGN] > 0.5).float())
    return {
        "points": (count * weight).sum() / weight.sum(),
        "hidden": F.binary_cross_entropy_with_logits(told, aims.hidden),
        "ridge": (on_ridge * (1 - 0.9 * aims.hidden[:, 24:])).mean(),
        "marks": _marks(maps[:, :FOREIGN], aims.maps[:, :FOREIGN], seen),
        "foreign": foreign,
    }


def whole(found: dict[str, torch.Tensor]) -> torch.Tensor:
    return torch.stack([WEIGHTS[name] * value for name, value in found.items()]).sum()


def _marks(said: torch.Tensor, aimed: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
    """CenterNet's penalty-reduced focal loss (Zhou et al. 2019), a mark; what lies under a hand is nobody's fault."""
    chance = torch.sigmoid(said).clamp(1e-4, 1 - 1e-4)
    peak = (aimed > LEAST_PEAK).float() * seen
    cost = -(peak * (1 - chance) ** 2 * torch.log(chance))
    cost = cost - (1 - peak) * seen * (1 - aimed) ** 4 * chance**2 * torch.log(1 - chance)
    few, many = cost[:, 2:].sum(), cost[:, :2].sum()
    return few / max(1.0, float(peak[:, 2:].sum())) + many / max(1.0, float(peak[:, :2].sum()))

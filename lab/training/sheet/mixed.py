"""The weighted mean of two trainings' weights, of which one went on from the other, as a checkpoint to go on from.

    python -m lab.training.sheet.mixed BEGUN.pt LEARNED.pt SHARE OUT.pt

SHARE: of LEARNED, 0 to 1. Its running mean is what counts. Kept in half precision, without the optimiser.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

Weights = dict[str, torch.Tensor]


def mixed(begun: Weights, learned: Weights, share: float) -> Weights:
    """Counters are the learned one's."""
    return {
        name: torch.lerp(begun[name].float(), value.float(), share).half() if value.is_floating_point() else value
        for name, value in learned.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("begun", type=Path)
    parser.add_argument("learned", type=Path)
    parser.add_argument("share", type=float)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    begun, learned = (torch.load(path, weights_only=True, map_location="cpu") for path in (asked.begun, asked.learned))
    weights = mixed(begun["mean"], learned["mean"], asked.share)
    kept = {name: learned[name] for name in ("widths", "steps", "examples")}
    torch.save({**kept, "net": weights, "mean": weights}, asked.out)


if __name__ == "__main__":
    main()

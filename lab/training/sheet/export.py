"""A checkpoint's running mean as ONNX, its weights in half precision.

python -m lab.training.sheet.export CHECKPOINT.pt NET.onnx
python -m lab.training.sheet.export CHECKPOINT.pt NET.pt --kept    (without the optimiser, float16: to be committed)
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from lab.training.sheet.learn import taken_up
from lab.training.sheet.net import write_onnx


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--kept", action="store_true", help="a small checkpoint to go on from, instead of ONNX")
    asked = parser.parse_args()
    if not asked.kept:
        learning = taken_up(asked.checkpoint, 0.001, (24, 48, 80))
        write_onnx(learning.mean, asked.out)
        print(f"{learning.examples} examples, {asked.out.stat().st_size / 1e6:.1f} MB")
        return
    held = torch.load(asked.checkpoint, weights_only=True)
    mean = {key: value.half() if value.is_floating_point() else value for key, value in held["mean"].items()}
    torch.save({name: held[name] for name in ("widths", "steps", "examples")} | {"net": mean, "mean": mean}, asked.out)


if __name__ == "__main__":
    main()

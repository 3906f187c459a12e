"""Train the networks that find the leaves and write them as ONNX.

    python -m lab.training.corners whole|leaf --pictures FOLDER --examples N [--minutes M] \\
        [--resume calibration/weights/whole.onnx] --out calibration/weights

Pictures come from `lab.training.corners_render` and may still be growing. Weights are stored as half floats, which
cv2.dnn widens again.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any, Literal

import numpy as np
import onnx
import torch
import torch.distributed as dist
from numpy.random import Generator
from onnx import numpy_helper
from torch import nn

from calibration.find_inputs import CHANNELS, LEAF_VIEW, STRIDE
from lab.training.corners_nets import CornerNet, corner_loss
from lab.training.corners_samples import SHAPES, Pictures, leaf_example, whole_example
from lab.training.resume import resume

Name = Literal["whole", "leaf"]
BATCH, RATE = 8, 2.5e-3
CORNERS = {"whole": 8, "leaf": 4}


def batch(name: Name, pictures: Pictures, rng: Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    shape = SHAPES[int(rng.integers(len(SHAPES)))]
    make: Any = (
        (lambda: whole_example(pictures, shape, rng)) if name == "whole" else (lambda: leaf_example(pictures, rng))
    )
    views, cells, there = zip(*(make() for _ in range(BATCH)), strict=True)
    return (
        torch.from_numpy(np.stack(views)).contiguous(memory_format=torch.channels_last),
        torch.from_numpy(np.stack(cells)).float(),
        torch.from_numpy(np.stack(there)),
    )


def learn(
    net: nn.Module, name: Name, pictures: Pictures, examples: int, minutes: float, rate: float, kept: Path
) -> None:
    """Until the examples or the minutes are used up; the rate falls with whichever comes first.

    Several processes (RANK and WORLD_SIZE as torch.distributed has them) share the work and average their steps.
    """
    rank, world = (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    began, rng, steps, total = time.monotonic(), np.random.default_rng(1 + rank), examples // BATCH // world, 0.0
    step, done = 0, 0.0
    while done < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 100) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * done)))
        x, cells, there = batch(name, pictures, rng)
        loss = corner_loss(net(x), cells, there, x.shape[3] // STRIDE)
        optimiser.zero_grad()
        loss.backward()
        step += 1
        done = _shared(net, max(step / steps, (time.monotonic() - began) / (60 * minutes)), world)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        total += float(loss.detach())
        if step % 50 == 0 and rank == 0:
            cpu = time.process_time()
            print(f"{step} {done:.2f} loss {total / 50:.4f} pictures {len(pictures)} cpu {cpu:.0f} s", flush=True)
            torch.save(net.state_dict(), kept)
        if step % 50 == 0:
            pictures.look()
            total = 0.0


def _shared(net: nn.Module, done: float, world: int) -> float:
    """Average gradients and progress over the processes that train together; gives the progress of all."""
    if world == 1:
        return done
    gradients = [parameter.grad for parameter in net.parameters() if parameter.grad is not None]
    together = torch.cat([gradient.flatten() for gradient in gradients] + [torch.tensor([done])])
    dist.all_reduce(together)
    together /= world
    at = 0
    for gradient in gradients:
        gradient.copy_(together[at : at + gradient.numel()].view_as(gradient))
        at += gradient.numel()
    return float(together[-1])


def export(net: nn.Module, name: Name, folder: Path) -> Path:
    net.eval()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.onnx"
    size = (1, CHANNELS, 96, 160) if name == "whole" else (1, CHANNELS, LEAF_VIEW[1], LEAF_VIEW[0])
    axes = {"x": {2: "h", 3: "w"}, "y": {2: "cells"}} if name == "whole" else {"x": {0: "n"}, "y": {0: "n"}}
    torch.onnx.export(
        net, (torch.zeros(size),), str(path), input_names=["x"], output_names=["y"], dynamic_axes=axes,
        dynamo=False, opset_version=13,
    )  # fmt: skip
    halve(path)
    return path


def halve(path: Path) -> None:
    """Store the convolutions' weights as half floats; everything else stays as it is."""
    model = onnx.load(str(path))
    for entry in model.graph.initializer:
        values = numpy_helper.to_array(entry)
        if values.dtype == np.float32 and values.size > 64:
            entry.CopyFrom(numpy_helper.from_array(values.astype(np.float16), entry.name))
    onnx.save(model, str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", choices=tuple(CORNERS))
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--examples", type=int, default=40_000)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, default=Path("calibration/weights"))
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    net: nn.Module = CornerNet(CORNERS[args.net]).to(memory_format=torch.channels_last)
    if args.resume:
        resume(net, args.resume)
    args.out.mkdir(parents=True, exist_ok=True)
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        dist.init_process_group("gloo")
    pictures = Pictures(args.pictures, full=args.net == "leaf")
    kept = args.out / f"{args.net}.pt"
    learn(net, args.net, pictures, args.examples, args.minutes, RATE / 3 if args.resume else RATE, kept)
    if not dist.is_initialized() or dist.get_rank() == 0:
        torch.save(net.state_dict(), kept)
        print(export(net, args.net, args.out))


if __name__ == "__main__":
    main()

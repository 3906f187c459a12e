"""Train the network that reads the cube's figures from collected arrays and write it as ONNX.

    python -m lab.training.train --train A.npz B.npz --check V.npz \\
        --epochs N --out vision/weights [--resume vision/weights/cube.onnx]

--resume goes on from weights already written, at a tenth of the rate (--slower says another share) and with
normalisation frozen.
Needs torch and onnx beside the program's own dependencies; they are no dependency of the program.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from lab.training.figures import Figures
from lab.training.nets import write_onnx
from lab.training.resume import freeze_normalisation, resume
from lab.training.tasks import Task

NAME, INPUT = "cube", (1, 1, 32, 32)
RATE = 3e-3


def learn(task: Task, epochs: int, rate: float, frozen: bool) -> None:
    steps = task.examples // task.batch
    optimiser = torch.optim.AdamW(task.net.parameters(), lr=rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=rate, total_steps=epochs * steps, pct_start=0.15)
    random = np.random.default_rng(1)
    for epoch in range(epochs):
        began, total, order = time.monotonic(), 0.0, random.permutation(task.examples)
        task.net.train()
        if frozen:
            freeze_normalisation(task.net)
        for k in range(steps):
            loss = task.loss(order[k * task.batch : (k + 1) * task.batch])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(task.net.parameters(), 5.0)
            optimiser.step()
            plan.step()
            total += float(loss.detach())
        seconds = time.monotonic() - began
        print(f"{epoch} loss {total / steps:.4f} {task.check()} {seconds:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--check", required=True)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--slower", type=float, default=10, help="with --resume the rate is divided by it")
    parser.add_argument("--out", type=Path, default=Path("vision/weights"))
    args = parser.parse_args()
    torch.manual_seed(1)
    task = Figures(args.train, args.check)
    known = args.resume is not None
    if known:
        resume(task.net, args.resume)
        task.net.eval()
        print("before", task.check(), flush=True)
    task.net.to(memory_format=torch.channels_last)
    learn(task, args.epochs, RATE / args.slower if known else RATE, frozen=known)
    task.net.eval()
    write_onnx(task.net, torch.zeros(INPUT), args.out / f"{NAME}.onnx", any_size=False)


if __name__ == "__main__":
    main()

"""Learn the sheet's network from a folder of drawn boards, which may still grow.

    python -m lab.training.sheet.learn CHECKPOINT.pt FOLDER --minutes 120 [--rate 0.002] [--fall 20] [--batch 8]

It goes on from CHECKPOINT where there is one, and writes it every few minutes and at the end: weights, their running
mean (which is what is exported and checked), the optimiser, and how many examples it has seen. The rate stays as it is
after a short rise; with `--fall` it sinks over the last minutes, which is what to end with.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import torch

from lab.training.sheet.feed import batches
from lab.training.sheet.labels import Targets
from lab.training.sheet.losses import Aims, parts, whole
from lab.training.sheet.net import SheetNet

RISE = 200
"""Steps over which the rate grows to what was asked."""
KEPT_EVERY, TOLD_EVERY = 300.0, 60.0
"""Seconds between checkpoints, and between lines of what it costs."""
FALLEN = 0.1
"""Of the rate, what is left of it at the end of a fall."""
MEAN_OVER = 1000
"""Steps over which the running mean of the weights reaches back."""


@dataclass(eq=False)
class Learning:
    """A training that can be put down and taken up again."""

    net: SheetNet
    mean: SheetNet
    optimiser: torch.optim.Optimizer
    steps: int = 0
    examples: int = 0

    def on(self, device: torch.device) -> Learning:
        """The same on another device, the optimiser's state with it."""
        self.net.to(device)
        self.mean.to(device)
        for state in self.optimiser.state.values():
            for name, value in state.items():
                if name != "step" and isinstance(value, torch.Tensor):
                    state[name] = value.to(device)
        return self

    def step(self, x: torch.Tensor, aims: Aims, rate: float, quick: bool = False) -> dict[str, float]:
        """What each part costs.

        x: (n, HEIGHT / 2, WIDTH / 2, 4 CHANNELS) as the loader has it; quick: convolutions in bfloat16, twice as fast
        where the processor knows it.
        """
        for group in self.optimiser.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / RISE)
        self.net.train()
        with torch.autocast(x.device.type, dtype=torch.bfloat16, enabled=quick):
            points, ridge, maps = self.net(x.permute(0, 3, 1, 2))
        found = parts((points.float(), ridge.float(), maps.float()), aims)
        self.optimiser.zero_grad()
        whole(found).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.steps, self.examples = self.steps + 1, self.examples + len(x)
        keep = min(1 - 1 / MEAN_OVER, self.steps / (self.steps + 9))
        with torch.no_grad():
            for own, new in zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True):
                own.copy_(keep * own + (1 - keep) * new if own.is_floating_point() else new)
        return {name: float(value) for name, value in found.items()}


def begun(rate: float, widths: tuple[int, int, int]) -> Learning:
    net = SheetNet(widths).to(memory_format=torch.channels_last)
    return Learning(net, copy.deepcopy(net), torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01))


def taken_up(path: Path, rate: float, widths: tuple[int, int, int]) -> Learning:
    """A checkpoint's training, or a fresh one of these widths where there is none."""
    if not path.exists():
        return begun(rate, widths)
    held: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
    learning = begun(rate, tuple(held["widths"]))
    learning.net.load_state_dict(held["net"])
    learning.mean.load_state_dict(held["mean"])
    if "optimiser" in held:
        learning.optimiser.load_state_dict(held["optimiser"])
    learning.steps, learning.examples = held["steps"], held["examples"]
    return learning


def put_down(learning: Learning, path: Path) -> None:
    """Written beside first, so that a stop in the middle spoils nothing."""
    beside = path.with_suffix(".part")
    torch.save(
        {
            "widths": learning.net.widths, "net": learning.net.state_dict(), "mean": learning.mean.state_dict(),
            "optimiser": learning.optimiser.state_dict(), "steps": learning.steps, "examples": learning.examples,
        },
        beside,
    )  # fmt: skip
    beside.replace(path)


def as_tensors(targets: Targets, device: torch.device) -> Aims:
    fields = (getattr(targets, name).copy() for name in ("points", "ridge", "hidden", "maps"))
    return Aims(*(torch.from_numpy(field).to(device) for field in fields))


def fallen(left: float, over: float) -> float:
    """The share of the rate with so many minutes left, of a fall over the last ones."""
    return FALLEN + (1 - FALLEN) * min(1.0, max(0.0, left) / over) if over else 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--fall", type=float, default=0.0, help="minutes at the end over which the rate falls")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0, help="processes that load; 0: the one that learns")
    parser.add_argument("--widths", type=int, nargs=3, default=(24, 48, 80), help="of a fresh network")
    parser.add_argument("--bfloat16", action="store_true", help="twice as fast where the processor knows it")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(asked.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    learning = taken_up(asked.checkpoint, asked.rate, tuple(asked.widths)).on(device)
    torch.manual_seed(learning.steps)
    loaded = batches(asked.folder, asked.batch, learning.steps, asked.workers)
    began = told = kept = time.monotonic()
    sums: dict[str, list[float]] = defaultdict(list)
    while time.monotonic() - began < 60 * asked.minutes:  # a GPU, where there is one, learns as fast as all load
        x, targets = next(loaded)
        seen, now = torch.from_numpy(x).to(device).float(), time.monotonic()
        rate = asked.rate * fallen(asked.minutes - (now - began) / 60, asked.fall)
        for name, value in learning.step(seen, as_tensors(targets, device), rate, asked.bfloat16).items():
            sums[name].append(value)
        if now - told > TOLD_EVERY:
            costs = " ".join(f"{name} {sum(values) / len(values):.3f}" for name, values in sums.items())
            print(f"{learning.examples} examples: {costs}", flush=True)
            sums.clear()
            told = now
        if now - kept > KEPT_EVERY:
            put_down(learning, asked.checkpoint)
            kept = now
    put_down(learning, asked.checkpoint)


if __name__ == "__main__":
    main()

"""Learn to find dice and to read their faces.

    python -m lab.training.dice finder|reader --train A.npz B.npz --check C.npz --epochs 6 --out FOLDER [--resume FILE]

Writes `die_finder.onnx` or `die_reader.onnx`, and the same as `.pt`. --resume goes on from either kind of file, with
normalisation frozen, as `lab.training.train` does. Arrays come from `lab.training.dice_patches`. Needs torch and onnx
beside the program's own dependencies.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from lab.training.dice_patches import FINDER
from lab.training.nets import block, write_onnx
from lab.training.resume import freeze_normalisation, resume
from vision.dice import READER_PIXELS

Floats = npt.NDArray[np.float32]
CELL = 2
"""Finder's pixels for each cell of its maps."""
RATE = 2.5e-3


class FinderNet(nn.Module):
    """A picture and the bare board (6, h, w), multiples of four -> (2, h/2, w/2): dice's middles and sides.

    The first map is how likely a die's middle is there, the second the logarithm of its side against 12 pixels.
    """

    WIDTH = 24

    def __init__(self) -> None:
        super().__init__()
        stem, width = 16, self.WIDTH
        self.stem = block(6, stem, 2)
        self.trunk = nn.Sequential(
            block(stem, width, 2),
            block(width, width),
            block(width, width, 1, 2),
            block(width, width, 1, 3),
            block(width, width),
        )
        self.fine, self.coarse = nn.Conv2d(stem, 2, 3, padding=1), nn.Conv2d(width, 8, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        stem = self.stem(x)
        maps: torch.Tensor = self.fine(stem) + nn.functional.pixel_shuffle(self.coarse(self.trunk(stem)), 2)
        return maps


class ReaderNet(nn.Module):
    """An upright cut-out (3, 40, 40), about two sides of a die wide -> 0 none, faces 1 to 6; where the die lies.

    The last three: right and down in sides, and the logarithm of its size, from the cut-out's.
    """

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(3, 32, 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
            block(32, 48), block(48, 64, 2), block(64, 64), nn.AvgPool2d(2),
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(25 * 64, 128), nn.ReLU(), nn.Linear(128, 10),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.net(x)
        return out


def as_input(pictures: npt.NDArray[np.uint8]) -> torch.Tensor:
    """(n, h, w, c) bytes to (n, c, h, w), -0.5 to 0.5."""
    return torch.from_numpy(np.ascontiguousarray(np.moveaxis(pictures, 3, 1))).float().div_(255).sub_(0.5)


def varied(x: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """A batch seen another way: brighter or darker, colours changed about."""
    if rng.random() < 0.3:
        order = rng.permutation(3)
        x = x[:, np.concatenate([order + 3 * k for k in range(x.shape[1] // 3)])]
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.18, (len(x), 1, 1, 1))).astype(np.float32))
    lift = torch.from_numpy(rng.normal(0, 0.06, (len(x), 1, 1, 1)).astype(np.float32))
    return ((x + 0.5) * gain - 0.5 + lift).clamp_(-0.5, 0.5)


class Reader:
    """Faces of cut-outs."""

    batch = 128

    def __init__(self, train: list[Path], check: Path) -> None:
        self.net = ReaderNet()
        held = [np.load(path) for path in train]
        self.cuts = np.concatenate([h["cut"] for h in held])
        self.values = np.concatenate([h["value"] for h in held]).astype(np.int64)
        self.off = np.concatenate([h["off"] for h in held])
        checked = np.load(check)
        self.check_cuts, self.check_values = checked["cut"][:3000], checked["value"][:3000].astype(np.int64)
        self.examples = len(self.cuts)

    def loss(self, chosen: npt.NDArray[np.int64], rng: np.random.Generator) -> torch.Tensor:
        x, off = varied(as_input(self.cuts[chosen]), rng), torch.from_numpy(self.off[chosen])
        values = torch.from_numpy(self.values[chosen])
        if rng.random() < 0.5:
            x, off = x.flip(3), off * torch.tensor([-1.0, 1.0, 1.0])
        said = self.net(x.to(memory_format=torch.channels_last)).float()
        face = nn.functional.cross_entropy(said[:, :7], values, label_smoothing=0.02)
        there = (values > 0).float()[:, None]
        return face + ((said[:, 7:] - off).abs() * there).sum() / there.sum().clamp(min=4)

    @torch.no_grad()
    def check(self) -> str:
        said = torch.cat(
            [self.net(as_input(self.check_cuts[k : k + 500])) for k in range(0, len(self.check_cuts), 500)]
        )
        seen, wanted = said[:, :7].argmax(1).numpy(), self.check_values
        dice = wanted > 0
        return f"faces {(seen == wanted)[dice].mean():.4f} none {(seen == wanted)[~dice].mean():.4f}"


class Finder:
    """Where dice are."""

    batch = 32

    def __init__(self, train: list[Path], check: Path) -> None:
        self.net = FinderNet()
        held = [np.load(path) for path in train]
        self.pictures = np.concatenate([np.concatenate([h["now"], h["bare"]], axis=3) for h in held])
        self.dice = np.concatenate([h["dice"] for h in held])
        checked = np.load(check)
        self.check_pictures = np.concatenate([checked["now"], checked["bare"]], axis=3)[:400]
        self.check_dice = checked["dice"][:400]
        self.examples = len(self.pictures)

    def loss(self, chosen: npt.NDArray[np.int64], rng: np.random.Generator) -> torch.Tensor:
        pictures, dice = self.pictures[chosen], self.dice[chosen].copy()
        if rng.random() < 0.5:
            pictures, dice[..., 0] = pictures[:, :, ::-1], FINDER - 1 - dice[..., 0]
        if rng.random() < 0.5:
            pictures, dice[..., 1] = pictures[:, ::-1], FINDER - 1 - dice[..., 1]
        x = as_input(pictures)
        if rng.random() < 0.3:
            order = rng.permutation(3)
            x = x[:, np.concatenate([order, order + 3])]
        wanted, sides, weight = (torch.from_numpy(part) for part in targets(dice))
        said = self.net(x.to(memory_format=torch.channels_last)).float()
        heat, side = said[:, 0], said[:, 1]
        found = nn.functional.binary_cross_entropy_with_logits(heat, wanted, reduction="none")
        share = torch.sigmoid(heat)
        doubt = torch.where(wanted > 0.5, 1 - share, share).detach() ** 1.5
        amount = (wanted > 0.5).sum().clamp(min=4)
        there = (wanted > 0.5).float()
        sized = ((side - sides).abs() * there).sum() / amount
        return (found * doubt * weight).sum() / amount + sized

    @torch.no_grad()
    def check(self) -> str:
        found = right = said_count = 0
        for k in range(0, len(self.check_pictures), 50):
            maps = torch.sigmoid(self.net(as_input(self.check_pictures[k : k + 50]))[:, 0]).numpy()
            for heat, dice in zip(maps, self.check_dice[k : k + 50], strict=True):
                spots = peaks(heat, 0.3)
                real = dice[
                    (dice[:, 3] > 0) & np.all(dice[:, :2] > 4, axis=1) & np.all(dice[:, :2] < FINDER - 4, axis=1)
                ]
                free = dice[~np.isnan(dice[:, 0])]
                found += len(real)
                right += sum(any(np.hypot(x - d[0], y - d[1]) < 0.35 * d[2] + 1 for x, y in spots) for d in real)
                said_count += sum(all(np.hypot(x - d[0], y - d[1]) > 0.6 * d[2] + 2 for d in free) for x, y in spots)
        return f"found {right / max(1, found):.4f} imagined {said_count / len(self.check_pictures):.3f} a patch"


def peaks(heat: Floats, least: float) -> list[tuple[float, float]]:
    """Pixels (x, y) of local maxima."""
    padded = np.pad(heat, 1)
    around = np.max(
        [padded[dy : dy + heat.shape[0], dx : dx + heat.shape[1]] for dy in range(3) for dx in range(3)], axis=0
    )
    ys, xs = np.nonzero((heat >= around) & (heat > least))
    return [(CELL * float(x) + 0.5, CELL * float(y) + 0.5) for x, y in zip(xs, ys, strict=True)]


def targets(dice: Floats) -> tuple[Floats, Floats, Floats]:
    """(n, m, 4) x, y, side, value -> heat wanted, logarithms of sides, weights: (n, cells, cells) each."""
    count, cells = len(dice), FINDER // CELL
    heat, sides = np.zeros((count, cells, cells), np.float32), np.zeros((count, cells, cells), np.float32)
    weight = np.ones_like(heat)
    at = np.arange(cells, dtype=np.float32) * CELL + (CELL - 1) / 2
    for n, row in enumerate(dice):
        for x, y, side, value in row:
            if np.isnan(x):
                break
            far = np.hypot(at[None, :] - x, at[:, None] - y)
            if value < 0:
                weight[n][far < 0.8 * side] = 0
                continue
            core, rim = max(1.1, 0.17 * side), max(2.6, 0.42 * side)
            inside = far < core
            weight[n][(far >= core) & (far < rim) & (heat[n] < 0.5)] = 0.25
            if not inside.any():
                inside = far == far.min()
            heat[n][inside] = 1
            weight[n][inside] = 1
            sides[n][inside] = np.log(side / 12)
    return heat, sides, weight


def learn(task: Reader | Finder, epochs: int, rate: float, bfloat16: bool, frozen: bool) -> None:
    steps = task.examples // task.batch
    optimiser = torch.optim.AdamW(task.net.parameters(), lr=rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=rate, total_steps=epochs * steps, pct_start=0.15)
    rng = np.random.default_rng(1)
    for epoch in range(epochs):
        began, total, order = time.monotonic(), 0.0, rng.permutation(task.examples)
        task.net.train()
        if frozen:
            freeze_normalisation(task.net)
        for k in range(steps):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bfloat16):
                loss = task.loss(order[k * task.batch : (k + 1) * task.batch], rng)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(task.net.parameters(), 5.0)
            optimiser.step()
            plan.step()
            total += float(loss.detach())
        task.net.eval()
        print(f"{epoch} loss {total / steps:.4f} {task.check()} {time.monotonic() - began:.0f} s", flush=True)


def export(net: nn.Module, name: str, folder: Path) -> None:
    net.eval()
    finder = name == "die_finder"
    example = torch.zeros(1, 6, FINDER, FINDER) if finder else torch.zeros(1, 3, READER_PIXELS, READER_PIXELS)
    write_onnx(net.float(), example, folder / f"{name}.onnx", any_size=finder)
    torch.save(net.state_dict(), folder / f"{name}.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", choices=("finder", "reader"))
    parser.add_argument("--train", nargs="+", type=Path, required=True)
    parser.add_argument("--check", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--bfloat16", action="store_true", help="not with --resume")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, default=Path("vision/weights"))
    chosen = parser.parse_args()
    if chosen.resume and chosen.bfloat16:
        parser.error("--bfloat16 cannot go with --resume: frozen normalisation gives no number in it.")
    torch.manual_seed(1)
    task = Finder(chosen.train, chosen.check) if chosen.net == "finder" else Reader(chosen.train, chosen.check)
    if chosen.resume:
        resume(task.net, chosen.resume)
        task.net.eval()
        print("before", task.check(), flush=True)
    task.net.to(memory_format=torch.channels_last)
    learn(task, chosen.epochs, chosen.rate, chosen.bfloat16, bool(chosen.resume))
    export(task.net, f"die_{chosen.net}", chosen.out)


if __name__ == "__main__":
    main()

"""Training the two networks that read dice in any picture.

    python -m training.photo_dice_task find|face --out vision/weights [--tiles 2500] [--steps 700]

`find` tells where dice lie, how large they are and a first guess of their value; `face` looks closely at one die,
scaled to one size. Both learn from tiles of `training.photo_dice` alone. Needs torch and onnx.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from training import together
from training.nets import block
from training.photo_dice import LARGEST, SMALLEST, TILE, Tile, library, tiles
from vision.dice_anywhere import FACE, STRIDE, as_input, cut_out

CELLS = TILE // STRIDE
Arrays = dict[str, Any]


class DiceNet(nn.Module):
    """(n, 3, h, w) -> (n, 8, h/4, w/4): a die's centre, the logarithm of its side, logits of its six values."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            block(3, 16, 2), block(16, 32, 2), block(32, 40), block(40, 40, 1, 2), block(40, 40, 1, 3),
            block(40, 48), nn.Conv2d(48, 8, 1),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.net(x)
        return out


class PipsNet(nn.Module):
    """(n, 3, 40, 40) -> 7: no die's middle, then the value."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            block(3, 24, 2), block(24, 40), block(40, 56, 2), block(56, 56), nn.AvgPool2d(2),
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(56 * 25, 96), nn.ReLU(), nn.Linear(96, 7),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.net(x)
        return out


def targets(found: list[Tile]) -> Arrays:
    """heat (n, cells, cells), side and value there, and which cells count (not those of dice cut off)."""
    n = len(found)
    heat, side = np.zeros((n, CELLS, CELLS), np.float32), np.zeros((n, CELLS, CELLS), np.float32)
    value, counts = np.full((n, CELLS, CELLS), -1, np.int64), np.ones((n, CELLS, CELLS), np.float32)
    y, x = np.mgrid[:CELLS, :CELLS] * STRIDE + (STRIDE - 1) / 2
    for k, one in enumerate(found):
        for cx, cy, s in one.cut:
            counts[k][np.hypot(x - cx, y - cy) < 0.8 * s] = 0
        for cx, cy, s, v in one.dice:
            away = np.hypot(x - cx, y - cy)
            heat[k] = np.maximum(heat[k], np.exp(-((away / STRIDE) ** 2) / (2 * 0.9**2)))
            heat[k][np.unravel_index(away.argmin(), away.shape)] = 1.0
            near = away < max(0.75 * STRIDE, 0.22 * s)
            side[k][near], value[k][near] = np.log(s / 20), v - 1
            counts[k][away < 0.4 * s] = 1
    return {"heat": heat, "side": side, "value": value, "counts": counts}


def find_loss(net: nn.Module, found: list[Tile], random: np.random.Generator) -> torch.Tensor:
    t = {key: torch.from_numpy(values) for key, values in targets(found).items()}
    x = torch.from_numpy(as_input([one.image for one in found]))
    if random.random() < 0.5:
        x, t = x.flip(3), {key: values.flip(2) for key, values in t.items()}
    out = net(x)
    p, want = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4), t["heat"]
    peak = (want > 0.99).float()
    focal = -(peak * (1 - p) ** 2 * torch.log(p) + (1 - peak) * (1 - want) ** 4 * p**2 * torch.log(1 - p))
    dice = max(1.0, float(peak.sum()))
    there = t["value"] >= 0
    size = ((out[:, 1] - t["side"]).abs() * there).sum() / max(1, int(there.sum()))
    faces = F.cross_entropy(out[:, 2:], t["value"], ignore_index=-1) if bool(there.any()) else size
    return (focal * t["counts"]).sum() / dice + size + 0.5 * faces


def close_looks(found: list[Tile], random: np.random.Generator, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Cut-outs around dice, a little off in place and size, and around places where no die has its middle."""
    cuts, values = [], []
    while len(cuts) < count:
        one = found[int(random.integers(len(found)))]
        usual = float(np.exp(random.uniform(np.log(SMALLEST), np.log(LARGEST))))
        x, y, side, value = random.uniform(0, TILE), random.uniform(0, TILE), usual, 0
        if one.dice and random.random() < 0.85:
            x, y, side, value = one.dice[int(random.integers(len(one.dice)))]
            away = 0.06 * random.normal(0, 1, 2) * side
            if random.random() < 0.12:
                turn = random.uniform(0, 2 * np.pi)
                away, value = random.uniform(0.55, 1.1) * side * np.array([np.cos(turn), np.sin(turn)]), 0
                where = np.array([x, y]) + away
                if any(np.hypot(*(where - d[:2])) < 0.5 * d[2] for d in one.dice):
                    continue
            x, y, side = x + away[0], y + away[1], side * float(np.exp(random.normal(0, 0.12)))
        elif any(np.hypot(x - d[0], y - d[1]) < 0.5 * d[2] for d in [*one.dice, *one.cut]):
            continue
        cuts.append(cut_out(one.image, (float(x), float(y)), float(side), float(random.uniform(-0.2, 0.2))))
        values.append(value)
    return torch.from_numpy(as_input(cuts)), torch.tensor(values)


def face_loss(net: nn.Module, found: list[Tile], random: np.random.Generator) -> torch.Tensor:
    x, value = close_looks(found, random, 96)
    if random.random() < 0.5:
        x = x.flip(3)
    return F.cross_entropy(net(x), value, label_smoothing=0.02)


def find_check(net: nn.Module, held_out: list[Tile]) -> str:
    out = net(torch.from_numpy(as_input([one.image for one in held_out])))
    p = torch.sigmoid(out[:, 0])
    top = (F.max_pool2d(p[:, None], 3, 1, 1)[:, 0] == p) & (p > 0.4)
    found = right = total = extra = 0
    for k, one in enumerate(held_out):
        peaks = [(int(x), int(y)) for y, x in torch.nonzero(top[k])]
        total += len(one.dice)
        for x, y, side, value in one.dice:
            near = [q for q in peaks if np.hypot(q[0] * STRIDE + 1.5 - x, q[1] * STRIDE + 1.5 - y) < 0.4 * side]
            found += bool(near)
            right += bool(near) and int(out[k, 2:, near[0][1], near[0][0]].argmax()) + 1 == value
        known = [(x, y, s) for x, y, s, _ in one.dice] + one.cut
        places = [(column * STRIDE + 1.5, row * STRIDE + 1.5) for column, row in peaks]
        extra += sum(all(np.hypot(px - x, py - y) > 0.6 * s for x, y, s in known) for px, py in places)
    return f"dice {total} found {found} right {right} extra {extra}"


def face_check(net: nn.Module, held_out: list[Tile]) -> str:
    x, value = close_looks(held_out, np.random.default_rng(5), 600)
    said = net(x).argmax(1)
    return (
        f"faces {(said == value)[value > 0].float().mean():.4f} none {(said == value)[value == 0].float().mean():.4f}"
    )


def export(net: nn.Module, name: str, shape: tuple[int, ...], folder: Path) -> None:
    net.eval()
    moving = {0: "n", 2: "h", 3: "w"} if name == "dice" else {0: "n"}
    torch.onnx.export(
        net, (torch.zeros(shape),), str(folder / f"{name}.onnx"), input_names=["x"], output_names=["y"],
        dynamic_axes={"x": moving, "y": moving}, dynamo=False, opset_version=13,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("find", "face"))
    parser.add_argument("--tiles", type=int, default=2500)
    parser.add_argument("--steps", type=int, default=700)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", type=Path, default=Path("vision/weights"))
    together.add_options(parser)
    args = parser.parse_args()
    torch.manual_seed(1)
    began = time.process_time()
    find = args.what == "find"
    seed = (1 if find else 2) + 10 * args.rank
    found = tiles(seed, args.tiles, library(seed, args.tiles // 8))
    held_out = [] if args.rank else tiles(9, 60, library(9, 40))
    print(f"{len(found)} tiles, {time.process_time() - began:.0f} s", flush=True)
    net: nn.Module = DiceNet() if find else PipsNet()
    together.join(args)
    torch.manual_seed(1 + args.rank)
    batch, loss_of, check = (12, find_loss, find_check) if find else (64, face_loss, face_check)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=args.rate, total_steps=args.steps, pct_start=0.15)
    random, total = np.random.default_rng(1 + args.rank), 0.0
    for step in range(1, args.steps + 1):
        net.train()
        loss = loss_of(net, [found[i] for i in random.integers(0, len(found), batch // args.of)], random)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        together.share_gradients(net, args)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        plan.step()
        total += float(loss.detach())
        if step % 100 == 0 and not args.rank:
            net.eval()
            with torch.no_grad():
                told = check(net, held_out)
            print(f"{step} loss {total / 100:.4f} {told} {time.process_time() - began:.0f} s", flush=True)
            total = 0.0
            export(net, "dice" if find else "pips", (1, 3, TILE, TILE) if find else (1, 3, FACE, FACE), args.out)


if __name__ == "__main__":
    main()

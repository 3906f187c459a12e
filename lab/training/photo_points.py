"""Training the network that counts checkers on boards never calibrated.

    python -m lab.training.photo_points OUT --boards 1200 [--rendered A.npz ...] [--steps 5000] [--resume FILE]

It learns from painted leaves (`lab.training.photo_boards`), and from boards rendered for the point network, path-traced
ones too. --resume goes on from weights already written, with normalisation frozen.
Half of the time the two sets' colours are hidden from it: then only how many checkers lie there counts.
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

from lab.training import together
from lab.training.nets import block
from lab.training.photo_boards import MOST, painted_board
from lab.training.photo_dice import library
from lab.training.resume import freeze_normalisation, resume
from vision.inputs import CHANNELS, LEAN_ACROSS, LEAN_ALONG
from vision.uncalibrated.plain_strips import KNOWN, LAB, SETS, lab_strips, set_colours, with_colours

BOARD = 24
QUANTUM = 90.0
HELD_OUT = 480
PICTURES, CHECKED = 1000, 100
"""Rendered pictures of a file that are learned from and checked with, at the most."""
REPORTED = 500
"""Steps from one report, with the weights written, to the next."""
LEANS = slice(LEAN_ACROSS, LEAN_ALONG + 1)
Arrays = dict[str, Any]


class StrangerNet(nn.Module):
    """A strip (12, 88, 26) -> 21 counts, the first set's above zero. Half the resolution will do, and is cheap."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.AvgPool2d(2), block(CHANNELS, 24), block(24, 48, 2), block(48, 64), block(64, 64),
            nn.AvgPool2d((1, 7)), nn.Flatten(), nn.Dropout(0.1), nn.Linear(22 * 64, 96), nn.ReLU(),
            nn.Linear(96, 2 * MOST + 1),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.net(x)
        return out


def supposed(counts: list[int], random: np.random.Generator) -> list[int]:
    """Counts as a first look might have them: now and then one is missed, seen double or on the wrong side."""
    worse = float(random.choice([0.0, 0.0, 0.05, 0.15]))
    found = []
    for count in counts:
        kind = random.random() / worse if worse else 1.0
        if kind >= 1:
            found.append(count)
        elif count and kind < 0.4:
            found.append(0)
        else:
            found.append(count + int(np.sign(count)) if count else int(random.choice([-2, -1, 1, 2])))
    return found


def prepared(strips: Any, counts: list[int], random: np.random.Generator) -> Any:
    colours = set_colours(strips, supposed(counts, random)) or set_colours(strips, counts)
    return None if colours is None else np.round(with_colours(strips, colours) * QUANTUM).astype(np.int8)


def painted(first: int, boards: int) -> Arrays:
    sprites, strips, counts = library(77, 60), [], []
    for seed in range(first, first + boards):
        rng = np.random.default_rng((seed, 6))
        leaves = painted_board(rng, sprites)
        plain = np.concatenate([lab_strips(leaf.sheet, leaf.leans) for leaf in leaves])
        there = [count for leaf in leaves for count in leaf.counts]
        told = prepared(plain, there, rng)
        if told is not None:
            strips.append(told)
            counts += there
    return {"strips": np.concatenate(strips), "counts": np.array(counts)}


def rendered(path: Path, pictures: int) -> Arrays:
    """Pictures of rendered boards, collected by `lab.training.collect`, without what calibration told about them."""
    strips: list[np.ndarray[Any, Any]] = []
    random, kept = np.random.default_rng(3), []
    with np.load(path, allow_pickle=True) as data:
        every, count, hidden = data["strips"], data["count"].astype(int) - 10, data["hidden"]
        starts = range(0, len(every) - BOARD + 1, BOARD)
        for k in random.permutation(starts)[: 2 * pictures]:
            if len(strips) == pictures:
                break
            here = count[k : k + BOARD]
            if (here > MOST).any() or (hidden[k : k + BOARD] != 0).any():
                continue
            plain = np.zeros((BOARD, CHANNELS, *every.shape[2:]), np.float32)
            plain[:, LAB] = every[k : k + BOARD, :3].astype(np.float32) / 100
            plain[:, LEANS] = every[k : k + BOARD, LEANS].astype(np.float32) / 100
            told = prepared(plain, here.tolist(), random)
            if told is not None:
                strips.append(told)
                kept += here.tolist()
    return {"strips": np.concatenate(strips), "counts": np.array(kept)}


def batch(arrays: Arrays, index: Any, random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Strips, counts + MOST, and which strips are told the colours. Mirrored, swapped, shifted, colours hidden."""
    x = torch.from_numpy(arrays["strips"][index].astype(np.float32) / QUANTUM)
    y = torch.from_numpy(arrays["counts"][index]).long()
    if random.random() < 0.5:
        x = x.flip(3)
        x[:, LEAN_ACROSS] = -x[:, LEAN_ACROSS]
    if random.random() < 0.5:
        x[:, SETS] = x[:, SETS].flip(1)
        y = -y
    down, across = (int(n) for n in random.integers(-1, 2, 2))
    x = torch.roll(x, (down, across), (2, 3))
    x[:, LAB] += 0.02 * torch.randn(len(x), 3, 1, 1)
    told = torch.rand(len(x)) < 0.6
    x[:, SETS] *= told.view(-1, 1, 1, 1)
    x[:, KNOWN] *= told.view(-1, 1, 1)
    return x, y + MOST, told


def either(out: torch.Tensor) -> torch.Tensor:
    """(n, MOST + 1) log-probabilities of how many, whosever they are."""
    logs = F.log_softmax(out, 1)
    both = torch.logaddexp(logs[:, MOST + 1 :], logs[:, :MOST].flip(1))
    return torch.cat([logs[:, MOST : MOST + 1], both], 1)


def loss_of(net: nn.Module, x: torch.Tensor, y: torch.Tensor, told: torch.Tensor) -> torch.Tensor:
    out = net(x)
    known = F.cross_entropy(out, y, reduction="none", label_smoothing=0.01)
    unknown = F.nll_loss(either(out), (y - MOST).abs(), reduction="none")
    return torch.where(told, known, unknown).mean()


def check(net: nn.Module, held_out: Arrays) -> str:
    net.eval()
    x = torch.from_numpy(held_out["strips"].astype(np.float32) / QUANTUM)
    counts = torch.from_numpy(held_out["counts"]).long()
    blind = x.clone()
    blind[:, SETS] = 0
    blind[:, KNOWN] = 0
    with torch.no_grad():
        told = torch.cat([net(part).argmax(1) - MOST for part in x.split(512)])
        alone = torch.cat([either(net(part)).argmax(1) for part in blind.split(512)])
    return f"told {(told == counts).float().mean():.4f} alone {(alone == counts.abs()).float().mean():.4f}"


def export(net: nn.Module, folder: Path) -> None:
    net.eval()
    torch.onnx.export(
        net, (torch.zeros((1, CHANNELS, 88, 26)),), str(folder / "uncalibrated.onnx"), input_names=["x"],
        output_names=["y"], dynamic_axes={"x": {0: "n"}, "y": {0: "n"}}, dynamo=False, opset_version=13,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--boards", type=int, default=1200)
    parser.add_argument("--rendered", type=Path, nargs="*", default=[])
    parser.add_argument("--check", type=Path, help="collected from rendered boards that are held out")
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--painted", type=Path, nargs="*", default=[], help="taken instead of painting boards")
    parser.add_argument("--only-paint", type=int, metavar="SEED", help="paint boards from this seed on into OUT")
    together.add_options(parser)
    args = parser.parse_args()
    torch.manual_seed(1)
    began = time.process_time()
    if args.only_paint is not None:
        np.savez(args.out, **painted(args.only_paint, args.boards))
        return
    parts = [dict(np.load(path)) for path in args.painted] or [painted(400_000, args.boards)]
    parts = [*(rendered(path, PICTURES) for path in args.rendered), *parts]
    arrays = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    print(f"{len(arrays['counts'])} strips, {time.process_time() - began:.0f} s", flush=True)
    held_out = {"painted": {key: values[-HELD_OUT:] for key, values in arrays.items()}}
    arrays = {key: values[:-HELD_OUT] for key, values in arrays.items()}
    if args.check:
        held_out["rendered"] = rendered(args.check, CHECKED)
    net = StrangerNet()
    if args.resume:
        resume(net, args.resume)
        print("; ".join(f"{name}: {check(net, part)}" for name, part in held_out.items()), flush=True)
    together.join(args)
    torch.manual_seed(1 + args.rank)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=args.rate, total_steps=args.steps, pct_start=0.15)
    random, total = np.random.default_rng(1 + args.rank), 0.0
    for step in range(1, args.steps + 1):
        net.train()
        if args.resume:
            freeze_normalisation(net)
        index = random.integers(0, len(arrays["counts"]), 96 // args.of)
        loss = loss_of(net, *batch(arrays, index, random))
        optimiser.zero_grad()
        loss.backward()
        together.share_gradients(net, args)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        plan.step()
        total += float(loss.detach())
        if step % REPORTED == 0 and not args.rank:
            told = "; ".join(f"{name}: {check(net, part)}" for name, part in held_out.items())
            print(f"{step} loss {total / REPORTED:.4f} {told} {time.process_time() - began:.0f} s", flush=True)
            total = 0.0
            export(net, args.out)


if __name__ == "__main__":
    main()

"""Train the networks from collected arrays and write them as ONNX.

    python -m training.train point|ridge|scene|die|cube --train A.npz B.npz --check V.npz --epochs N --out vision/weights
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

from training.nets import FaceNet, PointNet, RidgeNet, SceneNet

QUANTUM = 100.0


def load(paths: list[str], keys: list[str]) -> dict[str, Any]:
    parts: list[dict[str, Any]] = []
    for path in paths:
        with np.load(path, allow_pickle=True) as data:
            parts.append({key: plain(key, data[key]) for key in keys})
    return {key: np.concatenate([part[key] for part in parts]) for key in keys}


def plain(key: str, values: Any) -> Any:
    """Without the plain difference, which is computed after the augmentation."""
    return values[:, :11] if key == "strips" else values[:, :9] if key == "ridge" else values


def batch_of(arrays: np.ndarray[Any, Any], index: np.ndarray[Any, Any]) -> torch.Tensor:
    return torch.from_numpy(arrays[index].astype(np.float32) / QUANTUM)


def with_difference(x: torch.Tensor, channels: int) -> torch.Tensor:
    """Arrays collected before the plain difference was among the inputs get it here, as `vision.inputs` makes it."""
    if x.shape[1] == channels:
        return x
    scale = torch.tensor([100.0, 64.0, 64.0]).view(1, 3, 1, 1)
    difference = ((x[:, :3] - x[:, 3:6]) * scale).norm(dim=1, keepdim=True) / 20
    return torch.cat([x, difference.clamp(max=1.27)], 1)


def jittered(x: torch.Tensor, shift: int, colours: int) -> torch.Tensor:
    """Small shifts, light and white-balance changes, noise; the first `colours` channels are Lab of now."""
    dy, dx = (int(torch.randint(-shift, shift + 1, ())) for _ in range(2))
    x = torch.roll(x, (dy, dx), (2, 3))
    n = len(x)
    gain = 1 + 0.06 * torch.randn(n, 1, 1, 1)
    cast = 0.02 * torch.randn(n, colours, 1, 1)
    now = x[:, :colours] * gain + cast + 0.01 * torch.randn_like(x[:, :colours])
    return torch.cat([now, x[:, colours:]], 1)


def turned(x: torch.Tensor, mirror: bool) -> torch.Tensor:
    """Each cut-out turned by any angle, a little larger or smaller, pushed aside; dark on light as light on dark."""
    n = len(x)
    angle, size = 2 * np.pi * torch.rand(n), torch.empty(n).uniform_(0.85, 1.18)
    side = torch.where(torch.rand(n) < 0.5, -1.0, 1.0) if mirror else torch.ones(n)
    cos, sin = torch.cos(angle) * size, torch.sin(angle) * size
    push = 0.07 * torch.randn(n, 2)
    matrix = torch.stack([torch.stack([cos * side, -sin, push[:, 0]], 1), torch.stack([sin * side, cos, push[:, 1]], 1)], 1)
    x = F.grid_sample(x, F.affine_grid(matrix, list(x.shape), align_corners=False), padding_mode="border", align_corners=False)
    return x * torch.where(torch.rand(n, 1, 1, 1) < 0.3, -1.0, 1.0)


def optimiser(net: nn.Module, steps: int, rate: float) -> tuple[Any, Any]:
    opt = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    return opt, torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=rate, total_steps=steps, pct_start=0.15)


def train_point(args: Any) -> nn.Module:
    data = load(args.train, ["strips", "count", "hidden"])
    check = load([args.check], ["strips", "count", "hidden"])
    net = PointNet()
    size, n = 256, len(data["strips"])
    steps = args.epochs * (n // size)
    opt, plan = optimiser(net, steps, 3e-3)
    counts, hidden = torch.from_numpy(data["count"]).long(), torch.from_numpy(data["hidden"]).float()
    for epoch in range(args.epochs):
        net.train()
        order, total, began = np.random.permutation(n), 0.0, time.time()
        for k in range(n // size):
            index = order[k * size : (k + 1) * size]
            x = with_difference(jittered(batch_of(data["strips"], index), 1, 3), 12)
            if k % 2:  # the mirror image of a board is a board; its lean across changes sign
                x = x.flip(3)
                x[:, 9] = -x[:, 9]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out = net(x)
            out = out.float()
            h = hidden[index]
            clear = (h < 0.5).float()
            loss = (F.cross_entropy(out[:, :22], counts[index], reduction="none", label_smoothing=0.01) * (clear + 0.1)).mean()
            told = (h >= 0).float()
            loss = loss + 0.3 * (F.binary_cross_entropy_with_logits(out[:, 22], h.clamp(0, 1), reduction="none") * told).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            plan.step()
            total += float(loss.detach())
        out = predict(net, check["strips"], 12)
        clear = check["hidden"] == 0
        right = out[:, :22].argmax(1) == check["count"]
        print(f"{epoch} loss {total / max(1, n // size):.4f} check {right[clear].mean():.4f} "
              f"hidden right {((out[:, 22] > 0) == (check['hidden'] == 1))[check['hidden'] >= 0].mean():.4f} {time.time() - began:.0f}s", flush=True)
    return net


def predict(net: nn.Module, arrays: np.ndarray[Any, Any], channels: int, size: int = 512) -> np.ndarray[Any, Any]:
    net.eval()
    with torch.no_grad():
        spans = [np.arange(k, min(k + size, len(arrays))) for k in range(0, len(arrays), size)]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            parts = [net(with_difference(batch_of(arrays, span), channels)).float().numpy() for span in spans]
    return np.concatenate(parts)


def train_ridge(args: Any) -> nn.Module:
    data = load(args.train, ["ridge", "bar", "ridge_hidden"])
    check = load([args.check], ["ridge", "bar", "ridge_hidden"])
    net = RidgeNet()
    size, n = 64, len(data["ridge"])
    opt, plan = optimiser(net, args.epochs * (n // size), 3e-3)
    bar = torch.from_numpy(data["bar"]).long()
    clear = torch.from_numpy(~data["ridge_hidden"]).float()
    for epoch in range(args.epochs):
        net.train()
        order, total, began = np.random.permutation(n), 0.0, time.time()
        for k in range(n // size):
            index = order[k * size : (k + 1) * size]
            x = with_difference(jittered(batch_of(data["ridge"], index), 2, 3), 10)
            if torch.rand(()) < 0.5:
                x = x.flip(3)
            if torch.rand(()) < 0.5:
                x = x.flip(2)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out = net(x)
            out = out.float()
            loss = F.cross_entropy(out[:, :5], bar[index, 0], reduction="none") + F.cross_entropy(out[:, 5:10], bar[index, 1], reduction="none")
            loss = (loss * clear[index]).mean() + 0.2 * F.binary_cross_entropy_with_logits(out[:, 10], 1 - clear[index])
            opt.zero_grad()
            loss.backward()
            opt.step()
            plan.step()
            total += float(loss.detach())
        out = predict(net, check["ridge"], 10)
        ok = (out[:, :5].argmax(1) == check["bar"][:, 0]) & (out[:, 5:10].argmax(1) == check["bar"][:, 1])
        print(f"{epoch} loss {total / max(1, n // size):.4f} check {ok[~check['ridge_hidden']].mean():.4f} {time.time() - began:.0f}s", flush=True)
    return net


def heat(spots: list[tuple[float, float]], height: int, width: int, spread: float) -> np.ndarray[Any, Any]:
    y, x = np.mgrid[:height, :width]
    out = np.zeros((height, width), np.float32)
    for sx, sy in spots:
        out = np.maximum(out, np.exp(-((x - (sx - 0.5) / 2) ** 2 + (y - (sy - 0.5) / 2) ** 2) / (2 * spread**2)))
    return out


def train_scene(args: Any) -> nn.Module:
    keys = ["scene", "scene_dice", "scene_cube", "scene_hand"]
    data, check = load(args.train, keys), load([args.check], keys)
    net = SceneNet()
    n, size = len(data["scene"]), 4
    opt, plan = optimiser(net, args.epochs * (n // size), 3e-3)
    rng = np.random.default_rng(0)

    def example(source: Any, i: int, crop: bool) -> tuple[Any, Any]:
        x = source["scene"][i][:9].astype(np.float32) / QUANTUM
        _, h, w = x.shape
        h, w = h // 4 * 4, w // 4 * 4
        hand = source["scene_hand"][i].astype(np.float32) / 255
        target = np.stack([
            heat(source["scene_dice"][i], h // 2, w // 2, 1.0),
            heat(source["scene_cube"][i], h // 2, w // 2, 1.6),
            hand[: h // 2 * 2 : 2, : w // 2 * 2 : 2],
        ])  # fmt: skip
        if not crop:
            return x[:, :h, :w], target
        ch, cw = 176, 240
        y0, x0 = 2 * rng.integers(0, max(1, (h - ch) // 2 + 1)), 2 * rng.integers(0, max(1, (w - cw) // 2 + 1))
        if rng.random() < 0.75 and len(source["scene_dice"][i]):  # most crops hold a die
            sx, sy = source["scene_dice"][i][0]
            x0 = int(np.clip(2 * ((sx - rng.uniform(20, cw - 20)) // 2), 0, max(0, w - cw)))
            y0 = int(np.clip(2 * ((sy - rng.uniform(20, ch - 20)) // 2), 0, max(0, h - ch)))
        a = np.zeros((9, ch, cw), np.float32)
        b = np.zeros((3, ch // 2, cw // 2), np.float32)
        px, pt = x[:, y0 : y0 + ch, x0 : x0 + cw], target[:, y0 // 2 : (y0 + ch) // 2, x0 // 2 : (x0 + cw) // 2]
        a[:, : px.shape[1], : px.shape[2]], b[:, : pt.shape[1], : pt.shape[2]] = px, pt
        if rng.random() < 0.5:
            a, b = a[:, :, ::-1], b[:, :, ::-1]
        if rng.random() < 0.5:
            a, b = a[:, ::-1], b[:, ::-1]
        return a, b

    for epoch in range(args.epochs):
        net.train()
        order, total, began = rng.permutation(n), 0.0, time.time()
        for k in range(n // size):
            pairs = [example(data, i, True) for i in order[k * size : (k + 1) * size]]
            x = with_difference(jittered(torch.from_numpy(np.stack([p[0] for p in pairs])), 0, 3), 10)
            t = torch.from_numpy(np.stack([p[1] for p in pairs]))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out = net(x)
            out = out.float()
            p = torch.sigmoid(out[:, :2])
            peak = (t[:, :2] > 0.97).float()
            eps = 1e-5  # CenterNet's penalty-reduced focal loss
            focal = -(peak * (1 - p) ** 2 * torch.log(p + eps) + (1 - peak) * (1 - t[:, :2]) ** 4 * p**2 * torch.log(1 - p + eps))
            told = ((t[:, 2] < 0.3) | (t[:, 2] > 0.7)).float()
            mask = (F.binary_cross_entropy_with_logits(out[:, 2], (t[:, 2] > 0.6).float(), reduction="none") * told).mean()
            loss = focal.sum() / max(1.0, float(peak.sum())) + 2 * mask
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            opt.step()
            plan.step()
            total += float(loss.detach())
        if epoch % args.every == args.every - 1:
            net.eval()
            found = missed = extra = 0
            with torch.no_grad():
                for i in range(0, len(check["scene"]), 2):
                    if check["scene_hand"][i].max() > 0:
                        continue
                    x, _ = example(check, i, False)
                    p = torch.sigmoid(net(with_difference(torch.from_numpy(x)[None], 10))[0, 0])
                    top = (F.max_pool2d(p[None, None], 5, 1, 2)[0, 0] == p) & (p > 0.3)
                    spots = torch.nonzero(top).numpy() * 2 + 0.5
                    for sx, sy in check["scene_dice"][i]:
                        near = [s for s in spots if abs(s[1] - sx) < 4 and abs(s[0] - sy) < 4]
                        found += bool(near)
                        missed += not near
                    extra += sum(all(abs(s[1] - sx) >= 4 or abs(s[0] - sy) >= 4 for sx, sy in check["scene_dice"][i]) for s in spots)
            print(f"{epoch} loss {total / max(1, n // size):.4f} dice found {found} missed {missed} extra {extra} {time.time() - began:.0f}s", flush=True)
    return net


def train_face(args: Any, kind: str) -> nn.Module:
    keys = [kind, f"{kind}_value"] + (["die_cocked"] if kind == "die" else [])
    data, check = load(args.train, keys), load([args.check], keys)
    net = FaceNet(8 if kind == "die" else 7, data[kind].shape[2])
    net(batch_of(data[kind], np.arange(2)))
    size, n = 128, len(data[kind])
    opt, plan = optimiser(net, args.epochs * (n // size), 3e-3)
    value = torch.from_numpy(data[f"{kind}_value"]).long()
    for epoch in range(args.epochs):
        net.train()
        order, total, began = np.random.permutation(n), 0.0, time.time()
        for k in range(n // size):
            index = order[k * size : (k + 1) * size]
            # a top face reads the same from every side, and a die's also in the mirror
            x = turned(jittered(batch_of(data[kind], index), 1, 3), mirror=kind == "die")
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out = net(x)
            out = out.float()
            loss = F.cross_entropy(out[:, :7], value[index], label_smoothing=0.02)
            if kind == "die":
                loss = loss + 0.2 * F.binary_cross_entropy_with_logits(out[:, 7], torch.from_numpy(data["die_cocked"][index]).float())
            opt.zero_grad()
            loss.backward()
            opt.step()
            plan.step()
            total += float(loss.detach())
        out = predict(net, check[kind], 6)
        right = out[:, :7].argmax(1) == check[f"{kind}_value"]
        there = check[f"{kind}_value"] > 0
        print(f"{epoch} loss {total / max(1, n // size):.4f} check faces {right[there].mean():.4f} none {right[~there].mean():.4f} {time.time() - began:.0f}s", flush=True)
    return net


SHAPES = {"point": (1, 12, 88, 26), "ridge": (1, 10, 168, 44), "scene": (1, 10, 204, 364), "die": (1, 6, 44, 44), "cube": (1, 6, 48, 48)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", choices=tuple(SHAPES))
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--check", required=True)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("vision/weights"))
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    maker = {"point": train_point, "ridge": train_ridge, "scene": train_scene}
    net = maker[args.net](args) if args.net in maker else train_face(args, args.net)
    net.eval()
    args.out.mkdir(parents=True, exist_ok=True)
    axes = {"x": {0: "n", 2: "h", 3: "w"}, "y": {0: "n"}} if args.net == "scene" else {"x": {0: "n"}, "y": {0: "n"}}
    torch.onnx.export(
        net, torch.zeros(SHAPES[args.net]), str(args.out / f"{args.net}.onnx"), input_names=["x"], output_names=["y"],
        dynamic_axes=axes, dynamo=False, opset_version=13,
    )  # fmt: skip


if __name__ == "__main__":
    main()

"""One training shared by several processes on one machine, each started with its --rank of --of.

They meet in a file, see different examples, and average their gradients after each step.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rank", type=int, default=0, help="this process among those that share the work")
    parser.add_argument("--of", type=int, default=1, help="how many processes share the work")
    parser.add_argument("--meet", type=Path, default=Path("meeting"), help="a new file in which they meet")


def join(args: argparse.Namespace) -> None:
    """Wait for the others. All processes then start from the same weights, given the same seed."""
    if args.of > 1:
        dist.init_process_group("gloo", init_method=f"file://{args.meet.resolve()}", rank=args.rank, world_size=args.of)


def share_gradients(net: nn.Module, args: argparse.Namespace) -> None:
    """Average the gradients of all processes."""
    if args.of > 1:
        grads = [parameter.grad for parameter in net.parameters() if parameter.grad is not None]
        flat = torch.cat([grad.flatten() for grad in grads])
        dist.all_reduce(flat)
        at = 0
        for grad in grads:
            grad.copy_(flat[at : at + grad.numel()].view_as(grad) / args.of)
            at += grad.numel()

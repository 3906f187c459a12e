"""Batches made by several processes at once, for a GPU that learns faster than one processor loads."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lab.training.sheet.labels import Targets
from lab.training.sheet.loader import Loader

AHEAD = 4
"""Batches that wait, a process."""
Batch = tuple[Any, Targets]
"""x as `Loader.next` gives it, float16 or float32, and the targets."""


def batches(folder: Path, batch: int, seed: int, workers: int) -> Iterator[Batch]:
    """Without end. workers: processes that load, each its own share of the boards; 0: this one."""
    if not workers:
        loader = Loader(folder, batch, seed)
        while True:
            yield loader.next()
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(AHEAD * workers)
    crew = [
        context.Process(target=_load, args=(folder, batch, seed, (i, workers), queue), daemon=True)
        for i in range(workers)
    ]
    for one in crew:
        one.start()
    try:
        while True:
            yield queue.get()
    finally:
        for one in crew:
            one.terminate()


def _load(folder: Path, batch: int, seed: int, part: tuple[int, int], queue: Any) -> None:
    cv2.setNumThreads(1)
    loader = Loader(folder, batch, seed, part)
    while True:
        x, targets = loader.next()
        queue.put((x.astype(np.float16), targets))

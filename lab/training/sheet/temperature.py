"""How sure a sheet's network may be: one temperature a head, from boards that it never learned from.

    python -m lab.training.sheet.temperature FOLDER NET.onnx [--boards 60]

Logits divided by a head's temperature are as likely as they say: it is where what truly lies there costs least. Near
one the network is as sure as it may be. Boards are seen as calibrated ones and as photographs, true corners given.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from lab.training.sheet.boards import Drawn, drawn_boards, signed
from lab.training.sheet.engine import opened
from lab.training.sheet.labels import targets
from vision.nets import log_softmax
from vision.sheet.channels import NOTHING, Known, board_channels, channels_now, colours_of, two_by_two
from vision.sheet.eyes import CLASSES, MOST_ON_RIDGE, SheetNetwork
from vision.sheet.geometry import Floats, Numbers, SheetView

TRIED = np.exp(np.linspace(np.log(0.4), np.log(2.5), 74))
"""Temperatures, each two and a half hundredths above the one before."""
STEPS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999, 1.0)
"""Of what is claimed, between which it is held against what is true."""


@dataclass(frozen=True, eq=False)
class Said:
    """(n, classes) logits of one head and the (n,) classes that truly are."""

    logits: Floats
    true: npt.NDArray[np.int64]

    def cost(self, temperature: float) -> float:
        """Mean of minus the logarithm of how likely the truth is said to be."""
        chances = log_softmax(np.asarray(self.logits / np.float32(temperature), np.float32))
        return -float(chances[np.arange(len(self.true)), self.true].mean())

    @property
    def temperature(self) -> float:
        """At which the truth costs least: of TRIED."""
        return float(min(TRIED, key=self.cost))

    def reliability(self, temperature: float) -> Iterator[tuple[int, float, float]]:
        """How many claims lie between two STEPS, what they claim on average and which share of them is true."""
        chances = np.exp(log_softmax(np.asarray(self.logits / np.float32(temperature), np.float32)))
        claimed, right = chances.max(axis=1), chances.argmax(axis=1) == self.true
        for low, high in pairwise(STEPS):
            inside = (low < claimed) & (claimed <= high)
            if inside.any():
                yield int(inside.sum()), float(claimed[inside].mean()), float(right[inside].mean())


def seen(board: Drawn) -> Iterator[tuple[SheetView, Known]]:
    """The board as a calibrated one, and as nothing is known but its corners."""
    view = SheetView(board.numbers)
    starts, empties = board.pictures("start"), board.pictures("empty")
    if starts and empties:
        start = view.drawn(board.picture(starts[0]))
        yield view, Known(view.drawn(board.picture(empties[0])), colours_of(start, signed(starts[0]["points"]), view))
    yield SheetView(Numbers(board.corners, board.size)), NOTHING


def said(boards: Iterable[Drawn], network: SheetNetwork) -> tuple[Said, Said]:
    """What the network says of points and of the ridge, each colour by itself, where nothing hides them."""
    points: list[tuple[Floats, int]] = []
    ridge: list[tuple[Floats, int]] = []
    for board in boards:
        for view, known in seen(board):
            of_board = network.of_board(two_by_two(board_channels(view, known))[None])
            for label in board.pictures("position"):
                sheet = view.drawn(board.picture(label))
                aims = targets(label, view, board.foreign(label))
                on_points, on_ridge, _ = network.now(two_by_two(channels_now(sheet, known))[None], of_board)
                free = np.flatnonzero(aims.hidden[:-1] == 0)
                points += [(on_points[0, strip, :CLASSES], int(aims.points[strip])) for strip in free]
                if not aims.hidden[-1]:
                    ridge += zip(on_ridge[0, :-1].reshape(2, MOST_ON_RIDGE + 1), map(int, aims.ridge), strict=True)
    return _gathered(points), _gathered(ridge)


def _gathered(found: list[tuple[Floats, int]]) -> Said:
    return Said(np.stack([logits for logits, _ in found]), np.array([true for _, true in found], np.int64))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("net", type=Path)
    parser.add_argument("--boards", type=int, default=60)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for name, head in zip(
        ("points", "ridge"), said(islice(drawn_boards(asked.folder), asked.boards), opened(asked.net)), strict=True
    ):
        fitted = head.temperature
        print(f"{name}: temperature {fitted:.3f}; cost {head.cost(1.0):.4f} before, {head.cost(fitted):.4f} with it")
        for way in (1.0, fitted):
            print(f"  at {way:.3f}:")
            for many, claimed, right in head.reliability(way):
                print(f"    {many:6} claim {claimed:.4f}, {right:.4f} are right")


if __name__ == "__main__":
    main()

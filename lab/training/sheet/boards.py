"""Drawn boards as they are read back from disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.corners import LeafCorners, parse_corners
from calibration.sheet import Image
from vision.sheet.geometry import Numbers

HELD_OUT = 3_900_000
"""First seed that nothing is learned from."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """One board: its folder, and what `lab.training.sheet.draw` wrote of it."""

    folder: Path
    label: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.label["board"])

    @property
    def corners(self) -> LeafCorners:
        return parse_corners(self.label["corners"])

    @property
    def size(self) -> tuple[int, int]:
        """Of its pictures: width, height."""
        return int(self.label["size"][0]), int(self.label["size"][1])

    @property
    def numbers(self) -> Numbers:
        """As they truly are."""
        told = self.label
        return Numbers(self.corners, self.size, told["height"], told["radius"], told["first"])

    def pictures(self, kind: str) -> list[dict[str, Any]]:
        return [picture for picture in self.label["pictures"] if picture["kind"] == kind]

    def picture(self, label: dict[str, Any]) -> Image:
        """(h, w, 3) uint8 BGR."""
        return np.asarray(cv2.imread(str(self.folder / label["image"])), np.uint8)

    def foreign(self, label: dict[str, Any]) -> Image | None:
        """(h, w) uint8, 255 where something covers the board, or None."""
        if label["foreign"] is None:
            return None
        return np.asarray(cv2.imread(str(self.folder / label["foreign"]), cv2.IMREAD_GRAYSCALE), np.uint8)


def drawn_boards(folder: Path) -> Iterator[Drawn]:
    """All boards of a folder that are whole, by name."""
    for path in sorted(folder.glob("*.json")):
        yield Drawn(folder, json.loads(path.read_text(encoding="utf-8")))


def signed(points: list[list[int]]) -> list[int]:
    """Counts of the 24 strips with dark negative, as a start has them."""
    return [light - dark for light, dark in points]

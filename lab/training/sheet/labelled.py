"""Pictures of others, labelled by hand or by their renderer, as boards that can be read like drawn ones.

A folder with labels.json holds boards that can be calibrated: a start, perhaps an empty picture, positions. One with
manifest.json holds photographs by themselves. Nothing is learned from either.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.sheet import Image
from lab.training.sheet.boards import HELD_OUT, Drawn, drawn_boards
from vision.strips import strip_at

LABELS, MANIFEST = "labels.json", "manifest.json"


@dataclass(frozen=True, eq=False)
class Photographed(Drawn):
    """A board that others have photographed: pictures may be turned first, clockwise by `rotate` degrees."""

    def picture(self, label: dict[str, Any]) -> Image:
        return np.ascontiguousarray(np.rot90(super().picture(label), -(label.get("rotate", 0) // 90)))


def held_out(folder: Path) -> Iterator[Drawn]:
    """Of a folder of any kind: with LABELS, with MANIFEST, or of drawn boards those that nothing learned from."""
    if (folder / LABELS).exists():
        told = json.loads((folder / LABELS).read_text(encoding="utf-8"))
        boards: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for picture in told:
            if not picture.get("occluded"):
                boards[picture["board_id"]].append(picture)
        yield from (_board(folder, name, pictures) for name, pictures in boards.items())
    elif (folder / MANIFEST).exists():
        told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        for picture in told:
            if picture.get("corners") and picture.get("top") and "series" not in picture:
                yield _board(folder, picture["file"], [{"kind": "position", "image": picture["file"]} | picture])
    else:
        yield from (board for board in drawn_boards(folder) if int(board.name.lstrip("t")) >= HELD_OUT)


def _board(folder: Path, name: str, pictures: list[dict[str, Any]]) -> Drawn:
    """Corners and seats are the same in all of a board's pictures."""
    first = pictures[0]
    width, height = first["size"][:: -1 if first.get("rotate", 0) % 180 else 1]
    board = {
        "board": name, "family": folder.name, "corners": first["corners"], "size": [width, height],
        "near": first.get("near") or "light", "home": first.get("home") or "right",
        "pictures": [picture | _told(picture) for picture in pictures],
    }  # fmt: skip
    return Photographed(folder, board)


def _told(picture: dict[str, Any]) -> dict[str, Any]:
    """What lies there as `lab.training.sheet.labels` tells it: of each of the 24 strips, and of the ridge."""
    points = [[0, 0] for _ in range(24)]
    for row in ("top", "bottom"):
        for column, count in enumerate(picture[row]):
            points[strip_at(row, column)] = [max(0, count), max(0, -count)]
    bar = picture["bar"]
    return {"points": points, "ridge": [bar["light"] or 0, bar["dark"] or 0], "foreign": None}

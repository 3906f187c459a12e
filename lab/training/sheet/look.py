"""Look at sheets: ten with their labels drawn on them, or those of which a network is most wrong.

python -m lab.training.sheet.look FOLDER OUT.png [--first 0] [--count 10]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.sheet import Image
from lab.training.sheet.boards import drawn_boards
from lab.training.sheet.labels import FOREIGN, Targets, targets
from vision.sheet.eyes import MIXED, MOST
from vision.sheet.geometry import BESIDE, EDGES, HEIGHT, LEAF_WIDTH, MARGIN, MIDDLE, WIDTH, SheetView, strip_columns

COLOURS = ((60, 220, 255), (255, 120, 0), (60, 60, 255), (255, 0, 255), (0, 160, 0))
"""BGR of the maps: light, dark, dice, cube, foreign."""
ENLARGED = 2


def named(kind: int) -> str:
    """A class as it is written on sheets: W of light, B of dark, X of both."""
    if kind == MIXED:
        return "X"
    return f"W{kind - MOST}" if kind > MOST else f"B{MOST - kind}" if kind < MOST else ""


def with_maps(sheet: Image, maps: npt.NDArray[np.float32]) -> Image:
    """The sheet, enlarged, with the maps' marks over it: (5, h/4, w/4) float32, 0 to 1."""
    size = (ENLARGED * sheet.shape[1], ENLARGED * sheet.shape[0])
    large = cv2.resize(sheet, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)
    for kind, colour in enumerate(COLOURS):
        heat = np.clip(cv2.resize(maps[kind], size, interpolation=cv2.INTER_LINEAR), 0, 1)[..., None]
        share = heat * (0.35 if kind == FOREIGN else 0.75)
        large = large * (1 - share) + np.array(colour, np.float32) * share
    return np.asarray(np.clip(large, 0, 255), np.uint8)


def with_texts(large: Image, texts: list[str], bad: set[int] | None = None) -> Image:
    """The 24 strips' and the ridge's texts at their edges; those in `bad` in red."""
    drawn = large.copy()
    for place, text in enumerate(texts):
        if place < 24:
            x, y = strip_columns(place)[0], 14 if place % 12 < 6 else HEIGHT - 8
        else:
            x, y = EDGES[MIDDLE][0], HEIGHT // 2
        colour = (40, 40, 255) if bad and place in bad else (255, 255, 255)
        for ink, thick in (((0, 0, 0), 3), (colour, 1)):
            at = (ENLARGED * x + 1, ENLARGED * y)
            cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, ink, thick, cv2.LINE_AA)
    for x in (BESIDE, BESIDE + LEAF_WIDTH, WIDTH - BESIDE - LEAF_WIDTH, WIDTH - BESIDE):
        cv2.line(drawn, (ENLARGED * x, 0), (ENLARGED * x, ENLARGED * HEIGHT), (90, 200, 90), 1)
    for y in (MARGIN, HEIGHT - MARGIN):
        cv2.line(drawn, (0, ENLARGED * y), (ENLARGED * WIDTH, ENLARGED * y), (90, 200, 90), 1)
    return drawn


def labelled(sheet: Image, aims: Targets) -> Image:
    """A sheet with its labels on it."""
    texts = [named(int(kind)) + ("?" if hides else "") for kind, hides in zip(aims.points, aims.hidden, strict=False)]
    ridge = f"{aims.ridge[0]}:{aims.ridge[1]}" + ("?" if aims.hidden[24] else "")
    return with_texts(with_maps(sheet, aims.maps), [*texts, ridge])


def tiled(pictures: list[Image], across: int = 2) -> Image:
    """Pictures of one size beside and below each other."""
    rows = [pictures[i : i + across] for i in range(0, len(pictures), across)]
    empty = np.zeros_like(pictures[0])
    return np.vstack([np.hstack(row + [empty] * (across - len(row))) for row in rows])


def captioned(picture: Image, text: str) -> Image:
    """A line of text above a picture."""
    bar = np.zeros((22, picture.shape[1], 3), np.uint8)
    cv2.putText(bar, text, (4, 15), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1, cv2.LINE_AA)
    return np.vstack([bar, picture])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=10)
    asked = parser.parse_args()
    shown: list[Image] = []
    for board in list(drawn_boards(asked.folder))[asked.first :]:
        view = SheetView(board.numbers)
        for label in board.pictures("position")[:1]:
            aims = targets(label, view, board.foreign(label))
            sheet = labelled(view.drawn(board.picture(label)), aims)
            shown.append(captioned(sheet, f"{label['image']} {board.label['family']} tilt {board.label['tilt']:.0f}"))
        if len(shown) >= asked.count:
            break
    cv2.imwrite(str(asked.out), tiled(shown))


if __name__ == "__main__":
    main()

"""Several recorded games joined to one film, as somebody who films an evening would: pauses, cuts, a closed book.

    python -m lab.simulator.joined OUT FOLDER... [--size 1280x720] [--pause 20]

Each FOLDER holds game.mp4 and truth.json, as `lab.simulator.clips` writes them. OUT becomes OUT.mp4 and OUT.json, which
says from which frame on each game is shown. Before every second game the film is cut, before the others the book is
closed for a while; each game's last picture stays for the pause.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
TIMES = 2
"""Frames of the film for one of a clip: 30 a second, as cameras give them."""
CLOSED_S = 5.0
_LEATHER = (38, 52, 78)
"""BGR of a closed book's cover."""


def joined(out: Path, folders: Sequence[Path], size: tuple[int, int], pause: float) -> dict[str, Any]:
    """Write the film; gives what stands in its JSON. pause: seconds."""
    truths = [json.loads((folder / "truth.json").read_text(encoding="utf-8")) for folder in folders]
    fps = truths[0]["fps"] * TIMES
    writer = cv2.VideoWriter(str(out.with_suffix(".mp4")), cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
    frames, games = 0, []
    for number, (folder, truth) in enumerate(zip(folders, truths, strict=True)):
        games.append({"folder": str(folder), "first": frames, "times": TIMES, "frames": truth["frames"]})
        image: Image | None = None
        for image in _frames(folder / truth["clip"], size):
            for _ in range(TIMES):
                writer.write(image)
                frames += 1
        stays = [image] * round(pause * fps) if image is not None else []
        closed = [_closed(size)] * round(CLOSED_S * fps) if number % 2 == 0 else []
        for picture in (*stays, *closed):
            writer.write(picture)
            frames += 1
    writer.release()
    described = {"film": out.with_suffix(".mp4").name, "fps": fps, "frames": frames, "games": games}
    out.with_suffix(".json").write_text(json.dumps(described), encoding="utf-8")
    return described


def _frames(path: Path, size: tuple[int, int]) -> Iterator[Image]:
    capture = cv2.VideoCapture(str(path))
    try:
        while True:
            fine, image = capture.read()
            if not fine:
                return
            yield np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    finally:
        capture.release()


def _closed(size: tuple[int, int]) -> Image:
    """The cover of a book on a dark table."""
    width, height = size
    picture = np.full((height, width, 3), 40, np.uint8)
    cv2.rectangle(picture, (width // 3, height // 6), (2 * width // 3, 5 * height // 6), _LEATHER, cv2.FILLED)
    return picture


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--pause", type=float, default=20.0)
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    described = joined(args.out, args.folders, (width, height), args.pause)
    print(f"{len(described['games'])} games, {described['frames'] / described['fps']:.0f} s")


if __name__ == "__main__":
    main()

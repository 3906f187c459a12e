"""What learning a board as it is played is worth: the same pictures read with and without it.

    python -m lab.benchmarks.learning [--boards 20] [--first-seed 300000] [--lamp] [--empty]
    python -m lab.benchmarks.learning --folder FOLDER       # of lab.simulator.path_traced.stills

Boards are calibrated from the starting position alone (--empty: and from their empty picture). Positions of a game are
read in turn; after each the board is learned from it, as it is when the referee is sure. --lamp: it is switched to
another side after a third of them. Of a folder's boards each position is read before and after the others are learned.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.position import Position, Side
from arbiter.seats import Seats
from calibration.board import Board
from calibration.corners import parse_corners
from lab.benchmarks.board_parser import board_parser
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from lab.simulator.positions import game
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, random_layout, start_layout
from vision.known_position.learn_board import learn_board
from vision.reader import Reader
from vision.reading import reading_of

PER_BOARD, PLIES_APART = 9, 4


@dataclass(frozen=True)
class Read:
    """Points wrong in a picture without learning and with it; part: first, middle or last third of the game."""

    part: int
    without: int
    learned: int


def wrong(reader: Reader, picture: Bytes, position: Position) -> int:
    """Points and bar of a reading by itself that differ."""
    seen = reading_of(reader.read(picture)).position
    return sum(a != b for a, b in zip((*seen.points, *seen.bar), (*position.points, *position.bar), strict=True))


def lesson(reader: Reader, picture: Bytes, position: Position) -> None:
    prepared = reader.prepared(picture)
    reader.learn(prepared, reader.read_region(prepared), position)


def drawn(seed: int, *, empty: bool, lamp: bool) -> Iterator[Read]:
    """A game on a board drawn by lot."""
    scene, rng = random_board(seed, "hard"), np.random.default_rng((seed, 9))
    plain, taught = (Reader(board) for board in [_drawn_board(scene, rng, empty)] * 2)
    for n, ply in enumerate(list(game(rng))[::PLIES_APART][:PER_BOARD]):
        now = _under_another_lamp(scene) if lamp and n >= PER_BOARD // 3 else scene
        picture, _ = render(now, random_layout(scene, ply.before, ply.side, rng), shot=2 + n, samples=1.5)
        yield Read(3 * n // PER_BOARD, wrong(plain, picture, ply.before), wrong(taught, picture, ply.before))
        lesson(taught, picture, ply.before)


def _drawn_board(scene: Scene, rng: np.random.Generator, empty: bool) -> Board:
    start, label = render(scene, start_layout(scene, rng), shot=0, samples=1.5)
    bare = render(scene, empty_layout(), shot=1, samples=1.5)[0] if empty else None
    return learn_board(start, parse_corners(label["corners"]), scene.seats, bare)


def _under_another_lamp(scene: Scene) -> Scene:
    lamp = scene.lamp
    return replace(scene, lamp=replace(lamp, azimuth=lamp.azimuth + 120, elevation=max(30, lamp.elevation - 15)))


def labelled(folder: Path, labels: list[dict[str, Any]], *, empty: bool) -> Iterator[Read]:
    """The positions of one board of a folder: each read before and after all others are learned."""
    by_kind = {kind: [label for label in labels if label["kind"] == kind] for kind in ("start", "empty", "position")}
    start = by_kind["start"][0]
    seats = Seats(Side(start["near"]), start["home"])
    bare = _picture(folder, by_kind["empty"][0]) if empty else None
    board = learn_board(_picture(folder, start), parse_corners(start["corners"]), seats, bare)
    clear = [label for label in by_kind["position"] if not label["occluded"]]
    for label in clear:
        plain, taught = Reader(board), Reader(board)
        for other in clear:
            if other is not label:
                lesson(taught, _picture(folder, other), _position(seats, other))
        picture, position = _picture(folder, label), _position(seats, label)
        yield Read(0, wrong(plain, picture, position), wrong(taught, picture, position))


def _picture(folder: Path, label: dict[str, Any]) -> Bytes:
    return np.asarray(cv2.imread(str(folder / label["image"])), np.uint8)


def _position(seats: Seats, label: dict[str, Any]) -> Position:
    points = seats.light_points(label["top"], label["bottom"])
    bar, off = label["bar"], label["off"]
    light = (off["light"], *(max(0, n) for n in points), bar["light"])
    dark = (off["dark"], *(max(0, -n) for n in reversed(points)), bar["dark"])
    return Position(light, dark)


def report(found: list[Read]) -> Iterator[str]:
    for part in sorted({read.part for read in found}):
        reads = [read for read in found if read.part == part]
        exact = [sum(n == 0 for n in wrongs) for wrongs in zip(*((r.without, r.learned) for r in reads), strict=True)]
        points = [sum(r.without for r in reads), sum(r.learned for r in reads)]
        yield (
            f"part {part + 1}: {len(reads):4} pictures; exact {exact[0]} without, {exact[1]} with;"
            f" points wrong {points[0]} without, {points[1]} with"
        )


def main() -> None:
    parser = board_parser(__doc__, boards=20, first_seed=300_000)
    parser.add_argument("--lamp", action="store_true")
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--folder", type=Path)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    found: list[Read] = []
    if chosen.folder:
        labels = json.loads((chosen.folder / "labels.json").read_text())
        for name in sorted({label["board_id"] for label in labels}):
            mine = [label for label in labels if label["board_id"] == name]
            found += labelled(chosen.folder, mine, empty=chosen.empty)
    else:
        for seed in range(chosen.first_seed, chosen.first_seed + chosen.boards):
            found += drawn(seed, empty=chosen.empty, lamp=chosen.lamp)
    print("\n".join(report(found)))


if __name__ == "__main__":
    main()

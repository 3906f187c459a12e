"""Folders of labelled, path-traced pictures of boards drawn by lot, as `lab.simulator.stills` writes them rasterised.

    python -m lab.simulator.path_traced.stills FOLDER --first 2000000 --boards 60 [--positions 2] [--no-empty]
                                           [--hard-to-count]

--hard-to-count: boards to learn from. Every third has a set in one of the board's colours, and most positions are
towers, homes piled high, or have both colours on a point.

Light of each picture is kept beside it (`light/NAME.npz`, float16): cameras can be had anew from it. What is there is
left, so that a run goes on where another one was stopped. A quarter of the boards is hard. Labels say of each die how
wide it is and how plain its pips are (`pip_contrast`).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from lab.simulator.book import LARGEST_CHECKER, SMALLEST_CHECKER
from lab.simulator.camera import Floats
from lab.simulator.hands import Hand
from lab.simulator.hard_positions import hard_to_count
from lab.simulator.layout import LaidDie, Layout
from lab.simulator.looks import Difficulty, camouflaged, random_board
from lab.simulator.path_traced.book_scene import Finishes, random_finishes, traced
from lab.simulator.path_traced.clutter import Clutter, random_clutter
from lab.simulator.path_traced.finish import Surroundings, surroundings
from lab.simulator.pipeline import Pipeline, breathed, by_lot, taken
from lab.simulator.pips import pip_contrast
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, label, mixed_points
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout

SIZES = ((960, 540), (800, 450), (640, 360))
SMALLEST_DIE, LARGEST_DIE = 0.26, 0.56
"""Sides of dice, as shares of a point."""
HAND = 0.12
"""Share of positions with an arm over the board."""
CAMOUFLAGED = 0.35
"""Share of boards that are hard to count whose one set has a colour of the board's."""


@dataclass(frozen=True)
class Board:
    """A scene with everything that tracing it takes, and its camera's pipeline (None until light was seen)."""

    scene: Scene
    finishes: Finishes
    around: Surroundings
    clutter: Clutter
    hard_to_count: bool = False


def random_scene(seed: int, hard: bool = False) -> Board:
    rng = np.random.default_rng((seed, 61))
    difficulty: Difficulty = "hard" if seed % 4 == 0 else "ordinary"
    scene = random_board(seed, difficulty, SIZES[int(rng.integers(len(SIZES)))])
    book = replace(scene.book, die_side=scene.book.pitch * float(rng.uniform(SMALLEST_DIE, LARGEST_DIE)))
    book = book.with_checkers(book.pitch * float(rng.uniform(SMALLEST_CHECKER, LARGEST_CHECKER)))
    habits = replace(scene.look.habits, dice_touch=0.08)
    scene = replace(scene, look=replace(scene.look, book=book, habits=habits), camera=replace(scene.camera, k1=0.0))
    if hard and rng.random() < CAMOUFLAGED:
        scene = camouflaged(scene, rng)
    return Board(scene, random_finishes(rng, scene), surroundings(rng), random_clutter(rng, book), hard)


def pictures(board: Board, positions: int, empty: bool = True) -> list[tuple[str, Layout, Hand | None]]:
    """Kind, layout and arm of each picture: the start, the empty board (if `empty`), positions."""
    scene, rng = board.scene, np.random.default_rng((board.scene.seed, 62))
    made: list[tuple[str, Layout, Hand | None]] = [("start", start_layout(scene, rng), None)]
    if empty:
        made.append(("empty", empty_layout(), None))
    for played, roller in several(rng, positions):
        position = hard_to_count(played, rng) if board.hard_to_count else played
        layout = random_layout(scene, position, roller, rng, 0.05)
        made.append(("position", layout, arm(scene, rng) if rng.random() < HAND else None))
    return made


def write_board(folder: Path, seed: int, positions: int, empty: bool = True, hard: bool = False) -> list[Label]:
    board = random_scene(seed, hard)
    scene, labels = board.scene, []
    camera: Pipeline | None = None
    for index, (kind, layout, hand) in enumerate(pictures(board, positions, empty)):
        name = f"t{seed}_{index:02d}"
        kept = folder / "light" / f"{name}.npz"
        light = _kept(kept)
        if light is None:
            light = traced(scene, layout, board.finishes, board.around, board.clutter, hand)
            np.savez_compressed(kept, light=np.clip(light, 0, 60).astype(np.float16))
        rng = np.random.default_rng((seed, 63, index))
        camera = camera or by_lot(np.random.default_rng((seed, 64)), float(light.mean()))
        picture = taken(light, breathed(camera, rng), rng)
        cv2.imwrite(str(folder / f"{name}.png"), picture)
        told = label(scene, layout, hand)
        for die, laid in zip(told["dice"], layout.dice, strict=True):
            spread = board.finishes.dice[laid.block.kind].pip_spread
            plain = pip_contrast(
                picture, scene.camera, scene.book.frame(laid.block.frame), laid.block, laid.value,
                scene.book.die_side, spread,
            )  # fmt: skip
            die |= {"side": round(_side(scene, laid), 2), "pip_contrast": round(plain, 1)}
        labels.append(
            {"image": f"{name}.png", "kind": kind, "board_id": f"t{seed}", "size": list(scene.camera.size)}
            | {"difficulty": scene.difficulty, "hard_to_count": hard, "mixed": mixed_points(scene, layout.position)}
            | told
        )
    return labels


def _side(scene: Scene, die: LaidDie) -> float:
    """Pixels of a die's side where the camera looks straight at it."""
    middle = scene.book.frame(die.block.frame).world(die.block.at)
    return float(scene.camera.focal * scene.book.die_side / scene.camera.depth(middle))


def _kept(path: Path) -> Floats | None:
    if not path.exists():
        return None
    with np.load(path) as held:
        return np.asarray(held["light"], np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--boards", type=int, required=True)
    parser.add_argument("--positions", type=int, default=2)
    parser.add_argument("--no-empty", action="store_true", help="no picture of the empty board: a third faster")
    parser.add_argument("--hard-to-count", action="store_true", help="camouflaged sets, towers, homes piled high")
    chosen = parser.parse_args()
    (chosen.folder / "light").mkdir(parents=True, exist_ok=True)
    written = chosen.folder / "labels.json"
    for seed in range(chosen.first, chosen.first + chosen.boards):
        labels = json.loads(written.read_text()) if written.exists() else []
        if any(entry["board_id"] == f"t{seed}" for entry in labels):
            continue
        labels += write_board(chosen.folder, seed, chosen.positions, not chosen.no_empty, chosen.hard_to_count)
        written.write_text(json.dumps(labels))
        print(seed, flush=True)


if __name__ == "__main__":
    main()

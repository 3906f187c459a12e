"""Path-traced boards tone on tone with positions that are hard to read, as `lab.simulator.hard_places` draws them.

    python -m lab.simulator.path_traced.hard_places FOLDER --first 2600000 --boards 15 [--rounds 1]

Light of each picture is kept (`light/NAME.npz`, float16, RGB) and what lies there (`light.json`); cameras take pictures
of it in `lab.benchmarks.hard_places --folder`. What is there is left, so that a run goes on where another stopped.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from arbiter.position import Side
from lab.simulator.hard_places import positions, with_hard_places
from lab.simulator.layout import Layout
from lab.simulator.path_traced.book_scene import random_finishes, traced
from lab.simulator.path_traced.clutter import random_clutter
from lab.simulator.path_traced.finish import surroundings
from lab.simulator.path_traced.stills import random_scene
from lab.simulator.scene import Label, label
from lab.simulator.stills import empty_layout, random_layout, start_layout


def write_board(folder: Path, seed: int, rounds: int) -> list[Label]:
    """A label for each picture: the start, the empty board, and positions of every kind."""
    scene, rng = random_scene(seed).scene, np.random.default_rng((seed, 66))
    scene = replace(with_hard_places(scene, rng), camera=replace(scene.camera, size=(960, 540), k1=0.0))
    finishes, around = random_finishes(rng, scene), surroundings(rng)
    clutter = random_clutter(rng, scene.book)
    made: list[tuple[str, Layout]] = [("start", start_layout(scene, rng)), ("empty", empty_layout())]
    for kind, position in positions(rng, rounds):
        roller = Side.LIGHT if rng.random() < 0.5 else Side.DARK
        made.append((kind, random_layout(scene, position, roller, rng)))
    labels = []
    for index, (shown, layout) in enumerate(made):
        name = f"p{seed}_{index:02d}"
        kept = folder / "light" / f"{name}.npz"
        if not kept.exists():
            light = traced(scene, layout, finishes, around, clutter)
            np.savez_compressed(kept, light=np.clip(light, 0, 60).astype(np.float16))
        labels.append({"light": name, "seed": seed, "kind": shown, **label(scene, layout)})
    return labels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--boards", type=int, required=True)
    parser.add_argument("--rounds", type=int, default=1, help="positions of each kind")
    chosen = parser.parse_args()
    (chosen.folder / "light").mkdir(parents=True, exist_ok=True)
    written = chosen.folder / "light.json"
    for seed in range(chosen.first, chosen.first + chosen.boards):
        labels = json.loads(written.read_text()) if written.exists() else []
        if not any(entry["seed"] == seed for entry in labels):
            written.write_text(json.dumps([*labels, *write_board(chosen.folder, seed, chosen.rounds)]))
            print(seed, flush=True)


if __name__ == "__main__":
    main()

"""Strips for the network that looks once more, closer, where `point` doubts.

    python -m lab.training.close_strips render OUT.npz --first SEED --boards N [--per-board 10]
    python -m lab.training.close_strips labelled OUT.npz FOLDER...
    python -m lab.training.close_strips asked OUT.npz RENDERED.npz...

`render` draws boards by lot with what is hard to count: homes piled high, towers, single checkers behind walls.
`labelled` takes labelled pictures of held-out boards, calibrated exactly. Kept are the strips that `point` doubts,
tall piles, single checkers, points with both colours, and a few others, so that certainty is learned as well. `asked`
leaves of rendered strips mostly those on which the network's word will count.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from arbiter.seats import Seats
from calibration.colours import match_light
from calibration.corners import parse_corners
from calibration.learn import learn_board, recall_appearance
from lab.simulator.hard_positions import hard_to_count
from lab.simulator.looks import camouflaged, random_board
from lab.simulator.positions import several
from lab.simulator.scene import Scene, mixed_points, render
from lab.simulator.stills import empty_layout, random_layout, start_layout
from lab.training.collect import MIXED, MOST, boards, packed, slipped
from lab.training.render import OTHER_LIGHT, in_other_light
from vision.inputs import LEAN_ALONG, NetInputs
from vision.nets import log_softmax, run
from vision.strips import CLOSE_SCALE

DOUBT = 6.5
"""Log-odds of the likeliest count below which a strip is kept."""
TALL = 5
OTHERS = 0.03
"""Share of the remaining strips."""
SIZES = ((640, 360), (960, 540), (1280, 720))
ASKED, ASKED_TALL, BESIDES = 3.0, 6.0, 0.15
"""Log-odds below which few and tall checkers are asked for, and the share of the others that is left."""
Labelled = tuple[Any, dict[str, Any]]


def drawn(seed: int, per_board: int) -> Iterator[Labelled]:
    """One board's start, its empty board, and its positions, as pictures and labels."""
    rng = np.random.default_rng((seed, 6))
    size = SIZES[int(rng.choice(3, p=(0.15, 0.45, 0.4)))]
    scene = random_board(seed, "hard" if rng.random() < 0.6 else "ordinary", size)
    if rng.random() < 0.3:
        scene = camouflaged(scene, rng)
    yield picture_of(scene, "start", start_layout(scene, rng), 0)
    yield picture_of(scene, "empty", empty_layout(), 1)
    played = several(rng, per_board)
    for index, (position, roller) in enumerate(played):
        layout = random_layout(scene, hard_to_count(position, rng), roller, rng, mishaps=0.2)
        lit = in_other_light(scene, rng) if rng.random() < OTHER_LIGHT else scene
        yield picture_of(lit, "position", layout, index + 2)


def picture_of(scene: Scene, kind: str, layout: Any, index: int) -> Labelled:
    picture, label = render(scene, layout, None, shot=index, samples=1.5)
    label |= {"kind": kind, "image": f"{scene.name}_{index:02d}"}
    label["mixed"] = mixed_points(scene, layout.position)
    return picture, label


def labelled(folder: Path) -> Iterator[list[Labelled]]:
    for group in boards(folder):
        yield [(cv2.imread(str(folder / label["image"])), label) for label in group]


def keep(pictures: list[Labelled], random: Generator, exact: bool, arrays: dict[str, list[Any]]) -> None:
    """Calibrate one board by its start and keep the strips worth learning from."""
    by_kind = {label["kind"]: (picture, label) for picture, label in pictures}
    start, label = by_kind["start"]
    corners = parse_corners(label["corners"])
    empty = by_kind["empty"][0] if "empty" in by_kind else None
    if not exact:
        corners = slipped(corners, random)
        empty = empty if random.random() < 0.85 else None
    board = learn_board(start, corners, Seats(Side(label["near"]), label["home"]), empty)
    looks = recall_appearance(board)
    wide, close = NetInputs(board, looks), NetInputs(board, looks, CLOSE_SCALE)
    for picture, label in pictures:
        if label["kind"] == "empty" or label.get("occluded") or (label["kind"] == "start" and exact):
            continue
        image = match_light(picture, looks.bare)
        small, large = wide.shrunk(image), close.shrunk(image)
        for leaf in (0, 1):
            strips = wide.strips_of(leaf, wide.sheet(leaf, small), range(12))
            first = run("point", strips)[:, : MIXED + 1]
            counts = counts_of(label, leaf)
            chosen = np.flatnonzero(worth_a_look(first, counts, strips[:, LEAN_ALONG, 0, 0], random))
            if len(chosen):
                arrays["close"] += list(packed(close.strips_of(leaf, close.sheet(leaf, large), list(chosen))[:, :11]))
                arrays["count"] += list(counts[chosen])
                arrays["first"] += list(first[chosen])
                arrays["image"] += [(label["image"], 12 * leaf + int(place)) for place in chosen]


def counts_of(label: dict[str, Any], leaf: int) -> np.ndarray[Any, Any]:
    """(12,) classes of a leaf's strips, far row first."""
    mixtures = {(entry["row"], entry["index"]) for entry in label.get("mixed", [])}
    places = [(row, 6 * leaf + column) for row in ("top", "bottom") for column in range(6)]
    return np.array(
        [
            MIXED if (row, column) in mixtures else max(-MOST, min(MOST, label[row][column])) + MOST
            for row, column in places
        ]
    )


def worth_a_look(
    first: np.ndarray[Any, Any], counts: np.ndarray[Any, Any], along: np.ndarray[Any, Any], random: Generator
) -> np.ndarray[Any, Any]:
    second, best = np.sort(log_softmax(first), axis=1)[:, -2:].T
    height = np.where(counts == MIXED, 0, np.abs(counts - MOST))
    single = (height == 1) & ((along > 0) | (random.random(len(counts)) < 0.3))
    few = random.random(len(counts)) < OTHERS
    return np.asarray((best - second < DOUBT) | (height >= TALL) | single | few | (counts == MIXED))


def asked_for(path: Path, number: int, arrays: dict[str, list[Any]]) -> None:
    """Add those strips of a file that `vision.points` would ask for, all tall ones, and some others."""
    random = np.random.default_rng(number)
    with np.load(path, allow_pickle=True) as data:
        first, counts = log_softmax(data["first"]), data["count"]
        second, best = np.sort(first, axis=1)[:, -2:].T
        likeliest = first.argmax(axis=1)
        height = np.where(counts == MIXED, 0, np.abs(counts - MOST))
        doubted = best - second < np.where(np.abs(likeliest - MOST) >= TALL, ASKED_TALL, ASKED)
        kept = ((likeliest != MIXED) & (doubted | (height >= TALL))) | (random.random(len(counts)) < BESIDES)
        for key in ("close", "count", "first", "image"):
            arrays[key] += list(data[key][kept])


def save(path: Path, arrays: dict[str, list[Any]], exact: bool) -> None:
    out: dict[str, Any] = {key: np.array(values) for key, values in arrays.items()}
    np.savez_compressed(path, **out, exact=np.array(exact))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", choices=("render", "labelled", "asked"))
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", nargs="*", type=Path, help="of labelled pictures, or files of rendered strips")
    parser.add_argument("--first", type=int, default=100_000)
    parser.add_argument("--boards", type=int, default=25)
    parser.add_argument("--per-board", type=int, default=10)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    exact = args.source == "labelled"
    arrays: dict[str, list[Any]] = defaultdict(list)
    began = time.monotonic()
    if args.source == "asked":
        for number, path in enumerate(args.folders):
            asked_for(path, number, arrays)
        save(args.out, arrays, exact=False)
        return
    groups: Iterator[list[Labelled]] = (
        (group for folder in args.folders for group in labelled(folder))
        if exact
        else (list(drawn(seed, args.per_board)) for seed in range(args.first, args.first + args.boards))
    )
    for number, pictures in enumerate(groups):
        try:
            keep(pictures, np.random.default_rng(args.first + number), exact, arrays)
        except Exception as error:  # noqa: BLE001 - one odd board must not end a night of collecting
            print(f"board {number}: {error!r}", file=sys.stderr, flush=True)
    save(args.out, arrays, exact)
    print(f"{len(arrays['count'])} strips, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()

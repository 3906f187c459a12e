"""Draw boards by seed, for learning: pictures as JPEG, what lies in them and the board's numbers as JSON.

    python -m lab.training.sheet.draw FOLDER --first 3000000 --boards 1000 [--processes 2] [--tone 0.5]

A board is a look and a view of `lab.simulator.real_boards`, before a camera of its own with its faults: a start
picture, an empty one, and positions. Boards already in FOLDER are left as they are, so that it can be stopped at any
time and go on later. Seeds from 3,900,000 on are kept for evaluation.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from lab.simulator.art import Bytes
from lab.simulator.book import LARGEST_CHECKER, SMALLEST_CHECKER
from lab.simulator.cups import Cup, random_cups
from lab.simulator.film import jpeg
from lab.simulator.glare import LedStrip, random_glare, random_led_strip
from lab.simulator.hands import draw_hand
from lab.simulator.hard_positions import brought_home, hit_often, mixed_now_and_then, scattered, towers
from lab.simulator.layout import Layout, lay_cube
from lab.simulator.looks import random_board
from lab.simulator.pipeline import Pipeline, breathed, grainy, taken
from lab.simulator.pipeline import by_lot as any_camera
from lab.simulator.positions import several
from lab.simulator.real_boards import Overlay, by_lot, other_proportions, overlaid
from lab.simulator.scene import Scene
from lab.simulator.stills import arm, empty_layout, random_layout, start_layout
from lab.simulator.streamed import streamed
from lab.simulator.tone import TONE, tone_on_tone
from lab.training.render import GLARES, hand_mask, in_other_light, more_cubes, more_dice, strewn
from lab.training.sheet.labels import numbers_label, things_label

SIZES, SIZE_SHARES = ((640, 360), (960, 540), (1280, 720)), (0.4, 0.4, 0.2)
SAMPLES = 1.2
CLEAR, STRIPS, CUPS, HANDS, OTHER_LIGHT, GRAINY = 0.06, 0.12, 0.15, 0.15, 0.35, 0.35
"""Shares of boards with a set of clear acrylic and with mirrored strips of LEDs; of positions with cups, with a hand,
and in another light than the empty picture's; of boards before a grainy webcam."""
QUALITY = 92
"""Of the JPEG that is kept: the camera's own compression is in the picture already."""
OFFSET = 31
"""Second number of every seed here, so that nothing drawn elsewhere from the same seed is the same board."""
SMALL_DICE, SMALL_SIDE = 0.4, (0.28, 0.42)
"""Share of boards with small dice, and their sides in points' widths: the usual ones are 0.4 to 0.55 wide."""
STREAMED, CRF = 0.25, (28, 44)
"""Share of boards whose positions come out of a stream of few bits, and x264's rate factors; every second of their
start and empty pictures too. ffmpeg must be installed."""
OTHER_PROPORTIONS = 0.6
"""Share of boards with leaves and bars as boards have that are no books."""
STACKED_ON_BAR = 0.4
"""Share of boards whose players lay checkers on the bar on each other, or two by two."""
HIT = 0.1
"""Share of positions with up to six checkers of a side on the bar."""


def drawn(seed: int, tone: float = 0.0) -> tuple[str, Scene, Overlay, Generator]:
    """A board by lot, its family, and what is put over its pictures.

    tone: share of boards made tone on tone beside those that are by lot.
    """
    rng = np.random.default_rng((seed, OFFSET))
    size = SIZES[int(rng.choice(3, p=SIZE_SHARES))]
    scene = random_board(seed, "hard" if rng.random() < 0.7 else "ordinary", size)
    longer = rng.random() < OTHER_PROPORTIONS
    scene = other_proportions(scene, rng) if longer else scene
    if rng.random() < 0.6:
        radius = scene.book.pitch * float(rng.uniform(SMALLEST_CHECKER, LARGEST_CHECKER))
        scene = replace(scene, look=replace(scene.look, book=scene.book.with_checkers(radius)))
    if rng.random() < SMALL_DICE:
        side = scene.book.pitch * float(rng.uniform(*SMALL_SIDE))
        scene = replace(scene, look=replace(scene.look, book=replace(scene.book, die_side=side)))
    family, scene = by_lot(scene, rng)
    also = np.random.default_rng((seed, OFFSET, 1))  # one of its own: the other boards stay as they were drawn
    if also.random() < tone and TONE not in family:
        family, scene = f"{family}, {TONE}", tone_on_tone(scene, also)
    if also.random() < STACKED_ON_BAR:
        habits = replace(scene.look.habits, beside_on_bar=int(also.choice([1, 1, 2])))
        scene = replace(scene, look=replace(scene.look, habits=habits))
    family += ", other proportions" if longer else ""
    glares = tuple(random_glare(rng, scene.book) for _ in range(int(rng.choice(4, p=GLARES))))
    clear: dict[str, float] = {}
    strips: tuple[LedStrip, ...] = ()
    if rng.random() < CLEAR:
        clear = {str(rng.choice(["light", "dark"])): float(rng.uniform(0.25, 0.65))}
        family += ", clear acrylic"
    if rng.random() < STRIPS:
        strips = tuple(random_led_strip(rng, scene.book) for _ in range(int(rng.integers(1, 4))))
        family += ", strips of LEDs"
    return family, scene, Overlay(glares, strips, clear), rng


def position_of(scene: Scene, played: Any, roller: Side, rng: Generator, hit: float = HIT) -> Layout:
    """A layout of a position as played, or a harder one, with its dice, cubes and borne-off checkers. hit: see HIT."""
    kind = rng.random()
    position = played
    if kind < 0.45:
        position = scattered(rng) if kind < 0.2 else brought_home(rng) if kind < 0.33 else towers(rng)
    position = mixed_now_and_then(position, rng) if rng.random() < 0.5 else position
    position = hit_often(position, rng) if rng.random() < hit else position
    layout = random_layout(scene, position, roller, rng, mishaps=0.3)
    up = int(rng.choice([2, 4, 8, 16, 32, 64, 64]))
    owner = "none" if up == 64 else str(rng.choice(["near", "far"]))
    cube = lay_cube(scene.book, scene.seats, bool(rng.random() < 0.4), up, owner, rng)
    dice = () if rng.random() < 0.15 else layout.dice + (more_dice(scene, layout, rng) if rng.random() < 0.3 else ())
    layout = strewn(scene, replace(layout, cube=cube if rng.random() < 0.8 else None, dice=dice), rng)
    return replace(layout, spare_cubes=more_cubes(scene, rng) if rng.random() < 0.3 else ())


def shots(
    scene: Scene, per_board: int, rng: Generator, hit: float
) -> Iterator[tuple[str, Scene, Layout, Any, tuple[Cup, ...]]]:
    """Kind, scene in its light, layout, hand and cups of each of a board's pictures."""
    other = in_other_light(scene, rng)  # one for all positions: a backdrop is the costliest thing to draw
    yield "start", scene, start_layout(scene, rng), None, ()
    yield "empty", scene, empty_layout(), None, ()
    for played, roller in several(rng, per_board):
        layout = position_of(scene, played, roller, rng, hit)
        lit = other if rng.random() < OTHER_LIGHT else scene
        hand = arm(scene, rng) if rng.random() < HANDS else None
        cups = random_cups(rng, scene, layout) if rng.random() < CUPS else ()
        yield "position", lit, layout, hand, cups


def write_board(folder: Path, seed: int, per_board: int, hit: float = HIT, tone: float = 0.0) -> None:
    """FOLDER/SEED.json and its pictures; the JSON comes last, so that what has one is whole."""
    family, scene, over, rng = drawn(seed, tone)
    camera: Pipeline | None = None
    pictures: list[Bytes] = []
    shown: list[tuple[str, Bytes, dict[str, Any]]] = []
    for kind, lit, layout, hand, cups in shots(scene, per_board, rng, hit):
        light, covered = overlaid(lit, layout, over, cups, SAMPLES)
        if hand is not None:
            draw_hand(light, lit.camera, lit.lamp, hand)
            covered |= hand_mask(lit, hand)
        if camera is None:
            lot = grainy if rng.random() < GRAINY else any_camera
            camera = lot(rng, float(light.mean()))
        pictures.append(taken(light, breathed(camera, rng), rng))
        shown.append((kind, covered, things_label(lit, layout)))
    if rng.random() < STREAMED:
        clear = 2 * int(rng.integers(2))  # the start and the empty picture are the first two
        pictures[clear:] = streamed(pictures[clear:], int(rng.integers(*CRF)))
        family += ", streamed"
    told = [
        written(folder, f"{seed}_{index:02d}", kind, picture, covered) | label
        for index, (picture, (kind, covered, label)) in enumerate(zip(pictures, shown, strict=True))
    ]
    end(folder, str(seed), family, scene, told)


def written(folder: Path, name: str, kind: str, picture: Bytes, covered: Bytes) -> dict[str, Any]:
    """A picture and what covers it, (h, w) uint8, put on disk; what is told of them."""
    (folder / f"{name}.jpg").write_bytes(jpeg(picture, QUALITY))
    told: dict[str, Any] = {"image": f"{name}.jpg", "kind": kind, "foreign": None}
    if covered.any():
        told["foreign"] = f"{name}.mask.png"
        cv2.imwrite(str(folder / told["foreign"]), covered)
    return told


def end(folder: Path, name: str, family: str, scene: Scene, told: list[dict[str, Any]]) -> None:
    """What makes a board whole: its numbers and its pictures' labels."""
    board = {"board": name, "family": family} | numbers_label(scene) | {"pictures": told}
    (folder / f"{name}.json").write_text(json.dumps(board, default=float), encoding="utf-8")


def kept(folder: Path, per_board: int, hit: float, tone: float, until: float, seed: int) -> str | None:
    """Draw one board unless it is there or the time is over; what to say of it. One odd board must not end a night."""
    if (folder / f"{seed}.json").exists() or time.time() > until:
        return None
    cv2.setNumThreads(1)
    began = time.monotonic()
    try:
        write_board(folder, seed, per_board, hit, tone)
    except Exception as error:  # noqa: BLE001
        return f"board {seed}: {error!r}"
    return f"{seed}: {time.monotonic() - began:.1f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=3_000_000, help="first seed")
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--per-board", type=int, default=8, help="positions drawn of each")
    parser.add_argument("--hit", type=float, default=HIT, help="share of positions with many checkers on the bar")
    parser.add_argument("--tone", type=float, default=0.0, help="share of boards tone on tone beside those by lot")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6, help="after which no board is begun")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(asked.first, asked.first + asked.boards)
    drawing = partial(kept, asked.folder, asked.per_board, asked.hit, asked.tone, time.time() + 60 * asked.minutes)
    if asked.processes == 1:
        told = map(drawing, seeds)
        for line in filter(None, told):
            print(line, flush=True)
        return
    with Pool(asked.processes) as pool:
        for line in filter(None, pool.imap_unordered(drawing, seeds)):
            print(line, flush=True)


if __name__ == "__main__":
    main()

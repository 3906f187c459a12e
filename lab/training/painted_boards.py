"""Boards with painted leaves, drawn flat and fast: what is mistaken for dice on them, and dice laid beside it.

The leaves are seen in true perspective; checkers are discs of one tone with a darker side, dice the sprites that suit
the view. There are no shadows but those of dice.

    python -m lab.training.painted_boards OUT.npz --first 3100000 --boards 400

writes cut-outs for `lab.training.dice reader`, as the finder aims at them on boards that nobody calibrated.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from calibration.corners import LeafCorners, parse_corners
from calibration.leaf import leaves_from_corners
from lab.simulator.art import linear, linear_colour
from lab.simulator.backdrop import leaf_print
from lab.simulator.book import LEAVES
from lab.simulator.layout import lay_checkers
from lab.simulator.looks import random_board
from lab.simulator.pipeline import by_lot, taken
from lab.simulator.positions import several
from lab.simulator.real_boards import from_low, painted_motifs, painted_sprays
from lab.simulator.scene import Scene
from lab.training.dice_bank import laid
from lab.training.dice_cuts import Cut, cut_at
from lab.training.photo_dice import Sprite, library
from vision.board_dice import DICE, seen_axes, view_at
from vision.crops import DIE_MIDDLE
from vision.dice import DieSpot, find_spots
from vision.uncalibrated.dice_on_board import FoundBook

Floats = npt.NDArray[np.float32]
SIZE = (960, 540)
UNIT = 28
"""Pixels of a world unit in the leaves' prints: about as many as in the picture."""
DIE_SIDES = (0.22, 0.5)
"""Point widths of dice."""
EMPTY = 0.4
"""Share of the boards that cut-outs come from without dice."""
LEAST_SCORE, MOST_SPOTS = 0.1, 20
"""The finder's score from which on a spot is cut out, and how many of a board."""


@dataclass(frozen=True, eq=False)
class PaintedBoard:
    """light: (H, W, 3) linear RGB. corners: of its leaves. dice: x, y, side in pixels and value of each."""

    light: Floats
    corners: LeafCorners
    dice: tuple[tuple[float, float, float, int], ...]


def painted_board(seed: int, checkers: bool, sprites: Sequence[Sprite], dice: int = 2) -> PaintedBoard:
    """A board by lot, most with motifs on their leaves. dice: so many of the sprites are laid on it."""
    rng = np.random.default_rng((seed, 61))
    scene = random_board(seed, "ordinary" if rng.random() < 0.5 else "hard", SIZE)
    scene = replace(scene, camera=replace(scene.camera, k1=0.0))
    scene = (painted_motifs if rng.random() < 0.85 else painted_sprays)(scene, rng)
    if rng.random() < 0.15:
        scene = from_low(scene, rng)
    light = _ground(scene)
    if checkers:
        _lay_checkers(light, scene, rng)
    corners = parse_corners(scene.book.seen_corners(scene.camera))
    return PaintedBoard(light, corners, tuple(_lay_dice(light, corners, sprites, dice, rng)))


def _ground(scene: Scene) -> Floats:
    """Table, frame, ridge and the printed leaves."""
    book, camera, prints = scene.book, scene.camera, scene.look.prints
    light = np.empty((SIZE[1], SIZE[0], 3), np.float32)
    light[:] = linear_colour(prints.table[1][0])
    half_x, half_y = book.bounds
    top = book.crest - book.ridge_rise
    _fill(light, camera.project([(x, y, top) for x, y in _square(half_x, half_y)]), linear_colour(prints.frame[1][0]))
    for leaf in LEAVES:
        printed = linear(leaf_print(book, prints, leaf, UNIT))
        half = book.floor_height / 2
        ends = [(0, half, 0), (book.floor_width, half, 0), (book.floor_width, -half, 0), (0, -half, 0)]
        seen = camera.project(book.leaves[leaf].world(ends)).astype(np.float32)
        h, w = printed.shape[:2]
        turned = cv2.getPerspectiveTransform(np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5, seen)
        smaller = max(1.0, w / float(np.linalg.norm(seen[2] - seen[3])))
        soft = cv2.GaussianBlur(printed, (0, 0), 0.4 * smaller)  # sampling it more sparsely would alias
        cv2.warpPerspective(soft, turned, SIZE, dst=light, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    ridge = [(x, y, book.crest) for x, y in _square(book.ridge_width / 2, half_y)]
    _fill(light, camera.project(ridge), linear_colour(prints.ridge[1][0]))
    y, x = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
    rng = np.random.default_rng((scene.seed, 62))
    slope = rng.normal(0, 0.25, 2)
    light *= (1 + slope[0] * (x / SIZE[0] - 0.5) + slope[1] * (y / SIZE[1] - 0.5))[..., None].astype(np.float32)
    return light


def _square(half_x: float, half_y: float) -> list[tuple[float, float]]:
    return [(-half_x, half_y), (half_x, half_y), (half_x, -half_y), (-half_x, -half_y)]


def _fill(light: Floats, outline: npt.NDArray[np.float64], colour: Floats) -> None:
    fixed = [np.round(outline * 16).astype(np.int32)]
    cv2.fillPoly(light, fixed, tuple(float(c) for c in colour), cv2.LINE_8, 4)


def _lay_checkers(light: Floats, scene: Scene, rng: Generator) -> None:
    book, look = scene.book, scene.look
    position, _ = several(rng, 1)[0]
    discs = lay_checkers(book, scene.seats, look.habits, position, rng)
    around = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = book.checker_radius * np.stack((np.cos(around), np.sin(around)), 1)
    farthest = sorted(discs, key=lambda d: -float(scene.camera.depth(book.frame(d.frame).world((d.u, d.v, d.w)))))
    for disc in farthest:
        own = look.light if disc.side == "light" else look.dark
        place = ring + np.array((disc.u, disc.v))
        low, high = (
            scene.camera.project(book.frame(disc.frame).world(np.column_stack((place, np.full(len(place), w)))))
            for w in (disc.w, disc.w + book.checker_height)
        )
        body, tone = cv2.convexHull(np.concatenate((low, high)).astype(np.float32))[:, 0], linear_colour(own.checker)
        _fill(light, body.astype(np.float64), 0.45 * tone)
        _fill(light, high, tone)
        if own.style != "plain":
            middle = high.mean(axis=0)
            _fill(light, middle + 0.7 * (high - middle), linear_colour(own.inlay))
            _fill(light, middle + 0.55 * (high - middle), tone)


def _lay_dice(
    light: Floats, corners: LeafCorners, sprites: Sequence[Sprite], dice: int, rng: Generator
) -> list[tuple[float, float, float, int]]:
    """Dice of one size on one leaf, each one of the sprites that are seen most nearly as the leaf is there."""
    leaf = leaves_from_corners(corners, SIZE)[int(rng.integers(2))]
    share, found = float(rng.uniform(*DIE_SIDES)), list[tuple[float, float, float, int]]()
    while len(found) < dice:
        x, y = float(rng.uniform(0.5, 5.5)), float(leaf.length / 2 + rng.normal(0, leaf.length / 8))
        at = leaf.project([(x, y, DIE_MIDDLE)])[0]
        axes = seen_axes(leaf, (x, y))
        scale = float(np.linalg.norm(axes[:, :2], 2))  # pixels of a step
        side = share * scale / DICE.view_step
        if any(np.hypot(at[0] - a, at[1] - b) < 1.3 * side for a, b, *_ in found):
            continue
        up = axes[:, 2] / scale
        away = [float(np.linalg.norm(sprite.axes[:, 2] - up)) for sprite in sprites]
        chosen = sprites[int(rng.choice(np.argsort(away)[:6]))]
        laid(light, rng, chosen, (float(at[0]), float(at[1])), side)
        found.append((float(at[0]), float(at[1]), side, chosen.value))
    return found


def cuts_on(board: PaintedBoard, rng: Generator) -> list[Cut]:
    """What the finder takes for dice on a picture of a board, and the dice that it overlooks."""
    picture = taken(board.light, by_lot(rng, float(board.light.mean())), rng)
    book = FoundBook.of(board.corners, SIZE)
    scale = book.finder_scale * float(np.exp(rng.uniform(-0.3, 0.3)))
    spots = find_spots(picture, None, scale, MOST_SPOTS, LEAST_SCORE)
    spots += [DieSpot(x, y, side, 1.0) for x, y, side, _ in board.dice]
    dice = np.array([(*die, 0) for die in board.dice], np.float32).reshape(-1, 5)
    cuts = (cut_at(picture, replace(spot, view=view_at(book, (spot.x, spot.y))), dice, rng) for spot in spots)
    return [cut for cut in cuts if cut]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--boards", type=int, required=True)
    parser.add_argument("--sprites", type=int, default=300)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    sprites = [sprite for sprite in library(chosen.first, chosen.sprites) if sprite.value]
    cuts: list[Cut] = []
    for seed in range(chosen.first, chosen.first + chosen.boards):
        rng = np.random.default_rng((seed, 64))
        dice = 0 if rng.random() < EMPTY else int(rng.integers(4, 10))
        cuts += cuts_on(painted_board(seed, bool(rng.random() < 0.5), sprites, dice), rng)
    np.savez(
        chosen.out,
        cut=np.stack([cut.picture for cut in cuts]),
        value=np.array([cut.value for cut in cuts], np.int8),
        off=np.array([cut.off for cut in cuts], np.float32),
    )


if __name__ == "__main__":
    main()

"""What lies about on the table beside the book: cups, cans, clocks, cards, pens, and dice that nobody plays with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator import art
from lab.simulator.art import Colour
from lab.simulator.book import Book, Frame
from lab.simulator.dice import DIE, showing
from lab.simulator.path_traced import materials, meshes
from lab.simulator.path_traced.finish import DieFinish, die_finish, near, vivid
from lab.simulator.solids import lowest

PAPER: Colour = (225.0, 212.0, 170.0)
Kind = Literal["cup", "can", "clock", "card", "pen", "dice"]


@dataclass(frozen=True)
class Piece:
    """One thing. at: x, y on the table in world units; turn in radians; seed: of what is drawn on it."""

    kind: Kind
    at: tuple[float, float]
    turn: float
    colour: Colour
    seed: int


@dataclass(frozen=True)
class Clutter:
    pieces: tuple[Piece, ...]
    dice: DieFinish
    """Of dice that lie beside the book unused."""


def random_clutter(rng: Generator, book: Book) -> Clutter:
    """Up to five things, none on the book; most tables have one or two."""
    half_x, half_y = book.bounds
    pieces: list[Piece] = []
    for _ in range(int(rng.choice([0, 1, 1, 2, 2, 3, 5]))):
        kinds: tuple[Kind, ...] = ("cup", "can", "clock", "card", "card", "pen", "dice")
        kind = kinds[int(rng.integers(len(kinds)))]
        if rng.random() < 0.5:
            at = (
                float(rng.choice([-1, 1])) * (half_x + float(rng.uniform(3.2, 6.5))),
                float(rng.uniform(-half_y, half_y)),
            )
        else:
            at = (
                float(rng.uniform(-half_x, half_x)),
                float(rng.choice([-1, 1])) * (half_y + float(rng.uniform(3.2, 5.5))),
            )
        if all(np.hypot(at[0] - p.at[0], at[1] - p.at[1]) > 6 for p in pieces):
            pieces.append(Piece(kind, at, float(rng.uniform(0, 2 * np.pi)), vivid(rng), int(rng.integers(1 << 30))))
    return Clutter(tuple(pieces), die_finish(rng, (PAPER,)))


def put_clutter(clutter: Clutter, book: Book) -> None:
    for piece in clutter.pieces:
        rng = np.random.default_rng(piece.seed)
        c, s = float(np.cos(piece.turn)), float(np.sin(piece.turn))
        frame = Frame((*piece.at, 0.0), ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
        if piece.kind == "cup":
            r, h = float(rng.uniform(1.8, 2.6)), float(rng.uniform(2.5, 4.5))
            outline = [(0.02, 0.0), (0.85 * r, 0.0), (r, h), (0.93 * r, h), (0.78 * r, 0.2), (0.02, 0.2)]
            meshes.turned(frame, (0, 0, 0), outline, materials.plain(piece.colour, 0.5, 0.3))
        elif piece.kind == "can":
            outline = [(0.02, 0.0), (2.0, 0.1), (2.2, 0.5), (2.2, 7.0), (1.8, 7.6), (1.75, 7.4), (0.02, 7.4)]
            meshes.turned(frame, (0, 0, 0), outline, materials.plain(piece.colour, 0.25, 1.0))
        elif piece.kind == "pen":
            meshes.limb(frame.world((-4.5, 0, 0.35)).tolist(), frame.world((4.5, 0, 0.35)).tolist(), 0.3, 0.3,
                        materials.plain(piece.colour, 0.3, 0.5))  # fmt: skip
        elif piece.kind == "clock":
            meshes.box(
                frame, (-4.2, -1.6, 0.0), (4.2, 1.6, 1.9), materials.plain(near((35.0, 35.0, 40.0), rng, 25), 0.4), 0.2
            )
            face = materials.printed(_figures(rng, (110, 300), (150.0, 165.0, 140.0), 2), 0.2, 1.0)
            meshes.sheet(frame, (-3.6, -1.1), (3.6, 1.1), 1.92, face)
        elif piece.kind == "card":
            paper = materials.printed(_figures(rng, (260, 200), near((240.0, 238.0, 228.0), rng, 8), 6), 0.8, 0.0)
            meshes.sheet(frame, (-2.6, -3.4), (2.6, 3.4), 0.03, paper)
        else:
            _spare_dice(rng, frame, clutter.dice, book.die_side)


def _figures(rng: Generator, size: tuple[int, int], ground: Colour, lines: int) -> art.Bytes:
    """Rows of figures such as clocks and score cards show."""
    picture = np.full((*size, 3), np.clip(ground, 0, 255), np.uint8)
    for line in range(lines):
        text = " ".join(str(int(n)) for n in rng.integers(0, 60, 3))
        height = size[0] / lines
        place = (10, round((line + 0.75) * height))
        cv2.putText(picture, text, place, int(rng.integers(0, 5)), height / 45, (25, 25, 30), 2, cv2.LINE_AA)
    return picture


def _spare_dice(rng: Generator, frame: Frame, finish: DieFinish, side: float) -> None:
    body, ink = materials.of_die(finish), materials.plain(finish.pips, 0.35)
    for x in (-0.9 * side, 0.9 * side):
        turn = showing(DIE, int(rng.integers(1, 7)), float(rng.uniform(0, 6.28)))
        place = (x, float(rng.normal(0, 0.3)) * side, lowest(turn, side))
        meshes.die(frame, place, np.array(turn), side, finish, body, ink, (rng.random(6) < 0.5).tolist())
